//===- MatrixLoads.h - Reads of whole matrices from shared memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ldmatrix: a warp loads one, two or four matrices of 8 rows of 16 bytes. Each lane gives the
// address of a row, and gets of each matrix a word: the one at lane % 4 of row lane / 4 or,
// transposed, the elements of 16 bits at column lane / 4 of the rows 2 * (lane % 4) and the next
// one (NVIDIA PTX ISA, "ldmatrix"). So lie the operands and accumulators of mma.sync.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"

namespace wave::analysis {

struct MatrixLoads {
  ir::TileType rows; ///< in the layout of the addresses, each of 16 bytes of a row
  int64_t matrices;  ///< of an instruction: 1, 2 or 4
  bool isTransposed;
};

/// How a warp loads `tile` from a slot of `ring`; nothing where lanes load what they hold: in
/// another layout, from rows that are not aligned, or of fewer elements than the layout reaches.
std::optional<MatrixLoads> matrixLoadsOf(ir::TileType tile, ir::BufferType ring);

} // namespace wave::analysis
