//===- IndexCode.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/IndexCode.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::cpu {

/// A number that is known now, or that the launch computes from the open sizes and
/// passes behind the memories.  Loaded at the entry, so that every use is behind it.
Value IndexCode::atLaunch(Code &code, const Expr &expr) {
  if (symbolic::isConstant(expr))
    return code.index(expr.node().value);
  auto key = ir::ExprAttr::get(builder.getContext(), expr);
  if (Value size = sizes.lookup(key)) // `M`, whose size is `M`
    return size;
  if (Value loaded = launchValues.lookup(key))
    return loaded;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(lastAtEntry);
  auto position = words + static_cast<int64_t>(launchValues.size());
  Value loaded = Code(builder, where).loadIndex(arguments, position);
  lastAtEntry = loaded.getDefiningOp();
  launchValues.insert({key, loaded});
  return loaded;
}

SmallVector<Value> IndexCode::atLaunch(Code &code, ArrayRef<Expr> exprs) {
  SmallVector<Value> values;
  for (const Expr &expr : exprs)
    values.push_back(atLaunch(code, expr));
  return values;
}

/// An index: an expression over workgroups, counters and open sizes.  Of sizes alone the launch
/// computes it.
Value IndexCode::emit(Code &code, const Expr &expr) {
  using symbolic::Kind;
  const bool dependsOnRoots =
      llvm::any_of(symbolic::symbolsOf(expr),
                   [&](const std::string &symbol) { return symbols.count(symbol) != 0; });
  if (!dependsOnRoots)
    return atLaunch(code, expr);
  const symbolic::Node &node = expr.node();
  if (node.kind == Kind::Symbol)
    return symbols.find(node.name)->second;
  // One after the other: C++ leaves the order of arguments open.
  SmallVector<Value> operands;
  for (const Expr &operand : node.operands)
    operands.push_back(emit(code, operand));
  return emitNode(code, node.kind, operands);
}

Value IndexCode::emitNode(Code &code, symbolic::Kind kind, ArrayRef<Value> x) {
  using symbolic::Kind;
  using Predicate = arith::CmpIPredicate;
  switch (kind) {
  case Kind::Add:
    return code.add(x[0], x[1]);
  case Kind::Mul:
    return code.mul(x[0], x[1]);
  case Kind::Div: // without a remainder
  case Kind::FloorDiv:
    return floorDivide(code, x[0], x[1]);
  case Kind::CeilDiv: {
    Value zero = code.index(0);
    Value negative = code.sub(zero, x[0]);
    return code.sub(zero, floorDivide(code, negative, x[1]));
  }
  case Kind::Mod: {
    Value divisor = nonZero(code, x[1]);
    Value quotient = floorDivide(code, x[0], divisor);
    return code.sub(x[0], code.mul(quotient, divisor));
  }
  case Kind::Min:
    return code.minimum(x[0], x[1]);
  case Kind::Max:
    return code.maximum(x[0], x[1]);
  case Kind::Lt:
    return truth(code, Predicate::slt, x[0], x[1]);
  case Kind::Le:
    return truth(code, Predicate::sle, x[0], x[1]);
  case Kind::Eq:
    return truth(code, Predicate::eq, x[0], x[1]);
  case Kind::Ne:
    return truth(code, Predicate::ne, x[0], x[1]);
  case Kind::Select:
    return choose(isTrue(code, x[0]), x[1], x[2]);
  case Kind::Constant:
  case Kind::Symbol:
    break;
  }
  llvm_unreachable("leaves have no operands");
}

Value IndexCode::choose(Value condition, Value a, Value b) {
  return arith::SelectOp::create(builder, condition.getLoc(), condition, a, b);
}
Value IndexCode::compare(arith::CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(builder, a.getLoc(), predicate, a, b);
}
Value IndexCode::isTrue(Code &code, Value number) {
  return compare(arith::CmpIPredicate::ne, number, code.index(0));
}
Value IndexCode::truth(Code &code, arith::CmpIPredicate predicate, Value a, Value b) {
  Value holds = compare(predicate, a, b);
  Value one = code.index(1);
  return choose(holds, one, code.index(0));
}
/// A division by 0 has no value; it must not end the process either.
Value IndexCode::nonZero(Code &code, Value divisor) {
  if (getConstantIntValue(divisor).value_or(0) != 0)
    return divisor;
  Value isZero = code.equal(divisor, 0);
  return choose(isZero, code.index(1), divisor);
}
Value IndexCode::floorDivide(Code &code, Value a, Value b) {
  b = nonZero(code, b);
  Value quotient = arith::DivSIOp::create(builder, a.getLoc(), a, b);
  Value rest = code.sub(a, code.mul(quotient, b));
  Value zero = code.index(0);
  Value isNegative = compare(arith::CmpIPredicate::slt, rest, zero);
  // The remainder has the sign of the dividend: it is inexact and below where the signs differ.
  Value isPositive = compare(arith::CmpIPredicate::sgt, rest, zero);
  Value isBelow = compare(arith::CmpIPredicate::slt, b, zero);
  Value rounds = choose(isBelow, isPositive, isNegative);
  Value lower = code.sub(quotient, code.index(1));
  return choose(rounds, lower, quotient);
}

Value IndexCode::room(int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(lastAtEntry);
  Value room = Code(builder, where).room(count);
  lastAtEntry = room.getDefiningOp();
  return room;
}

ArrayAttr IndexCode::valuesAtLaunch() const {
  SmallVector<Attribute> list;
  for (auto &[expr, value] : launchValues)
    list.push_back(expr);
  return ArrayAttr::get(builder.getContext(), list);
}

} // namespace wave::cpu
