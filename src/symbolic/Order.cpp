//===- Order.cpp - A total order of expressions ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Order.h"

namespace wave::symbolic {

namespace {

template <typename T> int threeWay(const T &a, const T &b) { return a < b ? -1 : b < a ? 1 : 0; }

} // namespace

int compareExprs(const Expr &a, const Expr &b) {
  const Node &left = a.node(), &right = b.node();
  if (&left == &right)
    return 0;
  if (int order = threeWay(left.kind, right.kind))
    return order;
  if (int order = threeWay(left.name, right.name))
    return order;
  if (int order = threeWay(left.value, right.value))
    return order;
  for (size_t i = 0; i < left.operands.size(); ++i)
    if (int order = compareExprs(left.operands[i], right.operands[i]))
      return order;
  return 0;
}

} // namespace wave::symbolic
