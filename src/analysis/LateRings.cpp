//===- LateRings.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LateRings.h"

using namespace mlir;

namespace wave::analysis {

bool isBehindCopies(Operation *op) {
  if (!isa<ir::KernelOp, ir::RoleOp>(op->getParentOp()))
    return false;
  for (Operation *later = op; later; later = later->getNextNode())
    if (later
            ->walk([](Operation *inner) {
              return isa<ir::CopyOp, ir::SharedReadOp>(inner) || ir::isStepOfUse(inner)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted())
      return false;
  return true;
}

/// Whether a role takes none of the steps of `channel` from where it commits another one for the
/// last time on, which `other` waits for.
static bool endsBefore(ir::RoleOp role, ir::ChannelOp channel, ir::RoleOp other) {
  const auto isIn = [](ir::RoleOp where) {
    return [where](Operation *op) { return ir::RoleOp(where)->isProperAncestor(op); };
  };
  for (Operation &op : llvm::reverse(*role.getBlock())) {
    bool hasStep = false, isAwaited = false;
    op.walk([&](Operation *inner) {
      if (!ir::isStepOfUse(inner))
        return;
      Value own = inner->getOperand(0);
      hasStep |= own == channel.getChannel();
      isAwaited |= isa<ir::CommitOp>(inner) && llvm::any_of(own.getUsers(), [&](Operation *user) {
                     return isa<ir::AwaitOp>(user) && isIn(other)(user);
                   });
    });
    if (hasStep || isAwaited)
      return isAwaited && !hasStep;
  }
  return false;
}

/// Whether all consumers of channels in shared memory are done where `role` is behind its copies:
/// it is one of them, or waits for what they commit at their end.
static bool isBehindConsumers(ir::RoleOp role) {
  const auto kernel = role->getParentOfType<ir::KernelOp>();
  for (auto channel : ir::KernelOp(kernel).getBlock()->getOps<ir::ChannelOp>()) {
    if (channel.getRings().front().getDefiningOp<ir::AllocateOp>().getInTensorMemory())
      continue;
    for (Operation *step : channel.getChannel().getUsers())
      if (auto consumer = step->getParentOfType<ir::RoleOp>();
          isa<ir::AwaitOp>(step) && consumer != role && !endsBefore(consumer, channel, role))
        return false;
  }
  return true;
}

bool isLate(ir::AllocateOp ring) {
  bool isCopiedOut = false;
  for (Operation *user : ring.getRing().getUsers()) {
    isCopiedOut |= isa<ir::CopyOutOp>(user);
    if (!isa<ir::SharedWriteOp, ir::CopyOutOp>(user) || !isBehindCopies(user))
      return false;
    if (auto role = user->getParentOfType<ir::RoleOp>(); role && !isBehindConsumers(role))
      return false;
  }
  return isCopiedOut;
}

} // namespace wave::analysis
