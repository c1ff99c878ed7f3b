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
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CONVERTWRITES
#include "passes/Passes.h.inc"

namespace {

/// What a type can hold exactly: integers of so many bits and, for floats, a
/// range of exponents of so many bits.
struct Precision {
  int significantBits;
  int exponentBits; ///< 0 for integers
};

Precision precisionOf(DType dtype) {
  switch (dtype) {
  case DType::f16:
    return {11, 5};
  case DType::bf16:
    return {8, 8};
  case DType::f32:
    return {24, 8};
  case DType::f64:
    return {53, 11};
  case DType::i8:
    return {8, 0};
  case DType::i32:
    return {32, 0};
  case DType::i64:
    return {64, 0};
  case DType::i1:
    return {1, 0};
  }
  llvm_unreachable("all element types are listed");
}

/// Whether some value of `from` is not a value of `to`.
bool narrows(DType from, DType to) {
  Precision a = precisionOf(from), b = precisionOf(to);
  // The sign takes one bit of an integer, none of a float's significand.
  int integerBits = is_float(from) || from == DType::i1 ? 0 : 1;
  bool toInteger = !is_float(to);
  if (is_float(from))
    return toInteger || a.significantBits > b.significantBits || a.exponentBits > b.exponentBits;
  return toInteger ? a.significantBits > b.significantBits
                   : a.significantBits - integerBits > b.significantBits;
}

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
      if (narrows(from, to))
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
