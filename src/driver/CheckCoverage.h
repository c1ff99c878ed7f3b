//===- CheckCoverage.h - Each tile is computed once, proved or refused ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "dialect/Dialect.h"
#include "runtime/Assumptions.h"
#include "runtime/LaunchIndices.h"

namespace wave {

/// What a kernel in the form bound assumes.
Assumptions assumptionsOf(ir::KernelOp kernel);

/// The indices of a kernel in the form bound that each launch checks.
std::vector<LaunchIndex> indicesOf(ir::KernelOp kernel);

/// Of each write of a kernel in the form bound: a proof for all sizes, or what a launch has to
/// evaluate.
std::vector<TileCoverage> coverageOf(ir::KernelOp kernel);

/// The steps of a proof, with what the kernel assumes of its sizes where it cannot do without, that
/// the map reaches each tile once for all sizes; empty without one.
std::vector<std::string> proveForAllSizes(ir::KernelOp kernel, const symbolic::TileMap &map);

/// Says on the writes in loops whether their maps are proved, or evaluated by each launch.
void setDistinct(ir::KernelOp kernel, bool isChecked);

} // namespace wave
