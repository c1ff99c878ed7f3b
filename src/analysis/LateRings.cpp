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
              return isa<ir::CopyOp, ir::SharedReadOp, ir::AcquireOp, ir::CommitOp, ir::AwaitOp,
                         ir::ReleaseOp>(inner)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted())
      return false;
  return true;
}

bool isLate(ir::AllocateOp ring) {
  bool isCopiedOut = false;
  for (Operation *user : ring.getRing().getUsers()) {
    isCopiedOut |= isa<ir::CopyOutOp>(user);
    if (!isa<ir::SharedWriteOp, ir::CopyOutOp>(user) || !isBehindCopies(user))
      return false;
  }
  return isCopiedOut;
}

} // namespace wave::analysis
