//===- Channel.cpp - Roles, and the rings between them: verifiers ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"

using namespace mlir;

namespace wave::ir {

LogicalResult RoleOp::verify() {
  // C1
  for (Operation &other : *(*this)->getBlock())
    if (!isa<RoleOp, AllocateOp>(other) && !isConstraint(&other))
      return BrokenConstraint(&other, "role-c1",
                              "role: the kernel has roles, and " +
                                  other.getName().getStringRef().str() + " is in none of them")
          .note(getLoc(), "a role is here")
          .help("put it into the role whose waves run it, or into each that needs it");
  // C2
  if (static_cast<int64_t>(getWaves()) < 1)
    return BrokenConstraint(*this, "role-c2",
                            "role: '" + getName() + "' has " + Twine(getWaves()) + " waves")
        .help("give it at least one");
  return success();
}

/// What holds of each step of the protocol.
static LogicalResult verifyStep(Operation *op) {
  const StringRef name = op->getName().stripDialect();
  if (op->getNumOperands() <= 1) // the number
    return BrokenConstraint(op, "channel-c1", name + ": it names no ring")
        .help("name the rings that are filled and read together");
  return success();
}

/// What besides holds of those that give slots back, or wait for that.
template <typename Step> static LogicalResult verifyGivingBack(Step op) {
  const auto shared = llvm::find_if(op.getRings(), [](Value ring) {
    return isOfPair(ring) || llvm::any_of(ring.getUsers(), [](Operation *user) {
             auto copy = dyn_cast<CopyOp>(user);
             return copy && copy.getSharedAlong();
           });
  });
  const bool isShared = shared != op.getRings().end();
  if (failed(verifyStep(op)))
    return failure();
  if (isShared == op.getInCluster())
    return success();
  return BrokenConstraint(op, "channel-c2",
                          op->getName().stripDialect() +
                              (!isShared ? ": in_cluster, and no workgroups of a cluster share a "
                                           "copy into the rings"
                               : isOfPair(*shared) ? ": a pair of workgroups multiplies with what "
                                                     "is in a ring, and the step is not in_cluster"
                                                   : ": workgroups of a cluster share a copy into "
                                                     "a ring, and the step is not in_cluster"))
      .help(!isShared           ? "leave in_cluster out, or share the copies"
            : isOfPair(*shared) ? "add in_cluster: it signals both workgroups"
                                : "add in_cluster: it signals all that load slices");
}

LogicalResult AcquireOp::verify() { return verifyGivingBack(*this); }
LogicalResult CommitOp::verify() { return verifyStep(*this); }
LogicalResult AwaitOp::verify() { return verifyStep(*this); }
LogicalResult ReleaseOp::verify() { return verifyGivingBack(*this); }
LogicalResult DrainOp::verify() { return verifyGivingBack(*this); }

} // namespace wave::ir
