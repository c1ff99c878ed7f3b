//===- SubstituteTest.cpp - Replacing symbols -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Node.h"
#include "symbolic/Simplify.h"
#include "symbolic/Substitute.h"

#include <algorithm>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

/// Wherever evaluating with the replacements' values gives a value, evaluating what
/// substitution made gives the same.
void checkCommutes(const Palette &palette) {
  const Tree tree = *trees(palette), forX = *trees(palette), forY = *trees(palette);
  const Values at = *values();
  const Outcome x = oracle(forX, at), y = oracle(forY, at);
  if (!x.hasValue() || !y.hasValue())
    return;
  Values replaced = at;
  replaced.of[0] = x.value;
  replaced.of[1] = y.value;
  const Outcome expected = oracle(tree, replaced);
  cover(10, expected.hasValue(), "with a value");
  if (!expected.hasValue())
    return;
  const Expr result = substitute(built(tree), {{"x", built(forX)}, {"y", built(forY)}});
  RC_LOG() << result << ", expected " << expected << "\n";
  RC_ASSERT(agrees(evaluate(result, at.bindings()), expected));
}

WAVE_PROPERTY(Substitute, CommutesWithEvaluation) { checkCommutes(tame()); }
WAVE_PROPERTY(Substitute, CommutesWithEvaluationOfPolynomials) { checkCommutes(polynomials()); }
WAVE_PROPERTY(Substitute, CommutesWithEvaluationOfIndices) {
  checkCommutes(tame({Op::Add, Op::Mul, Op::FloorDiv, Op::Mod}));
}

WAVE_PROPERTY(Substitute, NumbersForSymbolsIsEvaluation) {
  const Tree tree = *trees(tame());
  const Values at = *values();
  const Outcome expected = oracle(tree, at);
  RC_PRE(expected.hasValue());
  RC_ASSERT(isConstant(substitute(built(tree), at.bindings()), expected.value));
}

/// In polynomials, where nothing can fail, one after the other is both at once.
WAVE_PROPERTY(Substitute, Composes) {
  const Expr expr = built(*trees(polynomials()));
  const Bindings first = {{"x", built(*trees(polynomials()))}, {"y", built(*trees(polynomials()))}};
  const Bindings second = {{"x", built(*trees(polynomials()))},
                           {"z", built(*trees(polynomials()))}};
  Bindings both = second;
  for (const Binding &each : first)
    both.set(each.symbol, substitute(each.value, second));
  const Values at = *values();
  const Evaluation apart = evaluate(substitute(substitute(expr, first), second), at.bindings());
  const Evaluation together = evaluate(substitute(expr, both), at.bindings());
  RC_ASSERT((textOf(apart) == textOf(together) || (!apart.ok() && !together.ok())));
}

WAVE_PROPERTY(Substitute, NothingChangesNothing) {
  const Expr expr = built(*trees(tame()));
  RC_ASSERT(substitute(expr, {}).same_as(expr));
}
WAVE_PROPERTY(Substitute, AbsentSymbolsChangeNothing) {
  const Expr expr = built(*trees(tame()));
  RC_ASSERT(substitute(expr, {{"absent", *numbers()}}).same_as(expr));
}
WAVE_PROPERTY(Substitute, ASymbolForItselfChangesNothing) {
  const Expr expr = built(*trees(tame()));
  RC_ASSERT(substitute(expr, {{"x", Expr::symbol("x")}}).same_as(expr));
}

/// All at once: what comes in is not replaced again.
WAVE_PROPERTY(Substitute, SwapsTwoSymbols) {
  const Tree tree = *trees(tame());
  Values at = *values();
  const Outcome expected = oracle(tree, at);
  RC_PRE(expected.hasValue());
  const Expr swapped =
      substitute(built(tree), {{"x", Expr::symbol("y")}, {"y", Expr::symbol("x")}});
  std::swap(at.of[0], at.of[1]);
  RC_ASSERT(agrees(evaluate(swapped, at.bindings()), expected));
}

/// Names that keep the order of the symbols keep the form.
WAVE_PROPERTY(Substitute, RenamingThereAndBack) {
  const Expr expr = built(*trees(tame()));
  const Expr there = substitute(
      expr, {{"x", Expr::symbol("p")}, {"y", Expr::symbol("q")}, {"z", Expr::symbol("r")}});
  const Expr back = substitute(
      there, {{"p", Expr::symbol("x")}, {"q", Expr::symbol("y")}, {"r", Expr::symbol("z")}});
  RC_ASSERT(back.same_as(expr));
}

WAVE_PROPERTY(Substitute, LeavesNoReplacedSymbol) {
  const std::vector<std::string> left =
      symbolsOf(substitute(built(*trees(tame())), {{"x", Expr::symbol("w") + *smallNumbers()}}));
  RC_ASSERT(std::count(left.begin(), left.end(), "x") == 0);
}

WAVE_PROPERTY(Substitute, ListsEachSymbolOnce) {
  const Tree tree = *trees(tame());
  std::vector<std::string> listed = symbolsOf(raw(tree));
  for (const std::string &name : listed)
    RC_ASSERT(tree.text().find(name) != std::string::npos);
  std::sort(listed.begin(), listed.end());
  RC_ASSERT(std::adjacent_find(listed.begin(), listed.end()) == listed.end());
}

} // namespace
