//===- Code.h - The vocabulary that CPU code is written in ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits index arithmetic, structured loops, typed loads and stores, and vector
// arithmetic.  A value of `lanes` elements is a vector, one of 1 lane a scalar.
// It keeps the heavy dialect headers in one file and says once how each element
// type is stored, converted and computed with:
//
//   f16, bf16   stored in two bytes, computed in f32 and rounded after each operation,
//               which gives the correctly rounded result (24 >= 2 * 11 + 2 bits)
//   i1          stored in one byte, 0 or 1
//   others      computed as they are stored
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include "targets/llvm/ElementCode.h"

namespace wave::cpu {

using mlir::Value;

/// The element type that arithmetic on `dtype` happens in.
DType computeType(DType dtype);

using codegen::Arithmetic;

class Code : public codegen::ElementCode {
public:
  Code(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  // Index arithmetic; operations on constants fold.  C++ leaves open in which order the
  // arguments of a call are evaluated: no call here has two that emit code.
  Value index(int64_t value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value mul(Value a, int64_t b) { return mul(a, index(b)); }
  Value minimum(Value a, Value b);
  Value maximum(Value a, Value b);
  Value equal(Value a, int64_t b);
  /// The greatest multiple of `unit` that is at most `a`, for a >= 0.
  Value roundDown(Value a, int64_t unit);
  /// Rounds towards 0, for a >= 0.
  Value divide(Value a, int64_t b);

  // Control flow.
  void loop(Value lower, Value upper, int64_t step, llvm::function_ref<void(Value)> body);
  void loop(Value count, int64_t step, llvm::function_ref<void(Value)> body) {
    loop(index(0), count, step, body);
  }
  void branch(Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise);
  using Carried = mlir::SmallVector<Value>;
  Carried loopCarrying(Value count, mlir::ValueRange init,
                       llvm::function_ref<Carried(Value, mlir::ValueRange)> body);

  // Memory.
  Value advance(Value pointer, DType element, Value count);
  Value advance(Value pointer, DType element, int64_t count);
  Value advanceBytes(Value pointer, int64_t bytes);
  /// Element `position` of an array of pointers or 64-bit integers.
  Value loadPointer(Value array, int64_t position);
  Value loadIndex(Value array, int64_t position);
  /// `lanes` consecutive elements of type `stored`, as `wanted`.
  Value load(Value pointer, DType stored, DType wanted, int64_t lanes);
  void store(Value value, DType have, Value pointer, DType stored);

  /// Room for `words` 64-bit integers that lasts until the function returns; emitted at
  /// its entry.
  Value room(int64_t words);
  /// Element `position` of an array of 64-bit integers.
  void storeIndex(Value index, Value array, int64_t position);
  /// Calls a function without a result through a pointer.
  void call(Value function, mlir::ValueRange arguments);
  Value isNull(Value pointer);

  // Arithmetic on elements of a computeType.
  Value constant(mlir::TypedAttr value, DType dtype, int64_t lanes);
  Value splat(Value scalar, int64_t lanes);
  Value convert(Value value, DType from, DType to);
  Value arithmetic(Arithmetic kind, DType dtype, Value a, Value b) override;
  Value multiplyAdd(DType dtype, Value a, Value b, Value c) override;
  Value negate(DType dtype, Value value) override;
  Value absolute(DType dtype, Value value) override;
  Value squareRoot(Value value) override;
  Value compare(ir::ComparisonKind kind, DType dtype, Value a, Value b) override;
  Value choose(Value condition, Value a, Value b) override;
  Value zero(DType dtype);
  /// The highest value of the type, or the lowest: an infinity for floats.
  Value extreme(DType dtype, bool isHighest);
  Value number(Value shape, DType dtype, double value) override;
  Value reinterpret(Value value, DType to) override;
  Value shiftLeft(Value integers, int64_t count) override;
  Value shiftRight(Value integers, int64_t count) override;
  /// For each of `lanes` lanes whether its number is less than `count`.
  Value firstLanes(Value count, int64_t lanes);
  /// One element from those of all lanes.
  Value fold(Value vector, llvm::function_ref<Value(Value, Value)> combine);
  /// Rows of a square block become columns.
  void transpose(mlir::MutableArrayRef<Value> rows);

private:
  mlir::Type like(Value shape, mlir::Type element);
  Value bits(Value shape, mlir::Type integer, uint64_t value);
  Value floatToInteger(Value value, DType to);
  Value roundToBf16(Value f32);
  Value f64ToF32RoundedToOdd(Value f64);
  Value i64ForHalf(Value i64);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace wave::cpu
