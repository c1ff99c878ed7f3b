//===- TileRings.cpp - Tiles between registers and rings ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileAccess.h"

#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"
#include "targets/gpu/RoleTarget.h"

using namespace mlir;

namespace wave::gpu {

using machine::Layout;

TileInRing TileAccess::inRing(LaneCode &code, ir::TileType tile, Value ring, Value slot) {
  auto type = cast<ir::RingType>(ring.getType());
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
  auto type = cast<ir::RingType>(ring.getType());
  Value bytes = positions.slotOffset(code, ring, slot);
  for (auto [dim, stride] : llvm::zip(type.getDims(), type.getLayout().getStrides())) {
    Value wave = positions.wavePart(tile.getLayout().getValue(), nameOf(dim.getName()));
    bytes =
        code.add(bytes, code.mul(wave, code.i32(stride * ir::elementBytes(tile.getElementType()))));
  }
  return code.advance(shared, code.builder.getI8Type(), bytes);
}

TileRegisters TileAccess::read(LaneCode &code, ir::SharedReadOp op, const TileRegisters *into) {
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

/// Sums as the instructions of a warpgroup leave them: of 8 columns after the other, pairs of
/// rows 8 apart, the rows of 64 lanes further on behind all columns.
static bool areSums(ir::TileType tile, int64_t columns) {
  const std::string m = nameOf(tile.getDims().front().getName());
  const std::string n = nameOf(tile.getDims().back().getName());
  const Layout &layout = tile.getLayout().getValue();
  const int64_t blocks = machine::countOf(layout.registers()) / (4 * columns);
  return columns > 0 && blocks > 0 &&
         layout == Layout({{n, 2}, {m, 2, 8}, {n, columns, 8}, {m, blocks, 64}},
                          {{n, 4, 2}, {m, 8}, {m, 4, 16}}, layout.waves());
}

bool TileAccess::storeMatrices(LaneCode &code, ir::SharedWriteOp op, const TileRegisters &value) {
  const ir::TileType tile = op.getValue().getType();
  const bool isCopiedOut = llvm::any_of(op.getRing().getUsers(), llvm::IsaPred<ir::CopyOutOp>);
  if (!target.roles() || !isCopiedOut || ir::elementBytes(tile.getElementType()) != 2 ||
      tile.getDims().size() != 2)
    return false;
  const int64_t columns = *tile.getDims().back().getConstantSize() / 8;
  if (columns % 2 != 0 || !areSums(tile, columns))
    return false;
  // Each lane gives the address of a row: of the matrices of 8 x 8 elements that follow each
  // other in registers, two are below and two beside each other.
  const std::string m = nameOf(tile.getDims().front().getName());
  const std::string n = nameOf(tile.getDims().back().getName());
  const Layout &layout = tile.getLayout().getValue();
  constexpr int64_t ofRow = 8;       // elements of a matrix
  const int64_t pairs = columns / 2; // rows of 32 bytes and more have whole ones
  const int64_t blocks = machine::countOf(layout.registers()) / (4 * columns);
  const Layout rows({{n, ofRow, 1}, {n, pairs, 16}, {m, blocks, 64}},
                    {{m, 8}, {m, 2, 8}, {n, 2, 8}, {m, 4, 16}}, layout.waves());
  auto type = ir::TileType::get(tile.getContext(), tile.getDims(), tile.getElementType(),
                                ir::LayoutAttr::get(tile.getContext(), rows));
  TileInRing access = inRing(code, type, op.getRing(), op.getSlot());
  for (int64_t block = 0; block < blocks; ++block)
    for (int64_t pair = 0; pair < pairs; ++pair) {
      const int64_t first = (block * columns + 2 * pair) * 4;
      SmallVector<Value> words;
      for (int64_t word = 0; word < 4; ++word)
        words.push_back(
            code.bitcast(value.get(code, first + 2 * word, 2), code.builder.getI32Type()));
      target.roles()->storeMatrices(code, access.address(code, (block * pairs + pair) * ofRow),
                                    words);
    }
  return true;
}

void TileAccess::write(LaneCode &code, ir::SharedWriteOp op, const TileRegisters &value) {
  if (!op.getSlice() && storeMatrices(code, op, value))
    return;
  store(code, inRing(code, op.getValue().getType(), op.getRing(), op.getSlot()), value,
        op.getSliceAttr());
}

} // namespace wave::gpu
