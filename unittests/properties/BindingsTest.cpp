//===- BindingsTest.cpp - Symbols that stand for expressions --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Substitute.h"
#include "wave/diagnostic.h"

#include <algorithm>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

/// a0 = a number, each further one in terms of those before it.
std::vector<Binding> drawChain() {
  std::vector<Binding> chain = {{"a0", *smallNumbers()}};
  for (int64_t length = *between(1, 5); length > 0; --length) {
    const size_t next = chain.size();
    const auto earlier = [&] {
      return Expr::symbol(chain[static_cast<size_t>(*between(0, int64_t(next) - 1))].symbol);
    };
    const Expr a = earlier(), b = earlier();
    const Expr value = *rc::gen::element(a + b, a * 3 - b, Max(a, b), floordiv(a, 4) + 1, a % 7);
    chain.push_back({"a" + std::to_string(next), value});
  }
  return chain;
}

Bindings listed(const std::vector<Binding> &chain) {
  Bindings bindings;
  for (const Binding &each : chain)
    bindings.set(each.symbol, each.value);
  return bindings;
}

/// The last of the chain, by replacing symbols from the last to the first.
int64_t valueBySubstitution(const std::vector<Binding> &chain) {
  Expr value = chain.back().value;
  for (size_t i = chain.size() - 1; i > 0; --i)
    value = substitute(value, {chain[i - 1]});
  return evaluate(value).value();
}

WAVE_PROPERTY(Bindings, ChainsAreFollowed) {
  const std::vector<Binding> chain = drawChain();
  RC_ASSERT(evaluate(Expr::symbol(chain.back().symbol), listed(chain)).value() ==
            valueBySubstitution(chain));
}

WAVE_PROPERTY(Bindings, OrderDoesNotMatter) {
  std::vector<Binding> chain = drawChain();
  const Expr last = Expr::symbol(chain.back().symbol);
  const int64_t expected = evaluate(last, listed(chain)).value();
  std::swap(chain[static_cast<size_t>(*between(0, int64_t(chain.size()) - 1))], chain.front());
  std::reverse(chain.begin() + 1, chain.end());
  RC_ASSERT(evaluate(last, listed(chain)).value() == expected);
}

/// Whichever symbol closes the circle, evaluation ends and says so.
WAVE_PROPERTY(Bindings, CyclesAreReported) {
  std::vector<Binding> chain;
  const int64_t length = *between(1, 6);
  const auto name = [](int64_t i) { return "a" + std::to_string(i); };
  for (int64_t i = 0; i < length; ++i)
    chain.push_back({name(i), Expr::symbol(name((i + 1) % length)) + *smallNumbers()});
  const int64_t start = *between(0, length - 1);
  const Evaluation value = evaluate(Expr::symbol(name(start)) * 2, listed(chain));
  RC_ASSERT(!value.ok());
  RC_ASSERT(value.failure().kind == EvaluationFailure::Kind::Cycle);
  RC_ASSERT(value.failure().symbol == name(start));
}

WAVE_PROPERTY(Bindings, CyclesAsideDoNotMatter) {
  std::vector<Binding> chain = drawChain();
  const Expr last = Expr::symbol(chain.back().symbol);
  const int64_t expected = evaluate(last, listed(chain)).value();
  chain.push_back({"b", Expr::symbol("c") + 1});
  chain.push_back({"c", Expr::symbol("b")});
  RC_ASSERT(evaluate(last, listed(chain)).value() == expected);
}

WAVE_PROPERTY(Bindings, MissingLinksAreNamed) {
  std::vector<Binding> chain = drawChain();
  const Expr last = Expr::symbol(chain.back().symbol);
  chain.erase(chain.begin());
  const Evaluation value = evaluate(last, listed(chain));
  if (!value)
    RC_ASSERT(value.failure().symbol == "a0");
  cover(60, !value.ok(), "not found");
}

WAVE_PROPERTY(Bindings, AListNamesASymbolOnce) {
  const int64_t first = *numbers(), second = *numbers();
  RC_ASSERT_THROWS_AS((Bindings{{"x", first}, {"y", 1}, {"x", second}}), wave::Error);
}

WAVE_PROPERTY(Bindings, TheLastOneSetCounts) {
  const int64_t first = *numbers(), second = *numbers();
  Bindings bindings = {{"x", first}, {"y", 1}};
  bindings.set("x", second);
  RC_ASSERT(evaluate(Expr::symbol("x"), bindings).value() == second);
  RC_ASSERT(bindings.end() - bindings.begin() == 2);
}

/// Each value of a binding must fit, whatever is computed from it.
WAVE_PROPERTY(Bindings, ValuesBeyond64BitsAreRefused) {
  const int64_t number = *numbers();
  const Evaluation value =
      evaluate(Expr::symbol("b") - Expr::symbol("b"),
               {{"a", number}, {"b", Expr::symbol("a") * 2}, {"c", Expr::symbol("b")}});
  RC_ASSERT(value.ok()); // b - b was simplified
  const Evaluation used =
      evaluate(Min(Expr::symbol("c"), 0),
               {{"a", number}, {"b", Expr::symbol("a") * 2}, {"c", Expr::symbol("b")}});
  const bool fits = number >= least / 2 && number <= most / 2;
  RC_ASSERT(used.ok() == fits);
  if (!fits)
    RC_ASSERT(used.failure().kind == EvaluationFailure::Kind::Overflow);
  cover(5, !fits, "beyond");
}

WAVE_PROPERTY(Bindings, LookupsAndListsAgree) {
  const Expr expr = raw(*trees(tame()));
  const Bindings bindings = (*values()).bindings();
  const Evaluation byList = evaluate(expr, bindings);
  const Evaluation byLookup =
      evaluate(expr, [&](std::string_view name) { return bindings.find(name); });
  RC_ASSERT(textOf(byList) == textOf(byLookup));
}

} // namespace
