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

static constexpr int64_t banks = 32, bankBytes = 4, rowBytes = banks * bankBytes;

int64_t passesOf(ArrayRef<int64_t> addresses, int64_t width) {
  const auto lanesPerGroup =
      static_cast<size_t>(std::max<int64_t>(rowBytes / std::max(width, bankBytes), 1));
  int64_t passes = 0;
  for (size_t first = 0; first < addresses.size(); first += lanesPerGroup) {
    std::map<int64_t, std::set<int64_t>> rowsOf; // by bank
    for (int64_t address :
         addresses.slice(first, std::min(lanesPerGroup, addresses.size() - first)))
      for (int64_t byte = address; byte < address + width; byte += bankBytes)
        rowsOf[byte / bankBytes % banks].insert(byte / rowBytes);
    size_t most = 0;
    for (const auto &[bank, rows] : rowsOf)
      most = std::max(most, rows.size());
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
      while (width < 16 && run * bytes % (2 * width) == 0)
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
  constexpr uint64_t alignment = 16; // of the widest access
  int64_t elements = 1;
  for (auto [dim, stride] : llvm::zip(ring.getDims(), ring.getLayout().getStrides()))
    elements = std::max(elements, *dim.getConstantSize() * stride);
  return static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(elements * bytesOf(ring)), alignment));
}

int64_t passesOf(ir::TileType tile, ir::RingType ring) {
  const machine::Layout &layout = tile.getLayout().getValue();
  int64_t width = accessWidth(tile, ring), perAccess = width / bytesOf(ring), passes = 0;
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
      passes += passesOf(addresses, width);
    }
  return passes;
}

} // namespace wave::analysis
