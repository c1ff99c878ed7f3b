//===- SharedBanks.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/SharedBanks.h"

#include <set>

#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::analysis {

static constexpr int64_t bankBytes = 4;

int64_t passesOf(const machine::SharedAccess &access, ArrayRef<int64_t> addresses, int64_t width) {
  int64_t passes = 0;
  for (const std::vector<uint8_t> &group : access.groups) {
    std::map<int64_t, std::set<int64_t>> wordsOf; // by bank
    for (uint8_t lane : group) {
      if (lane >= addresses.size() || addresses[lane] < 0)
        continue;
      for (int64_t byte = addresses[lane]; byte < addresses[lane] + width; byte += bankBytes)
        wordsOf[byte / bankBytes % access.banks].insert(byte / bankBytes);
    }
    size_t most = 0;
    for (const auto &[bank, words] : wordsOf)
      most = std::max(most, words.size());
    passes += static_cast<int64_t>(most);
  }
  return passes;
}

static int64_t bytesOf(ir::RingType ring) {
  return size_in_bytes(*ir::dtypeOf(ring.getElementType()));
}

int64_t byteAt(ir::RingType ring, const machine::Position &position) {
  int64_t element = 0;
  for (auto [dim, stride] : llvm::zip(ring.getDims(), ring.getLayout().getStrides()))
    if (auto found = position.find(dim.getName().getValue().str()); found != position.end())
      element += found->second * stride;
  int64_t byte = element * bytesOf(ring);
  ir::SharedLayoutAttr layout = ring.getLayout();
  if (layout.getBits() == 0)
    return byte;
  int64_t mask = ((int64_t(1) << layout.getBits()) - 1) << layout.getBase();
  return byte ^ ((byte >> layout.getShift()) & mask);
}

int64_t accessWidth(ir::TileType tile, ir::RingType ring) {
  ir::SharedLayoutAttr layout = ring.getLayout();
  int64_t bytes = bytesOf(ring), width = bytes;
  for (auto [dim, stride] : llvm::zip(ring.getDims(), layout.getStrides()))
    if (stride == 1) {
      int64_t run = tile.getLayout().getValue().run(dim.getName().getValue().str());
      while (width < machine::widestAccess && run * bytes % (2 * width) == 0)
        width *= 2;
      // No access may reach beyond the tile's edge.
      while (*dim.getConstantSize() * bytes % width != 0)
        width /= 2;
    }
  for (int64_t stride : layout.getStrides())
    while (stride != 1 && stride * bytes % width != 0)
      width /= 2;
  // A swizzle keeps the bytes below its base together.
  if (layout.getBits() != 0)
    width = std::min(width, int64_t(1) << layout.getBase());
  return width;
}

int64_t bytesPerSlot(ir::RingType ring) {
  int64_t elements = 1;
  for (auto [dim, stride] : llvm::zip(ring.getDims(), ring.getLayout().getStrides()))
    elements = std::max(elements, *dim.getConstantSize() * stride);
  return static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(elements * bytesOf(ring)), machine::widestAccess));
}

int64_t passesOf(const machine::Chip &chip, machine::SharedDirection direction, ir::TileType tile,
                 ir::RingType ring) {
  const machine::Layout &layout = tile.getLayout().getValue();
  int64_t width = accessWidth(tile, ring), perAccess = width / bytesOf(ring), passes = 0;
  const machine::SharedAccess &access =
      machine::sharedAccess(chip, direction, static_cast<unsigned>(width));
  auto isInside = [&](const machine::Position &position) {
    return llvm::all_of(ring.getDims(), [&](ir::DimAttr dim) {
      auto found = position.find(dim.getName().getValue().str());
      return found == position.end() || found->second < *dim.getConstantSize();
    });
  };
  for (int64_t wave = 0; wave < countOf(layout.waves()); ++wave)
    for (int64_t reg = 0; reg < countOf(layout.registers()); reg += perAccess) {
      SmallVector<int64_t> addresses;
      for (int64_t lane = 0; lane < countOf(layout.lanes()); ++lane)
        if (machine::Position position = layout.at(reg, lane, wave); isInside(position))
          addresses.push_back(byteAt(ring, position));
        else
          addresses.push_back(-1);
      passes += passesOf(access, addresses, width);
    }
  return passes;
}

} // namespace wave::analysis
