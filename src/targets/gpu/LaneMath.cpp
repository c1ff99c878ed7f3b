//===- LaneMath.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/LaneMath.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "targets/gpu/Elementwise.h"
#include "targets/llvm/MathFunctions.h"

using namespace mlir;

namespace wave::gpu {

namespace {

/// The vocabulary of the shared functions, in operations of LLVM.
class LaneElements final : public codegen::ElementCode {
public:
  LaneElements(LaneCode &code, const LaneTarget &target) : code(code), target(target) {}

  Value number(Value shape, DType dtype, double value) override {
    Type element = LaneCode::typeOf(dtype, code.builder.getContext());
    const int64_t count = LaneCode::countOf(shape.getType());
    if (is_float(dtype))
      return code.constantVector(code.builder.getFloatAttr(element, value), count);
    return code.constantVector(code.builder.getIntegerAttr(element, static_cast<int64_t>(value)),
                               count);
  }

  Value arithmetic(codegen::Arithmetic kind, DType dtype, Value a, Value b) override {
    using enum codegen::Arithmetic;
    switch (kind) {
    case Add:
      return code.arithmetic(LaneCode::Arithmetic::Add, dtype, a, b);
    case Sub:
      return code.arithmetic(LaneCode::Arithmetic::Sub, dtype, a, b);
    case Mul:
      return code.arithmetic(LaneCode::Arithmetic::Mul, dtype, a, b);
    case Div:
      return code.arithmetic(LaneCode::Arithmetic::Div, dtype, a, b);
    case Maximum:
    case Minimum:
      return extremum(code, kind == Maximum, dtype, a, b);
    case And:
      return code.call("llvm.and", {a, b}, a.getType());
    case Or:
      return code.call("llvm.or", {a, b}, a.getType());
    case Xor:
      return code.call("llvm.xor", {a, b}, a.getType());
    }
    llvm_unreachable("all kinds are listed");
  }

  Value multiplyAdd(DType, Value a, Value b, Value c) override {
    return code.call("llvm.intr.fma", {a, b, c}, a.getType());
  }

  Value negate(DType dtype, Value value) override {
    if (is_float(dtype))
      return code.call("llvm.fneg", {value}, value.getType());
    Value zero = LLVM::ZeroOp::create(code.builder, code.loc, value.getType());
    return code.call("llvm.sub", {zero, value}, value.getType());
  }

  Value absolute(DType dtype, Value value) override {
    if (is_float(dtype))
      return code.call("llvm.intr.fabs", {value}, value.getType());
    const NamedAttribute wraps(code.builder.getStringAttr("is_int_min_poison"),
                               code.builder.getBoolAttr(false));
    return code.call("llvm.intr.abs", {value}, value.getType(), wraps);
  }

  Value squareRoot(Value value) override {
    return code.call("llvm.intr.sqrt", {value}, value.getType());
  }

  Value compare(ir::ComparisonKind kind, DType dtype, Value a, Value b) override {
    return gpu::compare(code, kind, dtype, a, b);
  }
  Value choose(Value condition, Value a, Value b) override { return code.choose(condition, a, b); }

  Value reinterpret(Value value, DType to) override {
    Type element = LaneCode::typeOf(to, code.builder.getContext());
    return code.bitcast(value, LaneCode::vectorOf(element, LaneCode::countOf(value.getType())));
  }
  Value shiftLeft(Value integers, int64_t count) override {
    return code.call("llvm.shl", {integers, countLike(integers, count)}, integers.getType());
  }
  Value shiftRight(Value integers, int64_t count) override {
    return code.call("llvm.ashr", {integers, countLike(integers, count)}, integers.getType());
  }

  bool hasInstruction(ir::UnaryKind kind) const override { return target.hasInstruction(kind); }
  /// Instructions take one element.
  Value instruction(ir::UnaryKind kind, Value value) override {
    SmallVector<Value> results;
    const int64_t count = LaneCode::countOf(value.getType());
    for (int64_t i = 0; i < count; ++i)
      results.push_back(target.instruction(code, kind, code.element(value, i)));
    return code.join(results);
  }
  Value clamp(DType dtype, Value x, double low, double high) override {
    x = extremum(code, /*isMax=*/false, dtype, x, number(x, dtype, high));
    return extremum(code, /*isMax=*/true, dtype, x, number(x, dtype, low));
  }

private:
  Value countLike(Value integers, int64_t count) {
    auto element = getElementTypeOrSelf(integers.getType());
    return code.constantVector(code.builder.getIntegerAttr(element, count),
                               LaneCode::countOf(integers.getType()));
  }

  LaneCode &code;
  const LaneTarget &target;
};

/// None where it would be no more than the shared function is.
StringRef intrinsicOf(ir::UnaryKind kind) {
  switch (kind) {
  case ir::UnaryKind::Exp2:
    return "llvm.intr.exp2";
  case ir::UnaryKind::Exp:
    return "llvm.intr.exp";
  case ir::UnaryKind::Log2:
    return "llvm.intr.log2";
  case ir::UnaryKind::Log:
    return "llvm.intr.log";
  default:
    return {};
  }
}

} // namespace

Value laneFunction(LaneCode &code, const LaneTarget &target, ir::UnaryKind kind, bool isApproximate,
                   DType dtype, Value x) {
  LaneElements elements(code, target);
  if (kind == ir::UnaryKind::Neg || kind == ir::UnaryKind::Abs || kind == ir::UnaryKind::Tf32)
    return codegen::mathFunction(elements, kind, dtype, x);
  const DType computed = dtype == DType::f64 ? DType::f64 : DType::f32;
  const StringRef intrinsic = target.hasFunction(kind, dtype) ? intrinsicOf(kind) : StringRef();
  x = code.convert(x, dtype, computed);
  if (isApproximate && computed == DType::f32)
    if (Value result = codegen::approximateFunction(elements, kind, x))
      return code.convert(result, computed, dtype);
  Value result = intrinsic.empty() ? codegen::mathFunction(elements, kind, computed, x)
                                   : code.call(intrinsic, {x}, x.getType());
  return code.convert(result, computed, dtype);
}

} // namespace wave::gpu
