//===- Period.h - Formulas that are constant because one period is --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum of symbols and quotients by constants repeats itself but for a slope: f(x + p) - f(x) is
// the same for all x if p adds to each dividend a multiple of its divisor.  So f is constant if the
// slopes are zero and one period has one value.  That decides equality where no identity does: that
// 1 - floordiv(2 * x + 4 * y % 10, 5) % 2 is (floordiv(4 * x + 2 * y, 5) + 1) % 2.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Polynomial.h"

namespace wave::symbolic {

/// The one value of the formula for all integers, if it has one and its period is short.  Products
/// are taken for symbols of their own.
std::optional<Wide> constantOverPeriod(const Polynomial &formula);

} // namespace wave::symbolic
