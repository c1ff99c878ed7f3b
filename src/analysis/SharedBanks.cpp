//===- SharedBanks.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/SharedBanks.h"

#include <algorithm>
#include <array>

#include "analysis/MatrixLoads.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::analysis {

static constexpr int64_t bankBytes = 4;
static constexpr size_t mostBanks = 64;

SharedCost costOf(const machine::SharedAccess &access, ArrayRef<int64_t> addresses, int64_t width) {
  SharedCost cost;
  cost.accesses = 1;
  // Accesses are aligned to their width, so that the banks of two are the same or apart: whole
  // accesses are counted, or words where these are wider.
  const int64_t unit = std::max(width, bankBytes), places = access.banks * bankBytes / unit;
  SmallVector<int64_t, 64> units;
  for (const std::vector<uint8_t> &group : access.groups) {
    units.clear();
    for (uint8_t lane : group)
      if (lane < addresses.size() && addresses[lane] >= 0)
        units.push_back(addresses[lane] / unit);
    std::ranges::sort(units); // llvm::sort calls qsort
    units.erase(llvm::unique(units), units.end());
    std::array<int64_t, mostBanks> asked{};
    int64_t most = 0;
    for (int64_t number : units)
      most = std::max(most, ++asked[static_cast<size_t>(number % places)]);
    cost.passes += most;
    cost.fewest += llvm::divideCeilSigned(static_cast<int64_t>(units.size()), places);
  }
  return cost;
}

/// Elements of all rows of a column.
static int64_t columnElements(ir::BufferType ring) {
  int64_t elements = ring.getLayout().getColumns();
  for (auto [dim, stride] :
       llvm::zip(ring.getDims().drop_back(), ring.getLayout().getStrides().drop_back()))
    elements = std::max(elements, *dim.getConstantSize() * stride);
  return elements;
}

int64_t columnBytes(ir::BufferType ring) {
  return columnElements(ring) * ir::elementBytes(ring.getElementType());
}

/// Of an element, along the ring's dimensions.
using Coordinates = SmallVector<int64_t, 4>;

/// Number of an element by its coordinates, before the swizzle.
static int64_t linearElementOf(ir::BufferType ring, ArrayRef<int64_t> coordinates) {
  const ArrayRef<int64_t> strides = ring.getLayout().getStrides();
  const int64_t columns = ring.getLayout().getColumns(), last = coordinates.back();
  int64_t element =
      columns == 0 ? last * strides.back() : last / columns * columnElements(ring) + last % columns;
  for (auto [coordinate, stride] : llvm::zip(coordinates.drop_back(), strides.drop_back()))
    element += coordinate * stride;
  return element;
}

/// 0 along dimensions that the position does not name.
static Coordinates coordinatesOf(ir::BufferType ring, const machine::Position &position) {
  Coordinates coordinates;
  for (ir::DimAttr dim : ring.getDims()) {
    auto found = position.find(std::string_view(dim.getName().getValue().str()));
    coordinates.push_back(found == position.end() ? 0 : found->second);
  }
  return coordinates;
}

int64_t linearByteAt(ir::BufferType ring, const machine::Position &position) {
  return linearElementOf(ring, coordinatesOf(ring, position)) *
         ir::elementBytes(ring.getElementType());
}

int64_t swizzledBits(ir::BufferType ring) {
  ir::SharedLayoutAttr layout = ring.getLayout();
  return ((int64_t(1) << layout.getBits()) - 1) << layout.getBase();
}

int64_t swizzled(ir::BufferType ring, int64_t linear) {
  return linear ^ ((linear >> ring.getLayout().getShift()) & swizzledBits(ring));
}

bool isSeparable(ir::TileType tile, ir::BufferType ring) {
  const machine::Layout &layout = tile.getLayout().getValue();
  SmallVector<std::pair<int64_t, int64_t>> steps; // bytes of a step of a digit, of all its steps
  auto add = [&](const std::string &dim, int64_t stride, int64_t size) {
    if (const int64_t bytes = linearByteAt(ring, {{dim, stride}}); bytes != 0)
      steps.emplace_back(bytes, bytes * size);
  };
  const int64_t columns = ring.getLayout().getColumns();
  const std::string last = ring.getDims().back().getName().getValue().str();
  for (const machine::Digits *digits : {&layout.registers(), &layout.lanes(), &layout.waves()})
    for (const machine::Digit &digit : *digits) {
      const bool isCut = columns != 0 && digit.dim == last && digit.stride < columns &&
                         digit.stride * digit.size > columns;
      if (!isCut) {
        add(digit.dim, digit.stride, digit.size);
        continue;
      }
      // What counts beyond a column counts in two digits, within it and columns.
      if (columns % digit.stride != 0)
        return false;
      add(digit.dim, digit.stride, columns / digit.stride);
      add(digit.dim, columns, llvm::divideCeilSigned(digit.size * digit.stride, columns));
    }
  llvm::sort(steps);
  for (size_t i = 0; i < steps.size(); ++i)
    if (!llvm::isPowerOf2_64(static_cast<uint64_t>(steps[i].first)) ||
        (i + 1 < steps.size() && steps[i].second > steps[i + 1].first))
      return false;
  return true;
}

int64_t accessWidth(ir::TileType tile, ir::BufferType ring) {
  ir::SharedLayoutAttr layout = ring.getLayout();
  int64_t bytes = ir::elementBytes(ring.getElementType()), width = bytes;
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

int64_t tileBytes(ir::BufferType ring) {
  int64_t bytes = ir::elementBytes(ring.getElementType());
  for (ir::DimAttr dim : ring.getDims())
    bytes *= *dim.getConstantSize();
  return bytes;
}

int64_t bytesPerSlot(ir::BufferType ring) {
  int64_t elements = 1;
  if (const int64_t columns = ring.getLayout().getColumns(); columns != 0)
    elements = columnElements(ring) *
               llvm::divideCeilSigned(*ring.getDims().back().getConstantSize(), columns);
  for (auto [dim, stride] : llvm::zip(ring.getDims(), ring.getLayout().getStrides()))
    elements = std::max(elements, *dim.getConstantSize() * stride);
  return static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(elements * ir::elementBytes(ring.getElementType())),
                    machine::widestAccess));
}

/// `taking` lanes of each chip's wave take part, the first ones.
static SharedCost costOf(const machine::Chip &chip, machine::SharedDirection direction,
                         ir::TileType tile, ir::BufferType ring, int64_t limit, int64_t taking);

SharedCost costOf(const machine::Chip &chip, machine::SharedDirection direction, ir::TileType tile,
                  ir::BufferType ring, int64_t limit) {
  if (direction == machine::SharedDirection::Read)
    if (const std::optional<MatrixLoads> loads = matrixLoadsOf(tile, ring))
      return costOf(chip, direction, loads->rows, ring, limit, 8 * loads->matrices);
  return costOf(chip, direction, tile, ring, limit, chip.lanes);
}

static SharedCost costOf(const machine::Chip &chip, machine::SharedDirection direction,
                         ir::TileType tile, ir::BufferType ring, int64_t limit, int64_t taking) {
  const machine::Layout &layout = tile.getLayout().getValue();
  const int64_t bytes = ir::elementBytes(ring.getElementType());
  const int64_t width = accessWidth(tile, ring), perAccess = width / bytes;
  const machine::SharedAccess &access =
      machine::sharedAccess(chip, direction, static_cast<unsigned>(width));
  SmallVector<Coordinates> ofLanes; // to which those of a register add
  for (int64_t lane = 0; lane < countOf(layout.lanes()); ++lane)
    ofLanes.push_back(coordinatesOf(ring, layout.at(0, lane, 0)));
  Coordinates sizes;
  for (ir::DimAttr dim : ring.getDims())
    sizes.push_back(*dim.getConstantSize());
  Coordinates sum(sizes.size());
  const auto inStep = static_cast<size_t>(chip.lanes);
  SharedCost cost;
  SmallVector<int64_t> addresses(ofLanes.size());
  for (int64_t wave = 0; wave < countOf(layout.waves()); ++wave)
    for (int64_t reg = 0; reg < countOf(layout.registers()) && cost.passes <= limit;
         reg += perAccess) {
      const Coordinates first = coordinatesOf(ring, layout.at(reg, 0, wave));
      for (auto [lane, ofLane, address] : llvm::enumerate(ofLanes, addresses)) {
        bool isInside = static_cast<int64_t>(lane % inStep) < taking;
        for (size_t dim = 0; dim < sizes.size(); ++dim) {
          sum[dim] = first[dim] + ofLane[dim];
          isInside &= sum[dim] < sizes[dim];
        }
        address = isInside ? swizzled(ring, linearElementOf(ring, sum) * bytes) : -1;
      }
      // A warpgroup's wave is several for the banks.
      for (size_t lane = 0; lane < addresses.size(); lane += inStep) {
        const SharedCost one =
            costOf(access, ArrayRef(addresses).slice(lane).take_front(inStep), width);
        cost.passes += one.passes;
        cost.fewest += one.fewest;
        cost.accesses += one.accesses;
      }
    }
  return cost;
}

} // namespace wave::analysis
