//===- TileMaps.h - Which tile a write reaches, and when ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The map from a workgroup and the trips of the loops around a write to the tile that it stores,
// read from the form bound.  src/symbolic/CoverageProof.h and Coverage.h judge it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "symbolic/Coverage.h"

namespace wave::analysis {

struct WriteMap {
  ir::WriteOp write;
  mlir::SmallVector<ir::DimAttr> dims; ///< of the coordinates, with the size of a tile
  symbolic::TileMap map;
  bool isRepeated = false; ///< a loop around the write does not move it
  /// The first memory whose elements the map depends on; empty if it depends on none.
  std::string readFrom = {};
};

/// Of every write of a kernel in the form bound.  A dimension that each tile has whole has no
/// coordinate.  Where a start is not proved to be a multiple of its tile, the coordinate is an
/// exact quotient, which has no value for other starts.
mlir::SmallVector<WriteMap> tileMapsOf(ir::KernelOp kernel);

} // namespace wave::analysis
