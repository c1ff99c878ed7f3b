//===- LowerConversions.cpp - Tiles change lanes through shared memory ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout                                       (distributed)
// Gives: the same without conversions: each is a write into a ring and a read of it
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_LOWERCONVERSIONS
#include "passes/Passes.h.inc"

namespace {
struct LowerConversions : impl::LowerConversionsBase<LowerConversions> {
  void runOnOperation() override {
    SmallVector<ir::ConvertLayoutOp> conversions;
    getOperation().walk([&](ir::ConvertLayoutOp op) { conversions.push_back(op); });
    for (ir::ConvertLayoutOp op : conversions) {
      ir::TileType tile = op.getValue().getType();
      auto type = ir::BufferType::of(tile);
      auto builder = OpBuilder::atBlockBegin(getOperation().getBlock());
      for (Operation &first : *getOperation().getBlock())
        if (!ir::isConstraint(&first)) {
          builder.setInsertionPoint(&first);
          break;
        }
      auto ring = ir::AllocateOp::create(builder, op.getLoc(), type, builder.getStringAttr("lanes"),
                                         IntegerAttr());
      builder.setInsertionPoint(op);
      ir::SharedWriteOp::create(builder, op.getLoc(), op.getValue(), ring.getRing(), {}, {}, {});
      auto read = ir::SharedReadOp::create(builder, op.getLoc(), op.getResult().getType(),
                                           ring.getRing(), Value(), StringAttr());
      op.getResult().replaceAllUsesWith(read.getResult());
      op.erase();
    }
  }
};
} // namespace
} // namespace wave
