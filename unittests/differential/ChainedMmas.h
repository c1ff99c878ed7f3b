//===- ChainedMmas.h - MMAs that continue each other ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dataflow of attention in whole numbers, which every order of sums gives the same bits: an MMA
// whose accumulator lanes reduce, and which becomes an operand of another MMA, whose accumulator is
// scaled in every step.  And MMAs of several dimensions of each kind.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "Setting.h"

namespace wave::test {

/// S = Q K^T, weights of S, O = O * factor + weights V, with maxima and sums of rows, of one head
/// of a batch or without heads, by tiles of warpgroups or of waves.
Kernel chainedMmas(Setting &s);

/// One MMA of drawn batches, free dimensions and reductions, of which tiles have one element or
/// several.
Kernel manyDimensions(Setting &s);

} // namespace wave::test
