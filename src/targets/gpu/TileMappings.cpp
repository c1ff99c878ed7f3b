//===- TileMappings.cpp - Tiles whose elements a mapping puts somewhere ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each access computes the coordinates in the memory from those in the tile.  It is as wide as is
// proved, and masked along those dimensions of the memory that are not proved to hold it.
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileMappings.h"

#include "analysis/GlobalAccess.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "machine/Chip.h"
#include "symbolic/Multiple.h"

using namespace mlir;

namespace wave::gpu {

using analysis::MappedAccess;

/// Whether an access has to leave out what its register has beyond its tile and its dimensions,
/// which belongs to another workgroup, or to nobody.  A store has to.  A load may fetch it, for
/// nobody uses it there, but not from a memory that the launch writes, where that is a race.
static bool isExact(Operation *op) {
  auto read = dyn_cast<ir::ReadOp>(op);
  return !read || llvm::any_of(read.getMemory().getUsers(), llvm::IsaPred<ir::WriteOp>);
}

MappedTile::MappedTile(LaneCode &code, Operation *op, ir::KernelOp kernel, Positions &positions,
                       analysis::IndexRanges &ranges, const MemoryArgument &memory)
    : positions(positions), memory(memory),
      access(*MappedAccess::of(op, [&](Value index) { return positions.exprOf(index); })) {
  const machine::Layout &layout = access.tile.getLayout().getValue();
  const auto proved = *MappedAccess::of(op, [&](Value index) { return ranges.of(index); });
  const ir::Distribution distribution(kernel);
  SmallVector<int64_t> extents;
  for (auto [i, dim] : llvm::enumerate(access.tile.getDims())) {
    const std::string name = nameOf(dim.getName());
    const int64_t size = *dim.getConstantSize();
    extents.push_back(std::max(size, layout.extent(name)));
    Value begin = positions.emit(code, access.starts[i]);
    Value lane = positions.lanePart(layout, name), wave = positions.wavePart(layout, name);
    Value ofLane = code.add(begin, code.widen(lane));
    first.push_back(code.add(ofLane, code.widen(wave)));
    Value limit;
    if (isExact(op) && layout.extent(name) > size)
      limit = code.add(begin, code.i64(size));
    const Expr whole = distribution.wholeSize(dim.getName())->getValue();
    if (isExact(op) && ir::mayReachBeyond(kernel, dim.getName(), size, whole)) {
      Value end = positions.emit(code, whole);
      limit =
          limit ? code.choose(code.compare(LaneCode::Compare::Less, limit, end), limit, end) : end;
    }
    limits.push_back(limit);
    isCut.push_back(limit && !symbolic::isMultiple(whole, machine::widestAccess));
  }
  for (size_t dim = 0; dim < access.coordinates.size(); ++dim)
    edges.push_back(proved.edges(ranges, dim, extents));
}

int64_t MappedTile::width(Operation *op) const {
  return llvm::is_contained(isCut, true)
             ? 1
             : analysis::globalAccessWidth(op, access.tile, access.memory);
}

MappedTile::Element MappedTile::at(LaneCode &code, int64_t reg) {
  const machine::Position position = access.tile.getLayout().getValue().at(reg, 0, 0);
  Element element;
  for (auto [i, dim] : llvm::enumerate(access.tile.getDims())) {
    Value at = code.add(first[i], code.i64(coordinate(position, nameOf(dim.getName()))));
    positions.setHere(MappedAccess::iterator(i), at);
    if (limits[i])
      element.isInside =
          code.both(element.isInside, code.compare(LaneCode::Compare::Less, at, limits[i]));
  }
  Value offset = code.i64(0);
  for (auto [i, expr] : llvm::enumerate(access.coordinates)) {
    Value at = positions.emit(code, expr);
    if (edges[i].mayPrecede)
      element.isInside =
          code.both(element.isInside, code.compare(LaneCode::Compare::LessEqual, code.i64(0), at));
    if (edges[i].mayExceed)
      element.isInside =
          code.both(element.isInside, code.compare(LaneCode::Compare::Less, at, memory.sizes[i]));
    offset = code.add(offset, code.mul(at, memory.strides[i]));
  }
  element.address = code.advance(memory.pointer, storedType(code, access.tile), offset);
  return element;
}

/// Whether a memory has elements: a masked lane reads one of them.  Null for always.
static Value hasElements(LaneCode &code, const MemoryArgument &memory) {
  Value holds;
  for (Value size : memory.sizes)
    if (code.constantOf(size).value_or(0) == 0)
      holds = code.both(holds, code.compare(LaneCode::Compare::Less, code.i64(0), size));
  return holds;
}

TileRegisters TileAccess::readMapped(LaneCode &code, ir::ReadOp op, const TileRegisters *into) {
  const ir::TileType tile = op.getResult().getType();
  Value isThere = hasElements(code, memories[op.getMemory()]);
  if (!isThere)
    return gather(code, op, into);
  auto outside = [&] {
    auto zero = cast<TypedAttr>(code.builder.getZeroAttr(tile.getElementType()));
    LaneCode::Values vectors;
    for (Type type : TileRegisters::typesOf(tile))
      vectors.push_back(
          code.constantVector(op.getFillAttr() ? op.getFillAttr() : zero, LaneCode::countOf(type)));
    return vectors;
  };
  return {tile, code.branch(
                    isThere, TileRegisters::typesOf(tile),
                    [&] { return gather(code, op, into).values(); }, outside)};
}

TileRegisters TileAccess::gather(LaneCode &code, ir::ReadOp op, const TileRegisters *into) {
  const ir::TileType tile = op.getResult().getType();
  MappedTile mapped(code, op, kernel, positions, ranges, memories[op.getMemory()]);
  const int64_t width = ir::hasAlignedRows(op.getMemory()) ? mapped.width(op) : 1;
  Type type = LaneCode::vectorOf(storedType(code, tile), width);
  SmallVector<Value> parts;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += width) {
    if (!isInSlice(op.getSliceAttr(), tile, reg, width)) {
      parts.push_back(keptOf(code, tile, into, reg, width));
      continue;
    }
    MappedTile::Element element = mapped.at(code, reg);
    Value address = element.address;
    // What is not there is read from where there is something, and forgotten.
    if (element.isInside)
      address = code.choose(element.isInside, address, memories[op.getMemory()].pointer);
    Value value = code.load(address, type, width * ir::elementBytes(tile.getElementType()));
    parts.push_back(fromMasked(code, tile, value, element.isInside, op.getFillAttr(), width));
  }
  return TileRegisters::from(code, tile, parts);
}

void TileAccess::writeMapped(LaneCode &code, ir::WriteOp op, const TileRegisters &value) {
  const ir::TileType tile = op.getValue().getType();
  MappedTile mapped(code, op, kernel, positions, ranges, memories[op.getMemory()]);
  const int64_t width = ir::hasAlignedRows(op.getMemory()) ? mapped.width(op) : 1;
  Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += width) {
    MappedTile::Element element = mapped.at(code, reg);
    Value part = toStored(code, tile, value.get(code, reg, width));
    code.where(code.both(element.isInside, isFirst), [&] {
      code.store(part, element.address, width * ir::elementBytes(tile.getElementType()));
    });
  }
}

} // namespace wave::gpu
