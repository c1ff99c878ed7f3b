//===- Multiple.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Multiple.h"

#include "symbolic/Node.h"

#include <algorithm>

namespace wave::symbolic {

bool isMultiple(const Expr &expr, const Expr &number) {
  // Simplification knows factors and like terms, but no remainder of an extremum or a choice.
  if (isConstant(expr % number, 0))
    return true;
  const std::vector<Expr> &operands = expr.node().operands;
  const auto isOne = [&](const Expr &each) { return isMultiple(each, number); };
  switch (kindOf(expr)) {
  case Kind::Add:
  case Kind::Min:
  case Kind::Max:
    return std::all_of(operands.begin(), operands.end(), isOne);
  case Kind::Mul:
    return std::any_of(operands.begin(), operands.end(), isOne);
  case Kind::Select:
    return isOne(operands[1]) && isOne(operands[2]);
  default:
    return false;
  }
}

} // namespace wave::symbolic
