//===- EpilogueBuffers.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/EpilogueBuffers.h"

#include "analysis/ChannelEnds.h"
#include "dialect/Schedule.h"

using namespace mlir;

namespace wave::analysis {

static bool readsSlot(Operation *op) { return isa<ir::SharedReadOp, ir::ViewOp>(op); }

/// Whether neither `first` nor what comes behind it in its block uses a ring that loads fill.
static bool areBehindCopies(Operation *first) {
  for (Operation *later = first; later; later = later->getNextNode())
    if (later
            ->walk([](Operation *inner) {
              return isa<ir::CopyOp>(inner) || readsSlot(inner) ||
                             (ir::isStepOfUse(inner) && !ir::isOfScalars(inner))
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted())
      return false;
  return true;
}

bool isBehindCopies(Operation *op) {
  return isa<ir::KernelOp, ir::RoleOp>(op->getParentOp()) && areBehindCopies(op);
}

static bool readsOperands(ir::RoleOp role) {
  return role
      .walk([](Operation *inner) {
        return (isa<ir::WaitOp>(inner) || readsSlot(inner)) && !ir::isOfScalars(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether before `op` its role has waited for an accumulator that `other` commits behind all
/// operands that it reads.  Such a commit arrives when all MMAs before it have ended, and these are
/// what reads the operands.
static bool waitsForMmasOf(Operation *op, ir::RoleOp other) {
  for (Operation *earlier = op->getPrevNode(); earlier; earlier = earlier->getPrevNode()) {
    auto wait = dyn_cast<ir::WaitOp>(earlier);
    if (!wait || !isOfAccumulators(wait.getChannelOp()))
      continue;
    for (Operation *user : wait.getChannel().getUsers())
      if (isa<ir::CommitOp>(user) && user->getParentOp() == other &&
          areBehindCopies(user->getNextNode()))
        return true;
  }
  return false;
}

/// Whether another role than that of `op` reads operands that were loaded: it may do so still.
static bool isReadElsewhere(Operation *op) {
  auto own = op->getParentOfType<ir::RoleOp>();
  return own && llvm::any_of(own->getBlock()->getOps<ir::RoleOp>(), [&](ir::RoleOp other) {
           return other != own && readsOperands(other) && !waitsForMmasOf(op, other);
         });
}

bool reusesOperandBuffers(ir::AllocateOp ring) {
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

SmallVector<ir::AllocateOp> remainderRings(ir::KernelOp kernel) {
  SmallVector<ir::AllocateOp> found;
  Operation *first = nullptr; // of the kernel's block that uses them
  const auto inKernel = [&](Operation *op) {
    return kernel.getBlock()->findAncestorOpInBlock(*op);
  };
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
    if (!llvm::all_of(ring.getRing().getUsers(), ir::isOfRemainder))
      continue;
    found.push_back(ring);
    for (Operation *user : ring.getRing().getUsers())
      if (Operation *own = inKernel(user); !first || own->isBeforeInBlock(first))
        first = own;
  }
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
    if (!llvm::is_contained(found, ring) &&
        llvm::any_of(ring.getRing().getUsers(), [&](Operation *user) {
          return first && !inKernel(user)->isBeforeInBlock(first);
        }))
      return {};
  return found;
}

} // namespace wave::analysis
