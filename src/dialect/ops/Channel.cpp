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
  if (op->getNumOperands() == 0)
    return BrokenConstraint(op, "channel-c1", name + ": it names no ring")
        .help("name the rings that are filled and read together");
  if (op->getParentOfType<RoleOp>())
    return success();
  return BrokenConstraint(op, "channel-c1", name + ": it stands in no role")
      .help("slots are handed over between roles; within one, barriers keep the order");
}

LogicalResult AcquireOp::verify() { return verifyStep(*this); }
LogicalResult CommitOp::verify() { return verifyStep(*this); }
LogicalResult AwaitOp::verify() { return verifyStep(*this); }
LogicalResult ReleaseOp::verify() { return verifyStep(*this); }

} // namespace wave::ir
