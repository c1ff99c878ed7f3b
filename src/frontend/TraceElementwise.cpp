//===- TraceElementwise.cpp - Functions, arithmetic, choice, per element --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Record.h"
#include "wave/elementwise.h"
#include "wave/ops.h"

using namespace mlir;
using wave::frontend::record;
using wave::frontend::splat;
using wave::frontend::Tracer;
using wave::frontend::typeOf;

namespace wave {

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

Register cast(const Register &value, DType dtype, const CastOptions &options) {
  Tracer &tracer = Tracer::current("cast", options.where);
  auto type = ir::TileType::get(tracer.context(), typeOf(value, options.where).getDims(),
                                ir::typeOf(dtype, tracer.context()));
  return record<ir::CastOp>(tracer, options.where, type, tracer.value(value, options.where),
                            tracer.tag(options.tag));
}

static Register unary(ir::UnaryKind kind, const Register &value, const FunctionOptions &options) {
  Tracer &tracer = Tracer::current(ir::stringifyUnaryKind(kind).str(), options.where);
  return record<ir::UnaryOp>(tracer, options.where, typeOf(value, options.where), kind,
                             options.approximate, tracer.value(value, options.where),
                             tracer.tag(options.tag));
}

Register exp2(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Exp2, value, options);
}
Register exp(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Exp, value, options);
}
Register log2(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Log2, value, options);
}
Register log(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Log, value, options);
}
Register sqrt(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Sqrt, value, options);
}
Register rcp(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Rcp, value, options);
}
Register rsqrt(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Rsqrt, value, options);
}
Register tanh(const Register &value, const FunctionOptions &options) {
  return unary(ir::UnaryKind::Tanh, value, options);
}
Register abs(const Register &value, const ElementwiseOptions &options) {
  return unary(ir::UnaryKind::Abs, value, {.tag = options.tag, .where = options.where});
}
Register operator-(const Operand &value) {
  if (auto scalar = frontend::scalarResult(Tracer::current("-", value.where()), "-",
                                           Operand(0, value.where()), value, value.where()))
    return *scalar;
  return unary(ir::UnaryKind::Neg, value.as_register(), {.where = value.where()});
}

template <typename Op>
static Register renamed(const char *name, const Register &value, std::initializer_list<Expr> dims,
                        const ElementwiseOptions &options) {
  Tracer &tracer = Tracer::current(name, options.where);
  const ir::TileType type = tracer.tileType(dims, value.dtype(), options.where);
  return record<Op>(tracer, options.where, type, tracer.value(value, options.where),
                    tracer.tag(options.tag));
}

Register permute(const Register &value, std::initializer_list<Expr> dims,
                 const ElementwiseOptions &options) {
  return renamed<ir::PermuteOp>("permute", value, dims, options);
}
Register broadcast(const Register &value, std::initializer_list<Expr> dims,
                   const ElementwiseOptions &options) {
  return renamed<ir::BroadcastOp>("broadcast", value, dims, options);
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// A tile as it is, a number or a scalar as a tile like the one beside it.
static Register registerOf(Tracer &tracer, const Operand &operand, const Operand &beside) {
  if (!operand.is_number()) {
    const Register &value = operand.as_register();
    if (!tracer.scalarOf(value, operand.where()) || beside.is_number())
      return value;
    return frontend::besideTile(tracer, value, typeOf(beside.as_register(), operand.where()),
                                operand.where());
  }
  return splat(tracer, typeOf(beside.as_register(), operand.where()), operand.number());
}

namespace {
/// The operands of a binary operation as values, and the dimensions of its result.
struct Pair {
  Pair(const char *name, const Operand &left, const Operand &right, const SourceLocation &at)
      : tracer(Tracer::current(name, at)), where(at) {
    // One after the other: C++ leaves the order of arguments open.
    Register first = registerOf(tracer, left, right);
    Register second = registerOf(tracer, right, left);
    lhs = tracer.value(first, where);
    rhs = tracer.value(second, where);
    auto lhsType = ::mlir::cast<ir::TileType>(lhs.getType());
    auto rhsType = ::mlir::cast<ir::TileType>(rhs.getType());
    larger = rhsType.getDims().size() > lhsType.getDims().size() ? rhsType : lhsType;
  }

  ir::TileType truthValues() const {
    return ir::TileType::get(tracer.context(), larger.getDims(),
                             ir::typeOf(DType::i1, tracer.context()));
  }

  Tracer &tracer;
  SourceLocation where;
  Value lhs, rhs;
  ir::TileType larger;
};
} // namespace

template <typename Op>
static Register arithmetic(const char *name, const Operand &lhs, const Operand &rhs,
                           const SourceLocation &where, const std::string &tag = {}) {
  if (auto scalar = frontend::scalarResult(Tracer::current(name, where), name, lhs, rhs, where))
    return *scalar;
  Pair pair(name, lhs, rhs, where);
  return record<Op>(pair.tracer, where, pair.larger, pair.lhs, pair.rhs, pair.tracer.tag(tag));
}

Register operator+(const Register &a, const Operand &b) {
  return arithmetic<ir::AddOp>("+", {a, b.where()}, b, b.where());
}
Register operator-(const Register &a, const Operand &b) {
  return arithmetic<ir::SubOp>("-", {a, b.where()}, b, b.where());
}
Register operator*(const Register &a, const Operand &b) {
  return arithmetic<ir::MulOp>("*", {a, b.where()}, b, b.where());
}
Register operator/(const Register &a, const Operand &b) {
  return arithmetic<ir::DivOp>("/", {a, b.where()}, b, b.where());
}
Register operator+(const Number &a, const Register &b) {
  return arithmetic<ir::AddOp>("+", a, {b, a.where}, a.where);
}
Register operator-(const Number &a, const Register &b) {
  return arithmetic<ir::SubOp>("-", a, {b, a.where}, a.where);
}
Register operator*(const Number &a, const Register &b) {
  return arithmetic<ir::MulOp>("*", a, {b, a.where}, a.where);
}
Register operator/(const Number &a, const Register &b) {
  return arithmetic<ir::DivOp>("/", a, {b, a.where}, a.where);
}

Register maximum(const Register &a, const Operand &b, const ElementwiseOptions &options) {
  return arithmetic<ir::MaximumOp>("maximum", {a, options.where}, b, options.where, options.tag);
}
Register minimum(const Register &a, const Operand &b, const ElementwiseOptions &options) {
  return arithmetic<ir::MinimumOp>("minimum", {a, options.where}, b, options.where, options.tag);
}
Register maximum(const Number &a, const Register &b, const ElementwiseOptions &options) {
  return arithmetic<ir::MaximumOp>("maximum", a, {b, options.where}, options.where, options.tag);
}
Register minimum(const Number &a, const Register &b, const ElementwiseOptions &options) {
  return arithmetic<ir::MinimumOp>("minimum", a, {b, options.where}, options.where, options.tag);
}

static Register compare(ir::ComparisonKind kind, const char *name, const Operand &lhs,
                        const Operand &rhs) {
  if (auto scalar =
          frontend::scalarResult(Tracer::current(name, rhs.where()), name, lhs, rhs, rhs.where()))
    return *scalar;
  Pair pair(name, lhs, rhs, rhs.where());
  return record<ir::CompareOp>(pair.tracer, pair.where, pair.truthValues(), kind, pair.lhs,
                               pair.rhs, StringAttr());
}

Register operator<(const Operand &a, const Operand &b) {
  return compare(ir::ComparisonKind::Less, "<", a, b);
}
Register operator<=(const Operand &a, const Operand &b) {
  return compare(ir::ComparisonKind::LessEqual, "<=", a, b);
}
Register operator>(const Operand &a, const Operand &b) {
  return compare(ir::ComparisonKind::Greater, ">", a, b);
}
Register operator>=(const Operand &a, const Operand &b) {
  return compare(ir::ComparisonKind::GreaterEqual, ">=", a, b);
}
Register operator==(const Operand &a, const Operand &b) {
  return compare(ir::ComparisonKind::Equal, "==", a, b);
}
Register operator!=(const Operand &a, const Operand &b) {
  return compare(ir::ComparisonKind::NotEqual, "!=", a, b);
}

static Register logic(ir::LogicKind kind, const char *name, const Operand &lhs,
                      const Operand &rhs) {
  Pair pair(name, lhs, rhs, rhs.where());
  return record<ir::LogicOp>(pair.tracer, pair.where, pair.truthValues(), kind, pair.lhs, pair.rhs,
                             StringAttr());
}

Register operator&(const Register &a, const Operand &b) {
  return logic(ir::LogicKind::And, "&", {a, b.where()}, b);
}
Register operator|(const Register &a, const Operand &b) {
  return logic(ir::LogicKind::Or, "|", {a, b.where()}, b);
}
Register operator^(const Register &a, const Operand &b) {
  return logic(ir::LogicKind::Xor, "^", {a, b.where()}, b);
}
Register operator~(const Operand &value) {
  return logic(ir::LogicKind::Xor, "~", value, Operand(true, value.where()));
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

static Register selected(const Register &condition, const Operand &a, const Operand &b,
                         const ElementwiseOptions &options) {
  if (auto scalar = frontend::scalarChoice(Tracer::current("select", options.where), condition, a,
                                           b, options.where))
    return *scalar;
  Pair pair("select", a, b, options.where);
  Value choice = pair.tracer.value(condition, options.where);
  // On a tie the first operand; where none has all dimensions the verifier says so.
  auto most = ::mlir::cast<ir::TileType>(choice.getType());
  for (Value operand : {pair.lhs, pair.rhs})
    if (auto type = ::mlir::cast<ir::TileType>(operand.getType());
        type.getDims().size() > most.getDims().size())
      most = type;
  auto type = ir::TileType::get(pair.tracer.context(), most.getDims(),
                                ::mlir::cast<ir::TileType>(pair.lhs.getType()).getElementType());
  return record<ir::SelectOp>(pair.tracer, options.where, type, choice, pair.lhs, pair.rhs,
                              pair.tracer.tag(options.tag));
}

Register select(const Register &condition, const Register &a, const Operand &b,
                const ElementwiseOptions &options) {
  return selected(condition, {a, options.where}, b, options);
}
Register select(const Register &condition, const Number &a, const Register &b,
                const ElementwiseOptions &options) {
  return selected(condition, a, {b, options.where}, options);
}

} // namespace wave
