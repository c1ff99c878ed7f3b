//===- ComputeUnits.h - How many workgroups a persistent kernel launches --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>

#include "wave/expr.h"

namespace wave {

/// Whether the number of workgroups depends on NUM_CTAS or NUM_CLUSTERS.
bool takesComputeUnits(const std::array<Expr, 3> &grid);

/// Gives what the grid has of NUM_CTAS and NUM_CLUSTERS, and `values` do not, its value for a
/// device of `units` compute units: as many workgroups, in whole clusters, one at least.  `known`
/// is what the compile has given to symbols: NUM_CTAS = NUM_CLUSTERS * 2 for clusters of 2.  Throws
/// Error "grid-size" for a NUM_CTAS in `values` that is no number of whole clusters, or too great.
void setComputeUnits(Bindings &values, const std::array<Expr, 3> &grid, const Bindings &known,
                     int64_t units);

} // namespace wave
