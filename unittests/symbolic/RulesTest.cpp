//===- RulesTest.cpp - Every rule of the table, by enumeration ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Enumerate.h"
#include "symbolic/Match.h"
#include "symbolic/Simplify.h"

#include <algorithm>
#include <set>

using namespace wave;
using namespace wave::symbolic;

namespace {

void splitWildcards(const Rule &rule, std::vector<std::string> &free,
                    std::vector<std::string> &constants) {
  for (std::string &name : symbolsOf(rule.pattern))
    (name[0] == 'c' ? constants : free).push_back(name);
}

/// Fewer values for more unknowns, to keep the enumeration below a second.
int64_t reachFor(size_t count, int64_t most) {
  return count <= 1 ? most : count == 2 ? most - 1 : most - 3;
}

/// `expr` with the constants filled in, not simplified.
Expr fillIn(const Expr &expr, const Lookup &lookup) {
  if (isKind(expr, Kind::Symbol)) {
    const Expr *value = lookup(expr.node().name);
    return value ? *value : expr;
  }
  if (isConstant(expr))
    return expr;
  std::vector<Expr> operands;
  for (const Expr &each : expr.node().operands)
    operands.push_back(fillIn(each, lookup));
  return rawNode(kindOf(expr), operands);
}

/// Calls `visit` with the pattern and the replacement for all constants that
/// satisfy the condition.
void forAllInstances(const Rule &rule,
                     const std::function<void(const Expr &, const Expr &)> &visit) {
  std::vector<std::string> free, constants;
  splitWildcards(rule, free, constants);
  Assignment assignment(constants);
  int64_t reach = constants.size() > 2 ? 5 : 6;
  assignment.forAll(integersBetween(-reach, reach), [&] {
    Evaluation condition = evaluate(rule.condition, assignment.lookup());
    if (condition && condition.value() == 1)
      visit(fillIn(rule.pattern, assignment.lookup()),
            fillIn(rule.replacement, assignment.lookup()));
  });
}

class RuleTest : public ::testing::TestWithParam<Rule> {};

TEST_P(RuleTest, KeepsTheValue) {
  std::vector<std::string> free, constants;
  splitWildcards(GetParam(), free, constants);
  int64_t reach = reachFor(free.size(), 5);
  size_t defined = 0;
  forAllInstances(GetParam(), [&](const Expr &pattern, const Expr &replacement) {
    if (!HasFailure())
      defined += countAgreements(pattern, replacement, integersBetween(-reach, reach));
  });
  EXPECT_GT(defined, 0u) << "no assignment reaches this rule";
}

TEST_P(RuleTest, KeepsTheValueWhenSimplified) {
  size_t defined = 0;
  forAllInstances(GetParam(), [&](const Expr &pattern, const Expr &) {
    if (HasFailure())
      return;
    Expr simplified = simplify(pattern);
    EXPECT_FALSE(simplified.same_as(pattern)) << pattern << " stays as it is";
    defined += countAgreements(pattern, simplified, {-7, -2, 0, 1, 4});
  });
  EXPECT_GT(defined, 0u);
}

/// Not shadowed by an earlier rule or by a canonical form.
TEST_P(RuleTest, IsTheFirstToApplySomewhere) {
  bool applied = false;
  forAllInstances(GetParam(), [&](const Expr &pattern, const Expr &) {
    std::vector<Expr> operands;
    for (const Expr &each : pattern.node().operands)
      operands.push_back(simplify(each));
    std::optional<Rewrite> rewrite = findRewrite(rawNode(kindOf(pattern), operands));
    applied |= rewrite && rewrite->rule->name == std::string_view(GetParam().name);
  });
  EXPECT_TRUE(applied);
}

/// What a rule drops must not be the only place where an inexact quotient or a
/// division by an unknown is reported.
TEST_P(RuleTest, DropsNoDivisionByAnUnknownAndRoundsNoQuotient) {
  forAllInstances(GetParam(), [&](const Expr &pattern, const Expr &replacement) {
    Assignment assignment(symbolsOf(pattern));
    assignment.forAll({-3, 0, 1, 2}, [&] {
      Evaluation before = evaluate(pattern, assignment.lookup());
      if (before || HasFailure())
        return;
      EXPECT_FALSE(evaluate(replacement, assignment.lookup()))
          << pattern << " became " << replacement << " at " << assignment.str();
    });
  });
}

INSTANTIATE_TEST_SUITE_P(All, RuleTest, ::testing::ValuesIn(allRules()), [](const auto &info) {
  std::string name = info.param.name;
  for (char &c : name)
    c = c == '-' ? '_' : c;
  return name;
});

TEST(RuleTable, NamesAreUniqueAndWildcardsAreBound) {
  std::set<std::string> names;
  for (const Rule &rule : allRules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    std::vector<std::string> bound = symbolsOf(rule.pattern);
    for (const Expr &used : {rule.replacement, rule.condition})
      for (const std::string &name : symbolsOf(used))
        EXPECT_TRUE(std::count(bound.begin(), bound.end(), name)) << rule.name << ": " << name;
  }
  EXPECT_GE(names.size(), 40u);
}

} // namespace
