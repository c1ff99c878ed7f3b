//===- ConvertWrites.cpp - Explicit conversions before writes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: memories and tiles of constraints have numbers                 (sized)
// Gives: every write stores a value of the memory's element type        (sized)
//
//===----------------------------------------------------------------------===//

#include "dialect/ElementTypes.h"
#include "dialect/NormalForms.h"
#include "machine/ElementFormat.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CONVERTWRITES
#include "passes/Passes.h.inc"

namespace {

struct ConvertWrites : impl::ConvertWritesBase<ConvertWrites> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Sized)))
      return signalPassFailure();
    kernel.walk([&](ir::WriteOp write) {
      auto value = write.getValue().getType();
      Type element = write.getMemory().getType().getElementType();
      if (value.getElementType() == element)
        return;
      DType from = *ir::dtypeOf(value.getElementType()), to = *ir::dtypeOf(element);
      StringRef memory = kernel.getArgName(cast<BlockArgument>(write.getMemory()).getArgNumber());
      if (machine::narrows(from, to))
        write.emitRemark("write: " + std::string(dtype_name(from)) + " values are narrowed to " +
                         std::string(dtype_name(to)) + " in memory '" + memory +
                         "' [narrowing-write]");
      OpBuilder builder(write);
      auto type = ir::TileType::get(&getContext(), value.getDims(), element);
      auto cast =
          ir::CastOp::create(builder, write.getLoc(), type, write.getValue(), write.getTagAttr());
      write.getValueMutable().assign(cast);
    });
  }
};

} // namespace
} // namespace wave
