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
  Emitted emitted;
  return emit(code, expr, emitted);
}

/// What is shared is computed once.
Value IndexCode::emit(Code &code, const Expr &expr, Emitted &emitted) {
  if (expr.node().operands.empty())
    return emitNew(code, expr, emitted);
  if (Value known = emitted.lookup(&expr.node()))
    return known;
  return emitted[&expr.node()] = emitNew(code, expr, emitted);
}

Value IndexCode::emitNew(Code &code, const Expr &expr, Emitted &emitted) {
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
    operands.push_back(emit(code, operand, emitted));
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
  case Kind::CeilDiv:
  case Kind::Mod:
    return divide(code, kind, x[0], x[1]);
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
/// Has a value for every divisor, for an index may be computed where nothing needs it: by 0 that of
/// a division by 1; and the least integer divided by -1 wraps around.
Value IndexCode::divide(Code &code, symbolic::Kind kind, Value a, Value b) {
  using symbolic::Kind;
  using Predicate = arith::CmpIPredicate;
  const std::optional<int64_t> constant = getConstantIntValue(b);
  Value zero = code.index(0), one = code.index(1), divisor = b, isMinusOne;
  if (!constant || *constant == 0 || *constant == -1) {
    isMinusOne = code.equal(b, -1);
    Value isZero = code.equal(b, 0);
    divisor = choose(isMinusOne, one, choose(isZero, one, b));
  }
  Value quotient = arith::DivSIOp::create(builder, a.getLoc(), a, divisor);
  Value rest = code.sub(a, code.mul(quotient, divisor));
  // The remainder has the sign of the dividend: the quotient was rounded up where the signs differ.
  Value isNegative = compare(Predicate::slt, rest, zero);
  Value isPositive = compare(Predicate::sgt, rest, zero);
  Value divisorIsNegative = compare(Predicate::slt, divisor, zero);
  Value wasRoundedUp = choose(divisorIsNegative, isPositive, isNegative);
  if (kind == Kind::Mod)
    return choose(wasRoundedUp, code.add(rest, divisor), rest);
  Value rounded;
  if (kind == Kind::CeilDiv) {
    Value wasRoundedDown = choose(divisorIsNegative, isNegative, isPositive);
    rounded = choose(wasRoundedDown, code.add(quotient, one), quotient);
  } else {
    rounded = choose(wasRoundedUp, code.sub(quotient, one), quotient);
  }
  return isMinusOne ? choose(isMinusOne, code.sub(zero, a), rounded) : rounded;
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
