//===- SimplifyTest.cpp - What simplification keeps -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Node.h"
#include "symbolic/Order.h"
#include "symbolic/Simplify.h"

#include <algorithm>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

std::string opName(const ::testing::TestParamInfo<Op> &info) { return nameOf(info.param); }

class SimplifyOp : public ::testing::TestWithParam<Op> {};
INSTANTIATE_TEST_SUITE_P(All, SimplifyOp, ::testing::ValuesIn(allOps()), opName);

void checkKeepsValue(const Tree &tree, const Values &values) {
  const Outcome expected = oracle(tree, values);
  cover(5, expected.hasValue(), "with a value");
  if (!expected.hasValue())
    return;
  const Expr expr = built(tree);
  const Evaluation actual = evaluate(expr, values.bindings());
  RC_LOG() << expr << " is " << textOf(actual) << ", expected " << expected << "\n";
  RC_ASSERT(agrees(actual, expected));
}

TEST_P(SimplifyOp, KeepsValues) {
  checkLaw([] { checkKeepsValue(*treesOf(GetParam(), tame()), *values()); });
}

TEST_P(SimplifyOp, KeepsValuesAtTheEnds) {
  checkLaw([] { checkKeepsValue(*treesOf(GetParam(), wild()), *wildValues()); });
}

/// Constants fold exactly where they have a value; else the failure stays the same.
TEST_P(SimplifyOp, FoldsConstants) {
  checkLaw([] {
    std::vector<Tree> operands;
    for (size_t i = 0; i < arityOf(GetParam()); ++i)
      operands.push_back(Tree::constant(*numbers()));
    const Tree tree(GetParam(), operands);
    const Outcome expected = oracle(tree, {});
    const Expr expr = built(tree);
    RC_LOG() << expr << ", expected " << expected << "\n";
    RC_ASSERT(agrees(evaluate(expr), expected));
    // A difference is a sum with a negative, which the least number does not have.
    if (GetParam() != Op::Sub || operands[1].value() != least)
      RC_ASSERT(isConstant(expr) == expected.hasValue());
  });
}

/// The operands are polynomials, which always have a value: so the operation is the only
/// one to fail, and simplified it fails for the same reason.
TEST_P(SimplifyOp, KeepsFailures) {
  checkLaw([] {
    std::vector<Tree> operands;
    for (size_t i = 0; i < arityOf(GetParam()); ++i)
      operands.push_back(*trees(polynomials()));
    const Tree tree(GetParam(), operands);
    const Values values = *wave::test::values();
    const Outcome expected = oracle(tree, values);
    const Evaluation actual = evaluate(built(tree), values.bindings());
    RC_LOG() << built(tree) << " is " << textOf(actual) << ", expected " << expected << "\n";
    RC_ASSERT(agrees(actual, expected));
  });
}

WAVE_PROPERTY(Simplify, KeepsValuesOfTrees) { checkKeepsValue(*trees(tame()), *values()); }
WAVE_PROPERTY(Simplify, KeepsValuesOfWildTrees) { checkKeepsValue(*trees(wild()), *wildValues()); }

WAVE_PROPERTY(Simplify, KeepsValuesOfIndexArithmetic) {
  checkKeepsValue(*trees(tame({Op::Add, Op::Mul, Op::FloorDiv, Op::CeilDiv, Op::Mod})), *values());
}
WAVE_PROPERTY(Simplify, KeepsValuesOfComparisons) {
  checkKeepsValue(*treesOf(*rc::gen::element(Op::Lt, Op::Le, Op::Eq, Op::Ne),
                           tame({Op::Add, Op::Sub, Op::Mul, Op::FloorDiv, Op::Mod})),
                  *values());
}

/// What exceeds 64 bits is reported after simplification as well.
WAVE_PROPERTY(Simplify, KeepsOverflows) {
  const Tree tree = *trees(
      {.ops = {Op::Add, Op::Sub, Op::Mul, Op::Min, Op::Max}, .constant = anyNumber, .depth = 3});
  const Values values = *wildValues();
  const Outcome expected = oracle(tree, values);
  cover(5, expected.status == Outcome::Overflow, "overflow");
  RC_PRE(expected.status != Outcome::Beyond);
  RC_ASSERT(agrees(evaluate(built(tree), values.bindings()), expected));
}

WAVE_PROPERTY(Simplify, IsIdempotent) {
  const Expr once = simplify(raw(*trees(tame())));
  RC_ASSERT(simplify(once).same_as(once));
}

WAVE_PROPERTY(Simplify, OfTheRawTreeIsWhatTheOperatorsBuild) {
  const Tree tree = *trees(tame());
  RC_LOG() << simplify(raw(tree)) << " and " << built(tree) << "\n";
  RC_ASSERT(simplify(raw(tree)).same_as(built(tree)));
}

WAVE_PROPERTY(Simplify, BringsNoNewSymbols) {
  const Expr before = raw(*trees(tame()));
  std::vector<std::string> known;
  const std::function<size_t(const Expr &, bool)> occurrences = [&](const Expr &expr, bool note) {
    size_t found = isKind(expr, Kind::Symbol) ? 1 : 0;
    if (found && note)
      known.push_back(expr.node().name);
    RC_ASSERT((!found || std::count(known.begin(), known.end(), expr.node().name) > 0));
    for (const Expr &each : expr.node().operands)
      found += occurrences(each, note);
    return found;
  };
  const size_t most = occurrences(before, true);
  RC_ASSERT(occurrences(simplify(before), false) <= most);
}

size_t countKinds(const Expr &expr, const std::function<size_t(Kind)> &weight) {
  size_t sum = weight(kindOf(expr));
  for (const Expr &each : expr.node().operands)
    sum += countKinds(each, weight);
  return sum;
}

void checkNeverGrows(const std::function<size_t(Kind)> &weight) {
  const Expr before = raw(*trees(tame())), after = simplify(before);
  RC_LOG() << before << " became " << after << "\n";
  RC_ASSERT(countKinds(after, weight) <= countKinds(before, weight));
}

/// Sums and products may be distributed; nothing else is copied.
WAVE_PROPERTY(Simplify, AddsNoDivisions) {
  checkNeverGrows([](Kind kind) {
    return kind == Kind::Div || kind == Kind::FloorDiv || kind == Kind::CeilDiv ||
           kind == Kind::Mod;
  });
}
WAVE_PROPERTY(Simplify, AddsNoComparisons) {
  checkNeverGrows([](Kind kind) { return isComparison(kind) ? 1 : 0; });
}
WAVE_PROPERTY(Simplify, AddsNoOperatorsButSumsAndProducts) {
  checkNeverGrows([](Kind kind) {
    const bool isLeaf = kind == Kind::Constant || kind == Kind::Symbol;
    return isLeaf || kind == Kind::Add || kind == Kind::Mul ? 0 : 1;
  });
}

//===----------------------------------------------------------------------===//
// Canonical forms: two ways to write one expression give one result
//===----------------------------------------------------------------------===//

/// A polynomial as its monomials: coefficient and symbols.
using Polynomial = std::vector<std::pair<int64_t, std::vector<int64_t>>>;

Polynomial drawPolynomial() {
  Polynomial polynomial;
  for (int64_t terms = *between(1, 5); terms > 0; --terms) {
    std::vector<int64_t> factors;
    for (int64_t count = *between(0, 3); count > 0; --count)
      factors.push_back(*between(0, 2));
    polynomial.emplace_back(*smallNumbers(), factors);
  }
  return polynomial;
}

/// Joins in random pairs, in random order.
template <typename Join> Expr joinAnyhow(std::vector<Expr> parts, Join join) {
  while (parts.size() > 1) {
    const auto end = static_cast<int64_t>(parts.size()) - 1;
    std::swap(parts[static_cast<size_t>(*between(0, end))], parts.back());
    const Expr last = parts.back();
    parts.pop_back();
    Expr &other = parts[static_cast<size_t>(*between(0, end - 1))];
    other = join(other, last);
  }
  return parts.front();
}

Expr writeAnyhow(const Polynomial &polynomial) {
  std::vector<Expr> terms;
  for (const auto &[coefficient, symbols] : polynomial) {
    std::vector<Expr> factors = {coefficient};
    for (int64_t symbol : symbols)
      factors.push_back(Expr::symbol(symbolNames.at(static_cast<size_t>(symbol))));
    terms.push_back(joinAnyhow(factors, [](const Expr &a, const Expr &b) { return a * b; }));
  }
  return joinAnyhow(terms, [](const Expr &a, const Expr &b) { return a + b; });
}

WAVE_PROPERTY(Canonical, EqualPolynomialsAreTheSame) {
  const Polynomial polynomial = drawPolynomial();
  const Expr a = writeAnyhow(polynomial), b = writeAnyhow(polynomial);
  RC_LOG() << a << " and " << b << "\n";
  RC_ASSERT(a.same_as(b));
}
WAVE_PROPERTY(Canonical, PolynomialMinusItselfIsZero) {
  const Polynomial polynomial = drawPolynomial();
  RC_ASSERT(isConstant(writeAnyhow(polynomial) - writeAnyhow(polynomial), 0));
}
WAVE_PROPERTY(Canonical, ScaledPolynomials) {
  const Polynomial polynomial = drawPolynomial();
  const int64_t scale = *smallNumbers();
  Polynomial scaled = polynomial;
  for (auto &[coefficient, symbols] : scaled)
    coefficient *= scale;
  RC_ASSERT((writeAnyhow(polynomial) * scale).same_as(writeAnyhow(scaled)));
}
WAVE_PROPERTY(Canonical, ComparisonsOfPolynomials) {
  const Polynomial left = drawPolynomial(), right = drawPolynomial();
  RC_ASSERT((writeAnyhow(left) < writeAnyhow(right))
                .value()
                .same_as((writeAnyhow(left) < writeAnyhow(right)).value()));
}

Expr anyExpr() { return built(*trees(tame())); }

// clang-format off
#define WAVE_SAME(Name, Left, Right)                                                               \
  WAVE_PROPERTY(Canonical, Name) {                                                                 \
    const Expr a = anyExpr(), b = anyExpr();                                                       \
    const Expr left = Left, right = Right;                                                         \
    RC_LOG() << "a = " << a << "\nb = " << b << "\n" << left << " and " << right << "\n";          \
    RC_ASSERT(left.same_as(right));                                                                \
  }

WAVE_SAME(SumsCommute,            a + b,                          b + a)
WAVE_SAME(ProductsCommute,        a * b,                          b * a)
WAVE_SAME(MinimaCommute,          Min(a, b),                      Min(b, a))
WAVE_SAME(MaximaCommute,          Max(a, b),                      Max(b, a))
WAVE_SAME(EqualityIsSymmetric,    (a == b).value(),               (b == a).value())
WAVE_SAME(InequalityIsSymmetric,  (a != b).value(),               (b != a).value())
WAVE_SAME(GreaterIsLessReversed,  (a > b).value(),                (b < a).value())
WAVE_SAME(AtLeastIsAtMostReversed,(a >= b).value(),               (b <= a).value())
WAVE_SAME(ZeroAddsNothing,        a + 0,                          a)
WAVE_SAME(OneMultipliesNothing,   a * 1,                          a)
WAVE_SAME(ZeroTakesAll,           a * 0,                          Expr(0))
WAVE_SAME(DivisionByOne,          a / 1,                          a)
WAVE_SAME(FloorDivByOne,          floordiv(a, 1),                 a)
WAVE_SAME(CeilDivByOne,           ceildiv(a, 1),                  a)
WAVE_SAME(RestOfOne,              a % 1,                          Expr(0))
WAVE_SAME(TwiceNegated,           -(-a),                          a)
WAVE_SAME(MinusItself,            a - a,                          Expr(0))
WAVE_SAME(DifferencesReversed,    a - b,                          -(b - a))
WAVE_SAME(SubtractionIsASum,      a - b,                          a + b * -1)
WAVE_SAME(TwiceIsDouble,          a + a,                          a * 2)
WAVE_SAME(MinOfOne,               Min(a, a),                      a)
WAVE_SAME(MaxOfOne,               Max(a, a),                      a)
WAVE_SAME(LessThanItself,         (a < a).value(),                Expr(0))
WAVE_SAME(AtMostItself,           (a <= a).value(),               Expr(1))
WAVE_SAME(EqualToItself,          (a == a).value(),               Expr(1))
WAVE_SAME(UnequalToItself,        (a != a).value(),               Expr(0))
WAVE_SAME(ChoiceOfOne,            select(a < b, a + 7, a + 7),    a + 7)
WAVE_SAME(ChosenByTruth,          select(Predicate(1), a, b),     a)
WAVE_SAME(ChosenByFalsehood,      select(Predicate(0), a, b),     b)
#undef WAVE_SAME
// clang-format on

/// Grouping does not matter for chains of symbols.
WAVE_PROPERTY(Canonical, ExtremaOfAnyGrouping) {
  std::vector<Expr> parts;
  for (int64_t count = *between(1, 6); count > 0; --count)
    parts.push_back(*between(0, 1) != 0
                        ? Expr::symbol(symbolNames.at(static_cast<size_t>(*between(0, 3))))
                        : Expr(*smallNumbers()));
  RC_ASSERT(joinAnyhow(parts, [](const Expr &a, const Expr &b) {
              return Min(a, b);
            }).same_as(joinAnyhow(parts, [](const Expr &a, const Expr &b) { return Min(a, b); })));
  RC_ASSERT(joinAnyhow(parts, [](const Expr &a, const Expr &b) {
              return Max(a, b);
            }).same_as(joinAnyhow(parts, [](const Expr &a, const Expr &b) { return Max(a, b); })));
}

WAVE_PROPERTY(Canonical, ProductsOfAnyGrouping) {
  std::vector<Expr> parts;
  for (int64_t count = *between(1, 6); count > 0; --count)
    parts.push_back(Expr::symbol(symbolNames.at(static_cast<size_t>(*between(0, 3)))));
  RC_ASSERT(joinAnyhow(parts, [](const Expr &a, const Expr &b) {
              return a * b;
            }).same_as(joinAnyhow(parts, [](const Expr &a, const Expr &b) { return a * b; })));
}

} // namespace
