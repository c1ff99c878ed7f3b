//===- LaneCode.h - The vocabulary that a lane's code is written in -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the target form (docs/adr/0012-target-form.md): operations of the LLVM dialect
// on scalars and vectors, with structured control flow.  Operations on constants fold.
// It keeps the heavy dialect headers in one file.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include "wave/types.h"

namespace wave::gpu {

using mlir::Value;
using mlir::ValueRange;

class LaneCode {
public:
  LaneCode(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  // Integers: i32 for what a lane counts, i64 for positions in memories.
  Value i32(int64_t value);
  Value i64(int64_t value);
  Value constant(mlir::Type integer, int64_t value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value floorDiv(Value a, int64_t b); ///< of what is not negative
  Value remainder(Value a, int64_t b);
  Value widen(Value i32);
  enum class Compare { Less, LessEqual, Equal, NotEqual };
  Value compare(Compare kind, Value a, Value b); ///< signed
  Value both(Value a, Value b);
  Value choose(Value condition, Value a, Value b);
  std::optional<int64_t> constantOf(Value value);

  // Quotient and remainder of any integers, as the language has them.  Each has a value for every
  // divisor, for an index may be computed where nothing needs it: by 0 that of a division by 1; and
  // the least integer divided by -1 wraps around.
  enum class Divisor { Any, NonNegative };
  Value floorDivide(Value a, Value b, Divisor sign = Divisor::Any);
  Value ceilDivide(Value a, Value b, Divisor sign = Divisor::Any);
  Value floorModulo(Value a, Value b, Divisor sign = Divisor::Any);

  // Control flow; values that ways or steps hand on are of any types.
  using Values = mlir::SmallVector<Value>;
  Values branch(Value condition, mlir::TypeRange types, llvm::function_ref<Values()> then,
                llvm::function_ref<Values()> otherwise);
  /// Emits what happens where `condition` holds; null is always.
  void where(Value condition, llvm::function_ref<void()> emit);
  Values loop(Value count, ValueRange init,
              llvm::function_ref<Values(Value step, ValueRange carried)> body);
  /// Tests `condition`, an i1, before each step, on what the step takes.
  Values loopWhile(ValueRange init, llvm::function_ref<Value(ValueRange carried)> condition,
                   llvm::function_ref<Values(ValueRange carried)> body);

  // Memory.
  Value advance(Value pointer, mlir::Type element, Value count);
  /// `apart`: alias scopes of accesses that do not meet this one.
  Value load(Value pointer, mlir::Type type, int64_t alignment, mlir::ArrayAttr apart = {});
  void store(Value value, Value pointer, int64_t alignment, mlir::ArrayAttr apart = {});

  // Vectors; of one element, scalars.
  static mlir::Type vectorOf(mlir::Type element, int64_t count);
  static int64_t countOf(mlir::Type type);
  Value element(Value vector, int64_t position);
  /// `count` elements from `first` on.
  Value slice(Value vector, int64_t first, int64_t count);
  /// All elements of the parts, one after another.
  Value join(mlir::ArrayRef<Value> parts);
  Value splat(Value scalar, int64_t count);
  Value constantVector(mlir::TypedAttr element, int64_t count);
  Value bitcast(Value value, mlir::Type type);
  /// The float whose bits are the lowest ones of an i64.
  Value fromBits(Value bits, mlir::Type type);

  // Arithmetic on elements; f16 and bf16 give the correctly rounded result.
  enum class Arithmetic { Add, Sub, Mul, Div };
  Value arithmetic(Arithmetic kind, DType dtype, Value a, Value b);
  /// As the language converts: nearest even; truncated and saturated; non-zero.
  Value convert(Value value, DType from, DType to);

  /// An operation by its name, which has one result or none.
  Value call(llvm::StringRef name, ValueRange operands, mlir::Type result,
             mlir::ArrayRef<mlir::NamedAttribute> attributes = {});

  /// What stands for an element in code: floats of 8 bits are bytes.
  static mlir::Type typeOf(DType dtype, mlir::MLIRContext *context);
  static mlir::Type typeOf(mlir::Type element);
};

} // namespace wave::gpu
