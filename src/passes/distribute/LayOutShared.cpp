//===- LayOutShared.cpp - Where rings lie in shared memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout, no conversion is left                (distributed)
// Gives: every ring has a layout and an offset
//
//===----------------------------------------------------------------------===//

#include "analysis/SharedBanks.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/ElementTypes.h"
#include "machine/Chip.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_LAYOUTSHARED
#include "passes/Passes.h.inc"

namespace {

struct LayOutShared : impl::LayOutSharedBase<LayOutShared> {
  using LayOutSharedBase::LayOutSharedBase;

  void runOnOperation() override {
    if (!machine::chipNamed(chip.getValue())) {
      (void)LogicalResult(
          ir::BrokenConstraint(getOperation(), "unknown-target", "there is no chip '" + chip + "'")
              .help("the chips are gfx942 and gfx950"));
      return signalPassFailure();
    }
    int64_t offset = 0;
    for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>()) {
      ring.getRing().setType(bestLayout(ring));
      ring.setOffset(static_cast<uint64_t>(offset));
      ir::RingType type = ring.getRing().getType();
      offset += type.getSlots() * analysis::bytesPerSlot(type);
    }
    const int64_t available =
        capacity ? capacity.getValue() : machine::chipNamed(chip.getValue())->sharedBytes;
    if (offset > available)
      reportCapacity(offset, available);
  }

private:
  static ir::RingType withPadding(ir::RingType ring, int64_t padding) {
    SmallVector<int64_t> strides(ring.getDims().size(), 1);
    for (size_t i = strides.size() - 1; i-- > 0;)
      strides[i] = strides[i + 1] * *ring.getDims()[i + 1].getConstantSize() +
                   (i + 2 == strides.size() ? padding : 0);
    return ir::RingType::get(ring.getContext(), ring.getSlots(), ring.getDims(),
                             ring.getElementType(),
                             ir::SharedLayoutAttr::get(ring.getContext(), strides, 0, 0, 0));
  }

  /// Passes of all accesses that the program has to the ring, as they stand.
  int64_t passesOf(ir::AllocateOp ring, ir::RingType type) const {
    int64_t passes = 0;
    for (Operation *user : ring.getRing().getUsers()) {
      if (isa<ir::CopyOp>(user))
        continue; // side by side: no two lanes meet
      const bool isWrite = isa<ir::SharedWriteOp>(user);
      Value tile = isWrite ? user->getOperand(0) : user->getResult(0);
      passes += analysis::passesOf(*machine::chipNamed(chip.getValue()),
                                   isWrite ? machine::SharedDirection::Write
                                           : machine::SharedDirection::Read,
                                   cast<ir::TileType>(tile.getType()), type);
    }
    return passes;
  }

  ir::RingType bestLayout(ir::AllocateOp ring) {
    ir::RingType best = withPadding(ring.getRing().getType(), 0);
    // A copy puts rows side by side.
    const bool isCopied = llvm::any_of(ring.getRing().getUsers(), llvm::IsaPred<ir::CopyOp>);
    if (!pad || isCopied || best.getDims().size() < 2)
      return best;
    int64_t fewest = passesOf(ring, best);
    int64_t bytes = size_in_bytes(*ir::dtypeOf(best.getElementType()));
    for (int64_t padding = 4; padding <= 64; padding *= 2) {
      if (padding % bytes != 0)
        continue;
      ir::RingType candidate = withPadding(best, padding / bytes);
      if (int64_t passes = passesOf(ring, candidate); passes < fewest) {
        fewest = passes;
        best = candidate;
      }
    }
    return best;
  }

  void reportCapacity(int64_t total, int64_t available) {
    ir::KernelOp kernel = getOperation();
    ir::BrokenConstraint broken(kernel, "shared-capacity",
                                "kernel '" + kernel.getSymName() + "' needs " + Twine(total) +
                                    " bytes of shared memory, a workgroup of " + chip + " has " +
                                    Twine(available));
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
      ir::RingType type = ring.getRing().getType();
      broken.note(ring.getLoc(), ring.getName() + ": " + Twine(type.getSlots()) + " x " +
                                     Twine(analysis::bytesPerSlot(type)) + " bytes for " +
                                     ir::describe(type.getTile()));
    }
    (void)LogicalResult(broken.help("choose smaller tiles, or fewer buffers"));
    signalPassFailure();
  }
};

} // namespace
} // namespace wave
