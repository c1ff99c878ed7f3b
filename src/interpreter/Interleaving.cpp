//===- Interleaving.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Interleaving.h"

#include <array>
#include <limits>
#include <random>

#include "dialect/Distribution.h"
#include "dialect/KernelArguments.h"
#include "interpreter/Cluster.h"
#include "runtime/Arguments.h"

using namespace mlir;

namespace wave::interpreter {

static void run(Cluster &cluster, std::mt19937_64 &random) {
  for (auto ready = cluster.ready(); !ready.empty(); ready = cluster.ready()) {
    const size_t agent = ready[random() % ready.size()];
    // A step, or as many as it can: far ahead and far behind is where errors show.
    const uint64_t most = random() % 2 == 0 ? 1 : std::numeric_limits<uint64_t>::max();
    for (uint64_t steps = 0; steps < most && cluster.mayGo(agent); ++steps)
      cluster.step(agent);
  }
  cluster.finish();
}

std::optional<Finding> interleave(ir::KernelOp kernel, std::span<const Tensor> tensors,
                                  uint64_t seed) {
  Bindings symbols =
      checkArguments(kernel.getSymName().str(), ir::argumentsOf(kernel), {}, tensors);
  for (NamedAttribute entry : kernel.getBindingsAttr())
    symbols.set(entry.getName().str(), cast<ir::ExprAttr>(entry.getValue()).getValue());
  std::array<int64_t, 3> grid;
  for (auto [count, expr] : llvm::zip(grid, kernel.getGridAttr()))
    count = symbolic::evaluate(cast<ir::ExprAttr>(expr).getValue(), symbols).value();
  Parts parts(kernel, seed);
  std::mt19937_64 random(seed);
  const std::array<int64_t, 3> together = ir::workgroupsPerCluster(kernel);
  for (int64_t z = 0; z < grid[2]; z += together[2])
    for (int64_t y = 0; y < grid[1]; y += together[1])
      for (int64_t x = 0; x < grid[0]; x += together[0]) {
        Cluster cluster(kernel, tensors, symbols, parts, {x, y, z});
        run(cluster, random);
        if (std::optional<Finding> finding = cluster.finding())
          return finding;
      }
  return std::nullopt;
}

} // namespace wave::interpreter
