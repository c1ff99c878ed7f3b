//===- CompiledTest.cpp - Compiled expressions have the same values -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Compiled.h"

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

/// The first `variables` symbols are variables, the others are bound.
void checkCompiled(const Expr &expr, const Values &values, size_t variables) {
  const Bindings bindings = values.bindings();
  const std::vector<std::string> names(symbolNames.begin(), symbolNames.begin() + variables);
  const CompiledExpr compiled(expr, names, bindings);
  const std::span<const int64_t> point(values.of.data(), variables);
  const Evaluation expected = evaluate(expr, bindings);
  const std::optional<int64_t> actual = compiled(point);
  RC_ASSERT(actual.has_value() == expected.ok());
  if (actual)
    RC_ASSERT(*actual == expected.value());
  const Evaluation again = compiled.evaluation(point);
  RC_ASSERT(textOf(again) == textOf(expected));
  cover(10, expected.ok(), "with a value");
}

size_t someVariables() { return static_cast<size_t>(*between(0, symbolNames.size())); }

WAVE_PROPERTY(Compiled, AgreesOnTameTrees) {
  checkCompiled(raw(*trees(tame())), *values(), someVariables());
}
WAVE_PROPERTY(Compiled, AgreesOnSimplifiedTrees) {
  checkCompiled(built(*trees(tame())), *values(), someVariables());
}
WAVE_PROPERTY(Compiled, AgreesOnWildTrees) {
  checkCompiled(raw(*trees(wild())), *wildValues(), someVariables());
}

/// Bound values may be expressions, over variables too, symbols without a value and cycles.
WAVE_PROPERTY(Compiled, AgreesOnBoundExpressions) {
  const Expr expr = raw(*trees(tame()));
  Bindings bindings;
  bindings.set("y", raw(*trees(tame())));
  if (*between(0, 1) != 0)
    bindings.set("z", raw(*trees(tame({Op::Add, Op::Select, Op::Lt}))));
  const int64_t x = *smallNumbers();
  const CompiledExpr compiled(expr, {"x"}, bindings);
  const Expr number = Expr::constant(x);
  const Evaluation expected = evaluate(expr, Lookup([&](std::string_view name) {
                                         return name == "x" ? &number : bindings.find(name);
                                       }));
  const std::optional<int64_t> actual = compiled(std::array{x});
  RC_ASSERT(actual.has_value() == expected.ok());
  if (actual)
    RC_ASSERT(*actual == expected.value());
  cover(5, expected.ok(), "with a value");
}

/// 64 bits do not hold the product, but the quotient.
TEST(Compiled, ComputesWiderWhereItMust) {
  const Expr x = Expr::symbol("x"), y = Expr::symbol("y");
  const CompiledExpr compiled(
      rawNode(Kind::FloorDiv, {rawNode(Kind::Mul, {x, y}), rawNode(Kind::Add, {y, 1})}), {"x", "y"},
      {});
  EXPECT_EQ(compiled(std::array{most, int64_t(1000)}), int64_t(__int128(most) * 1000 / 1001));
  EXPECT_EQ(compiled(std::array{most, int64_t(-1)}), std::nullopt);
}

/// More slots than fit on the stack.
TEST(Compiled, TakesLongPrograms) {
  const Expr x = Expr::symbol("x");
  Expr sum = x;
  int64_t expected = 5;
  for (int i = 2; i < 300; ++i) {
    sum = rawNode(Kind::Add, {sum, rawNode(Kind::FloorDiv, {x, i})});
    expected += 5 / i;
  }
  EXPECT_EQ(CompiledExpr(sum, {"x"}, {})(std::array{int64_t(5)}), expected);
}

} // namespace
