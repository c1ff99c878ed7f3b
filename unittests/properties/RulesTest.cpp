//===- RulesTest.cpp - Every rule of the table ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Match.h"
#include "symbolic/Rules.h"
#include "symbolic/Simplify.h"
#include "symbolic/Substitute.h"

#include <algorithm>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

/// Numbers for the constants of a rule that its condition likes: multiples of each
/// other, small ones.
int64_t drawConstant(const std::vector<int64_t> &earlier) {
  const int64_t number = *smallNumbers();
  if (earlier.empty() || *between(0, 2) == 0)
    return number;
  const int64_t other = *rc::gen::elementOf(earlier);
  return *rc::gen::element(other, -other, other * number, other - 1,
                           other == 0 ? 0 : number / other, earlier.front() * other);
}

Bindings drawConstants(const Rule &rule) {
  for (int attempt = 0; attempt < 200; ++attempt) {
    Bindings constants;
    std::vector<int64_t> drawn;
    for (const std::string &name : symbolsOf(rule.pattern))
      if (name[0] == 'c') {
        drawn.push_back(drawConstant(drawn));
        constants.set(name, drawn.back());
      }
    const Evaluation holds = evaluate(rule.condition, constants);
    if (holds && holds.value() == 1)
      return constants;
  }
  RC_DISCARD("no constants satisfy the condition");
}

class RuleProperty : public ::testing::TestWithParam<Rule> {};

/// Wherever the pattern has a value, the replacement has the same.
TEST_P(RuleProperty, KeepsValues) {
  checkLaw([] {
    Bindings bindings = drawConstants(GetParam());
    for (const std::string &name : symbolsOf(GetParam().pattern))
      if (name[0] != 'c')
        bindings.set(name, *rc::gen::oneOf(smallNumbers(), numbers()));
    const Evaluation before = evaluate(GetParam().pattern, bindings);
    const Evaluation after = evaluate(GetParam().replacement, bindings);
    RC_LOG() << GetParam().pattern << " -> " << GetParam().replacement << ": " << textOf(before)
             << " and " << textOf(after) << "\n";
    for (const Binding &each : bindings)
      RC_LOG() << each.symbol << " = " << each.value << "\n";
    cover(5, before.ok(), "with a value");
    RC_ASSERT((!before.ok() || (after.ok() && after.value() == before.value())));
  });
}

INSTANTIATE_TEST_SUITE_P(All, RuleProperty, ::testing::ValuesIn(allRules()), [](const auto &info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// A match of a chain takes two operands and leaves the others.
WAVE_PROPERTY(Match, KeepsTheOtherOperands) {
  const Tree tree = *treesOf(*rc::gen::element(Op::Add, Op::Min, Op::Max), tame());
  const Values at = *values();
  const Outcome expected = oracle(tree, at);
  if (!expected.hasValue())
    return;
  const Expr expr = raw(tree);
  const Expr simplifiedBelow =
      rawNode(kindOf(expr), {simplify(operand(expr, 0)), simplify(operand(expr, 1))});
  const std::optional<Rewrite> rewrite = findRewrite(simplifiedBelow);
  cover(2, rewrite.has_value(), "a rule applies");
  if (rewrite) {
    RC_LOG() << rewrite->rule->name << " made " << rewrite->result << "\n";
    RC_ASSERT(agrees(evaluate(rewrite->result, at.bindings()), expected));
  }
}

WAVE_PROPERTY(Match, FindsNothingInWhatIsSimplified) {
  const Expr expr = built(*trees(tame()));
  const std::optional<Rewrite> rewrite = findRewrite(expr);
  RC_ASSERT((!rewrite || rewrite->result.same_as(expr)));
}

} // namespace
