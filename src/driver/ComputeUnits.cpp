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
#include "runtime/ComputeUnits.h"
#include "symbolic/WorkgroupIds.h"

namespace wave {

int64_t computeUnitsOf(const Target &target) {
  const machine::Chip *chip = chipOf(target);
  return chip ? chip->units : machine::hostThreads();
}

bool isComputeUnits(ir::KernelOp kernel, const std::string &symbol) {
  return symbol == symbolic::numCtas.name() && ir::takesComputeUnits(kernel);
}

Bindings withComputeUnits(const Kernel &kernel, Bindings subs, const Target &target) {
  auto context = frontend::makeContext();
  auto module = frontend::load(kernel, *context);
  ir::KernelOp op = frontend::onlyKernel(*module);
  if (!ir::takesComputeUnits(op) || subs.find(symbolic::numCtas.name()))
    return subs;
  Bindings known;
  known.set(std::string(symbolic::numCtas.name()), NUM_CLUSTERS * ir::clusterSize(op));
  setComputeUnits(subs, {symbolic::numCtas, 1, 1}, known, computeUnitsOf(target));
  return subs;
}

} // namespace wave
