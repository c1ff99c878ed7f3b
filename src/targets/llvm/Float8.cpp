//===- Float8.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/Float8.h"

#include <bit>
#include <cmath>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::codegen {
namespace {

constexpr int f32MantissaBits = 23, f32Bias = 127;

/// Operations on integers of all lanes.
class Lanes {
public:
  Lanes(OpBuilder &builder, Location loc, Value shape) : builder(builder), loc(loc), shape(shape) {}

  Type of(Type element) const {
    auto vector = dyn_cast<VectorType>(shape.getType());
    return vector ? Type(vector.clone(element)) : element;
  }
  Type i32() const { return of(builder.getI32Type()); }
  Type f32() const { return of(builder.getF32Type()); }

  Value number(Type type, uint64_t bits) const {
    Type element = getElementTypeOrSelf(type);
    const APInt value(element.getIntOrFloatBitWidth(), bits, /*isSigned=*/false,
                      /*implicitTrunc=*/true);
    TypedAttr attribute =
        isa<FloatType>(element)
            ? TypedAttr(builder.getFloatAttr(
                  element, APFloat(cast<FloatType>(element).getFloatSemantics(), value)))
            : TypedAttr(builder.getIntegerAttr(element, value));
    if (auto vector = dyn_cast<VectorType>(type))
      attribute = DenseElementsAttr::get(vector, Attribute(attribute));
    return LLVM::ConstantOp::create(builder, loc, type, attribute);
  }
  Value number(uint64_t bits) const { return number(i32(), bits); }
  Value real(float value) const { return number(f32(), std::bit_cast<uint32_t>(value)); }

  template <typename Op> Value apply(Value a, Value b) const {
    return Op::create(builder, loc, a, b);
  }
  Value bitsOf(Value value, Type type) const {
    return LLVM::BitcastOp::create(builder, loc, type, value);
  }
  Value is(LLVM::ICmpPredicate predicate, Value a, Value b) const {
    return LLVM::ICmpOp::create(builder, loc, predicate, a, b);
  }
  Value choose(Value condition, Value a, Value b) const {
    return LLVM::SelectOp::create(builder, loc, condition, a, b);
  }

private:
  OpBuilder &builder;
  Location loc;
  Value shape;
};

} // namespace

Value decodeFloat8(OpBuilder &builder, Location loc, Value bytes, const machine::Float8 &format) {
  const Lanes lanes(builder, loc, bytes);
  Value code = LLVM::ZExtOp::create(builder, loc, lanes.i32(), bytes);
  Value magnitude = lanes.apply<LLVM::AndOp>(code, lanes.number(0x7F));
  Value signBit = lanes.apply<LLVM::AndOp>(code, lanes.number(0x80));
  Value sign = lanes.apply<LLVM::ShlOp>(signBit, lanes.number(24));
  Value shifted = lanes.apply<LLVM::ShlOp>(
      magnitude, lanes.number(static_cast<uint64_t>(f32MantissaBits - format.mantissaBits)));
  // The factor moves the exponent to f32's bias, and makes subnormal numbers normal.
  Value unscaled = lanes.bitsOf(shifted, lanes.f32());
  Value scaled =
      lanes.apply<LLVM::FMulOp>(unscaled, lanes.real(std::ldexp(1.0f, f32Bias - format.bias)));
  Value result = lanes.bitsOf(scaled, lanes.i32());
  using enum LLVM::ICmpPredicate;
  Value nan = lanes.number(0x7FC00000), infinity = lanes.number(0x7F800000);
  if (!format.hasNegativeZero) {
    result = lanes.apply<LLVM::OrOp>(result, sign);
    Value isNan = lanes.is(eq, code, lanes.number(format.nan));
    return lanes.bitsOf(lanes.choose(isNan, nan, result), lanes.f32());
  }
  if (format.overflow != format.nan) {
    Value isInfinite = lanes.is(eq, magnitude, lanes.number(format.overflow));
    result = lanes.choose(isInfinite, infinity, result);
  }
  const unsigned last = format.overflow != format.nan ? format.overflow : format.greatest;
  Value isNan = lanes.is(ugt, magnitude, lanes.number(last));
  result = lanes.choose(isNan, nan, result);
  return lanes.bitsOf(lanes.apply<LLVM::OrOp>(result, sign), lanes.f32());
}

Value encodeFloat8(OpBuilder &builder, Location loc, Value floats, const machine::Float8 &format) {
  const Lanes lanes(builder, loc, floats);
  const int dropped = f32MantissaBits - format.mantissaBits;
  Value bits = lanes.bitsOf(floats, lanes.i32());
  Value magnitude = lanes.apply<LLVM::AndOp>(bits, lanes.number(0x7FFFFFFF));
  // Half a unit less one, and one for odd numbers: ties go to even ones, and a carry out of
  // the mantissa into the exponent.
  auto down = [&](Value value, int count) {
    return lanes.apply<LLVM::LShrOp>(value, lanes.number(static_cast<uint64_t>(count)));
  };
  Value last = down(magnitude, dropped);
  Value odd = lanes.apply<LLVM::AndOp>(last, lanes.number(1));
  Value half = lanes.number((uint64_t(1) << (dropped - 1)) - 1);
  Value rounded = lanes.apply<LLVM::AddOp>(lanes.apply<LLVM::AddOp>(magnitude, half), odd);
  Value kept = down(rounded, dropped);
  Value normal = lanes.apply<LLVM::SubOp>(
      kept, lanes.number(static_cast<uint64_t>(f32Bias - format.bias) << format.mantissaBits));
  // Among numbers of this size the last place of f32 is that of the subnormal numbers.
  const float large = std::ldexp(1.0f, f32MantissaBits + 1 - format.bias - format.mantissaBits);
  Value small = lanes.bitsOf(magnitude, lanes.f32());
  Value sum = lanes.bitsOf(lanes.apply<LLVM::FAddOp>(small, lanes.real(large)), lanes.i32());
  Value subnormal = lanes.apply<LLVM::SubOp>(sum, lanes.number(std::bit_cast<uint32_t>(large)));
  using enum LLVM::ICmpPredicate;
  const auto smallest = static_cast<uint64_t>(f32Bias + 1 - format.bias) << f32MantissaBits;
  Value isSmall = lanes.is(ult, magnitude, lanes.number(smallest));
  Value result = lanes.choose(isSmall, subnormal, normal);
  Value isTooLarge = lanes.is(ugt, result, lanes.number(format.greatest));
  Value isNan = lanes.is(ugt, magnitude, lanes.number(0x7F800000));
  Value high = down(bits, 24);
  Value sign = lanes.apply<LLVM::AndOp>(high, lanes.number(0x80));
  if (format.hasNegativeZero) {
    result = lanes.choose(isTooLarge, lanes.number(format.overflow), result);
    result = lanes.apply<LLVM::OrOp>(result, sign);
    result = lanes.choose(isNan, lanes.number(format.nan), result);
  } else {
    Value isZero = lanes.is(eq, result, lanes.number(0));
    result = lanes.choose(isZero, result, lanes.apply<LLVM::OrOp>(result, sign));
    // Infinities and NaN are too large as well.
    result = lanes.choose(isTooLarge, lanes.number(format.nan), result);
  }
  return LLVM::TruncOp::create(builder, loc, lanes.of(builder.getI8Type()), result);
}

Value shortenForFloat8(OpBuilder &builder, Location loc, Value doubles) {
  const Lanes lanes(builder, loc, doubles);
  Type i64 = lanes.of(builder.getI64Type());
  // 20 bits of the mantissa stay; the last one is set if any of the others was, which keeps
  // the number off every tie.
  Value bits = lanes.bitsOf(doubles, i64);
  Value low = lanes.apply<LLVM::AndOp>(bits, lanes.number(i64, 0xFFFFFFFF));
  Value high = lanes.apply<LLVM::XOrOp>(bits, low);
  Value isExact = lanes.is(LLVM::ICmpPredicate::eq, low, lanes.number(i64, 0));
  Value marked = lanes.apply<LLVM::OrOp>(high, lanes.number(i64, uint64_t(1) << 32));
  return lanes.bitsOf(lanes.choose(isExact, high, marked), doubles.getType());
}

} // namespace wave::codegen
