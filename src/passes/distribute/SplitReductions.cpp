//===- SplitReductions.cpp - Reductions across lanes that do not exchange -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout                                       (distributed)
// Gives: the same, where every reduction is along elements that lanes hold which exchange them:
// those
//        of a wave as the chip has it, a warp of 32 or a wavefront of 64
//
// Each such group of lanes reduces what it holds; the tile of what they found, a few elements for
// each result, is converted so that every lane holds all of it, and reduced again, by every group
// in the same order.  The conversion goes through shared memory as any other does.  The layout says
// where this is needed: a row of an accumulator of wgmma lies in four lanes of one warp.
//
//===----------------------------------------------------------------------===//

#include "machine/Chip.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_SPLITREDUCTIONS
#include "passes/Passes.h.inc"

namespace {
struct SplitReductions : impl::SplitReductionsBase<SplitReductions> {
  using SplitReductionsBase::SplitReductionsBase;

  void runOnOperation() override {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    const int64_t lanes =
        gpu ? static_cast<int64_t>(gpu->lanes) : ir::threadsPerWave(getOperation());
    SmallVector<ir::ReduceOp> reductions;
    getOperation().walk([&](ir::ReduceOp op) { reductions.push_back(op); });
    for (ir::ReduceOp op : reductions)
      if (ir::TileType type =
              ir::partialType(op.getKind(), op.getValue().getType(), op.getDim(), lanes))
        split(op, type, lanes);
  }

private:
  static ir::TileType with(ir::TileType tile, Type element, ir::LayoutAttr layout) {
    return ir::TileType::get(tile.getContext(), tile.getDims(), element, layout);
  }

  /// The layout of the result, with the elements of all groups in registers.
  static ir::LayoutAttr gathered(ir::TileType result, ir::TileType partial, ir::ExprAttr dim) {
    const machine::Layout &layout = result.getLayout().getValue();
    machine::Digits registers = layout.registers();
    registers.push_back({dim.getValue().str(), *partial.getDims().front().getConstantSize(), 1});
    return ir::LayoutAttr::get(result.getContext(),
                               machine::Layout(registers, layout.lanes(), layout.waves()));
  }

  static void split(ir::ReduceOp op, ir::TileType type, int64_t lanes) {
    OpBuilder builder(op);
    const Location loc = op.getLoc();
    ir::TileType result = op.getResult().getType();
    Type element = type.getElementType();
    auto converted = [&](Value value, Type to) -> Value {
      auto tile = cast<ir::TileType>(value.getType());
      return tile.getElementType() == to
                 ? value
                 : ir::CastOp::create(builder, loc, with(tile, to, tile.getLayout()), value,
                                      StringAttr());
    };
    Value init = op.getInit() ? converted(op.getInit(), element) : Value();
    auto partial = ir::PartialReduceOp::create(builder, loc, type, op.getKind(), op.getValue(),
                                               op.getDim(), lanes, op.getTagAttr());
    auto all = ir::ConvertLayoutOp::create(builder, loc,
                                           with(type, element, gathered(result, type, op.getDim())),
                                           partial.getResult());
    auto reduce =
        ir::ReduceOp::create(builder, loc, with(result, element, result.getLayout()), op.getKind(),
                             all.getResult(), init, op.getDimAttr(), op.getTagAttr());
    op.getResult().replaceAllUsesWith(converted(reduce.getResult(), result.getElementType()));
    op.erase();
  }
};
} // namespace
} // namespace wave
