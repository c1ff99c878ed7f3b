//===- Boxes.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Boxes.h"

#include "dialect/ElementTypes.h"
#include "machine/Chip.h"

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
  const int64_t bytes = boxRowBytes(rows, rowBytes);
  if (!isSwizzledRow(bytes))
    return false;
  // Of rows along m or n an instruction reads whole columns.
  return isAlongReduction ? bytes % taken == 0 : taken > 0 && taken % bytes == 0;
}

} // namespace wave::analysis
