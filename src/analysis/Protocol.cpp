//===- Protocol.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Protocol.h"

#include "analysis/ChannelOrder.h"
#include "dialect/ClusterValues.h"
#include "dialect/Distribution.h"

using namespace mlir;

namespace wave::analysis {

/// Whether a step waits for roles of other workgroups, or signals them: all workgroups that load
/// slices of a slot wait until it is empty in each.
static bool isForOthers(Operation *op) {
  auto step = dyn_cast<ir::ChannelStepOpInterface>(op);
  return isa<ir::ReinitialiseOp>(op) ||
         (step && step.isOfEmpty() && step.getChannelOp().isInCluster());
}

/// A step that workgroups of a cluster make for each other, and do not all make alike.
static std::optional<ProtocolGap> findUneven(ir::KernelOp kernel) {
  SmallVector<ir::IterateOp> loops;
  kernel.walk([&](ir::IterateOp loop) { loops.push_back(loop); });
  std::optional<ProtocolGap> gap;
  for (auto [dim, count] : llvm::enumerate(ir::workgroupsPerCluster(kernel))) {
    if (count == 1)
      continue;
    ir::ClusterValues values(loops, static_cast<int64_t>(dim), count);
    kernel.walk([&](Operation *op) {
      if (isForOthers(op) && !gap && !values.runsAlike(op->getBlock()))
        gap = {op, nullptr,
               "workgroups of a cluster wait for each other there, and are not proved to take the "
               "same trips",
               false};
    });
  }
  return gap;
}

/// What is not proved is run for a few trips: a failure is an example of what is wrong, unless the
/// kernel assumes something of its sizes.
static void tryFewTrips(const RoleSteps &steps, ir::KernelOp kernel, Protocol &protocol) {
  protocol.trial = tryProtocol(steps);
  if (!protocol.trial || !protocol.trial->failure)
    return;
  const bool assumes =
      kernel.walk([](ir::AssumeOp) { return WalkResult::interrupt(); }).wasInterrupted();
  protocol.trial->failure->isWrong &= !assumes;
  protocol.gap = protocol.trial->failure;
}

Protocol protocolOf(ir::KernelOp kernel) {
  const RoleSteps steps(kernel);
  Protocol protocol{steps.channels, steps.roles.size(), {}, {}};
  if (steps.channels.empty() && !steps.gap)
    return protocol;
  ChannelCounter counter(steps, kernel);
  protocol.gap = counter.run();
  if (!protocol.gap)
    protocol.gap = ChannelOrder(steps, counter).run();
  if (protocol.gap && !protocol.gap->isWrong)
    tryFewTrips(steps, kernel, protocol);
  if (!protocol.gap)
    protocol.gap = findUneven(kernel);
  return protocol;
}

} // namespace wave::analysis
