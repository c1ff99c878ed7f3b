//===- ElementCode.h - Arithmetic on elements, whatever the dialect -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the same on every processor is written once in this vocabulary; each target says
// with which operations it means it.  Values are scalars, or vectors with an element in
// each lane.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "wave/types.h"

namespace wave::codegen {

/// And, Or and Xor are for integers and truth values.
enum class Arithmetic { Add, Sub, Mul, Div, Maximum, Minimum, And, Or, Xor };

class ElementCode {
public:
  using Value = mlir::Value;
  virtual ~ElementCode() = default;

  /// The number in as many lanes as `shape` has; `dtype` is a float or an integer.
  virtual Value number(Value shape, DType dtype, double value) = 0;
  virtual Value arithmetic(Arithmetic kind, DType dtype, Value a, Value b) = 0;
  /// a * b + c, fused where the machine fuses.
  virtual Value multiplyAdd(DType dtype, Value a, Value b, Value c) = 0;
  virtual Value negate(DType dtype, Value value) = 0;
  virtual Value absolute(DType dtype, Value value) = 0;
  /// Correctly rounded.
  virtual Value squareRoot(Value value) = 0;
  /// A truth value for each element.
  virtual Value compare(ir::ComparisonKind kind, DType dtype, Value a, Value b) = 0;
  virtual Value choose(Value condition, Value a, Value b) = 0;
  /// The same bits as elements of another type of that width.
  virtual Value reinterpret(Value value, DType to) = 0;
  virtual Value shiftLeft(Value integers, int64_t count) = 0;
  virtual Value shiftRight(Value integers, int64_t count) = 0; ///< copies the sign

  /// Whether one instruction of the processor computes the function of an f32 within the bound of
  /// ApproximateFunctions.def.
  virtual bool hasInstruction(ir::UnaryKind) const { return false; }
  /// That instruction, where there is one.
  virtual Value instruction(ir::UnaryKind, Value) { llvm_unreachable("there is none"); }
  /// The number in the limits that is nearest to `x`; NaN stays NaN.
  virtual Value clamp(DType dtype, Value x, double low, double high);
};

} // namespace wave::codegen
