//===- Oracle.cpp - The values of trees, from the definitions -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include <algorithm>
#include <ostream>

namespace wave::test {

namespace {

__extension__ typedef __int128 Integer;

/// A value that may become large, and how large one with all signs equal would be:
/// regrouping a sum reaches no further.
struct Exact {
  Outcome::Status status = Outcome::Value;
  Integer value = 0;
  Integer reach = 0;
};

constexpr Integer limit = Integer(1) << 126;

Exact failed(Outcome::Status status) { return {status, 0, 0}; }

Integer magnitude(Integer value) { return value < 0 ? -value : value; }

Exact exact(Integer value, Integer reach) {
  return reach > limit ? failed(Outcome::Beyond) : Exact{Outcome::Value, value, reach};
}

/// The greatest q with q * b <= a, where b > 0.
Integer quotientBelow(Integer a, Integer b) {
  Integer q = a / b;
  while (q * b > a)
    --q;
  return q;
}

Exact divided(Op op, const Exact &a, const Exact &b) {
  if (b.value == 0)
    return failed(Outcome::DivisionByZero);
  const Integer reach = a.reach + b.reach;
  const Integer numerator = b.value < 0 ? -a.value : a.value;
  const Integer below = quotientBelow(numerator, magnitude(b.value));
  const bool isExact = below * magnitude(b.value) == numerator;
  switch (op) {
  case Op::Div:
    return isExact ? exact(below, reach) : failed(Outcome::Inexact);
  case Op::FloorDiv:
    return exact(below, reach);
  case Op::CeilDiv:
    return exact(isExact ? below : below + 1, reach);
  default:
    return exact(a.value - b.value * below, reach);
  }
}

Exact product(const Exact &a, const Exact &b) {
  Integer value = 0, reach = 0;
  if (__builtin_mul_overflow(a.value, b.value, &value) ||
      __builtin_mul_overflow(a.reach, b.reach, &reach))
    return failed(Outcome::Beyond);
  return exact(value, reach);
}

Exact combined(Op op, const Exact &a, const Exact &b) {
  if (op == Op::Mul)
    return product(a, b);
  // Two reaches at the limit add up to one more than an Integer holds.
  if (a.reach > limit - b.reach)
    return failed(Outcome::Beyond);
  const Integer reach = a.reach + b.reach;
  switch (op) {
  case Op::Add:
    return exact(a.value + b.value, reach);
  case Op::Sub:
    return exact(a.value - b.value, reach);
  case Op::Min:
    return exact(a.value < b.value ? a.value : b.value, reach);
  case Op::Max:
    return exact(a.value < b.value ? b.value : a.value, reach);
  case Op::Lt:
    return exact(a.value < b.value, reach);
  case Op::Le:
    return exact(a.value <= b.value, reach);
  case Op::Eq:
    return exact(a.value == b.value, reach);
  case Op::Ne:
    return exact(a.value != b.value, reach);
  default:
    return divided(op, a, b);
  }
}

Exact compute(const Tree &tree, const Values &values) {
  const std::vector<Tree> &operands = tree.operands();
  switch (tree.op()) {
  case Op::Constant:
    return exact(tree.value(), magnitude(tree.value()));
  case Op::Symbol: {
    const int64_t value = values.of.at(static_cast<size_t>(tree.value()));
    return exact(value, magnitude(value));
  }
  case Op::Neg:
    return compute(Tree(Op::Mul, {operands[0], Tree::constant(-1)}), values);
  case Op::Gt: // a > b is b < a, in the order of evaluation too
    return compute(Tree(Op::Lt, {operands[1], operands[0]}), values);
  case Op::Ge:
    return compute(Tree(Op::Le, {operands[1], operands[0]}), values);
  case Op::Select: {
    const Exact condition = compute(operands[0], values);
    if (condition.status != Outcome::Value)
      return condition;
    Exact chosen = compute(operands[condition.value != 0 ? 1 : 2], values);
    chosen.reach = std::max(chosen.reach, condition.reach);
    return chosen;
  }
  default:
    break;
  }
  const Exact a = compute(operands[0], values);
  if (a.status != Outcome::Value)
    return a;
  const Exact b = compute(operands[1], values);
  return b.status != Outcome::Value ? b : combined(tree.op(), a, b);
}

} // namespace

Outcome oracle(const Tree &tree, const Values &values) {
  const Exact result = compute(tree, values);
  if (result.status != Outcome::Value)
    return {result.status};
  if (result.value < least || result.value > most)
    return {Outcome::Overflow};
  return {Outcome::Value, static_cast<int64_t>(result.value)};
}

std::ostream &operator<<(std::ostream &out, const Outcome &outcome) {
  static constexpr std::array<const char *, 5> names = {"", "division by zero", "inexact",
                                                        "overflow", "beyond the oracle"};
  return outcome.hasValue() ? out << outcome.value : out << names.at(outcome.status);
}

bool agrees(const symbolic::Evaluation &actual, const Outcome &expected) {
  using Kind = symbolic::EvaluationFailure::Kind;
  if (expected.hasValue() || actual.ok())
    return expected.hasValue() && actual.ok() && actual.value() == expected.value;
  switch (actual.failure().kind) {
  case Kind::DivisionByZero:
    return expected.status == Outcome::DivisionByZero;
  case Kind::Inexact:
    return expected.status == Outcome::Inexact;
  case Kind::Overflow:
    return expected.status == Outcome::Overflow;
  default:
    return false;
  }
}

std::string textOf(const symbolic::Evaluation &evaluation) {
  return evaluation ? std::to_string(evaluation.value()) : describe(evaluation.failure());
}

} // namespace wave::test
