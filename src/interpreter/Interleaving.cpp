//===- Interleaving.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Interleaving.h"

#include <array>
#include <limits>
#include <random>

#include "dialect/KernelArguments.h"
#include "interpreter/Workgroup.h"
#include "runtime/Arguments.h"

using namespace mlir;

namespace wave::interpreter {

static void run(Workgroup &workgroup, std::mt19937_64 &random) {
  for (auto ready = workgroup.ready(); !ready.empty(); ready = workgroup.ready()) {
    const size_t agent = ready[random() % ready.size()];
    // A step, or as many as it can: far ahead and far behind is where errors show.
    const uint64_t most = random() % 2 == 0 ? 1 : std::numeric_limits<uint64_t>::max();
    for (uint64_t steps = 0; steps < most && workgroup.mayGo(agent); ++steps)
      workgroup.step(agent);
  }
  workgroup.finish();
}

std::optional<Finding> interleave(ir::KernelOp kernel, std::span<const Tensor> tensors,
                                  uint64_t seed) {
  Bindings symbols =
      checkArguments(kernel.getSymName().str(), ir::argumentsOf(kernel), {}, tensors);
  for (NamedAttribute entry : kernel.getBindingsAttr())
    symbols.set(entry.getName().str(), cast<ir::ExprAttr>(entry.getValue()).getValue());
  std::array<int64_t, 3> grid;
  for (auto [count, expr] : llvm::zip(grid, kernel.getGridAttr()))
    count = Agent(kernel.getBlock(), 0, symbols).evaluate(cast<ir::ExprAttr>(expr));
  Parts parts(kernel, seed);
  std::mt19937_64 random(seed);
  for (int64_t group = 0; group < grid[0] * grid[1] * grid[2]; ++group) {
    symbols.set(std::string(WORKGROUP_0.name()), group % grid[0]);
    symbols.set(std::string(WORKGROUP_1.name()), group / grid[0] % grid[1]);
    symbols.set(std::string(WORKGROUP_2.name()), group / grid[0] / grid[1]);
    Workgroup workgroup(kernel, tensors, symbols, parts);
    run(workgroup, random);
    if (workgroup.finding())
      return workgroup.finding();
  }
  return std::nullopt;
}

} // namespace wave::interpreter
