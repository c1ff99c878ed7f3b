//===- SplitPrecision.cpp - MMAs of the precision that the target has -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: tiles are numbers                                              (sized)
// Gives: the same; no mma is of 3xtf32, nor of tf32 where the target multiplies f32 alone
//
// Of an f32 a matrix instruction for tf32 reads all but the low 13 bits, `unary tf32` of it, and
// multiplies these exactly.  What it leaves of a, a - tf32(a), is an f32 again, and the product of
// two such remainders is 2^-20 of the whole: 3xtf32 leaves that out.  The small products are added
// first.
//
// A target that multiplies f32 as it is computes the same from operands whose bits are cleared.
//
//===----------------------------------------------------------------------===//

#include "dialect/NormalForms.h"
#include "machine/MmaTable.h"
#include "passes/Passes.h"
#include "passes/bind/WaveTiles.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_SPLITPRECISION
#include "passes/Passes.h.inc"

namespace {

struct SplitPrecision : impl::SplitPrecisionBase<SplitPrecision> {
  using SplitPrecisionBase::SplitPrecisionBase;

  void runOnOperation() override {
    if (failed(ir::verifyForm(getOperation(), ir::Form::Sized)))
      return signalPassFailure();
    SmallVector<ir::MmaOp> mmas;
    getOperation().walk([&](ir::MmaOp mma) { mmas.push_back(mma); });
    for (ir::MmaOp mma : mmas) {
      SmallVector<ir::MmaOp> parts{mma};
      if (ir::precisionOf(mma) == Precision::TF32x3)
        parts = splitOperands(mma);
      for (ir::MmaOp part : parts)
        if (ir::precisionOf(part) == Precision::TF32 && !isNative(part))
          clearBits(part);
    }
  }

private:
  /// What an instruction for tf32 reads of `value`.
  static Value readOf(OpBuilder &builder, Location loc, Value value) {
    return ir::UnaryOp::create(builder, loc, value.getType(), ir::UnaryKind::Tf32,
                               /*approximate=*/false, value, StringAttr());
  }

  /// lhs * rhs, after what each of them loses times the other.
  static SmallVector<ir::MmaOp> splitOperands(ir::MmaOp mma) {
    OpBuilder builder(mma);
    const Location loc = mma.getLoc();
    mma.setPrecision(ir::precisionName(Precision::TF32));
    auto remainderOf = [&](Value value) -> Value {
      return ir::SubOp::create(builder, loc, value.getType(), value, readOf(builder, loc, value),
                               StringAttr());
    };
    SmallVector<ir::MmaOp> parts;
    for (const unsigned split : {0u, 1u}) { // lhs, then rhs: lanes hold one remainder at a time
      Value remainder = remainderOf(mma->getOperand(split));
      auto part = cast<ir::MmaOp>(builder.clone(*mma));
      part->setOperand(split, remainder);
      mma.getAccumulatorMutable().assign(part.getResult());
      parts.push_back(part);
    }
    parts.push_back(mma);
    return parts;
  }

  /// Whether the target has instructions for tf32, or the kernel names one, which the target may
  /// then refuse.
  bool isNative(ir::MmaOp mma) {
    const machine::Mma *named = namedInstruction(mma);
    return (named && named->types == ir::mmaTypes(mma)) ||
           machine::chooseMma(chip.getValue(), ir::mmaTypes(mma), {});
  }

  static void clearBits(ir::MmaOp mma) {
    OpBuilder builder(mma);
    for (OpOperand *operand : {&mma.getLhsMutable(), &mma.getRhsMutable()})
      operand->set(readOf(builder, mma.getLoc(), operand->get()));
    mma.removePrecisionAttr();
  }
};

} // namespace
} // namespace wave
