//===- InPlaceKernel.h - A product of warpgroups --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "Setting.h"

namespace wave::test {

/// A product of warpgroups, in a loop over steps of K or of all of it, or in two loops; the left
/// operand is computed, or the sum is, in every step or behind them.
Kernel inPlace(Setting &s);
/// Its sums begin with that number: with 0 they can be in tensor memory.
Kernel inPlaceFrom(Setting &s, double first);

} // namespace wave::test
