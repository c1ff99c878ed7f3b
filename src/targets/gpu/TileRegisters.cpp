//===- TileRegisters.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileRegisters.h"

#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::gpu {

/// Bytes of the largest accumulator of one instruction: 16 elements of 4 bytes.
static constexpr int64_t largestAccumulator = 64;

int64_t TileRegisters::repeats(ir::TileType tile, ir::ExprAttr dim, int64_t instruction) {
  const std::string name = dim.getValue().str();
  const machine::Layout &layout = tile.getLayout().getValue();
  int64_t extent = layout.extent(name), waves = 1;
  for (const machine::Digit &digit : layout.waves())
    if (digit.dim == name)
      waves *= digit.size;
  return extent / waves / instruction;
}

int64_t TileRegisters::countOf(ir::TileType tile) {
  return machine::countOf(tile.getLayout().getValue().registers());
}

int64_t TileRegisters::lengthOf(ir::TileType tile) {
  const machine::Digits &digits = tile.getLayout().getValue().registers();
  if (digits.empty())
    return 1;
  // The greatest power of two that divides the digit, so that vectors have sizes of
  // registers.
  const int64_t bytes = ir::elementBytes(tile.getElementType());
  int64_t length = digits.front().size & -digits.front().size;
  while (length * bytes > largestAccumulator)
    length /= 2;
  // Blocks of rows that one instruction adds to.
  if (bytes >= 4 && length == digits.front().size && digits.size() > 1 &&
      digits[1].dim == digits[0].dim && length * digits[1].size * bytes <= largestAccumulator)
    length *= digits[1].size;
  return length;
}

SmallVector<Type> TileRegisters::typesOf(ir::TileType tile) {
  int64_t length = lengthOf(tile);
  return SmallVector<Type>(static_cast<size_t>(countOf(tile) / length),
                           LaneCode::vectorOf(LaneCode::typeOf(tile.getElementType()), length));
}

TileRegisters TileRegisters::from(LaneCode &code, ir::TileType tile, ArrayRef<Value> parts) {
  const int64_t length = lengthOf(tile);
  LaneCode::Values vectors, open;
  int64_t collected = 0;
  for (Value part : parts)
    for (int64_t first = 0, size = LaneCode::countOf(part.getType()); first < size;) {
      int64_t taken = std::min(size - first, length - collected);
      open.push_back(code.slice(part, first, taken));
      first += taken;
      collected += taken;
      if (collected == length) {
        vectors.push_back(code.join(open));
        open.clear();
        collected = 0;
      }
    }
  return {tile, vectors};
}

Value TileRegisters::get(LaneCode &code, int64_t first, int64_t count) const {
  const int64_t length = lengthOf(tile);
  SmallVector<Value> parts;
  while (count > 0) {
    int64_t taken = std::min(count, length - first % length);
    parts.push_back(
        code.slice(vectors[static_cast<size_t>(first / length)], first % length, taken));
    first += taken;
    count -= taken;
  }
  return code.join(parts);
}

} // namespace wave::gpu
