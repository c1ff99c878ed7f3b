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

/// Whether another role than that of `op` reads what copies brought: it may do so still.
static bool isReadElsewhere(Operation *op) {
  auto own = op->getParentOfType<ir::RoleOp>();
  return own && llvm::any_of(own->getBlock()->getOps<ir::RoleOp>(), [&](ir::RoleOp other) {
           return other != own && other
                                      ->walk([](Operation *inner) {
                                        return isa<ir::AwaitOp, ir::SharedReadOp>(inner)
                                                   ? WalkResult::interrupt()
                                                   : WalkResult::advance();
                                      })
                                      .wasInterrupted();
         });
}

bool isLate(ir::AllocateOp ring) {
  bool isCopiedOut = false;
  for (Operation *user : ring.getRing().getUsers()) {
    if (isReadElsewhere(user))
      return false;
    isCopiedOut |= isa<ir::CopyOutOp>(user);
    if (!isa<ir::SharedWriteOp, ir::CopyOutOp>(user) || !isBehindCopies(user))
      return false;
  }
  return isCopiedOut;
}

} // namespace wave::analysis
