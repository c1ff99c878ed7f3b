//===- Distribution.h - Which part of a dimension a value holds -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every dimension of every value follows one rule, in this order:
//
//   inside the loop over it       tile elements from where the loop begins + the counter * tile;
//                                 a loop begins at 0, where it says itself, or, if the dimension
//                                 has a workgroup constraint too, where the workgroup's part does
//   has a workgroup constraint    tile elements from w * tile, where w is WORKGROUP_d, or what the
//                                 reordering of dimension d of the grid makes of it; or from 0
//                                 where a grid constraint says how many workgroups there are
//   otherwise                     all elements, from 0
//
// Tiles are numbers.  The size of a whole dimension is a number or, where it is left
// open until the launch, an expression over the kernel's open sizes.
//
// The pass DistributeTiles writes it into the IR, the normal form bound holds the
// IR to it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <optional>

#include "llvm/ADT/MapVector.h"

#include "dialect/IndexValues.h"

namespace wave::ir {

/// Workgroups of a cluster along the grid's dimensions, 1 where the kernel says nothing, and all
/// of them.
std::array<int64_t, 3> workgroupsPerCluster(KernelOp kernel);
int64_t clusterSize(KernelOp kernel);
/// The dimension of the grid along which the two workgroups of a pair differ, whose ranks in the
/// cluster differ in the last bit (NVIDIA PTX ISA, "CTA pair"): the first one along which a cluster
/// has more than one, where these are two.
std::optional<int64_t> pairDim(KernelOp kernel);
/// Where a kernel has pairs: 0 in the workgroup that leads its own, 1 in the other.
Expr placeInPair(KernelOp kernel);
/// What a workgroup of a pair has of a tile of which each has half along `dim`; where that begins
/// along `dim`, if the whole tile begins at `start`.
TileType halfOf(TileType whole, ExprAttr dim);
Expr startOfHalf(KernelOp kernel, const Expr &start, TileType whole, ExprAttr dim);

/// Whether a grid constraint makes the tiles of workgroups along `dim` whole.
bool hasWholeTiles(KernelOp kernel, ExprAttr dim);

/// Whether the tile of some workgroup, of `tile` elements of `dim`, or the last step of a loop over
/// it, reaches beyond the `whole` dimension.  Under a grid constraint the tiles of workgroups are
/// whole: what is not in a memory is 0 and takes part.
bool mayReachBeyond(KernelOp kernel, ExprAttr dim, const Expr &tile, const Expr &whole);

class Distribution {
public:
  /// The kernel is in the form sized or bound.
  explicit Distribution(KernelOp kernel);

  struct Extent {
    Expr start; ///< over the symbols of `values`
    ExprAttr size;
  };
  /// Of a value in `block`; nothing for a dimension whose size is not known.
  std::optional<Extent> extent(ExprAttr dim, mlir::Block *block, IndexValues &values) const;
  /// The size alone, and as a number.
  std::optional<ExprAttr> tileSize(ExprAttr dim, mlir::Block *block) const;
  std::optional<int64_t> constantTileSize(ExprAttr dim, mlir::Block *block) const;
  /// All elements of a dimension, where it has a size.
  std::optional<ExprAttr> wholeSize(ExprAttr dim) const;
  /// The elements that a loop without a condition takes, and its steps.
  struct Range {
    Expr begin, end;
  };
  std::optional<Range> range(IterateOp loop, IndexValues &values) const;
  std::optional<Expr> count(IterateOp loop, IndexValues &values) const;
  /// The index of the workgroup's tile along dimension d of the grid: its id, what a reordering
  /// makes of the ids, or a digit of the id that dimensions from 2 on share.  Workgroups that fill
  /// up clusters have an index behind the last one, also in a reordering, which knows nothing of
  /// them.
  const Expr &workgroup(int64_t dim) const { return ids[static_cast<size_t>(dim)]; }
  /// The condition on the ids that a workgroup does not fill up a cluster along dimension `dim` of
  /// the grid, how many do not, and the id or the last one of these; nothing where none does.
  struct Inside {
    Predicate condition;
    Expr count, last;
  };
  std::optional<Inside> insideAlong(int64_t dim) const;
  /// Workgroups along dimensions 0 to 2, in whole clusters.
  mlir::ArrayAttr grid() const;
  /// The starts of an access to these dimensions in `block`.
  mlir::SmallVector<Expr> starts(mlir::ArrayRef<DimAttr> dims, mlir::Block *block,
                                 IndexValues &values) const;
  /// `tile` with the sizes that a value in `block` has.
  TileType sized(TileType tile, mlir::Block *block) const;

private:
  /// The loop over `dim` around a block; null if there is none.
  static IterateOp loopOver(ExprAttr dim, mlir::Block *block);

  struct Workgroup {
    Expr tile; ///< a number, but for a part that loops take steps of
    int64_t dim;
  };
  ExprAttr expr(const Expr &value) const;
  void moveOutside();
  void shareLaunchDims();
  /// Tiles along a dimension of the grid, in whole clusters; 1 where there is no constraint.
  Expr tilesAlong(size_t dim) const;

  mlir::MLIRContext *context;
  std::array<int64_t, 3> cluster;
  std::array<Expr, gridDims> ids;
  llvm::MapVector<ExprAttr, Workgroup> workgroups;
  mlir::ArrayAttr launched; ///< the sizes of the grid constraint, or null
  llvm::DenseMap<ExprAttr, int64_t> steps;
  llvm::DenseMap<ExprAttr, ExprAttr> sizes;
};

/// The wave constraints along the three dimensions of a workgroup, null where there is none.  A
/// dimension with a workgroup constraint has that one's; the others have, in the order of the
/// kernel, what no workgroup constraint has.
std::array<WaveConstraintOp, 3> waveConstraints(KernelOp kernel);

/// The symbols whose values a launch gives, each once: those that are a whole dimension of a
/// memory, with themselves for a size (`M = M`), in the order of the arguments; then the kernel's
/// integer scalars; then computeUnitSymbols.
mlir::SmallVector<ExprAttr> launchSymbols(KernelOp kernel);

/// What the grid has of NUM_CTAS and NUM_CLUSTERS: a launch gives them, at least 1, where nothing
/// binds them (runtime/ComputeUnits.h).
mlir::SmallVector<ExprAttr> computeUnitSymbols(KernelOp kernel);

/// How many workgroups a launch has is NUM_CTAS where the grid has it and nothing binds it; in
/// clusters, whose size divides that, it is as many times NUM_CLUSTERS.
bool takesComputeUnits(KernelOp kernel);

/// Whether `expr` has a value at a launch: all its symbols are among `known`.
bool isKnownAtLaunch(ExprAttr expr, mlir::ArrayRef<ExprAttr> known);

} // namespace wave::ir
