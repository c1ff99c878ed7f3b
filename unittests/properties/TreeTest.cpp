//===- TreeTest.cpp - What the generators draw ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

using namespace wave;
using namespace wave::test;

namespace {

WAVE_PROPERTY(Trees, HaveEveryOperator) {
  const Tree tree = *rc::gen::oneOf(trees(tame()), trees(wild()));
  RC_PRE(!tree.operands().empty());
  const size_t operators = tree.count(allOps());
  for (Op op : allOps())
    cover(5, tree.count({op}) > 0, nameOf(op).c_str());
  cover(1, operators > 20, "large");
  cover(5, operators == 1, "small");
}

WAVE_PROPERTY(Trees, MostlyHaveAValue) {
  cover(30, oracle(*trees(tame()), *values()).hasValue(), "tame");
  cover(30, oracle(*trees(wild()), *wildValues()).hasValue(), "wild");
}

WAVE_PROPERTY(Trees, FailInEveryWay) {
  const Outcome outcome = oracle(*trees(wild()), *wildValues());
  cover(1, outcome.status == Outcome::DivisionByZero, "division by zero");
  cover(1, outcome.status == Outcome::Inexact, "inexact");
  cover(0.3, outcome.status == Outcome::Overflow, "overflow");
}

WAVE_PROPERTY(Trees, ShareSubTrees) {
  const Tree tree = *treesOf(Op::Add, tame());
  const Tree &a = tree.operands()[0], &b = tree.operands()[1];
  cover(1, a.identity() == b.identity() && !a.operands().empty(), "both operands are one node");
}

WAVE_PROPERTY(Numbers, ReachTheEnds) {
  const int64_t value = *numbers();
  cover(1, value == least, "the least");
  cover(1, value == most, "the greatest");
  cover(1, value == 0, "0");
  cover(1, value == 1, "1");
  cover(1, value == -1, "-1");
  cover(5, value > 1000000 || value < -1000000, "large");
}

} // namespace
