//===- CopyTile.h - Move a tile, convert it, transpose it -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one routine behind every read, write and packing of the CPU target.  It
// moves the valid elements between two views, at least one of them in the
// workspace, converting element types.  Which loop is innermost depends on which
// dimension is contiguous, which for a caller's buffer is known at run time:
//
//   contiguous along the same dimension     vectors
//   contiguous along different dimensions   square blocks, transposed in registers
//   neither                                 element by element
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/cpu/TileView.h"

namespace wave::cpu {

/// `vectorBytes` is the width of a vector register.
void copyTile(Code &code, const TileView &from, const TileView &to, const ValidSizes &valid,
              int64_t vectorBytes);

} // namespace wave::cpu
