//===- LaneCode.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/LaneCode.h"

#include <cmath>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include "dialect/ElementTypes.h"
#include "machine/ElementFormat.h"
#include "targets/llvm/Float8.h"

using namespace mlir;

namespace wave::gpu {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Value LaneCode::constant(Type integer, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, integer, builder.getIntegerAttr(integer, value));
}
Value LaneCode::i32(int64_t value) { return constant(builder.getI32Type(), value); }
Value LaneCode::i64(int64_t value) { return constant(builder.getI64Type(), value); }

std::optional<int64_t> LaneCode::constantOf(Value value) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return number.getSExtValue();
  return std::nullopt;
}

Value LaneCode::add(Value a, Value b) {
  auto x = constantOf(a), y = constantOf(b);
  if (x == 0)
    return b;
  if (y == 0)
    return a;
  return x && y ? constant(a.getType(), *x + *y) : LLVM::AddOp::create(builder, loc, a, b);
}

Value LaneCode::sub(Value a, Value b) {
  auto x = constantOf(a), y = constantOf(b);
  if (y == 0)
    return a;
  return x && y ? constant(a.getType(), *x - *y) : LLVM::SubOp::create(builder, loc, a, b);
}

Value LaneCode::mul(Value a, Value b) {
  auto x = constantOf(a), y = constantOf(b);
  if (x == 0 || y == 1)
    return a;
  if (y == 0 || x == 1)
    return b;
  return x && y ? constant(a.getType(), *x * *y) : LLVM::MulOp::create(builder, loc, a, b);
}

Value LaneCode::floorDiv(Value a, int64_t b) {
  if (b == 1)
    return a;
  if (auto x = constantOf(a))
    return constant(a.getType(), *x / b);
  return LLVM::UDivOp::create(builder, loc, a, constant(a.getType(), b));
}

Value LaneCode::remainder(Value a, int64_t b) {
  if (b == 1)
    return constant(a.getType(), 0);
  if (auto x = constantOf(a))
    return constant(a.getType(), *x % b);
  return LLVM::URemOp::create(builder, loc, a, constant(a.getType(), b));
}

Value LaneCode::widen(Value i32) {
  if (auto x = constantOf(i32))
    return i64(*x);
  return LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), i32);
}

static LLVM::ICmpPredicate predicateOf(LaneCode::Compare kind) {
  switch (kind) {
  case LaneCode::Compare::Less:
    return LLVM::ICmpPredicate::slt;
  case LaneCode::Compare::LessEqual:
    return LLVM::ICmpPredicate::sle;
  case LaneCode::Compare::Equal:
    return LLVM::ICmpPredicate::eq;
  case LaneCode::Compare::NotEqual:
    return LLVM::ICmpPredicate::ne;
  }
  llvm_unreachable("all kinds are listed");
}

Value LaneCode::compare(Compare kind, Value a, Value b) {
  return LLVM::ICmpOp::create(builder, loc, predicateOf(kind), a, b);
}

Value LaneCode::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return LLVM::AndOp::create(builder, loc, a, b);
}

Value LaneCode::choose(Value condition, Value a, Value b) {
  return LLVM::SelectOp::create(builder, loc, condition, a, b);
}

/// The exponent where it is a constant power of two: then a shift and a mask round down.
static std::optional<int64_t> exponentOf(LaneCode &code, Value divisor) {
  const std::optional<int64_t> number = code.constantOf(divisor);
  return number && *number > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(*number))
             ? std::optional<int64_t>(llvm::Log2_64(static_cast<uint64_t>(*number)))
             : std::nullopt;
}

namespace {
/// A division rounded towards 0, of which LLVM defines each part: `divisor` is neither 0 nor -1.
struct Division {
  Division(LaneCode &code, Value a, Value b, LaneCode::Divisor sign) : code(code), divisor(b) {
    using Compare = LaneCode::Compare;
    const Value one = code.constant(b.getType(), 1);
    if (const std::optional<int64_t> number = code.constantOf(b)) {
      if (*number == -1)
        isMinusOne = code.constant(code.builder.getI1Type(), 1);
      if (*number == 0 || *number == -1)
        divisor = one;
    } else {
      divisor = code.choose(code.compare(Compare::Equal, b, code.constant(b.getType(), 0)), one, b);
      if (sign == LaneCode::Divisor::Any) {
        isMinusOne = code.compare(Compare::Equal, b, code.constant(b.getType(), -1));
        divisor = code.choose(isMinusOne, one, divisor);
      }
    }
    rest = LLVM::SRemOp::create(code.builder, code.loc, a, divisor);
  }

  Value quotientOf(Value a) { return LLVM::SDivOp::create(code.builder, code.loc, a, divisor); }
  /// Whether there is a remainder, and its sign, which is that of what is divided, is the
  /// divisor's or not.
  Value isInexact(bool hasSignOfDivisor) {
    Value zero = code.constant(rest.getType(), 0);
    const std::optional<int64_t> number = code.constantOf(divisor);
    if (number && *number > 0)
      return hasSignOfDivisor ? code.compare(LaneCode::Compare::Less, zero, rest)
                              : code.compare(LaneCode::Compare::Less, rest, zero);
    Value hasRest = code.compare(LaneCode::Compare::NotEqual, rest, zero);
    Value signs = LLVM::XOrOp::create(code.builder, code.loc, rest, divisor);
    return code.both(hasRest, hasSignOfDivisor
                                  ? code.compare(LaneCode::Compare::LessEqual, zero, signs)
                                  : code.compare(LaneCode::Compare::Less, signs, zero));
  }
  /// `quotient`, or what it is by -1.
  Value orNegated(Value a, Value quotient) {
    if (!isMinusOne)
      return quotient;
    Value negated = code.sub(code.constant(a.getType(), 0), a);
    return code.choose(isMinusOne, negated, quotient);
  }

  LaneCode &code;
  Value divisor, rest;
  Value isMinusOne; ///< null where it cannot be
};
} // namespace

Value LaneCode::floorDivide(Value a, Value b, Divisor sign) {
  if (const std::optional<int64_t> exponent = exponentOf(*this, b))
    return *exponent == 0 ? a
                          : LLVM::AShrOp::create(builder, loc, a, constant(a.getType(), *exponent));
  Division division(*this, a, b, sign);
  Value quotient = division.quotientOf(a);
  Value lower = LLVM::SubOp::create(builder, loc, quotient, constant(a.getType(), 1));
  Value rounded = choose(division.isInexact(/*hasSignOfDivisor=*/false), lower, quotient);
  return division.orNegated(a, rounded);
}

Value LaneCode::ceilDivide(Value a, Value b, Divisor sign) {
  if (const std::optional<int64_t> exponent = exponentOf(*this, b)) {
    Value floor = floorDivide(a, b, sign), rest = floorModulo(a, b, sign);
    Value higher = LLVM::AddOp::create(builder, loc, floor, constant(a.getType(), 1));
    return choose(compare(Compare::Less, constant(a.getType(), 0), rest), higher, floor);
  }
  Division division(*this, a, b, sign);
  Value quotient = division.quotientOf(a);
  Value higher = LLVM::AddOp::create(builder, loc, quotient, constant(a.getType(), 1));
  Value rounded = choose(division.isInexact(/*hasSignOfDivisor=*/true), higher, quotient);
  return division.orNegated(a, rounded);
}

Value LaneCode::floorModulo(Value a, Value b, Divisor sign) {
  if (const std::optional<int64_t> exponent = exponentOf(*this, b))
    return LLVM::AndOp::create(builder, loc, a,
                               constant(a.getType(), (int64_t{1} << *exponent) - 1));
  Division division(*this, a, b, sign);
  Value shifted = LLVM::AddOp::create(builder, loc, division.rest, division.divisor);
  return choose(division.isInexact(/*hasSignOfDivisor=*/false), shifted, division.rest);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LaneCode::Values LaneCode::branch(Value condition, TypeRange types,
                                  llvm::function_ref<Values()> then,
                                  llvm::function_ref<Values()> otherwise) {
  auto choice = scf::IfOp::create(builder, loc, types, condition, /*withElseRegion=*/true);
  auto way = [&](Block *block, llvm::function_ref<Values()> body) {
    OpBuilder::InsertionGuard guard(builder);
    if (types.empty())
      builder.setInsertionPoint(block->getTerminator());
    else
      builder.setInsertionPointToEnd(block);
    Values values = body();
    if (!types.empty())
      scf::YieldOp::create(builder, loc, values);
  };
  way(choice.thenBlock(), then);
  way(choice.elseBlock(), otherwise);
  return Values(choice.getResults());
}

void LaneCode::where(Value condition, llvm::function_ref<void()> emit) {
  if (!condition)
    return emit();
  auto then = [&] {
    emit();
    return Values();
  };
  branch(condition, {}, then, [] { return Values(); });
}

LaneCode::Values LaneCode::loop(Value count, ValueRange init,
                                llvm::function_ref<Values(Value, ValueRange)> body) {
  Value zero = constant(count.getType(), 0), one = constant(count.getType(), 1);
  auto loop = scf::ForOp::create(builder, loc, zero, count, one, init,
                                 [](OpBuilder &, Location, Value, ValueRange) {});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  Values next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(builder, loc, next);
  return Values(loop.getResults());
}

LaneCode::Values LaneCode::loopWhile(ValueRange init,
                                     llvm::function_ref<Value(ValueRange)> condition,
                                     llvm::function_ref<Values(ValueRange)> body) {
  const SmallVector<Type> types(init.getTypes());
  auto loop = scf::WhileOp::create(builder, loc, types, init, nullptr, nullptr);
  OpBuilder::InsertionGuard guard(builder);
  Block *before = loop.getBeforeBody();
  builder.setInsertionPointToEnd(before);
  Value holds = condition(before->getArguments());
  scf::ConditionOp::create(builder, loc, holds, before->getArguments());
  Block *after = loop.getAfterBody();
  builder.setInsertionPointToEnd(after);
  scf::YieldOp::create(builder, loc, body(after->getArguments()));
  return Values(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value LaneCode::advance(Value pointer, Type element, Value count) {
  if (constantOf(count) == 0)
    return pointer;
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), element, pointer,
                             ArrayRef<LLVM::GEPArg>{count});
}

Value LaneCode::load(Value pointer, Type type, int64_t alignment, ArrayAttr apart) {
  auto op = LLVM::LoadOp::create(builder, loc, type, pointer, static_cast<unsigned>(alignment));
  op.setNoaliasScopesAttr(apart);
  return op;
}

void LaneCode::store(Value value, Value pointer, int64_t alignment, ArrayAttr apart) {
  auto op = LLVM::StoreOp::create(builder, loc, value, pointer, static_cast<unsigned>(alignment));
  op.setNoaliasScopesAttr(apart);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Type LaneCode::vectorOf(Type element, int64_t count) {
  return count == 1 ? element : Type(VectorType::get({count}, element));
}

int64_t LaneCode::countOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

Value LaneCode::element(Value vector, int64_t position) {
  if (!isa<VectorType>(vector.getType()))
    return vector;
  return LLVM::ExtractElementOp::create(builder, loc, vector, i32(position));
}

Value LaneCode::slice(Value vector, int64_t first, int64_t count) {
  if (countOf(vector.getType()) == count)
    return vector;
  if (count == 1)
    return element(vector, first);
  SmallVector<int32_t> positions;
  for (int64_t i = 0; i < count; ++i)
    positions.push_back(static_cast<int32_t>(first + i));
  return LLVM::ShuffleVectorOp::create(builder, loc, vector, vector, positions);
}

Value LaneCode::join(ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts.front();
  int64_t total = 0;
  for (Value part : parts)
    total += countOf(part.getType());
  Type type = vectorOf(getElementTypeOrSelf(parts.front().getType()), total);
  Value result = LLVM::PoisonOp::create(builder, loc, type);
  int64_t position = 0;
  for (Value part : parts)
    for (int64_t i = 0; i < countOf(part.getType()); ++i) {
      Value taken = element(part, i), place = i32(position++);
      result = LLVM::InsertElementOp::create(builder, loc, result, taken, place);
    }
  return result;
}

Value LaneCode::splat(Value scalar, int64_t count) {
  SmallVector<Value> parts(static_cast<size_t>(count), scalar);
  return join(parts);
}

Value LaneCode::constantVector(TypedAttr element, int64_t count) {
  if (auto number = dyn_cast<FloatAttr>(element); number && typeOf(number.getType()).isInteger())
    element = builder.getIntegerAttr(typeOf(number.getType()), number.getValue().bitcastToAPInt());
  if (count == 1)
    return LLVM::ConstantOp::create(builder, loc, element);
  auto type = VectorType::get({count}, element.getType());
  return LLVM::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, Attribute(element)));
}

Value LaneCode::fromBits(Value bits, Type type) {
  const unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    bits = call("llvm.trunc", {bits}, builder.getIntegerType(width));
  return bitcast(bits, type);
}

Value LaneCode::bitcast(Value value, Type type) {
  return value.getType() == type ? value : LLVM::BitcastOp::create(builder, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Type LaneCode::typeOf(DType dtype, MLIRContext *context) {
  return machine::float8Of(dtype) ? Type(IntegerType::get(context, 8)) : ir::typeOf(dtype, context);
}

Type LaneCode::typeOf(Type element) { return typeOf(*ir::dtypeOf(element), element.getContext()); }

static Type like(Value shape, Type element) {
  auto vector = dyn_cast<VectorType>(shape.getType());
  return vector ? Type(vector.clone(element)) : element;
}

Value LaneCode::arithmetic(Arithmetic kind, DType dtype, Value a, Value b) {
  // f32 holds quotients and bf16's sums and products closely enough to be rounded twice
  // (24 >= 2 * 11 + 2 bits); f16 has instructions that round once.
  bool isByF32 = dtype == DType::bf16 || (dtype == DType::f16 && kind == Arithmetic::Div);
  if (isByF32) {
    Value x = convert(a, dtype, DType::f32), y = convert(b, dtype, DType::f32);
    return convert(arithmetic(kind, DType::f32, x, y), DType::f32, dtype);
  }
  bool isFloat = is_float(dtype);
  switch (kind) {
  case Arithmetic::Add:
    return isFloat ? Value(LLVM::FAddOp::create(builder, loc, a, b))
                   : Value(LLVM::AddOp::create(builder, loc, a, b));
  case Arithmetic::Sub:
    return isFloat ? Value(LLVM::FSubOp::create(builder, loc, a, b))
                   : Value(LLVM::SubOp::create(builder, loc, a, b));
  case Arithmetic::Mul:
    return isFloat ? Value(LLVM::FMulOp::create(builder, loc, a, b))
                   : Value(LLVM::MulOp::create(builder, loc, a, b));
  case Arithmetic::Div:
    return LLVM::FDivOp::create(builder, loc, a, b);
  }
  llvm_unreachable("all kinds are listed");
}

/// Truncates; saturates beyond the integers' range; NaN becomes 0.
static Value toInteger(LaneCode &code, Value value, DType to, Type result) {
  const int64_t count = LaneCode::countOf(value.getType());
  auto element = cast<FloatType>(getElementTypeOrSelf(value.getType()));
  const unsigned bits = getElementTypeOrSelf(result).getIntOrFloatBitWidth();
  auto real = [&](double number) {
    return code.constantVector(code.builder.getFloatAttr(element, number), count);
  };
  auto integer = [&](const APInt &number) {
    return code.constantVector(code.builder.getIntegerAttr(getElementTypeOrSelf(result), number),
                               count);
  };
  auto compare = [&](LLVM::FCmpPredicate predicate, Value a, Value b) -> Value {
    return LLVM::FCmpOp::create(code.builder, code.loc, predicate, a, b);
  };
  // What is out of range is converted from 0 and then forgotten: no integer stands for it.
  const double limit = std::ldexp(1.0, static_cast<int>(bits) - 1);
  Value isBelow = compare(LLVM::FCmpPredicate::olt, value, real(limit));
  Value isAbove = compare(LLVM::FCmpPredicate::oge, value, real(-limit));
  Value inside = code.choose(code.both(isBelow, isAbove), value, real(0));
  Value truncated = LLVM::FPToSIOp::create(code.builder, code.loc, result, inside);
  Value isGreat = compare(LLVM::FCmpPredicate::oge, value, real(limit));
  Value isSmall = compare(LLVM::FCmpPredicate::olt, value, real(-limit));
  truncated = code.choose(isGreat, integer(APInt::getSignedMaxValue(bits)), truncated);
  return code.choose(isSmall, integer(APInt::getSignedMinValue(bits)), truncated);
}

Value LaneCode::convert(Value value, DType from, DType to) {
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
  Type result = like(value, typeOf(to, builder.getContext()));
  if (is_float(from) && is_float(to)) {
    bool isWider = size_in_bytes(to) > size_in_bytes(from);
    if (size_in_bytes(to) == size_in_bytes(from)) // f16 and bf16
      return convert(convert(value, from, DType::f32), DType::f32, to);
    return isWider ? Value(LLVM::FPExtOp::create(builder, loc, result, value))
                   : Value(LLVM::FPTruncOp::create(builder, loc, result, value));
  }
  if (to == DType::i1) {
    Value zero = LLVM::ZeroOp::create(builder, loc, value.getType());
    if (is_float(from))
      return LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::une, value, zero);
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value, zero);
  }
  if (is_float(from))
    return toInteger(*this, value, to, result);
  if (is_float(to))
    return from == DType::i1 ? Value(LLVM::UIToFPOp::create(builder, loc, result, value))
                             : Value(LLVM::SIToFPOp::create(builder, loc, result, value));
  if (from == DType::i1)
    return LLVM::ZExtOp::create(builder, loc, result, value);
  return size_in_bytes(from) < size_in_bytes(to)
             ? Value(LLVM::SExtOp::create(builder, loc, result, value))
             : Value(LLVM::TruncOp::create(builder, loc, result, value));
}

Value LaneCode::call(StringRef name, ValueRange operands, Type result,
                     ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  if (result)
    state.addTypes(result);
  Operation *op = builder.create(state);
  return result ? op->getResult(0) : Value();
}

} // namespace wave::gpu
