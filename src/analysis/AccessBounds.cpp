//===- AccessBounds.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/AccessBounds.h"

#include "dialect/Distribution.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::analysis {

Edges edgesOf(IndexRanges &ranges, Operation *access, ir::DimAttr dim, const Expr &tile,
              Value start) {
  const Expr &whole = dim.getSize().getValue();
  if (!ir::isMapped(access, dim.getName()))
    return {false, ir::mayReachBeyond(access->getParentOfType<ir::KernelOp>(), dim.getName(), tile,
                                      whole)};
  const Expr begin = ranges.of(start);
  return {!ranges.isNonNegative(begin), !ranges.isAtMost(begin + tile, whole)};
}

namespace {
class BoundsProof {
public:
  explicit BoundsProof(ir::KernelOp kernel) : kernel(kernel), ranges(kernel) {}

  AccessBounds of(Operation *access, Value memory, ir::TileType tile) {
    AccessBounds bounds{access, memory, {}};
    for (auto [dim, start] : llvm::zip(ir::accessedDims(access), ir::startsOf(access))) {
      const Expr &size =
          tile.getDims()[static_cast<size_t>(tile.indexOf(dim.getName()))].getSize().getValue();
      const Edges masked = edgesOf(ranges, access, dim, size, start);
      bounds.dims.push_back({dim, ranges.of(start), size, masked, {}});
      if (!masked.mayPrecede || !masked.mayExceed)
        bounds.dims.back().by = unmasked(bounds.dims.back());
    }
    return bounds;
  }

private:
  /// Why the sides without a mask need none.
  InsideBy unmasked(const DimBounds &bounds) {
    const Expr &whole = bounds.dim.getSize().getValue();
    const bool isBelowSafe = bounds.masked.mayPrecede || ranges.isNonNegative(bounds.start);
    if (bounds.start.same_as(Expr::constant(0)) && bounds.tile.same_as(whole))
      return InsideBy::Whole;
    if (isBelowSafe &&
        (bounds.masked.mayExceed || ranges.isAtMost(bounds.start + bounds.tile, whole)))
      return InsideBy::Range;
    if (isBelowSafe && isCounted(bounds))
      return InsideBy::Count;
    return restsOnCoverage(bounds) ? InsideBy::Coverage : InsideBy::Nothing;
  }

  /// Whether the start is the tile times an id or a counter, of which there are as many as the
  /// dimension has tiles, all of them whole.
  bool isCounted(const DimBounds &bounds) {
    const Expr &whole = bounds.dim.getSize().getValue();
    if (!(whole % bounds.tile).same_as(Expr::constant(0)))
      return false;
    for (const std::string &root : symbolic::symbolsOf(bounds.start)) {
      const std::optional<Expr> count = ranges.countOf(root);
      if (count && bounds.start.same_as(Expr::symbol(root) * bounds.tile) &&
          count->same_as(ceildiv(whole, bounds.tile)))
        return true;
    }
    return false;
  }

  /// A reordering may send a workgroup anywhere.  But where each tile is computed once, by as many
  /// workgroups as there are tiles, each of them has one.
  bool restsOnCoverage(const DimBounds &bounds) {
    return !bounds.masked.mayPrecede && ir::clusterSize(kernel) == 1 &&
           llvm::any_of(kernel.getBlock()->getOps<ir::ReorderingConstraintOp>(),
                        [&](ir::ReorderingConstraintOp reordering) {
                          return bounds.start.same_as(reordering.getIndex().getValue() *
                                                      bounds.tile);
                        });
  }

  ir::KernelOp kernel;
  IndexRanges ranges;
};
} // namespace

std::optional<AccessBounds> boundsOf(Operation *access) {
  if (!isa<ir::ReadOp, ir::WriteOp>(access))
    return std::nullopt;
  BoundsProof proof(access->getParentOfType<ir::KernelOp>());
  if (auto read = dyn_cast<ir::ReadOp>(access))
    return proof.of(access, read.getMemory(), read.getResult().getType());
  auto write = cast<ir::WriteOp>(access);
  return proof.of(access, write.getMemory(), write.getValue().getType());
}

} // namespace wave::analysis
