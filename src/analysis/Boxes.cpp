//===- Boxes.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Boxes.h"

#include "dialect/ElementTypes.h"
#include "machine/Chip.h"

using namespace mlir;

namespace wave::analysis {

static constexpr int64_t swizzledRows[] = {128, 64, 32}; ///< bytes

bool isSwizzledRow(int64_t bytes) { return llvm::is_contained(swizzledRows, bytes); }

int64_t boxRowBytes(int64_t rows, int64_t rowBytes) {
  if (rowBytes <= 0 || isSwizzledRow(rowBytes))
    return std::max<int64_t>(rowBytes, 0);
  if (rows % rowsOfSwizzle == 0)
    for (const int64_t bytes : swizzledRows)
      if (rowBytes % bytes == 0)
        return bytes;
  const bool isBox = rowBytes <= swizzledRows[0] && rowBytes % machine::widestAccess == 0;
  return isBox ? rowBytes : 0;
}

int64_t boxRowBytes(ir::TileType tile) {
  const int64_t row =
      *tile.getDims().back().getConstantSize() * ir::elementBytes(tile.getElementType());
  return boxRowBytes(tile.getDims().size() == 2 ? *tile.getDims().front().getConstantSize() : 1,
                     row);
}

bool canReadInPlace(int64_t rows, int64_t rowBytes, bool isAlongReduction, int64_t taken) {
  return canReadInPlace(boxRowBytes(rows, rowBytes), isAlongReduction, taken);
}

bool canReadInPlace(int64_t boxBytes, bool isAlongReduction, int64_t taken) {
  if (!isSwizzledRow(boxBytes))
    return false;
  // Of rows along m or n an instruction reads whole columns.
  return isAlongReduction ? boxBytes % taken == 0 : taken > 0 && taken % boxBytes == 0;
}

static std::string nameOf(ir::DimAttr dim) { return dim.getName().getValue().str(); }

/// The dimension along which a mapping does more than move what is read, or say which one element
/// of the memory it is; null if there is none.
static ir::DimAttr gatheredAlong(ir::ReadOp read) {
  const ir::TileType tile = read.getResult().getType();
  for (auto [dim, attribute] :
       llvm::zip(read.getMemory().getType().getDims(), *read.getMapping())) {
    const auto moved = ir::movedIterator(cast<ir::ExprAttr>(attribute).getValue());
    if (!moved || (moved->iterator ? tile.getDims()[*moved->iterator].getName() != dim.getName()
                                   : tile.hasDim(dim.getName())))
      return dim;
  }
  return {};
}

/// A dimension of the tile that the memory lacks; null if there is none.
static ir::DimAttr repeatedAlong(ir::ReadOp read) {
  const ir::MemoryType memory = read.getMemory().getType();
  for (ir::DimAttr dim : read.getResult().getType().getDims())
    if (llvm::none_of(memory.getDims(),
                      [&](ir::DimAttr other) { return other.getName() == dim.getName(); }))
      return dim;
  return {};
}

/// Whether a mapping that is not yet part of the starts moves that dimension.
static bool movesAlong(ir::ReadOp read, ir::ExprAttr name) {
  if (!read.getMapping())
    return false;
  for (auto [dim, attribute] : llvm::zip(read.getMemory().getType().getDims(), *read.getMapping()))
    if (dim.getName() == name)
      return !ir::movedIterator(cast<ir::ExprAttr>(attribute).getValue())
                  ->offset.same_as(Expr::constant(0));
  return false;
}

std::string whyNoBox(ir::ReadOp read) {
  if (read.getFillAttr()) {
    const auto real = dyn_cast<FloatAttr>(read.getFillAttr());
    const auto integer = dyn_cast<IntegerAttr>(read.getFillAttr());
    if (real ? !real.getValue().isPosZero() : !integer.getValue().isZero())
      return "what lies outside the memory is not 0";
  }
  if (read.getMapping()) {
    if (ir::DimAttr dim = gatheredAlong(read))
      return "the mapping's coordinate of " + nameOf(dim) + " is not that of the tile, moved";
    if (ir::DimAttr dim = repeatedAlong(read))
      return "the mapping repeats it along " + nameOf(dim);
  }
  const ir::DimAttr last = read.getMemory().getType().getDims().back();
  if (!read.getResult().getType().hasDim(last.getName()))
    return "it has one element along " + nameOf(last) + ", along which the memory has its rows";
  // What is not there of a step must be 0 for products.
  auto kernel = read->getParentOfType<ir::KernelOp>();
  for (auto tiling : kernel.getBlock()->getOps<ir::TilingConstraintOp>())
    if (ir::isMapped(read, tiling.getDim()) || movesAlong(read, tiling.getDim()))
      return "the mapping moves " + tiling.getDim().getValue().str() +
             ", of which a loop takes steps";
  return {};
}

} // namespace wave::analysis
