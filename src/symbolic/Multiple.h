//===- Multiple.h - Whether an expression is a multiple of a number -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

namespace wave::symbolic {

/// Whether each value of `expr` is proved to be a multiple of `number`, where that is not 0.
/// False means that it is not known.
bool isMultiple(const Expr &expr, const Expr &number);

} // namespace wave::symbolic
