//===- TileMaps.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/TileMaps.h"

#include "analysis/IndexRanges.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::analysis {

static bool isZero(const Expr &expr) { return expr.same_as(Expr::constant(0)); }

static WriteMap tileMapOf(ir::WriteOp write, ir::KernelOp kernel) {
  WriteMap result;
  result.write = write;
  IndexRanges indices(kernel);
  for (auto [id, count] : llvm::zip(symbolic::workgroupIds, *kernel.getGrid())) {
    result.map.workgroups.emplace_back(id.name());
    result.map.grid.push_back(cast<ir::ExprAttr>(count).getValue());
  }
  const auto starts =
      llvm::map_to_vector(write.getStart(), [&](Value start) { return indices.of(start); });
  // A loop that the start does not depend on stores the same tile again.
  for (auto loop = write->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>()) {
    const symbolic::MapLoop trips = loop.isWhile()
                                        ? indices.mapLoop(loop)
                                        : symbolic::countedLoop(indices.of(loop.getCounter()).str(),
                                                                indices.of(loop.getCount()));
    const auto depends = [&](const Expr &expr) { return symbolic::mentions(expr, trips.counter); };
    const bool isUsed =
        llvm::any_of(starts, depends) ||
        llvm::any_of(result.map.loops, [&](const symbolic::MapLoop &inner) {
          return depends(inner.start) || depends(inner.condition) || depends(inner.next);
        });
    if (isUsed)
      result.map.loops.insert(result.map.loops.begin(), trips);
    else
      result.isRepeated = true;
  }
  // A dimension of the grid that no constraint uses has one workgroup.
  const auto isUnused = [&](const std::string &id) {
    const auto mentions = [&](const Expr &expr) { return symbolic::mentions(expr, id); };
    return llvm::none_of(starts, mentions) &&
           llvm::none_of(result.map.loops, [&](const symbolic::MapLoop &loop) {
             return mentions(loop.start) || mentions(loop.condition) || mentions(loop.next);
           });
  };
  while (result.map.grid.size() > 1 && result.map.grid.back().same_as(Expr::constant(1)) &&
         isUnused(result.map.workgroups.back())) {
    result.map.workgroups.pop_back();
    result.map.grid.pop_back();
  }
  const ir::TileType tile = write.getValue().getType();
  for (auto [dim, index] : llvm::zip(write.getMemory().getType().getDims(), write.getStart())) {
    const ir::DimAttr part = tile.getDims()[static_cast<size_t>(tile.indexOf(dim.getName()))];
    const Expr start = indices.of(index), size = part.getSize().getValue(),
               whole = dim.getSize().getValue();
    if (isZero(start) && size.same_as(whole))
      continue;
    result.dims.push_back(part);
    result.map.tile.push_back(isZero(start % size) ? floordiv(start, size) : start / size);
    result.map.tiles.push_back(ceildiv(whole, size));
  }
  return result;
}

SmallVector<WriteMap> tileMapsOf(ir::KernelOp kernel) {
  SmallVector<WriteMap> maps;
  kernel.walk([&](ir::WriteOp write) { maps.push_back(tileMapOf(write, kernel)); });
  return maps;
}

} // namespace wave::analysis
