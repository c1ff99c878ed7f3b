//===- MappedAccess.h - Where a mapping puts the elements of a tile -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read or a write whose mapping does more than move it: the coordinates in the memory are
// expressions over those of the tile.  What is asked of them is proved: whether they can lie
// outside the memory, whether elements of a row of the tile follow each other in the memory, and
// whether the tile is a box of it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/IndexRanges.h"

namespace wave::analysis {

class MappedAccess {
public:
  using ExprOf = llvm::function_ref<Expr(mlir::Value)>;
  /// Of an operation in the form bound or a later one that has a mapping; nothing for another.
  /// Indices are what `exprOf` makes of them.
  static std::optional<MappedAccess> of(mlir::Operation *op, ExprOf exprOf);

  /// What stands for the coordinate along dimension number `dim` of the tile.
  static Expr iterator(size_t dim);

  ir::TileType tile;
  ir::MemoryType memory;
  mlir::SmallVector<Expr> starts;      ///< of the tile, one for each of its dimensions
  mlir::SmallVector<Expr> coordinates; ///< in the memory, over iterators and roots

  /// Where an element outside the memory may be, along its dimension number `dim`, if the tile has
  /// so many elements along its own.
  struct Edges {
    bool mayPrecede, mayExceed;
  };
  Edges edges(IndexRanges &ranges, size_t dim, mlir::ArrayRef<int64_t> extents) const;

  /// Whether `width` elements along dimension number `dim` of the tile, from each multiple of
  /// `width` on, are as many in a row of the memory, from a multiple of `width` on, all of them
  /// inside the memory or none.  A power of two.
  bool isRun(size_t dim, int64_t width) const;

  /// A dimension of the memory in a tile that is a box of it: the tile's dimension that it is, if
  /// it is one, and where it begins.
  struct Side {
    std::optional<size_t> dim;
    Expr start = Expr::constant(0);
  };
  std::optional<mlir::SmallVector<Side>> box() const;

  /// The dimensions of the tile, those behind that make the least steps in the memory.
  mlir::SmallVector<ir::DimAttr> order() const;
};

} // namespace wave::analysis
