//===- CodeElements.cpp - Arithmetic and conversion of elements -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "dialect/ElementTypes.h"
#include "machine/ElementFormat.h"
#include "targets/cpu/Code.h"
#include "targets/llvm/Float8.h"

using namespace mlir;

namespace wave::cpu {

DType computeType(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16 || machine::float8Of(dtype) ? DType::f32
                                                                                 : dtype;
}

Type Code::like(Value shape, Type element) {
  auto vector = dyn_cast<VectorType>(shape.getType());
  return vector ? Type(vector.clone(element)) : element;
}

Value Code::bits(Value shape, Type integer, uint64_t value) {
  unsigned width = integer.getIntOrFloatBitWidth();
  auto attribute = IntegerAttr::get(
      integer, llvm::APInt(width, value, /*isSigned=*/false, /*implicitTrunc=*/true));
  Type type = like(shape, integer);
  if (auto vector = dyn_cast<VectorType>(type))
    return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(vector, attribute));
  return arith::ConstantOp::create(builder, loc, attribute);
}

Value Code::constant(TypedAttr value, DType dtype, int64_t lanes) {
  if (machine::float8Of(dtype)) {
    // Exact; bytes are what stands for these numbers in code.
    APFloat number = cast<FloatAttr>(value).getValue();
    bool isInexact = false;
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &isInexact);
    return splat(
        arith::ConstantOp::create(builder, loc, FloatAttr::get(builder.getF32Type(), number)),
        lanes);
  }
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  return splat(convert(scalar, dtype, computeType(dtype)), lanes);
}

Value Code::splat(Value scalar, int64_t lanes) {
  if (lanes == 1)
    return scalar;
  return vector::BroadcastOp::create(builder, loc, VectorType::get({lanes}, scalar.getType()),
                                     scalar);
}

/// Round to nearest even by hand: x86's own instruction flushes subnormals.
Value Code::roundToBf16(Value f32) {
  Type i32 = builder.getI32Type(), i16 = builder.getI16Type();
  Value x = arith::BitcastOp::create(builder, loc, like(f32, i32), f32);
  Value sixteen = bits(x, i32, 16);
  Value upper = arith::ShRUIOp::create(builder, loc, x, sixteen);
  Value odd = arith::AndIOp::create(builder, loc, upper, bits(x, i32, 1));
  Value rounded = arith::AddIOp::create(
      builder, loc, x, arith::AddIOp::create(builder, loc, odd, bits(x, i32, 0x7fff)));
  Value quiet = arith::OrIOp::create(builder, loc, x, bits(x, i32, 0x400000));
  Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, f32, f32);
  Value chosen = arith::SelectOp::create(builder, loc, isNan, quiet, rounded);
  Value high = arith::TruncIOp::create(builder, loc, like(x, i16),
                                       arith::ShRUIOp::create(builder, loc, chosen, sixteen));
  return arith::BitcastOp::create(builder, loc, like(f32, builder.getBF16Type()), high);
}

/// Rounding to odd keeps in the last bit whether the result is exact, so that a
/// second rounding to a narrower type gives what one rounding would.
Value Code::f64ToF32RoundedToOdd(Value f64) {
  Type i32 = builder.getI32Type(), i1 = builder.getI1Type();
  Value nearest = arith::TruncFOp::create(builder, loc, like(f64, builder.getF32Type()), f64);
  Value back = arith::ExtFOp::create(builder, loc, f64.getType(), nearest);
  auto magnitude = [&](Value x) {
    Type i64 = builder.getI64Type();
    Value pattern = arith::BitcastOp::create(builder, loc, like(x, i64), x);
    return arith::AndIOp::create(builder, loc, pattern, bits(x, i64, ~uint64_t(0) >> 1))
        .getResult();
  };
  Value exact = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, back, f64);
  Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, f64, f64);
  Value keep = arith::OrIOp::create(builder, loc, like(f64, i1), exact, isNan);
  Value reached = magnitude(back);
  Value tooFar =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, reached, magnitude(f64));
  Value pattern = arith::BitcastOp::create(builder, loc, like(f64, i32), nearest);
  Value towardsZero = arith::SubIOp::create(
      builder, loc, pattern, arith::ExtUIOp::create(builder, loc, like(f64, i32), tooFar));
  Value odd = arith::OrIOp::create(builder, loc, towardsZero, bits(pattern, i32, 1));
  Value chosen = arith::SelectOp::create(builder, loc, keep, pattern, odd);
  return arith::BitcastOp::create(builder, loc, nearest.getType(), chosen);
}

/// An integer that f64 holds and that rounds to 16 bits as `i64` does: beyond 2^53, where
/// f64 has no place for the low 10 bits, the eleventh says whether any of the 11 is set.
Value Code::i64ForHalf(Value i64) {
  Type type = builder.getI64Type(), i1 = builder.getI1Type();
  Value zero = bits(i64, type, 0);
  Value rest = arith::AndIOp::create(builder, loc, i64, bits(i64, type, 0x7ff));
  Value cleared = arith::SubIOp::create(builder, loc, i64, rest);
  Value marked = arith::OrIOp::create(builder, loc, cleared, bits(i64, type, 0x400));
  Value noRest = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, zero);
  // |i64| < 2^53 where i64 + 2^53 is below 2^54, unsigned.
  Value moved = arith::AddIOp::create(builder, loc, i64, bits(i64, type, uint64_t(1) << 53));
  Value isSmall = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, moved,
                                        bits(i64, type, uint64_t(1) << 54));
  Value isExact = arith::OrIOp::create(builder, loc, like(i64, i1), noRest, isSmall);
  return arith::SelectOp::create(builder, loc, isExact, i64, marked);
}

/// Truncates; saturates beyond the integers' range; NaN becomes 0.
Value Code::floatToInteger(Value value, DType to) {
  Type element = ir::typeOf(to, builder.getContext());
  unsigned width = element.getIntOrFloatBitWidth();
  auto number = [&](double x) -> Value {
    auto type = cast<FloatType>(getElementTypeOrSelf(value.getType()));
    Value scalar = arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, x));
    auto vector = dyn_cast<VectorType>(value.getType());
    return vector ? splat(scalar, vector.getNumElements()) : scalar;
  };
  double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
  auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  };
  auto choose = [&](Value condition, Value a, Value b) -> Value {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  };
  Value inside = arith::FPToSIOp::create(builder, loc, like(value, element), value);
  uint64_t lowest = uint64_t(1) << (width - 1);
  Value isBelow = compare(arith::CmpFPredicate::OLT, value, number(limit));
  Value result = choose(isBelow, inside, bits(value, element, lowest - 1));
  Value isAbove = compare(arith::CmpFPredicate::OGE, value, number(-limit));
  result = choose(isAbove, result, bits(value, element, lowest));
  Value isNan = compare(arith::CmpFPredicate::UNO, value, value);
  return choose(isNan, bits(value, element, 0), result);
}

Value Code::convert(Value value, DType from, DType to) {
  if (from == to)
    return value;
  if (const machine::Float8 *format = machine::float8Of(from))
    return convert(codegen::decodeFloat8(builder, loc, value, *format), DType::f32, to);
  if (const machine::Float8 *format = machine::float8Of(to)) {
    if (from == DType::f64)
      value = codegen::shortenForFloat8(builder, loc, value);
    // What an f32 does not hold of an integer is too large for 8 bits anyhow.
    return codegen::encodeFloat8(builder, loc, convert(value, from, DType::f32), *format);
  }
  Type result = like(value, ir::typeOf(to, builder.getContext()));
  // Half precision goes by f32; what is wider than that is rounded to odd first.
  if (from == DType::f16 || from == DType::bf16)
    return convert(arith::ExtFOp::create(builder, loc, like(value, builder.getF32Type()), value),
                   DType::f32, to);
  if (to == DType::f16 || to == DType::bf16) {
    if (from == DType::i64)
      value = i64ForHalf(value);
    if (from == DType::i32 || from == DType::i64)
      value = convert(value, from, DType::f64), from = DType::f64;
    value = from == DType::f64 ? f64ToF32RoundedToOdd(value) : convert(value, from, DType::f32);
    return to == DType::bf16 ? roundToBf16(value)
                             : Value(arith::TruncFOp::create(builder, loc, result, value));
  }
  if (is_float(from) && is_float(to))
    return size_in_bytes(from) < size_in_bytes(to)
               ? Value(arith::ExtFOp::create(builder, loc, result, value))
               : Value(arith::TruncFOp::create(builder, loc, result, value));
  if (to == DType::i1) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(value.getType()));
    if (is_float(from))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
  }
  if (is_float(from))
    return floatToInteger(value, to);
  if (is_float(to))
    return from == DType::i1 ? Value(arith::UIToFPOp::create(builder, loc, result, value))
                             : Value(arith::SIToFPOp::create(builder, loc, result, value));
  if (from == DType::i1)
    return arith::ExtUIOp::create(builder, loc, result, value);
  return size_in_bytes(from) < size_in_bytes(to)
             ? Value(arith::ExtSIOp::create(builder, loc, result, value))
             : Value(arith::TruncIOp::create(builder, loc, result, value));
}

Value Code::arithmetic(Arithmetic kind, DType dtype, Value a, Value b) {
  bool isFloat = is_float(dtype);
  switch (kind) {
  case Arithmetic::Add:
    return isFloat ? Value(arith::AddFOp::create(builder, loc, a, b))
                   : Value(arith::AddIOp::create(builder, loc, a, b));
  case Arithmetic::Sub:
    return isFloat ? Value(arith::SubFOp::create(builder, loc, a, b))
                   : Value(arith::SubIOp::create(builder, loc, a, b));
  case Arithmetic::Mul:
    return isFloat ? Value(arith::MulFOp::create(builder, loc, a, b))
                   : Value(arith::MulIOp::create(builder, loc, a, b));
  case Arithmetic::Div:
    return arith::DivFOp::create(builder, loc, a, b);
  case Arithmetic::Maximum:
    return isFloat ? Value(arith::MaximumFOp::create(builder, loc, a, b))
                   : Value(arith::MaxSIOp::create(builder, loc, a, b));
  case Arithmetic::Minimum:
    return isFloat ? Value(arith::MinimumFOp::create(builder, loc, a, b))
                   : Value(arith::MinSIOp::create(builder, loc, a, b));
  case Arithmetic::And:
    return arith::AndIOp::create(builder, loc, a, b);
  case Arithmetic::Or:
    return arith::OrIOp::create(builder, loc, a, b);
  case Arithmetic::Xor:
    return arith::XOrIOp::create(builder, loc, a, b);
  }
  llvm_unreachable("all kinds are listed");
}

Value Code::negate(DType dtype, Value value) {
  if (is_float(dtype))
    return arith::NegFOp::create(builder, loc, value);
  return arith::SubIOp::create(builder, loc, number(value, dtype, 0), value);
}

Value Code::absolute(DType dtype, Value value) {
  if (is_float(dtype))
    return LLVM::FAbsOp::create(builder, loc, value);
  return LLVM::AbsOp::create(builder, loc, value.getType(), value, /*is_int_min_poison=*/false);
}

Value Code::squareRoot(Value value) { return LLVM::SqrtOp::create(builder, loc, value); }

Value Code::compare(ir::ComparisonKind kind, DType dtype, Value a, Value b) {
  using Floats = arith::CmpFPredicate;
  using Integers = arith::CmpIPredicate;
  struct Row {
    Floats floats;
    Integers integers;
  };
  static constexpr Row rows[] = {{Floats::OLT, Integers::slt}, {Floats::OLE, Integers::sle},
                                 {Floats::OGT, Integers::sgt}, {Floats::OGE, Integers::sge},
                                 {Floats::OEQ, Integers::eq},  {Floats::UNE, Integers::ne}};
  const Row &row = rows[static_cast<size_t>(kind)];
  return is_float(dtype) ? Value(arith::CmpFOp::create(builder, loc, row.floats, a, b))
                         : Value(arith::CmpIOp::create(builder, loc, row.integers, a, b));
}

Value Code::choose(Value condition, Value a, Value b) {
  return arith::SelectOp::create(builder, loc, condition, a, b);
}

Value Code::zero(DType dtype) {
  Type type = ir::typeOf(dtype, builder.getContext());
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value Code::extreme(DType dtype, bool isHighest) {
  Type type = ir::typeOf(dtype, builder.getContext());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    auto infinity = llvm::APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/!isHighest);
    return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, infinity));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  auto value = isHighest ? APInt::getSignedMaxValue(width) : APInt::getSignedMinValue(width);
  return arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, value));
}

Value Code::number(Value shape, DType dtype, double value) {
  Type element = ir::typeOf(dtype, builder.getContext());
  if (!is_float(dtype))
    return bits(shape, element, static_cast<uint64_t>(static_cast<int64_t>(value)));
  TypedAttr attribute = builder.getFloatAttr(element, value);
  if (auto vector = dyn_cast<VectorType>(shape.getType()))
    attribute = DenseElementsAttr::get(vector.clone(element), Attribute(attribute));
  return arith::ConstantOp::create(builder, loc, attribute);
}

Value Code::reinterpret(Value value, DType to) {
  Type type = like(value, ir::typeOf(to, builder.getContext()));
  return arith::BitcastOp::create(builder, loc, type, value);
}

Value Code::shiftLeft(Value integers, int64_t count) {
  Type element = getElementTypeOrSelf(integers.getType());
  return arith::ShLIOp::create(builder, loc, integers,
                               bits(integers, element, static_cast<uint64_t>(count)));
}

Value Code::shiftRight(Value integers, int64_t count) {
  Type element = getElementTypeOrSelf(integers.getType());
  return arith::ShRSIOp::create(builder, loc, integers,
                                bits(integers, element, static_cast<uint64_t>(count)));
}

Value Code::firstLanes(Value count, int64_t lanes) {
  Type i32 = builder.getI32Type();
  SmallVector<int32_t> numbers;
  for (int32_t lane = 0; lane < lanes; ++lane)
    numbers.push_back(lane);
  auto type = VectorType::get({lanes}, i32);
  Value number = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef<int32_t>(numbers)));
  Value limit = arith::IndexCastOp::create(builder, loc, i32, count);
  limit = vector::BroadcastOp::create(builder, loc, type, limit);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, number, limit);
}

Value Code::fold(Value vector, function_ref<Value(Value, Value)> combine) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type)
    return vector;
  // The upper half joins the lower one until one lane is left.
  for (int64_t half = type.getNumElements() / 2; half > 0; half /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane < half; ++lane) {
      low.push_back(lane);
      high.push_back(half + lane);
    }
    Value lower = vector::ShuffleOp::create(builder, loc, vector, vector, low);
    Value upper = vector::ShuffleOp::create(builder, loc, vector, vector, high);
    vector = combine(lower, upper);
  }
  return vector::ExtractOp::create(builder, loc, vector, int64_t(0));
}

Value Code::multiplyAdd(DType dtype, Value a, Value b, Value c) {
  if (is_float(dtype))
    return LLVM::FMulAddOp::create(builder, loc, a, b, c);
  return arith::AddIOp::create(builder, loc, arith::MulIOp::create(builder, loc, a, b), c);
}

void Code::transpose(MutableArrayRef<Value> rows) {
  // Exchange the off-diagonal halves of blocks of 2, 4, 8, ... rows.
  auto lanes = static_cast<int64_t>(rows.size());
  for (int64_t half = 1; half < lanes; half *= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      low.push_back(lane & half ? lanes + lane - half : lane);
      high.push_back(lane & half ? lanes + lane : lane + half);
    }
    for (int64_t row = 0; row < lanes; ++row) {
      if (row & half)
        continue;
      Value a = rows[static_cast<size_t>(row)], b = rows[static_cast<size_t>(row + half)];
      rows[static_cast<size_t>(row)] = vector::ShuffleOp::create(builder, loc, a, b, low);
      rows[static_cast<size_t>(row + half)] = vector::ShuffleOp::create(builder, loc, a, b, high);
    }
  }
}

} // namespace wave::cpu
