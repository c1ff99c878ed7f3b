//===- OrderTest.cpp - Equality, hashes and the order of expressions ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Order.h"
#include "symbolic/Simplify.h"

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

/// Few leaves, so that long common parts are frequent.
Tree drawTree() {
  return *trees({.ops = {Op::Add, Op::Mul, Op::Min, Op::Mod},
                 .constant = [](Random &random) { return random.between(0, 1); },
                 .symbols = 2,
                 .depth = 2});
}
Expr drawExpr() { return raw(drawTree()); }

/// Equal ones, of different nodes, at times.
std::pair<Expr, Expr> drawPair() {
  const Tree tree = drawTree();
  const Expr other = drawExpr();
  return {raw(tree), *between(0, 3) == 0 ? raw(tree) : other};
}

int signOf(int order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

WAVE_PROPERTY(Order, IsAntisymmetric) {
  const auto [a, b] = drawPair();
  RC_ASSERT(signOf(compareExprs(a, b)) == -signOf(compareExprs(b, a)));
}
WAVE_PROPERTY(Order, IsTransitive) {
  const Expr a = drawExpr(), b = drawExpr(), c = drawExpr();
  if (compareExprs(a, b) <= 0 && compareExprs(b, c) <= 0)
    RC_ASSERT(compareExprs(a, c) <= 0);
}
WAVE_PROPERTY(Order, IsZeroExactlyForTheSame) {
  const auto [a, b] = drawPair();
  RC_ASSERT((compareExprs(a, b) == 0) == a.same_as(b));
  cover(10, a.same_as(b), "the same");
}
/// Text decides as well: unequal expressions print differently.
WAVE_PROPERTY(Order, IsZeroExactlyForEqualText) {
  const auto [rawA, rawB] = drawPair();
  const Expr a = simplify(rawA), b = simplify(rawB);
  RC_ASSERT((compareExprs(a, b) == 0) == (a.str() == b.str()));
  cover(10, a.str() == b.str(), "the same");
}
WAVE_PROPERTY(Order, EqualExpressionsHaveEqualHashes) {
  const Tree tree = *trees(tame());
  const Expr a = raw(tree), b = raw(tree);
  RC_ASSERT(a.same_as(b));
  RC_ASSERT(a.node().hash == b.node().hash);
}
WAVE_PROPERTY(Order, DifferentExpressionsHaveDifferentHashes) {
  const auto [a, b] = drawPair();
  RC_ASSERT((a.same_as(b) || a.node().hash != b.node().hash));
}
WAVE_PROPERTY(Order, SymbolsFirstConstantsLast) {
  const Expr expr = drawExpr();
  const bool isLeaf = isConstant(expr) || isKind(expr, Kind::Symbol);
  RC_PRE(!isLeaf);
  RC_ASSERT(compareExprs(Expr::symbol("zz"), expr) < 0);
  RC_ASSERT(compareExprs(expr, *numbers()) < 0);
}
WAVE_PROPERTY(Order, ConstantsByValue) {
  const int64_t a = *numbers(), b = *numbers();
  RC_ASSERT(signOf(compareExprs(a, b)) == (a < b ? -1 : a > b ? 1 : 0));
}
WAVE_PROPERTY(Order, SumsAreSorted) {
  std::vector<Expr> parts;
  appendChain(Kind::Min, built(*treesOf(Op::Min, tame())), parts);
  for (size_t i = 1; i < parts.size(); ++i)
    RC_ASSERT(compareExprs(parts[i - 1], parts[i]) < 0);
}

} // namespace
