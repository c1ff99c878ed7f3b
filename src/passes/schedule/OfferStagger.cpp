//===- OfferStagger.cpp - Waves that could take turns ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: what a schedule says of a kernel                                (staged)
// Gives: the same; a remark where half of the waves could load while the other half multiplies
//
// A ping-pong needs two waves of a workgroup on each SIMD, one of each half, a SIMD on which one
// has priority over the other, and MMAs that keep their wave waiting: those that roles issue run on
// by themselves.  Its two parts, one of which is filled while the other one is read, are slices of
// a step along the reduction, or two steps of an unrolled loop.  Where lanes copy past the
// registers a slot is filled from the begin of the copy on, and there are two of each.
//
//===----------------------------------------------------------------------===//

#include "analysis/EpilogueBuffers.h"
#include "analysis/SharedBanks.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Schedule.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "passes/schedule/SliceOperation.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_OFFERSTAGGER
#include "passes/Passes.h.inc"

namespace {

/// A loop of MMAs whose operands it loads.
class Products {
public:
  explicit Products(ir::IterateOp loop) : loop(loop) {
    for (Operation &op : *loop.getBlock())
      if (isa<ir::SharedWriteOp, ir::CopyOp>(op))
        fills.push_back(&op);
    for (auto mma : loop.getBlock()->getOps<ir::MmaOp>())
      mmas.push_back(mma);
  }

  /// Whether each operand of each MMA goes through shared memory in an iteration.
  bool areLoaded() const {
    return !mmas.empty() && llvm::all_of(mmas, [&](ir::MmaOp mma) {
      return !ir::isAsynchronous(mma) && isLoaded(mma.getLhs()) && isLoaded(mma.getRhs());
    });
  }

  /// Whether all that a step fills, and its MMAs, have two slices along the reduction.
  bool haveSlices() const {
    for (ir::MmaOp mma : mmas) {
      const std::string k = ir::mmaDims(mma).k.getValue().str();
      const std::optional<ir::SliceUnits> units = ir::sliceUnits(mma, k);
      if (!units || units->count < 2)
        return false;
      for (Operation *fill : fills) {
        const std::optional<ir::SliceUnits> own = unitsOfFill(fill, k);
        if (!own || own->count < 2)
          return false;
      }
    }
    return true;
  }

  llvm::SetVector<Value> rings() const {
    llvm::SetVector<Value> rings;
    for (Operation *fill : fills)
      rings.insert(ringOf(fill));
    return rings;
  }

  bool areCopied() const { return llvm::any_of(fills, llvm::IsaPred<ir::CopyOp>); }

private:
  static Value ringOf(Operation *fill) {
    auto copy = dyn_cast<ir::CopyOp>(fill);
    return copy ? copy.getRing() : cast<ir::SharedWriteOp>(fill).getRing();
  }

  bool isLoaded(Value tile) const {
    Operation *op = tile.getDefiningOp();
    if (auto read = dyn_cast_or_null<ir::SharedReadOp>(op))
      return read->getParentOp() == loop &&
             llvm::any_of(fills, [&](Operation *fill) { return ringOf(fill) == read.getRing(); });
    return op && isByElement(op) &&
           llvm::any_of(op->getOperands(), [&](Value operand) { return isLoaded(operand); });
  }

  ir::IterateOp loop;
  SmallVector<Operation *> fills;
  SmallVector<ir::MmaOp> mmas;
};

struct OfferStagger : impl::OfferStaggerBase<OfferStagger> {
  using OfferStaggerBase::OfferStaggerBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ir::KernelOp kernel = getOperation();
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    if (!gpu) {
      (void)LogicalResult(
          ir::BrokenConstraint(kernel, "unknown-target", "there is no chip '" + chip + "'")
              .help("the chips are " + machine::processorsOf(~0u)));
      return signalPassFailure();
    }
    const int64_t waves = ir::wavesPerBlock(kernel);
    if (gpu->hasRoles() || (gpu->hints & machine::PriorityHint) == 0 || waves != 2 * gpu->simds ||
        !ir::rolesOf(kernel).empty() || isStaggered(kernel))
      return;
    kernel.walk([&](ir::IterateOp loop) {
      if (!isRemainder(loop))
        offer(loop, Products(loop), *gpu);
    });
  }

private:
  static bool isStaggered(ir::KernelOp kernel) {
    return kernel
        .walk([](Operation *op) {
          auto loop = dyn_cast<ir::IterateOp>(op);
          auto barrier = dyn_cast<ir::BarrierOp>(op);
          return (loop && ir::isStaggered(loop)) || (barrier && barrier.getHalf())
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Of an unrolled loop.
  bool isRemainder(ir::IterateOp loop) {
    const SmallVector<ir::AllocateOp> behind = analysis::remainderRings(getOperation());
    const llvm::SetVector<Value> rings = Products(loop).rings();
    return llvm::any_of(behind,
                        [&](ir::AllocateOp ring) { return rings.contains(ring.getRing()); });
  }

  /// Of one slot each.
  int64_t bytesOf(const llvm::SetVector<Value> &rings) {
    int64_t bytes = 0;
    for (Value ring : rings)
      bytes += analysis::tileBytes(cast<ir::BufferType>(ring.getType()));
    return bytes;
  }

  int64_t bytesBeside(const llvm::SetVector<Value> &rings) {
    llvm::SetVector<Value> others;
    for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>())
      if (!ring.getRing().getType().isInTensorMemory() && !rings.contains(ring.getRing()))
        others.insert(ring.getRing());
    for (ir::AllocateOp ring : analysis::remainderRings(getOperation()))
      others.remove(ring.getRing());
    return bytesOf(others);
  }

  void offer(ir::IterateOp loop, const Products &products, const machine::Chip &gpu) {
    if (!products.areLoaded())
      return;
    const bool haveSlices = products.haveSlices();
    const int64_t steps = haveSlices ? 1 : 2, slots = products.areCopied() ? 2 : 1;
    const llvm::SetVector<Value> rings = products.rings();
    const int64_t needed = steps * slots * bytesOf(rings) + bytesBeside(rings);
    // A loop of two stages has a steady part from two iterations on.
    if (needed > gpu.sharedBytes || loop.getConstantCount().value_or(2 * steps) < 2 * steps)
      return;
    const machine::Terms &terms = gpu.terms();
    const std::string simds = std::to_string(gpu.simds) + " " + std::string(terms.simds);
    ir::BrokenConstraint(loop, "not-staggered",
                         std::to_string(2 * gpu.simds) + " " + std::string(terms.waves) +
                             " run the loop over " + loop.getAxis().getValue().str() +
                             " in step, two on each of the " + simds +
                             ": one could load while the other one multiplies")
        .note(loop.getLoc(), std::string(haveSlices ? "two slices of a step" : "two steps") +
                                 (slots == 2 ? ", with two slots," : "") + " take " +
                                 std::to_string(needed) + " of " + std::to_string(gpu.sharedBytes) +
                                 " bytes of shared memory")
        .help(std::string("use a ping-pong schedule, as ") +
              (haveSlices ? "ping_pong_slices" : "ping_pong") +
              " of gemm_reordered: wave help not-staggered")
        .remark();
  }
};

} // namespace
} // namespace wave
