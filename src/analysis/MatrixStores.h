//===- MatrixStores.h - Writes of whole matrices to shared memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stmatrix: a warp stores four matrices of 8 x 8 elements of 16 bits, as the accumulators of a
// warpgroup lie in registers, and each lane gives the address of a row (NVIDIA PTX ISA,
// "stmatrix").
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"

namespace wave::analysis {

/// Waves that differ in their elements along `dim`.
int64_t wavesAlong(const machine::Layout &layout, llvm::StringRef dim);

/// The tile of a write in the layout of its addresses, each of 8 elements of a row; nothing where
/// lanes store what they hold.  Of targets that copy boxes out of shared memory, which have
/// stmatrix.
std::optional<ir::TileType> matrixRowsOf(ir::SharedWriteOp op);

} // namespace wave::analysis
