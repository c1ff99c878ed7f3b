//===- TileMemories.cpp - Tiles between registers and memories ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileAccess.h"

#include "analysis/AccessBounds.h"
#include "analysis/GlobalAccess.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::gpu {

using machine::Layout;

static bool isZero(const Expr &expr) { return expr.same_as(Expr::constant(0)); }

TileInMemory TileAccess::inMemory(LaneCode &code, Operation *op, ir::TileType tile, Value memory) {
  ValueRange start = ir::startsOf(op);
  TileInMemory access;
  access.tile = tile;
  access.memory = &memories[memory];
  const Layout &layout = tile.getLayout().getValue();
  auto type = access.type = cast<ir::MemoryType>(memory.getType());
  Value offset = code.i64(0), laneOffset = code.i64(0);
  for (auto [i, dim] : llvm::enumerate(type.getDims())) {
    const std::string name = nameOf(dim.getName());
    const Expr from = positions.exprOf(start[i]);
    const int64_t size = *tile.getSizeAlong(dim.getName()).getConstant();
    Value begin = positions.emit(code, from);
    Value uniform = code.add(begin, code.widen(positions.wavePart(layout, name)));
    Value lane = code.widen(positions.lanePart(layout, name));
    offset = code.add(offset, code.mul(uniform, access.memory->strides[i]));
    laneOffset = code.add(laneOffset, code.mul(lane, access.memory->strides[i]));
    access.dims.push_back(name);
    access.first.push_back(code.add(uniform, lane));
    const analysis::Edges edges = analysis::edgesOf(ranges, op, dim, size, start[i]);
    const bool isWhole = !edges.mayExceed;
    access.mayPrecede.push_back(edges.mayPrecede);
    access.mayExceed.push_back(!isWhole);
    access.mayExceedTile.push_back(layout.extent(name) > size);
    access.sizes.push_back(size);
    Value limit = access.memory->sizes[i];
    if (access.mayExceedTile.back()) {
      Value end = code.add(begin, code.i64(size));
      limit = isWhole ? end
                      : code.choose(code.compare(LaneCode::Compare::Less, end, limit), end, limit);
    }
    access.limits.push_back(limit);
  }
  Type element = storedType(code, tile);
  access.base = code.advance(access.memory->pointer, element, offset);
  access.base = code.advance(access.base, element, laneOffset);
  if (ir::hasAlignedRows(memory))
    access.width = analysis::globalAccessWidth(op, tile, type);
  return access;
}

Value TileAccess::isWhole(LaneCode &code, Operation *op, ir::TileType tile, Value memory) {
  ValueRange start = ir::startsOf(op);
  Value whole;
  for (auto [i, dim] : llvm::enumerate(cast<ir::MemoryType>(memory.getType()).getDims())) {
    const int64_t size = *tile.getSizeAlong(dim.getName()).getConstant();
    const analysis::Edges edges = analysis::edgesOf(ranges, op, dim, size, start[i]);
    if (!edges.mayPrecede && !edges.mayExceed)
      continue;
    Value begin = positions.emit(code, positions.exprOf(start[i]));
    if (edges.mayPrecede)
      whole = code.both(whole, code.compare(LaneCode::Compare::LessEqual, code.i64(0), begin));
    if (!edges.mayExceed)
      continue;
    Value end = code.add(begin, code.i64(size));
    Value limit = memories[memory].sizes[i];
    whole = code.both(whole, code.compare(LaneCode::Compare::LessEqual, end, limit));
  }
  return whole;
}

bool TileAccess::isOnlyRead(Value pointer) const {
  if (auto step = pointer.getDefiningOp<LLVM::GEPOp>())
    return isOnlyRead(step.getBase());
  if (auto choice = pointer.getDefiningOp<LLVM::SelectOp>())
    return isOnlyRead(choice.getTrueValue()) && isOnlyRead(choice.getFalseValue());
  return llvm::any_of(ir::KernelOp(kernel).getBlock()->getArguments(), [&](BlockArgument memory) {
    return isa<ir::MemoryType>(memory.getType()) && memories[memory].pointer == pointer &&
           analysis::isOnlyRead(memory);
  });
}

Value TileAccess::readIndex(LaneCode &code, ir::ReadIndexOp op) {
  using Compare = LaneCode::Compare;
  const MemoryArgument &memory = memories[op.getMemory()];
  const Type element = op.getMemory().getType().getElementType();
  Value offset = code.i64(0), inside;
  for (size_t i = 0; i < op.getAt().size(); ++i) {
    Value at = positions.emit(code, positions.exprOf(op.getAt()[i]));
    inside = code.both(inside, code.compare(Compare::LessEqual, code.i64(0), at));
    inside = code.both(inside, code.compare(Compare::Less, at, memory.sizes[i]));
    offset = code.add(offset, code.mul(at, memory.strides[i]));
  }
  const auto load = [&]() -> LaneCode::Values {
    Value value = code.load(code.advance(memory.pointer, element, offset), element,
                            element.getIntOrFloatBitWidth() / 8);
    return {element.isInteger(32) ? code.convert(value, DType::i32, DType::i64) : value};
  };
  const auto fill = [&]() -> LaneCode::Values { return {code.i64(op.getOutside())}; };
  return code.branch(inside, {code.builder.getI64Type()}, load, fill).front();
}

int64_t maskedWidth(int64_t width, const Expr &rowSize) {
  while (width > 1 && !isZero(rowSize % width))
    width /= 2;
  return width;
}

/// A tile of no elements, whose memory may have none that a masked lane could read instead.
static std::optional<TileRegisters> emptyTile(LaneCode &code, ir::TileType tile) {
  if (llvm::none_of(tile.getDims(), [](ir::DimAttr dim) { return dim.getConstantSize() == 0; }))
    return std::nullopt;
  auto zero = cast<TypedAttr>(code.builder.getZeroAttr(tile.getElementType()));
  LaneCode::Values vectors;
  for (Type type : TileRegisters::typesOf(tile))
    vectors.push_back(code.constantVector(zero, LaneCode::countOf(type)));
  return TileRegisters(tile, vectors);
}

TileRegisters TileAccess::load(LaneCode &code, const TileInMemory &access, bool isMasked,
                               TypedAttr fill, ir::SliceAttr slice, const TileRegisters *into) {
  ir::TileType tile = access.tile;
  const Expr &row = access.type.getDims().back().getSize().getValue();
  const int64_t width = isMasked ? maskedWidth(access.width, row) : access.width;
  Type type = LaneCode::vectorOf(storedType(code, tile), width);
  SmallVector<Value> parts;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += width) {
    if (!isInSlice(slice, tile, reg, width)) {
      parts.push_back(keptOf(code, tile, into, reg, width));
      continue;
    }
    Value address = access.address(code, reg), inside = access.isInside(code, reg, isMasked);
    // What is not there is read from where there is something, and forgotten.
    if (inside)
      address = code.choose(inside, address, access.memory->pointer);
    Value value = code.load(address, type, width * ir::elementBytes(tile.getElementType()));
    parts.push_back(fromMasked(code, tile, value, inside, fill, width));
  }
  return TileRegisters::from(code, tile, parts);
}

TileRegisters TileAccess::read(LaneCode &code, ir::ReadOp op, const TileRegisters *into) {
  ir::TileType tile = op.getResult().getType();
  if (std::optional<TileRegisters> empty = emptyTile(code, tile))
    return *empty;
  if (op.getMapping())
    return readMapped(code, op, into);
  TileInMemory access = inMemory(code, op, tile, op.getMemory());
  Value whole = isWhole(code, op, tile, op.getMemory());
  const auto loaded = [&](bool isMasked) {
    return load(code, access, isMasked, op.getFillAttr(), op.getSliceAttr(), into);
  };
  if (!whole)
    return loaded(false);
  if (analysis::isLoadedWhereUsed(op)) // behind two ways all of it would be there
    return loaded(true);
  return {tile, code.branch(
                    whole, TileRegisters::typesOf(tile), [&] { return loaded(false).values(); },
                    [&] { return loaded(true).values(); })};
}

void TileAccess::write(LaneCode &code, ir::WriteOp op, const TileRegisters &value) {
  ir::TileType tile = op.getValue().getType();
  if (op.getMapping())
    return writeMapped(code, op, value);
  TileInMemory access = inMemory(code, op, tile, op.getMemory());
  const int64_t count = TileRegisters::countOf(tile);
  const Expr &row = op.getMemory().getType().getDims().back().getSize().getValue();
  Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
  auto store = [&](bool isMasked) {
    const int64_t width = isMasked ? maskedWidth(access.width, row) : access.width;
    for (int64_t reg = 0; reg < count; reg += width) {
      Value part = toStored(code, tile, value.get(code, reg, width));
      Value address = access.address(code, reg);
      Value isStored = code.both(access.isInside(code, reg, isMasked), isFirst);
      code.where(isStored, [&] {
        code.store(part, address, width * ir::elementBytes(tile.getElementType()));
      });
    }
    return LaneCode::Values();
  };
  Value whole = isWhole(code, op, tile, op.getMemory());
  if (!whole)
    store(false);
  else
    code.branch(whole, {}, [&] { return store(false); }, [&] { return store(true); });
}

Value TileAccess::isInside(LaneCode &code, ir::TileType tile, ArrayAttr dims, ValueRange start,
                           int64_t reg) {
  const Layout &layout = tile.getLayout().getValue();
  ir::Distribution distribution(kernel);
  machine::Position position = layout.at(reg, 0, 0);
  Value inside;
  for (auto [dim, from] : llvm::zip(dims, start)) {
    auto name = cast<ir::ExprAttr>(dim);
    const int64_t size = *tile.getSizeAlong(name).getConstant();
    const Expr whole = distribution.wholeSize(name)->getValue();
    Value lane = positions.lanePart(layout, nameOf(name));
    Value wave = positions.wavePart(layout, nameOf(name));
    Value inTile = code.add(lane, wave);
    inTile = code.add(inTile, code.i32(coordinate(position, nameOf(name))));
    if (greatestCoordinate(layout, nameOf(name), reg) >= size)
      inside = code.both(inside, code.compare(LaneCode::Compare::Less, inTile, code.i32(size)));
    if (!ir::mayReachBeyond(kernel, name, size, whole))
      continue;
    Value begin = positions.emit(code, positions.exprOf(from));
    Value at = code.add(begin, code.widen(inTile));
    inside =
        code.both(inside, code.compare(LaneCode::Compare::Less, at, positions.emit(code, whole)));
  }
  return inside;
}

} // namespace wave::gpu
