//===- TilePlaces.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TilePlaces.h"

#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::gpu {

Type storedType(LaneCode &code, ir::TileType tile) {
  return tile.getElementType().isInteger(1) ? Type(code.builder.getI8Type())
                                            : LaneCode::typeOf(tile.getElementType());
}

Value fromStored(LaneCode &code, ir::TileType tile, Value stored) {
  return tile.getElementType().isInteger(1) ? code.convert(stored, DType::i8, DType::i1) : stored;
}

Value toStored(LaneCode &code, ir::TileType tile, Value value) {
  return tile.getElementType().isInteger(1) ? code.convert(value, DType::i1, DType::i8) : value;
}

Value fromMasked(LaneCode &code, ir::TileType tile, Value stored, Value inside, TypedAttr fill,
                 int64_t width) {
  if (!inside)
    return fromStored(code, tile, stored);
  if (!fill)
    fill = cast<TypedAttr>(code.builder.getZeroAttr(tile.getElementType()));
  Value outside = toStored(code, tile, code.constantVector(fill, width));
  return fromStored(code, tile, code.choose(inside, stored, outside));
}

std::string nameOf(ir::ExprAttr dim) { return dim.getValue().str(); }

int64_t coordinate(const machine::Position &position, const std::string &dim) {
  auto found = position.find(dim);
  return found == position.end() ? 0 : found->second;
}

/// What lanes and waves add to their coordinates does not reach the next slice (ChooseLayouts).
bool isInSlice(ir::SliceAttr slice, ir::TileType tile, int64_t reg, int64_t width) {
  const auto isIn = [&](int64_t one) {
    return !slice || slice.hasElement(coordinate(tile.getLayout().getValue().at(one, 0, 0),
                                                 slice.getDim().str()));
  };
  const bool isFirstIn = isIn(reg);
  for (int64_t other = 1; other < width; ++other)
    assert(isIn(reg + other) == isFirstIn && "an access reaches into two slices");
  return isFirstIn;
}

int64_t greatestCoordinate(const machine::Layout &layout, const std::string &dim, int64_t reg) {
  int64_t greatest = coordinate(layout.at(reg, 0, 0), dim);
  for (const machine::Digits *digits : {&layout.lanes(), &layout.waves()})
    for (const machine::Digit &digit : *digits)
      if (digit.dim == dim)
        greatest += (digit.size - 1) * digit.stride;
  return greatest;
}

Value keptOf(LaneCode &code, ir::TileType tile, const TileRegisters *into, int64_t reg,
             int64_t width) {
  if (into)
    return into->get(code, reg, width);
  Type type = LaneCode::vectorOf(LaneCode::typeOf(tile.getElementType()), width);
  return LLVM::PoisonOp::create(code.builder, code.loc, type);
}

//===----------------------------------------------------------------------===//
// In a memory
//===----------------------------------------------------------------------===//

Value TileInMemory::address(LaneCode &code, int64_t reg) const {
  machine::Position position = tile.getLayout().getValue().at(reg, 0, 0);
  Value offset = code.i64(0);
  for (auto [dim, stride] : llvm::zip(dims, memory->strides))
    offset = code.add(offset, code.mul(code.i64(coordinate(position, dim)), stride));
  return code.advance(base, storedType(code, tile), offset);
}

Value TileInMemory::isInside(LaneCode &code, int64_t reg, bool isMasked) const {
  machine::Position position = tile.getLayout().getValue().at(reg, 0, 0);
  Value inside;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    // Beyond the tile a coordinate belongs to another workgroup, or to nobody.
    const bool isBefore = isMasked && mayPrecede[i];
    const bool isBeyond =
        (isMasked && mayExceed[i]) ||
        (mayExceedTile[i] && greatestCoordinate(tile.getLayout().getValue(), dim, reg) >= sizes[i]);
    if (!isBefore && !isBeyond)
      continue;
    Value at = code.add(first[i], code.i64(coordinate(position, dim)));
    if (isBefore)
      inside = code.both(inside, code.compare(LaneCode::Compare::LessEqual, code.i64(0), at));
    if (isBeyond)
      inside = code.both(inside, code.compare(LaneCode::Compare::Less, at, limits[i]));
  }
  return inside;
}

//===----------------------------------------------------------------------===//
// In a ring
//===----------------------------------------------------------------------===//

Value TileInRing::swizzled(LaneCode &code, Value linear) const {
  Type type = linear.getType();
  Value high = code.floorDiv(linear, int64_t(1) << ring.getLayout().getShift());
  Value moved = code.call("llvm.and", {high, code.i32(analysis::swizzledBits(ring))}, type);
  return code.call("llvm.xor", {linear, moved}, type);
}

Value TileInRing::placeInRow(LaneCode &code, Value at) const {
  const int64_t columns = ring.getLayout().getColumns(),
                bytes = ir::elementBytes(tile.getElementType());
  Value column = code.floorDiv(at, columns), inColumn = code.remainder(at, columns);
  Value begin = code.mul(column, code.i32(analysis::columnBytes(ring)));
  return code.add(begin, code.mul(inColumn, code.i32(bytes)));
}

Value TileInRing::linearOf(LaneCode &code, int64_t reg) const {
  machine::Position position = tile.getLayout().getValue().at(reg, 0, 0);
  if (!last)
    return code.add(offset, code.i32(analysis::linearByteAt(ring, position)));
  const std::string dim = nameOf(ring.getDims().back().getName());
  Value at = code.add(last, code.i32(coordinate(position, dim)));
  position.erase(dim);
  Value row = code.add(inRows, code.i32(analysis::linearByteAt(ring, position)));
  return code.add(row, placeInRow(code, at));
}

/// What registers add to a lane's address is a number, also where a swizzle changes it:
/// few registers differ in the bits that it changes, and each such difference is one
/// address of the lane's.
Value TileInRing::address(LaneCode &code, int64_t reg) {
  Type byte = code.builder.getI8Type();
  if (!isSeparable)
    return code.advance(slot, byte, swizzled(code, linearOf(code, reg)));
  const int64_t linear = analysis::linearByteAt(ring, tile.getLayout().getValue().at(reg, 0, 0));
  const int64_t moved = analysis::swizzled(ring, linear);
  const int64_t changed = moved & analysis::swizzledBits(ring);
  Value &start = starts[changed];
  if (!start) {
    Value lane = analysis::swizzledBits(ring) == 0 ? offset : swizzled(code, offset);
    if (changed != 0)
      lane = code.call("llvm.xor", {lane, code.i32(changed)}, lane.getType());
    start = code.advance(slot, byte, lane);
  }
  return code.advance(start, byte, code.i32(moved - changed));
}

Value TileInRing::isInside(LaneCode &code, int64_t reg) const {
  machine::Position position = tile.getLayout().getValue().at(reg, 0, 0);
  Value inside;
  for (auto [dim, part] : llvm::zip(exceedingDims, exceeding)) {
    if (greatestCoordinate(tile.getLayout().getValue(), dim, reg) < part.second)
      continue;
    Value at = code.add(part.first, code.i32(coordinate(position, dim)));
    inside = code.both(inside, code.compare(LaneCode::Compare::Less, at, code.i32(part.second)));
  }
  return inside;
}

} // namespace wave::gpu
