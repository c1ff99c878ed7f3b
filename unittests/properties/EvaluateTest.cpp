//===- EvaluateTest.cpp - Values are those of the oracle ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

std::string opName(const ::testing::TestParamInfo<Op> &info) { return nameOf(info.param); }

class EvaluateOp : public ::testing::TestWithParam<Op> {};
INSTANTIATE_TEST_SUITE_P(All, EvaluateOp, ::testing::ValuesIn(allOps()), opName);

void checkAgreement(const Tree &tree, const Values &values) {
  const Outcome expected = oracle(tree, values);
  if (expected.status == Outcome::Beyond)
    return;
  const Evaluation actual = evaluate(raw(tree), values.bindings());
  RC_LOG() << "expected " << expected << ", evaluated to " << textOf(actual) << "\n";
  RC_ASSERT(agrees(actual, expected));
  cover(10, expected.hasValue(), "with a value");
}

TEST_P(EvaluateOp, OfSmallNumbers) {
  checkLaw([] { checkAgreement(*treesOf(GetParam(), tame()), *values()); });
}

/// At the ends of 64 bits.
TEST_P(EvaluateOp, OfAnyNumbers) {
  checkLaw([] {
    std::vector<Tree> operands;
    for (size_t i = 0; i < arityOf(GetParam()); ++i)
      operands.push_back(Tree::symbol(i));
    checkAgreement(Tree(GetParam(), operands), *wildValues());
  });
}

WAVE_PROPERTY(Evaluate, AgreesOnWildTrees) { checkAgreement(*trees(wild()), *wildValues()); }

WAVE_PROPERTY(Evaluate, ReportsOverflowOfSumsAndProducts) {
  const Tree tree = *trees({.ops = {Op::Add, Op::Sub, Op::Neg, Op::Mul}, .constant = anyNumber});
  const Values values = *wildValues();
  const Outcome expected = oracle(tree, values);
  RC_PRE(expected.status != Outcome::Beyond);
  RC_ASSERT(agrees(evaluate(raw(tree), values.bindings()), expected));
  cover(5, expected.status == Outcome::Overflow, "overflow");
}

WAVE_PROPERTY(Evaluate, TakesNoWrongTurnInSelect) {
  const Tree condition = *trees(tame({Op::Lt, Op::Le, Op::Eq, Op::Ne})), chosen = *trees(tame());
  const Values values = *wave::test::values();
  const Expr broken = rawNode(Kind::Div, {1, rawNode(Kind::Mul, {Expr::symbol("unbound"), 0})});
  const Outcome holds = oracle(condition, values);
  const Expr select =
      rawNode(Kind::Select, {raw(condition), holds.value != 0 ? raw(chosen) : broken,
                             holds.value != 0 ? broken : raw(chosen)});
  RC_ASSERT(agrees(evaluate(select, values.bindings()), oracle(chosen, values)));
}

WAVE_PROPERTY(Evaluate, NamesASymbolWithoutAValue) {
  const Expr expr = raw(*trees(tame({Op::Add, Op::Mul, Op::Min, Op::Max, Op::Lt})));
  const Evaluation value = evaluate(expr);
  const std::vector<std::string> symbols = symbolsOf(expr);
  RC_ASSERT(value.ok() == symbols.empty());
  if (value)
    return;
  RC_ASSERT(value.failure().kind == EvaluationFailure::Kind::UnboundSymbol);
  // Operands are evaluated from left to right.
  RC_ASSERT(value.failure().symbol == symbols.front());
}

/// A failure tells the sub-expression without a value, and values that lead to it.
WAVE_PROPERTY(Evaluate, FailsWithAnExampleThatFails) {
  const Expr expr = raw(*trees(tame({Op::Add, Op::Mul, Op::Div, Op::Mod, Op::FloorDiv})));
  const Evaluation value = evaluate(expr, (*values()).bindings());
  cover(5, !value.ok(), "failed");
  if (value)
    return;
  const EvaluationFailure &failure = value.failure();
  Bindings told;
  for (const auto &[symbol, number] : failure.values)
    told.set(symbol, number);
  const Evaluation again = evaluate(*failure.expression, told);
  RC_ASSERT(!again.ok());
  RC_ASSERT(again.failure().kind == failure.kind);
  RC_ASSERT(again.failure().expression->same_as(*failure.expression));
}

WAVE_PROPERTY(Evaluate, TellsTheOperandsOfAnInexactQuotient) {
  const int64_t a = *numbers(), b = *numbers();
  RC_PRE((b != 0 && b != -1 && a % b != 0));
  const Evaluation value =
      evaluate(rawNode(Kind::Div, {Expr::symbol("x"), Expr::symbol("y")}), {{"x", a}, {"y", b}});
  RC_ASSERT(value.failure().kind == EvaluationFailure::Kind::Inexact);
  RC_ASSERT(value.failure().numerator == a);
  RC_ASSERT(value.failure().denominator == b);
}

/// A symbol's value may be an expression; it is evaluated once.
WAVE_PROPERTY(Evaluate, AsksForASymbolOnce) {
  const Tree tree = *trees(tame({Op::Add, Op::Mul, Op::Min}));
  const Expr number = *smallNumbers();
  std::map<std::string, int> asked;
  evaluate(raw(tree), [&](std::string_view name) {
    ++asked[std::string(name)];
    return &number;
  });
  for (const auto &[name, times] : asked)
    RC_ASSERT(times == 1);
  RC_ASSERT(asked.size() == symbolsOf(raw(tree)).size());
}

//===----------------------------------------------------------------------===//
// Laws between the operators, where both sides have a value
//===----------------------------------------------------------------------===//

const Expr x = Expr::symbol("x"), y = Expr::symbol("y"), z = Expr::symbol("z");

/// Two ways to write the same, with sides that know nothing of each other: raw.
Expr op(Kind kind, const Expr &a, const Expr &b) { return rawNode(kind, {a, b}); }
Expr minus(const Expr &a) { return op(Kind::Mul, a, -1); }

void checkEqual(const Expr &a, const Expr &b, double percent = 30) {
  const Values values = *wildValues();
  const Evaluation left = evaluate(a, values.bindings()), right = evaluate(b, values.bindings());
  RC_LOG() << values << ": " << textOf(left) << " and " << textOf(right) << "\n";
  cover(percent, left && right, "both have a value");
  if (left && right)
    RC_ASSERT(left.value() == right.value());
}

void checkHolds(const Expr &condition) { checkEqual(condition, 1); }

WAVE_PROPERTY(Division, QuotientAndRestMakeTheDividend) {
  checkEqual(x, op(Kind::Add, op(Kind::Mul, op(Kind::FloorDiv, x, y), y), op(Kind::Mod, x, y)));
}
WAVE_PROPERTY(Division, RestIsSmallerThanTheDivisor) {
  const Expr rest = op(Kind::Mod, x, y);
  checkHolds(op(Kind::Lt, op(Kind::Max, rest, minus(rest)), op(Kind::Max, y, minus(y))));
}
WAVE_PROPERTY(Division, RestHasTheSignOfTheDivisor) {
  checkHolds(
      op(Kind::Le, 0, op(Kind::Mul, op(Kind::Min, op(Kind::Max, y, -1), 1), op(Kind::Mod, x, y))));
}
WAVE_PROPERTY(Division, UpIsMinusDownOfMinus) {
  checkEqual(op(Kind::CeilDiv, x, y), minus(op(Kind::FloorDiv, minus(x), y)));
}
WAVE_PROPERTY(Division, UpAndDownAreAtMostOneApart) {
  const Expr gap = op(Kind::Add, op(Kind::CeilDiv, x, y), minus(op(Kind::FloorDiv, x, y)));
  checkEqual(gap, op(Kind::Ne, op(Kind::Mod, x, y), 0));
}
WAVE_PROPERTY(Division, ExactQuotientTimesDivisor) {
  const Expr product = op(Kind::Mul, x, y);
  checkEqual(op(Kind::Div, product, y), x);
}
WAVE_PROPERTY(Division, WholeDivisorsShiftTheQuotient) {
  checkEqual(op(Kind::FloorDiv, op(Kind::Add, x, op(Kind::Mul, y, z)), y),
             op(Kind::Add, op(Kind::FloorDiv, x, y), z));
}
WAVE_PROPERTY(Division, WholeDivisorsLeaveTheRest) {
  checkEqual(op(Kind::Mod, op(Kind::Add, x, op(Kind::Mul, y, z)), y), op(Kind::Mod, x, y));
}
WAVE_PROPERTY(Division, OfANegatedDivisor) {
  checkEqual(op(Kind::FloorDiv, x, minus(y)), op(Kind::FloorDiv, minus(x), y));
}
WAVE_PROPERTY(Division, RestOfANegatedDivisor) {
  checkEqual(op(Kind::Mod, x, minus(y)), minus(op(Kind::Mod, minus(x), y)));
}
WAVE_PROPERTY(Division, TwiceDownIsOnceByTheProduct) {
  const Expr positive = op(Kind::Max, z, 1);
  checkEqual(op(Kind::FloorDiv, op(Kind::FloorDiv, x, y), positive),
             op(Kind::FloorDiv, x, op(Kind::Mul, y, positive)));
}
WAVE_PROPERTY(Division, DownIsTheGreatestThatFits) {
  const Expr positive = op(Kind::Max, y, 1), down = op(Kind::FloorDiv, x, positive);
  checkHolds(op(Kind::Le, op(Kind::Mul, down, positive), x));
}
WAVE_PROPERTY(Extrema, MinAndMaxMakeTheSum) {
  checkEqual(op(Kind::Add, op(Kind::Min, x, y), op(Kind::Max, x, y)), op(Kind::Add, x, y));
}
WAVE_PROPERTY(Extrema, MinIsMinusMaxOfMinus) {
  checkEqual(op(Kind::Min, x, y), minus(op(Kind::Max, minus(x), minus(y))));
}
WAVE_PROPERTY(Extrema, SelectTheSmaller) {
  checkEqual(op(Kind::Min, x, y), rawNode(Kind::Select, {op(Kind::Lt, x, y), x, y}));
}
WAVE_PROPERTY(Extrema, MoveWithASum) {
  checkEqual(op(Kind::Max, op(Kind::Add, x, z), op(Kind::Add, y, z)),
             op(Kind::Add, op(Kind::Max, x, y), z));
}
WAVE_PROPERTY(Extrema, DistributeOverEachOther) {
  checkEqual(op(Kind::Min, x, op(Kind::Max, y, z)),
             op(Kind::Max, op(Kind::Min, x, y), op(Kind::Min, x, z)));
}
WAVE_PROPERTY(Comparisons, ExactlyOneOfThreeHolds) {
  checkEqual(
      op(Kind::Add, op(Kind::Lt, x, y), op(Kind::Add, op(Kind::Eq, x, y), op(Kind::Lt, y, x))), 1);
}
WAVE_PROPERTY(Comparisons, NotLessIsGreaterOrEqual) {
  checkEqual(op(Kind::Lt, x, y), op(Kind::Add, 1, minus(op(Kind::Le, y, x))));
}
WAVE_PROPERTY(Comparisons, UnequalIsNotEqual) {
  checkEqual(op(Kind::Ne, x, y), op(Kind::Add, 1, minus(op(Kind::Eq, x, y))));
}
WAVE_PROPERTY(Comparisons, LessIsLessOrEqualToOneBefore) {
  checkEqual(op(Kind::Lt, x, y), op(Kind::Le, x, op(Kind::Add, y, -1)));
}
WAVE_PROPERTY(Comparisons, OfADifferenceWithZero) {
  checkEqual(op(Kind::Lt, x, y), op(Kind::Lt, op(Kind::Add, x, minus(y)), 0));
}

/// floor and ceiling round the rational number, whatever it is built of.
WAVE_PROPERTY(Rounding, FloorOfAQuotientIsFloorDiv) { checkEqual(floor(x / y), floordiv(x, y)); }
WAVE_PROPERTY(Rounding, CeilingOfAQuotientIsCeilDiv) { checkEqual(ceiling(x / y), ceildiv(x, y)); }
WAVE_PROPERTY(Rounding, IntegersMoveOut) {
  checkEqual(floor(x / y + z), op(Kind::Add, op(Kind::FloorDiv, x, y), z));
}
WAVE_PROPERTY(Rounding, OfASumOfQuotients) {
  const int64_t a = *between(-50, 50), b = *between(1, 12), c = *between(-50, 50),
                d = *between(1, 12);
  const Expr quotients = rawNode(Kind::Add, {op(Kind::Div, x, y), op(Kind::Div, z, Symbol("w"))});
  // Exactly: a / b + c / d, as a fraction, rounded by the definition.
  const int64_t numerator = a * d + c * b, denominator = b * d;
  int64_t down = -1000;
  while ((down + 1) * denominator <= numerator)
    ++down;
  const Bindings bindings = {{"x", a}, {"y", b}, {"z", c}, {"w", d}};
  RC_ASSERT(evaluate(floor(quotients), bindings).value() == down);
  const int64_t up = down * denominator == numerator ? down : down + 1;
  RC_ASSERT(evaluate(ceiling(quotients), bindings).value() == up);
}
WAVE_PROPERTY(Rounding, OfAProductOfQuotients) {
  checkEqual(floor((x / 6) * (y / 4)), op(Kind::FloorDiv, op(Kind::Mul, x, y), 24));
}
WAVE_PROPERTY(Rounding, LeavesIntegersAlone) {
  const Expr expr = built(*trees(polynomials()));
  RC_ASSERT(floor(expr).same_as(expr));
  RC_ASSERT(ceiling(expr).same_as(expr));
}

} // namespace
