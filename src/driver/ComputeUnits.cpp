//===- ComputeUnits.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ComputeUnits.h"

#include "dialect/Distribution.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"
#include "machine/Chip.h"
#include "machine/HostCpu.h"
#include "symbolic/Substitute.h"

namespace wave {

static constexpr const char *numCtas = "NUM_CTAS";

bool isComputeUnits(ir::KernelOp kernel, const std::string &symbol) {
  ir::GridConstraintOp grid = ir::gridConstraint(kernel);
  return symbol == numCtas && grid && llvm::any_of(grid.getSizes(), [](mlir::Attribute size) {
           return symbolic::mentions(llvm::cast<ir::ExprAttr>(size).getValue(), numCtas);
         });
}

Bindings withComputeUnits(ir::KernelOp kernel, Bindings subs, const Target &target) {
  if (subs.find(numCtas) || !isComputeUnits(kernel, numCtas))
    return subs;
  const machine::Chip *chip = chipOf(target);
  const int64_t units = chip ? chip->units : machine::hostThreads();
  // Whole clusters, one at least.
  const int64_t together = ir::clusterSize(kernel);
  subs.set(numCtas, std::max(units / together, int64_t{1}) * together);
  return subs;
}

Bindings withComputeUnits(const Kernel &kernel, Bindings subs, const Target &target) {
  auto context = frontend::makeContext();
  auto module = frontend::load(kernel, *context);
  return withComputeUnits(frontend::onlyKernel(*module), std::move(subs), target);
}

} // namespace wave
