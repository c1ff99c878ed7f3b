//===- Elementwise.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/Elementwise.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::gpu {

static DType dtypeOf(Value tile) {
  return *ir::dtypeOf(cast<ir::TileType>(tile.getType()).getElementType());
}

/// A number in every element of a vector like `shape`.
static Value number(LaneCode &code, Value shape, double value) {
  Type element = getElementTypeOrSelf(shape.getType());
  return code.constantVector(code.builder.getFloatAttr(element, value),
                             LaneCode::countOf(shape.getType()));
}

/// 1 - 2 / (e^2x + 1) cancels near 0, where x * (1 + x^2 * p(x^2)) takes over (the
/// polynomial of Cephes' tanhf, within 2 units in the last place below 0.625).
static Value tanh(LaneCode &code, Value x) {
  auto arithmetic = [&](LaneCode::Arithmetic kind, Value a, Value b) {
    return code.arithmetic(kind, DType::f32, a, b);
  };
  using enum LaneCode::Arithmetic;
  Type type = x.getType();
  Value magnitude = code.call("llvm.intr.fabs", {x}, type);
  Value power = code.call("llvm.intr.exp", {arithmetic(Add, magnitude, magnitude)}, type);
  Value two = number(code, x, 2);
  Value rest = arithmetic(Div, two, arithmetic(Add, power, number(code, x, 1)));
  Value large = arithmetic(Sub, number(code, x, 1), rest);
  large = code.call("llvm.intr.copysign", {large, x}, type);
  Value square = arithmetic(Mul, x, x);
  Value sum = number(code, x, -5.70498872745e-3);
  for (double next : {2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1}) {
    Value raised = arithmetic(Mul, sum, square);
    sum = arithmetic(Add, raised, number(code, x, next));
  }
  Value small = arithmetic(Add, x, arithmetic(Mul, arithmetic(Mul, x, square), sum));
  Value isSmall = LLVM::FCmpOp::create(code.builder, code.loc, LLVM::FCmpPredicate::olt, magnitude,
                                       number(code, x, 0.625));
  return code.choose(isSmall, small, large);
}

static Value unary(LaneCode &code, ir::UnaryKind kind, DType dtype, Value x) {
  Type type = x.getType();
  if (kind == ir::UnaryKind::Neg || kind == ir::UnaryKind::Abs) {
    bool isNeg = kind == ir::UnaryKind::Neg;
    if (is_float(dtype))
      return code.call(isNeg ? "llvm.fneg" : "llvm.intr.fabs", {x}, type);
    Value zero = LLVM::ZeroOp::create(code.builder, code.loc, type);
    return isNeg ? code.call("llvm.sub", {zero, x}, type)
                 : code.call("llvm.intr.abs", {x}, type,
                             {NamedAttribute(code.builder.getStringAttr("is_int_min_poison"),
                                             code.builder.getBoolAttr(false))});
  }
  if (dtype == DType::f16 || dtype == DType::bf16)
    return code.convert(unary(code, kind, DType::f32, code.convert(x, dtype, DType::f32)),
                        DType::f32, dtype);
  switch (kind) {
  case ir::UnaryKind::Exp2:
    return code.call("llvm.intr.exp2", {x}, type);
  case ir::UnaryKind::Exp:
    return code.call("llvm.intr.exp", {x}, type);
  case ir::UnaryKind::Log2:
    return code.call("llvm.intr.log2", {x}, type);
  case ir::UnaryKind::Log:
    return code.call("llvm.intr.log", {x}, type);
  case ir::UnaryKind::Sqrt:
    return code.call("llvm.intr.sqrt", {x}, type);
  case ir::UnaryKind::Rsqrt: {
    Value root = code.call("llvm.intr.sqrt", {x}, type);
    return code.arithmetic(LaneCode::Arithmetic::Div, dtype, number(code, x, 1), root);
  }
  case ir::UnaryKind::Tanh:
    return tanh(code, x);
  default:
    llvm_unreachable("handled above");
  }
}

static Value extremum(LaneCode &code, bool isMax, DType dtype, Value a, Value b) {
  StringRef name = is_float(dtype) ? (isMax ? "llvm.intr.maximum" : "llvm.intr.minimum")
                                   : (isMax ? "llvm.intr.smax" : "llvm.intr.smin");
  return code.call(name, {a, b}, a.getType());
}

static Value compare(LaneCode &code, ir::ComparisonKind kind, DType dtype, Value a, Value b) {
  using Float = LLVM::FCmpPredicate;
  using Integer = LLVM::ICmpPredicate;
  struct Predicates {
    Float real;
    Integer integer;
  };
  static constexpr Predicates predicates[] = {
      {Float::olt, Integer::slt}, {Float::ole, Integer::sle}, {Float::ogt, Integer::sgt},
      {Float::oge, Integer::sge}, {Float::oeq, Integer::eq},  {Float::une, Integer::ne}};
  const Predicates &chosen = predicates[static_cast<size_t>(kind)];
  if (is_float(dtype))
    return LLVM::FCmpOp::create(code.builder, code.loc, chosen.real, a, b);
  return LLVM::ICmpOp::create(code.builder, code.loc, chosen.integer, a, b);
}

Value combine(LaneCode &code, ir::ReductionKind kind, DType dtype, Value a, Value b) {
  if (kind == ir::ReductionKind::Sum)
    return code.arithmetic(LaneCode::Arithmetic::Add, dtype, a, b);
  return extremum(code, kind == ir::ReductionKind::Max, dtype, a, b);
}

Value elementwise(LaneCode &code, Operation *op, ArrayRef<Value> operands) {
  const DType dtype = dtypeOf(op->getOperand(op->getNumOperands() - 1));
  auto arithmetic = [&](LaneCode::Arithmetic kind) {
    return code.arithmetic(kind, dtype, operands[0], operands[1]);
  };
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](ir::AddOp) { return arithmetic(LaneCode::Arithmetic::Add); })
      .Case([&](ir::SubOp) { return arithmetic(LaneCode::Arithmetic::Sub); })
      .Case([&](ir::MulOp) { return arithmetic(LaneCode::Arithmetic::Mul); })
      .Case([&](ir::DivOp) { return arithmetic(LaneCode::Arithmetic::Div); })
      .Case([&](ir::MaximumOp) { return extremum(code, true, dtype, operands[0], operands[1]); })
      .Case([&](ir::MinimumOp) { return extremum(code, false, dtype, operands[0], operands[1]); })
      .Case([&](ir::UnaryOp unaryOp) { return unary(code, unaryOp.getKind(), dtype, operands[0]); })
      .Case([&](ir::CompareOp compareOp) {
        return compare(code, compareOp.getKind(), dtype, operands[0], operands[1]);
      })
      .Case([&](ir::LogicOp logic) {
        static constexpr StringLiteral names[] = {"llvm.and", "llvm.or", "llvm.xor"};
        return code.call(names[static_cast<size_t>(logic.getKind())], {operands[0], operands[1]},
                         operands[0].getType());
      })
      .Case([&](ir::SelectOp) { return code.choose(operands[0], operands[1], operands[2]); });
}

} // namespace wave::gpu
