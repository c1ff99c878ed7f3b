//===- Rules.h - The simplification rules, as a table ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule replaces its pattern, at the root of an expression, where the condition
// holds for the matched constants.  A condition without a value does not hold.
// unittests/symbolic checks every rule by enumeration.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Node.h"

namespace wave::symbolic {

struct Rule {
  const char *name;
  Expr pattern;     ///< over x, y, z, w and c0 ... c3 (Pattern.h)
  Expr replacement; ///< what has constants only is computed
  Expr condition;   ///< over c0 ... c3; 1 where the rule applies
};

const std::vector<Rule> &allRules();

/// The rules whose pattern has `kind` at its root, in the order of the table.
const std::vector<const Rule *> &rulesFor(Kind kind);

} // namespace wave::symbolic
