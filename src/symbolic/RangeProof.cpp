//===- RangeProof.cpp - Which expressions take each value of a range once -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/RangeProof.h"

#include "symbolic/Node.h"
#include "symbolic/Order.h"
#include "symbolic/Substitute.h"

#include <algorithm>
#include <unordered_set>

namespace wave::symbolic {

namespace {

/// Pairs of parameters are tried, so there must not be many.  Kernels have about five.
constexpr size_t mostParameters = 24;
/// Numberings are tried in all orders of the axes; a grid has three, and a loop or two.
constexpr size_t mostAxes = 4;

void collectSubExpressions(const Expr &expr, std::unordered_set<const Node *> &visited,
                           std::vector<Expr> &list) {
  if (!visited.insert(&expr.node()).second)
    return;
  list.push_back(expr);
  for (const Expr &each : expr.node().operands)
    collectSubExpressions(each, visited, list);
}

bool contains(const std::vector<Expr> &list, const Expr &expr) {
  return std::any_of(list.begin(), list.end(),
                     [&](const Expr &each) { return each.same_as(expr); });
}

bool mentionsOneOf(const Expr &expr, const std::vector<std::string> &symbols) {
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](const std::string &each) { return mentions(expr, each); });
}

/// Mixed radix: digits d_i < e_i number their combinations by (d_1 * e_2 + d_2) * e_3 + ..., one to
/// one onto [0, e_1 * e_2 * ...), in whatever order of the axes.
std::vector<Expr> numberingsOf(std::vector<Axis> axes) {
  if (axes.size() > mostAxes)
    return {};
  std::vector<Expr> result;
  const auto bySymbol = [](const Axis &a, const Axis &b) { return a.symbol < b.symbol; };
  std::sort(axes.begin(), axes.end(), bySymbol);
  do {
    Expr number = 0;
    for (const Axis &each : axes)
      number = number * each.extent + Expr::symbol(each.symbol);
    if (!contains(result, number))
      result.push_back(number);
  } while (std::next_permutation(axes.begin(), axes.end(), bySymbol));
  return result;
}

std::string claim(const Expr &expr, const Expr &count, const std::string &lemma) {
  return expr.str() + " takes each value of [0, " + count.str() + ") once: " + lemma;
}

std::string lemmaOf(const RangeCandidate &candidate) {
  std::string text = nameOf(*candidate.permutation) + " of " + candidate.xcds.str() + " XCDs";
  if (takesChunk(*candidate.permutation))
    text += " in chunks of " + candidate.chunk.str();
  return text;
}

} // namespace

std::vector<Expr> subExpressionsOf(const std::vector<Expr> &exprs) {
  std::vector<Expr> all, list;
  std::unordered_set<const Node *> visited;
  for (const Expr &each : exprs)
    collectSubExpressions(each, visited, all);
  std::sort(all.begin(), all.end(), [](const Expr &a, const Expr &b) {
    return a.node().size != b.node().size ? a.node().size > b.node().size : lessExpr(a, b);
  });
  for (const Expr &each : all)
    if (list.empty() || !list.back().same_as(each))
      list.push_back(each);
  return list;
}

Expr countOf(const std::vector<Axis> &axes) {
  Expr count = 1;
  for (const Axis &each : axes)
    count = count * each.extent;
  return count;
}

RangeProver::RangeProver(const SizeFacts &facts, const std::vector<Expr> &exprs,
                         const std::vector<std::string> &axes)
    : facts(facts) {
  std::vector<Expr> divisors;
  for (const Expr &each : subExpressionsOf(exprs)) {
    switch (kindOf(each)) {
    case Kind::FloorDiv:
    case Kind::CeilDiv:
    case Kind::Mod:
      divisors.push_back(operand(each, 1));
      break;
    case Kind::Min:
      appendChain(Kind::Min, each, divisors);
      break;
    default:
      break;
    }
  }
  addParameter(1, axes);
  for (const Expr &each : divisors)
    addParameter(each, axes);
  for (const Expr &each : divisors) {
    std::vector<Expr> factors;
    appendChain(Kind::Mul, each, factors);
    for (const Expr &factor : factors)
      addParameter(factor, axes);
  }
  // Constants that were multiplied when the expression was built: 8 XCDs in chunks of 2 leave 16.
  const std::vector<Expr> single = found;
  for (const Expr &a : single)
    for (const Expr &b : single)
      if (isConstant(a) && isConstant(b) && a.node().value % b.node().value == 0)
        addParameter(a.node().value / b.node().value, axes);
}

void RangeProver::addParameter(const Expr &expr, const std::vector<std::string> &axes) {
  if (found.size() < mostParameters && !mentionsOneOf(expr, axes) && facts.isPositive(expr) &&
      !contains(found, expr))
    found.push_back(expr);
}

std::vector<RangeCandidate> RangeProver::permutationsOf(const Expr &index, const Expr &count) {
  std::vector<RangeCandidate> result;
  const Samples &u = sampler.of(index), &total = sampler.of(count);
  for (const Expr &xcds : found) {
    const Samples &x = sampler.of(xcds);
    result.push_back({index, Permutation::XcdRanges, xcds, 1,
                      applyPermutation(Permutation::XcdRanges, u, total, x, x)});
    for (const Expr &chunk : found)
      result.push_back({index, Permutation::XcdChunks, xcds, chunk,
                        applyPermutation(Permutation::XcdChunks, u, total, x, sampler.of(chunk))});
  }
  return result;
}

std::vector<RangeCandidate> RangeProver::candidatesOver(const std::vector<Axis> &axes) {
  std::vector<RangeCandidate> result, permuted;
  const Expr count = countOf(axes);
  for (const Expr &each : numberingsOf(axes)) {
    result.push_back({each, std::nullopt, 1, 1, sampler.of(each)});
    for (RangeCandidate &candidate : permutationsOf(each, count))
      permuted.push_back(std::move(candidate));
  }
  result.insert(result.end(), permuted.begin(), permuted.end());
  return result;
}

std::vector<Expr> RangeProver::formsOf(const RangeCandidate &candidate, const Expr &count) const {
  if (!candidate.permutation)
    return {candidate.numbering};
  std::vector<Expr> forms;
  // All forms with a chunk have the same values, hence one candidate.
  for (Permutation each : allPermutations)
    if (takesChunk(each) == takesChunk(*candidate.permutation))
      forms.push_back(
          applyPermutation(each, candidate.numbering, count, candidate.xcds, candidate.chunk));
  return forms;
}

std::optional<ProofLines> RangeProver::proveAs(const RangeCandidate &candidate, const Expr &expr,
                                               const Expr &count) {
  if (!candidate.samples.mayEqual(sampler.of(expr)) || !contains(formsOf(candidate, count), expr))
    return std::nullopt;
  ProofLines lines;
  // An axis alone is what it is.
  if (!isKind(candidate.numbering, Kind::Symbol) && !isConstant(candidate.numbering))
    lines.push_back(claim(candidate.numbering, count, "mixed radix"));
  if (candidate.permutation)
    lines.push_back(claim(expr, count, lemmaOf(candidate)));
  return lines;
}

std::optional<ProofLines> RangeProver::prove(const Expr &expr, const std::vector<Axis> &axes) {
  const Expr count = countOf(axes);
  for (const RangeCandidate &each : candidatesOver(axes))
    if (std::optional<ProofLines> lines = proveAs(each, expr, count))
      return lines;
  // A permutation of a smaller expression that is a permutation itself.
  const Samples &expected = sampler.of(expr);
  for (const Expr &inner : subExpressionsOf({expr})) {
    if (inner.node().size >= expr.node().size || inner.node().operands.empty())
      continue;
    for (const RangeCandidate &each : permutationsOf(inner, count)) {
      if (!each.samples.mayEqual(expected) || !contains(formsOf(each, count), expr))
        continue;
      if (std::optional<ProofLines> lines = prove(inner, axes)) {
        lines->push_back(claim(expr, count, lemmaOf(each)));
        return lines;
      }
    }
  }
  return std::nullopt;
}

} // namespace wave::symbolic
