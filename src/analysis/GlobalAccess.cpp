//===- GlobalAccess.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/GlobalAccess.h"

#include <set>

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "analysis/MappedAccess.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "machine/Chip.h"
#include "symbolic/Multiple.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave::analysis {

/// A power of two, which stays one that divides the run when it is halved.
static int64_t widest(int64_t run, int64_t bytes, llvm::function_ref<bool(int64_t)> isProved) {
  int64_t width = std::min(run & -run, machine::widestAccess / bytes);
  while (width > 1 && !(run % width == 0 && isProved(width)))
    width /= 2;
  return width;
}

int64_t globalAccessWidth(Operation *op, ir::TileType tile, ir::MemoryType memory) {
  const int64_t bytes = ir::elementBytes(tile.getElementType());
  auto runAlong = [&](ir::DimAttr dim) {
    return tile.getLayout().getValue().run(dim.getName().getValue().str());
  };
  ir::IndexValues indices;
  if (auto mapped = MappedAccess::of(op, [&](Value index) { return indices.of(index); })) {
    for (auto [i, dim] : llvm::enumerate(tile.getDims()))
      if (const int64_t run = runAlong(dim); run > 1)
        return widest(run, bytes, [&, number = i, size = *dim.getConstantSize()](int64_t width) {
          return size % width == 0 && mapped->isRun(number, width);
        });
    return 1;
  }
  ir::DimAttr last = memory.getDims().back();
  const int64_t size = *tile.getSizeAlong(last.getName()).getConstant();
  const Expr begin = indices.of(ir::startsOf(op).back());
  return widest(runAlong(last), bytes, [&](int64_t width) {
    return size % width == 0 && symbolic::isMultiple(begin, width);
  });
}

std::optional<SectorCost> sectorCostOf(Operation *op, ir::TileType tile, ir::MemoryType memory,
                                       const machine::Chip &chip, int64_t laneBytes) {
  ir::IndexValues indices;
  const bool isMoved = !MappedAccess::of(op, [&](Value index) { return indices.of(index); });
  if (!tile.getLayout() || !isMoved)
    return std::nullopt;
  const machine::Layout &layout = tile.getLayout().getValue();
  const int64_t element = ir::elementBytes(tile.getElementType()), sector = chip.sectorBytes;
  const int64_t width = std::min(globalAccessWidth(op, tile, memory), laneBytes / element);
  SectorCost cost{.bytes = width * element};
  // A place is a row, by the coordinates along all dimensions but the last one, and a sector of it.
  using Place = SmallVector<int64_t, 4>;
  const auto add = [&](int64_t wave, int64_t reg, int64_t firstLane) {
    std::set<Place> accesses, sectors;
    for (int64_t lane = firstLane; lane < firstLane + chip.lanes; ++lane) {
      const machine::Position position = layout.at(reg, lane, wave);
      Place place;
      bool isInside = true;
      for (ir::DimAttr dim : memory.getDims()) {
        const auto found = position.find(std::string_view(dim.getName().getValue().str()));
        place.push_back(found == position.end() ? 0 : found->second);
        isInside &= place.back() < *tile.getSizeAlong(dim.getName()).getConstant();
      }
      if (!isInside || !accesses.insert(place).second)
        continue;
      const int64_t first = place.back() * element, last = first + cost.bytes - 1;
      for (place.back() = first / sector; place.back() <= last / sector; ++place.back())
        sectors.insert(place);
    }
    cost.requests += !accesses.empty();
    cost.sectors += static_cast<int64_t>(sectors.size());
    cost.fewest +=
        llvm::divideCeilSigned(static_cast<int64_t>(accesses.size()) * cost.bytes, sector);
  };
  for (int64_t wave = 0; wave < countOf(layout.waves()); ++wave)
    for (int64_t reg = 0; reg < countOf(layout.registers()); reg += width)
      for (int64_t lane = 0; lane < countOf(layout.lanes()); lane += chip.lanes)
        add(wave, reg, lane);
  return cost;
}

bool isOnlyRead(Value memory) {
  return llvm::none_of(memory.getUsers(), [&](Operation *user) {
    return hasEffect<MemoryEffects::Write>(user, memory);
  });
}

bool isLoadedWhereUsed(ir::ReadOp read) {
  const ir::TileType tile = read.getResult().getType();
  const ir::MemoryType memory = read.getMemory().getType();
  auto role = read->getParentOfType<ir::RoleOp>();
  if (!role || !loadsAccumulators(role) || read.getMapping() || read.getInto() ||
      !tile.getLayout() || !isOnlyRead(read.getMemory()))
    return false;
  const bool isSameInAllLanes =
      llvm::all_of(tile.getLayout().getValue().lanes(),
                   [](const machine::Digit &digit) { return digit.dim.empty(); });
  const Expr &row = memory.getDims().back().getSize().getValue();
  return isSameInAllLanes && symbolic::isConstant(row % globalAccessWidth(read, tile, memory), 0);
}

} // namespace wave::analysis
