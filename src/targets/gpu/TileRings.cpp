//===- TileRings.cpp - Tiles between registers and rings ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileAccess.h"

#include "analysis/MatrixLoads.h"
#include "analysis/MatrixStores.h"
#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"
#include "targets/gpu/RoleTarget.h"

using namespace mlir;

namespace wave::gpu {

using machine::Layout;

TileInRing TileAccess::inRing(LaneCode &code, ir::TileType tile, Value ring, Value slot) {
  auto type = cast<ir::BufferType>(ring.getType());
  TileInRing access;
  access.tile = tile;
  access.ring = type;
  const Layout &layout = tile.getLayout().getValue();
  access.width = analysis::accessWidth(tile, type) / ir::elementBytes(tile.getElementType());
  access.isSeparable = analysis::swizzledBits(type) == 0 || analysis::isSeparable(tile, type);
  access.slot =
      code.advance(shared, code.builder.getI8Type(), positions.slotOffset(code, ring, slot));
  access.offset = code.i32(0);
  for (auto [dim, stride] : llvm::zip(type.getDims(), type.getLayout().getStrides())) {
    const std::string name = nameOf(dim.getName());
    Value lane = positions.lanePart(layout, name), wave = positions.wavePart(layout, name);
    Value at = code.add(lane, wave);
    if (type.getLayout().getColumns() != 0 && dim == type.getDims().back()) {
      access.last = at;
      access.inRows = access.offset;
      access.offset = code.add(access.offset, access.placeInRow(code, at));
    } else {
      access.offset = code.add(
          access.offset, code.mul(at, code.i32(stride * ir::elementBytes(tile.getElementType()))));
    }
    if (layout.extent(name) > *dim.getConstantSize()) {
      access.exceedingDims.push_back(name);
      access.exceeding.emplace_back(at, *dim.getConstantSize());
    }
  }
  return access;
}

Value TileAccess::beginOf(LaneCode &code, ir::TileType tile, Value ring, Value slot) {
  auto type = cast<ir::BufferType>(ring.getType());
  Value bytes = positions.slotOffset(code, ring, slot);
  for (auto [dim, stride] : llvm::zip(type.getDims(), type.getLayout().getStrides())) {
    Value wave = positions.wavePart(tile.getLayout().getValue(), nameOf(dim.getName()));
    bytes =
        code.add(bytes, code.mul(wave, code.i32(stride * ir::elementBytes(tile.getElementType()))));
  }
  return code.advance(shared, code.builder.getI8Type(), bytes);
}

std::optional<TileRegisters> TileAccess::loadMatrices(LaneCode &code, ir::SharedReadOp op,
                                                      const TileRegisters *into) {
  const ir::TileType tile = op.getResult().getType();
  const std::optional<analysis::MatrixLoads> loads =
      analysis::matrixLoadsOf(tile, cast<ir::BufferType>(op.getRing().getType()));
  if (!loads)
    return std::nullopt;
  const int64_t bytes = ir::elementBytes(tile.getElementType()), ofWord = 4 / bytes,
                ofLoad = ofWord * loads->matrices;
  const ir::SliceAttr slice = op.getSliceAttr();
  for (int64_t first = 0; first < TileRegisters::countOf(tile); first += ofLoad)
    for (int64_t reg = first; reg < first + ofLoad; reg += ofWord)
      if (isInSlice(slice, tile, reg, ofWord) != isInSlice(slice, tile, first, ofWord))
        return std::nullopt;
  TileInRing access = inRing(code, loads->rows, op.getRing(), op.getSlot());
  const Type word = LaneCode::vectorOf(storedType(code, tile), ofWord);
  SmallVector<Value> parts;
  for (int64_t first = 0; first < TileRegisters::countOf(tile); first += ofLoad) {
    if (!isInSlice(slice, tile, first, ofWord)) {
      parts.push_back(keptOf(code, tile, into, first, ofLoad));
      continue;
    }
    Value address = access.address(code, first / ofLoad * access.width);
    for (Value loaded : target.loadMatrices(code, address, loads->matrices, loads->isTransposed))
      parts.push_back(fromStored(code, tile, code.bitcast(loaded, word)));
  }
  return TileRegisters::from(code, tile, parts);
}

TileRegisters TileAccess::read(LaneCode &code, ir::SharedReadOp op, const TileRegisters *into) {
  if (std::optional<TileRegisters> loaded = loadMatrices(code, op, into))
    return *loaded;
  ir::TileType tile = op.getResult().getType();
  TileInRing access = inRing(code, tile, op.getRing(), op.getSlot());
  const ir::SliceAttr slice = op.getSliceAttr();
  SmallVector<Value> parts;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += access.width) {
    if (!isInSlice(slice, tile, reg, access.width)) {
      parts.push_back(keptOf(code, tile, into, reg, access.width));
      continue;
    }
    Value address = access.address(code, reg), inside = access.isInside(code, reg);
    Type type = LaneCode::vectorOf(storedType(code, tile), access.width);
    auto load = [&] {
      return LaneCode::Values{
          code.load(address, type, access.width * ir::elementBytes(tile.getElementType()), copies)};
    };
    auto none = [&] {
      auto zero = cast<TypedAttr>(code.builder.getZeroAttr(storedType(code, tile)));
      return LaneCode::Values{code.constantVector(zero, access.width)};
    };
    // No place in shared memory is sure to have been written.
    Value value = inside ? code.branch(inside, type, load, none).front() : load().front();
    parts.push_back(fromStored(code, tile, value));
  }
  return TileRegisters::from(code, tile, parts);
}

void TileAccess::store(LaneCode &code, TileInRing access, const TileRegisters &value,
                       ir::SliceAttr slice) {
  ir::TileType tile = access.tile;
  Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += access.width) {
    if (!isInSlice(slice, tile, reg, access.width))
      continue;
    Value part = toStored(code, tile, value.get(code, reg, access.width));
    Value address = access.address(code, reg);
    Value isStored = code.both(access.isInside(code, reg), isFirst);
    code.where(isStored, [&] {
      code.store(part, address, access.width * ir::elementBytes(tile.getElementType()), copies);
    });
  }
}

bool TileAccess::storeMatrices(LaneCode &code, ir::SharedWriteOp op, const TileRegisters &value) {
  const std::optional<ir::TileType> rows =
      target.roles() ? analysis::matrixRowsOf(op) : std::nullopt;
  if (!rows)
    return false;
  TileInRing access = inRing(code, *rows, op.getRing(), op.getSlot());
  if (access.width != 8) // whose rows are not aligned
    return false;
  constexpr int64_t ofRow = 8; // elements of a matrix, of which four are stored
  for (int64_t first = 0; first < TileRegisters::countOf(op.getValue().getType()); first += ofRow) {
    SmallVector<Value> words;
    for (int64_t word = 0; word < 4; ++word)
      words.push_back(
          code.bitcast(value.get(code, first + 2 * word, 2), code.builder.getI32Type()));
    target.roles()->storeMatrices(code, access.address(code, first), words);
  }
  return true;
}

void TileAccess::write(LaneCode &code, ir::SharedWriteOp op, const TileRegisters &value) {
  if (storeMatrices(code, op, value))
    return;
  store(code, inRing(code, op.getValue().getType(), op.getRing(), op.getSlot()), value,
        op.getSliceAttr());
}

} // namespace wave::gpu
