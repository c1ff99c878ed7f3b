//===- AccessBounds.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/AccessBounds.h"

#include "analysis/MappedAccess.h"
#include "dialect/Distribution.h"
#include "symbolic/Multiple.h"
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
  explicit BoundsProof(ir::KernelOp kernel)
      : kernel(kernel), distribution(kernel), ranges(kernel) {}

  AccessBounds of(Operation *access, Value memory, ir::TileType tile) {
    AccessBounds bounds{access, memory, {}};
    if (std::optional<MappedAccess> mapped =
            MappedAccess::of(access, [&](Value index) { return ranges.of(index); })) {
      bounds.dims = ofMapping(*mapped);
      return bounds;
    }
    for (auto [dim, start] : llvm::zip(ir::accessedDims(access), ir::startsOf(access))) {
      const Expr size = tile.getSizeAlong(dim.getName()).getValue();
      const Edges masked = edgesOf(ranges, access, dim, size, start);
      bounds.dims.push_back({dim, ranges.of(start), size, masked, {}});
      if (!masked.mayPrecede || !masked.mayExceed)
        bounds.dims.back().by = unmasked(access, bounds.dims.back());
    }
    return bounds;
  }

private:
  /// Each element is tested where the ranges of its coordinate do not say that it is inside.
  SmallVector<DimBounds> ofMapping(const MappedAccess &mapped) {
    SmallVector<int64_t> extents;
    bool areKnown = true; // otherwise all are tested
    for (ir::DimAttr dim : mapped.tile.getDims()) {
      areKnown &= dim.getConstantSize().has_value();
      extents.push_back(dim.getConstantSize().value_or(1));
    }
    Bindings iterators; // as mappings are written
    for (size_t i = 0; i < extents.size(); ++i)
      iterators.set(MappedAccess::iterator(i).str(), Expr::symbol("i" + std::to_string(i)));
    SmallVector<DimBounds> dims;
    for (auto [i, dim] : llvm::enumerate(mapped.memory.getDims())) {
      const auto edges = mapped.edges(ranges, i, extents);
      const Edges masked{!areKnown || edges.mayPrecede, !areKnown || edges.mayExceed};
      dims.push_back({dim,
                      symbolic::substitute(mapped.coordinates[i], iterators),
                      Expr::constant(1),
                      masked,
                      {}});
      if (!masked.mayPrecede || !masked.mayExceed)
        dims.back().by = InsideBy::Range;
    }
    return dims;
  }

  /// Why the sides without a mask need none.
  InsideBy unmasked(Operation *access, const DimBounds &bounds) {
    const Expr &whole = bounds.dim.getSize().getValue();
    const bool isBelowSafe = bounds.masked.mayPrecede || ranges.isNonNegative(bounds.start);
    if (bounds.start.same_as(Expr::constant(0)) && bounds.tile.same_as(whole))
      return InsideBy::Whole;
    if (isBelowSafe &&
        (bounds.masked.mayExceed || ranges.isAtMost(bounds.start + bounds.tile, whole)))
      return InsideBy::Range;
    if (isBelowSafe && (isCounted(bounds) || isStepped(access, bounds)))
      return InsideBy::Count;
    return restsOnCoverage(bounds) ? InsideBy::Coverage : InsideBy::Nothing;
  }

  /// Whether the start is the tile times an id or a counter, of which there are as many as the
  /// dimension has tiles, all of them whole.
  bool isCounted(const DimBounds &bounds) {
    const Expr &whole = bounds.dim.getSize().getValue();
    if (!symbolic::isMultiple(whole, bounds.tile))
      return false;
    for (const std::string &root : symbolic::symbolsOf(bounds.start)) {
      const std::optional<Expr> count = ranges.countOf(root);
      if (count && bounds.start.same_as(Expr::symbol(root) * bounds.tile) &&
          count->same_as(ceildiv(whole, bounds.tile)))
        return true;
    }
    return false;
  }

  /// A reordering may send a workgroup anywhere, and dimensions may share one of the grid.  But
  /// where each tile is computed once, by as many workgroups as there are tiles, each of them has
  /// one; those that fill up clusters begin at the first tile of a dimension, or behind the last
  /// one, where it is masked.
  bool restsOnCoverage(const DimBounds &bounds) {
    return !bounds.masked.mayPrecede &&
           llvm::any_of(kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>(),
                        [&](ir::WorkgroupConstraintOp workgroup) {
                          const auto dim = static_cast<int64_t>(workgroup.getWorkgroupDim());
                          return workgroup.getDim() == bounds.dim.getName() &&
                                 bounds.start.same_as(distribution.workgroup(dim) * bounds.tile);
                        });
  }

  /// Whether a loop goes through the dimension, or a part of it, in whole steps; that parts are
  /// multiples of them has been checked (loop-range).
  bool isStepped(Operation *access, const DimBounds &bounds) {
    for (auto loop = access->getParentOfType<ir::IterateOp>(); loop;
         loop = loop->getParentOfType<ir::IterateOp>()) {
      if (loop.isWhile() || loop.getAxis() != bounds.dim.getName())
        continue;
      const auto range = distribution.range(loop, ranges.indexValues());
      return range && ranges.isNonNegative(range->begin) &&
             symbolic::isMultiple(range->begin, bounds.tile) &&
             symbolic::isMultiple(bounds.dim.getSize().getValue(), bounds.tile) &&
             bounds.start.same_as(range->begin + ranges.of(loop.getCounter()) * bounds.tile);
    }
    return false;
  }

  ir::KernelOp kernel;
  ir::Distribution distribution;
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
