//===- MultipleTest.cpp - What is proved a multiple is one ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Multiple.h"

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

Tree times(const Tree &tree, int64_t number) { return {Op::Mul, {tree, Tree::constant(number)}}; }

WAVE_PROPERTY(Multiple, IsOneForEachValue) {
  const int64_t number = *between(2, 6);
  const Tree a = times(*trees(tame()), number), plain = *trees(tame()),
             b = *between(0, 1) != 0 ? times(plain, number) : plain;
  const Tree tree(*rc::gen::element(Op::Add, Op::Sub, Op::Mul, Op::Min, Op::Max, Op::Mod), {a, b});
  const Outcome value = oracle(tree, *values());
  const bool isProved = isMultiple(built(tree), number);
  cover(10, isProved && value.hasValue() && value.value != 0, "multiples");
  cover(5, !isProved && value.hasValue(), "others");
  if (isProved && value.hasValue())
    RC_ASSERT(value.value % number == 0);
}

/// Sums, extrema and choices of multiples, which simplification alone does not see.
WAVE_PROPERTY(Multiple, IsFoundInWhatIsMadeOfMultiples) {
  const int64_t number = *between(1, 6);
  const Expr a = built(*trees(tame())) * number, b = built(*trees(tame())) * number,
             condition = built(*trees(tame()));
  for (const Expr &expr : {a + b, a - b, a * b, Min(a, b), Max(a, b), select(condition < a, a, b)})
    RC_ASSERT(isMultiple(expr, number));
}

} // namespace
