//===- Substitute.h - Replacing symbols, and listing them -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

namespace wave::symbolic {

/// `expr` with every bound symbol replaced, all at once: a symbol that comes in
/// with a replacement is not replaced again.  The result is simplified.
Expr substitute(const Expr &expr, const Bindings &bindings);

/// The symbols of `expr` in order of first appearance, each once.
std::vector<std::string> symbolsOf(const Expr &expr);
bool mentions(const Expr &expr, std::string_view symbol);

/// `expr` with `value` in each place where `part` occurs in it.
Expr replaced(const Expr &expr, const Expr &part, const Expr &value);

} // namespace wave::symbolic
