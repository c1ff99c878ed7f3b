//===- Cluster.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Cluster.h"

#include "dialect/Distribution.h"
#include "symbolic/WorkgroupIds.h"

namespace wave::interpreter {

Cluster::Cluster(ir::KernelOp kernel, std::span<const Tensor> tensors, Bindings symbols,
                 Parts &parts, std::array<int64_t, 3> first) {
  const std::array<int64_t, 3> counts = ir::workgroupsPerCluster(kernel);
  const int64_t size = counts[0] * counts[1] * counts[2];
  for (int64_t number = 0; number < size; ++number) {
    const std::array<int64_t, 3> place = {number % counts[0], number / counts[0] % counts[1],
                                          number / counts[0] / counts[1]};
    for (size_t dim = 0; dim < place.size(); ++dim)
      symbols.set(std::string(symbolic::workgroupIds[dim].name()), first[dim] + place[dim]);
    workgroups.push_back(std::make_unique<Workgroup>(kernel, tensors, symbols, parts, place,
                                                     size == 1 ? nullptr : &workgroups));
  }
}

std::vector<size_t> Cluster::ready() {
  std::vector<size_t> numbers;
  if (finding())
    return numbers;
  for (size_t group = 0; group < workgroups.size(); ++group)
    for (size_t agent : workgroups[group]->ready())
      numbers.push_back(group * workgroups[group]->agentCount() + agent);
  return numbers;
}

bool Cluster::mayGo(size_t agent) {
  const size_t count = workgroups.front()->agentCount();
  return !finding() && workgroups[agent / count]->mayGo(agent % count);
}

void Cluster::step(size_t agent) {
  const size_t count = workgroups.front()->agentCount();
  workgroups[agent / count]->step(agent % count);
}

void Cluster::finish() {
  for (const auto &workgroup : workgroups)
    if (!finding())
      workgroup->finish();
}

std::optional<Finding> Cluster::finding() const {
  for (const auto &workgroup : workgroups)
    if (workgroup->finding())
      return workgroup->finding();
  return std::nullopt;
}

} // namespace wave::interpreter
