//===- AccessBounds.h - Why no access lies outside of its memory ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile that a read or write moves may begin before its memory or reach beyond it.  Along the
// dimensions where it may, the code of every target is masked; along the others it is proved here
// that it does not.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/IndexRanges.h"

namespace wave::analysis {

/// Whether an access may begin before its memory, or reach beyond it, along a dimension: there its
/// code is masked.
struct Edges {
  bool mayPrecede, mayExceed;
};

/// `dim` is one of the memory, along which `access`, in the form bound or a later one, moves `tile`
/// elements from `start`.
Edges edgesOf(IndexRanges &ranges, mlir::Operation *access, ir::DimAttr dim, const Expr &tile,
              mlir::Value start);

/// Why an access stays inside along a dimension, where it is not masked.
enum class InsideBy {
  Whole,    ///< the tile is all of the dimension
  Range,    ///< by the ranges of ids and counters
  Count,    ///< as many tiles are counted as the dimension has
  Coverage, ///< as many tiles are computed as there are, each once, so that none is elsewhere
  Nothing   ///< it is not proved
};

struct DimBounds {
  ir::DimAttr dim; ///< of the memory
  Expr start, tile;
  Edges masked;
  /// Nothing for a dimension that is masked on both sides.
  std::optional<InsideBy> by;
};

struct AccessBounds {
  mlir::Operation *access;
  mlir::Value memory;
  mlir::SmallVector<DimBounds> dims;
};

/// Of a read or write of a kernel in the form bound; nothing for any other operation.
std::optional<AccessBounds> boundsOf(mlir::Operation *access);

} // namespace wave::analysis
