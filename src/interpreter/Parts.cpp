//===- Parts.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Parts.h"

using namespace mlir;

namespace wave::interpreter {

Parts::Parts(ir::KernelOp kernel, uint64_t seed) : seed(seed) {
  lanes = ir::threadsPerWave(kernel);
  waves_ = ir::wavesPerBlock(kernel);
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<ir::TileType>(type))
        laidOut |= bool(tile.getLayout());
  });
}

static size_t elementsOf(ir::TileType tile) {
  size_t count = 1;
  for (ir::DimAttr dim : tile.getDims())
    count *= static_cast<size_t>(*dim.getConstantSize());
  return count;
}

const Parts::Mask &Parts::heldBy(int64_t wave, ir::TileType tile) {
  auto [entry, isNew] = heldMasks.try_emplace({wave, tile.getAsOpaquePointer()});
  if (isNew)
    entry->second = heldByLanes(wave, 0, lanes, tile);
  return entry->second;
}

const Parts::Mask &Parts::wholeOf(ir::TileType tile) {
  auto [entry, isNew] = wholeMasks.try_emplace(tile.getAsOpaquePointer());
  if (isNew)
    entry->second = Mask(elementsOf(tile), true);
  return entry->second;
}

const Parts::Mask &Parts::storedBy(int64_t wave, int64_t waves, ir::TileType tile) {
  auto [entry, isNew] = storedMasks.try_emplace({wave, waves, tile.getAsOpaquePointer()});
  if (isNew)
    entry->second = stored(wave, waves, tile);
  return entry->second;
}

Parts::Mask Parts::heldByLanes(int64_t wave, int64_t first, int64_t count,
                               ir::TileType tile) const {
  if (!laidOut)
    return Mask(elementsOf(tile), true);
  Mask mask(elementsOf(tile), false);
  const machine::Layout &layout = tile.getLayout().getValue();
  for (int64_t reg = 0; reg < machine::countOf(layout.registers()); ++reg)
    for (int64_t lane = first; lane < first + count; ++lane) {
      const machine::Position position = layout.at(reg, lane, wave);
      int64_t offset = 0;
      bool isInside = true; // layouts may reach beyond the tile
      for (ir::DimAttr dim : tile.getDims()) {
        auto found = position.find(dim.getName().getValue().str());
        const int64_t x = found == position.end() ? 0 : found->second;
        isInside &= x < *dim.getConstantSize();
        offset = offset * *dim.getConstantSize() + x;
      }
      if (isInside)
        mask[static_cast<size_t>(offset)] = true;
    }
  return mask;
}

/// A number in which every bit depends on every bit of `value` (splitmix64).
static uint64_t scrambled(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

Parts::Mask Parts::stored(int64_t wave, int64_t waves, ir::TileType tile) {
  Mask mask = heldBy(wave, tile);
  auto isOfEarlierWave = [&](size_t element) {
    for (int64_t other = 0; other < wave; ++other)
      if (heldBy(other, tile)[element])
        return true;
    return false;
  };
  for (size_t i = 0; i < mask.size(); ++i)
    mask[i] =
        laidOut ? mask[i] && !isOfEarlierWave(i)
                : scrambled(seed + i) % static_cast<uint64_t>(waves) == static_cast<uint64_t>(wave);
  return mask;
}

} // namespace wave::interpreter
