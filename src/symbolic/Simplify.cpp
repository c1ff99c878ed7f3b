//===- Simplify.cpp - Building simplified expressions ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Simplify.h"

#include "symbolic/Evaluate.h"
#include "symbolic/Linear.h"
#include "symbolic/Match.h"
#include "symbolic/Order.h"

#include <algorithm>

namespace wave::symbolic {

namespace {

Expr rewritten(const Expr &expr) {
  if (std::optional<Rewrite> rewrite = findRewrite(expr))
    return rewrite->result;
  return expr;
}

Expr sumOf(LinearForm &form) {
  form.normalize();
  return rewritten(form.toExpr());
}

Expr makeSum(const std::vector<Expr> &operands) {
  LinearForm form;
  for (const Expr &each : operands)
    form.add(each);
  return sumOf(form);
}

Expr makeProduct(const std::vector<Expr> &operands) {
  std::vector<Expr> factors;
  for (const Expr &each : operands)
    appendChain(Kind::Mul, each, factors);
  if (std::any_of(factors.begin(), factors.end(),
                  [](const Expr &factor) { return isConstant(factor, 0); }))
    return Expr::constant(0);
  LinearForm form;
  form.add(productOf(std::move(factors)));
  return sumOf(form);
}

Expr makeExtremum(Kind kind, const std::vector<Expr> &operands) {
  std::vector<Expr> parts;
  for (const Expr &each : operands)
    appendChain(kind, each, parts);
  std::sort(parts.begin(), parts.end(), lessExpr);
  auto same = [](const Expr &a, const Expr &b) { return a.same_as(b); };
  parts.erase(std::unique(parts.begin(), parts.end(), same), parts.end());
  return rewritten(rawChain(kind, parts));
}

Expr foldComparison(Kind kind, Wide difference) {
  switch (kind) {
  case Kind::Lt:
    return Expr::constant(difference < 0);
  case Kind::Le:
    return Expr::constant(difference <= 0);
  case Kind::Eq:
    return Expr::constant(difference == 0);
  default:
    return Expr::constant(difference != 0);
  }
}

/// Brings both sides of a comparison together, so that common terms cancel, and
/// apart again.
Expr makeComparison(Kind kind, Expr a, Expr b) {
  // A rule may join terms that came from different sides, which takes another round.  Products of
  // constants beyond 64 bits might change sides in every one.
  constexpr int mostRounds = 8;
  for (int round = 0; round < mostRounds; ++round) {
    LinearForm difference;
    difference.add(a);
    difference.add(b, -1);
    difference.normalize();
    if (difference.isConstantForm())
      return foldComparison(kind, difference.constantTerm());
    Expr left = a, right = b;
    difference.splitSides(left, right);
    left = rewritten(left);
    right = rewritten(right);
    bool isSymmetric = kind == Kind::Eq || kind == Kind::Ne;
    if (isSymmetric && lessExpr(right, left))
      std::swap(left, right);
    const bool isSame = left.same_as(a) && right.same_as(b);
    a = left;
    b = right;
    if (isSame)
      break;
  }
  return rewritten(rawNode(kind, {a, b}));
}

Expr makeOther(Kind kind, std::vector<Expr> operands) {
  bool allConstant = std::all_of(operands.begin(), operands.end(),
                                 [](const Expr &each) { return isConstant(each); });
  Expr expr = rawNode(kind, std::move(operands));
  if (allConstant)
    if (Evaluation value = evaluate(expr))
      return Expr::constant(value.value());
  return rewritten(expr);
}

} // namespace

Expr makeNode(Kind kind, std::vector<Expr> operands) {
  if (kind == Kind::Add)
    return makeSum(operands);
  if (kind == Kind::Mul)
    return makeProduct(operands);
  if (kind == Kind::Min || kind == Kind::Max)
    return makeExtremum(kind, operands);
  if (isComparison(kind))
    return makeComparison(kind, operands[0], operands[1]);
  return makeOther(kind, std::move(operands));
}

} // namespace wave::symbolic
