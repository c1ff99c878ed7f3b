//===- TileAccess.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileAccess.h"

#include "analysis/GlobalAccess.h"
#include "analysis/SharedBanks.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::gpu {

using machine::Layout;

static std::string nameOf(ir::ExprAttr dim) { return dim.getValue().str(); }
static Expr exprOf(Attribute attribute) { return cast<ir::ExprAttr>(attribute).getValue(); }
static bool isZero(const Expr &expr) { return expr.same_as(Expr::constant(0)); }

static int64_t coordinate(const machine::Position &position, const std::string &dim) {
  auto found = position.find(dim);
  return found == position.end() ? 0 : found->second;
}

/// Truth values are bytes in memory.
static Type storedType(LaneCode &code, ir::TileType tile) {
  return tile.getElementType().isInteger(1) ? Type(code.builder.getI8Type())
                                            : LaneCode::typeOf(tile.getElementType());
}

static Value fromStored(LaneCode &code, ir::TileType tile, Value stored) {
  return tile.getElementType().isInteger(1) ? code.convert(stored, DType::i8, DType::i1) : stored;
}

static Value toStored(LaneCode &code, ir::TileType tile, Value value) {
  return tile.getElementType().isInteger(1) ? code.convert(value, DType::i1, DType::i8) : value;
}

static int64_t bytesOf(ir::TileType tile) {
  return size_in_bytes(*ir::dtypeOf(tile.getElementType()));
}

/// The scope of asynchronous copies.  Every access to shared memory that could meet one is
/// behind a barrier, and so behind its end; LLVM, which cannot know, would wait for all
/// copies at each of the others.
static ArrayAttr scopeOfCopies(ir::KernelOp kernel) {
  WalkResult found = kernel.walk([](ir::CopyOp) { return WalkResult::interrupt(); });
  if (!found.wasInterrupted())
    return {};
  Builder builder(kernel.getContext());
  auto domain = LLVM::AliasScopeDomainAttr::get(builder.getContext(),
                                                builder.getStringAttr("shared"), StringAttr());
  return builder.getArrayAttr(LLVM::AliasScopeAttr::get(
      builder.getContext(), builder.getStringAttr("copies"), domain, StringAttr()));
}

TileAccess::TileAccess(ir::KernelOp kernel, const LaneTarget &target, Positions &positions,
                       const MemoryArguments &memories, Value shared, Arguments arguments)
    : kernel(kernel), target(target), positions(positions), memories(memories), shared(shared),
      arguments(arguments), copies(scopeOfCopies(kernel)) {}

//===----------------------------------------------------------------------===//
// The caller's memories
//===----------------------------------------------------------------------===//

/// Everything about one access to a memory that its registers share.
struct TileAccess::Global {
  ir::TileType tile;
  ir::MemoryType type;
  const MemoryArgument *memory;
  SmallVector<std::string> dims;   ///< of the memory
  SmallVector<Value> first;        ///< this lane's first coordinate, i64, without registers
  SmallVector<bool> mayExceed;     ///< some tile reaches beyond the memory
  SmallVector<bool> mayExceedTile; ///< the layout reaches beyond the tile
  Value base;                      ///< the address of this lane's register 0
  int64_t width = 1;               ///< elements of one access

  Value address(LaneCode &code, int64_t reg) const {
    machine::Position position = tile.getLayout().getValue().at(reg, 0, 0);
    Value offset = code.i64(0);
    for (auto [dim, stride] : llvm::zip(dims, memory->strides))
      offset = code.add(offset, code.mul(code.i64(coordinate(position, dim)), stride));
    return code.advance(base, storedType(code, tile), offset);
  }

  /// Whether the element in `reg` is one of the memory and of the tile; null for always.
  Value isInside(LaneCode &code, int64_t reg, bool isMasked) const {
    machine::Position position = tile.getLayout().getValue().at(reg, 0, 0);
    Value inside;
    for (auto [i, dim] : llvm::enumerate(dims)) {
      // Beyond the tile a coordinate belongs to another workgroup, or to nobody.
      if (!(isMasked && mayExceed[i]) && !mayExceedTile[i])
        continue;
      Value at = code.add(first[i], code.i64(coordinate(position, dim)));
      inside = code.both(inside, code.compare(LaneCode::Compare::Less, at, limits[i]));
    }
    return inside;
  }
  SmallVector<Value> limits; ///< coordinates below these belong to the memory and the tile
};

TileAccess::Global TileAccess::globalOf(LaneCode &code, ir::TileType tile, Value memory,
                                        ArrayAttr start) {
  Global access;
  access.tile = tile;
  access.memory = &memories[memory];
  const Layout &layout = tile.getLayout().getValue();
  auto type = access.type = cast<ir::MemoryType>(memory.getType());
  Value offset = code.i64(0), laneOffset = code.i64(0);
  for (auto [i, dim] : llvm::enumerate(type.getDims())) {
    const std::string name = nameOf(dim.getName());
    const Expr from = exprOf(start[i]);
    const int64_t size =
        *tile.getDims()[static_cast<size_t>(tile.indexOf(dim.getName()))].getConstantSize();
    Value begin = positions.emit(code, from);
    Value uniform = code.add(begin, code.widen(positions.wavePart(layout, name)));
    Value lane = code.widen(positions.lanePart(layout, name));
    offset = code.add(offset, code.mul(uniform, access.memory->strides[i]));
    laneOffset = code.add(laneOffset, code.mul(lane, access.memory->strides[i]));
    access.dims.push_back(name);
    access.first.push_back(code.add(uniform, lane));
    bool isWhole = dim.getSize().getValue().same_as(Expr::constant(size)) ||
                   isZero(dim.getSize().getValue() % size);
    access.mayExceed.push_back(!isWhole);
    access.mayExceedTile.push_back(layout.extent(name) > size);
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
  if (arguments == Arguments::Aligned)
    access.width = analysis::globalAccessWidth(tile, type, start);
  return access;
}

Value TileAccess::isWhole(LaneCode &code, ir::TileType tile, Value memory, ArrayAttr start) {
  Value whole;
  for (auto [i, dim] : llvm::enumerate(cast<ir::MemoryType>(memory.getType()).getDims())) {
    const int64_t size =
        *tile.getDims()[static_cast<size_t>(tile.indexOf(dim.getName()))].getConstantSize();
    const Expr &all = dim.getSize().getValue();
    if (all.same_as(Expr::constant(size)) || isZero(all % size))
      continue;
    Value begin = positions.emit(code, exprOf(start[i]));
    Value end = code.add(begin, code.i64(size));
    Value limit = memories[memory].sizes[i];
    whole = code.both(whole, code.compare(LaneCode::Compare::LessEqual, end, limit));
  }
  return whole;
}

/// The widest masked access: none may straddle the end of a row.
static int64_t maskedWidth(int64_t width, const Expr &rowSize) {
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

TileRegisters TileAccess::load(LaneCode &code, const Global &access, bool isMasked) {
  ir::TileType tile = access.tile;
  const Expr &row = access.type.getDims().back().getSize().getValue();
  const int64_t width = isMasked ? maskedWidth(access.width, row) : access.width;
  Type type = LaneCode::vectorOf(storedType(code, tile), width);
  SmallVector<Value> parts;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += width) {
    Value address = access.address(code, reg), inside = access.isInside(code, reg, isMasked);
    // What is not there is read from where there is something, and forgotten.
    if (inside)
      address = code.choose(inside, address, access.memory->pointer);
    Value value = code.load(address, type, width * bytesOf(tile));
    if (inside) {
      auto zero = cast<TypedAttr>(code.builder.getZeroAttr(storedType(code, tile)));
      value = code.choose(inside, value, code.constantVector(zero, width));
    }
    parts.push_back(fromStored(code, tile, value));
  }
  return TileRegisters::from(code, tile, parts);
}

TileRegisters TileAccess::read(LaneCode &code, ir::ReadOp op) {
  ir::TileType tile = op.getResult().getType();
  if (std::optional<TileRegisters> empty = emptyTile(code, tile))
    return *empty;
  Global access = globalOf(code, tile, op.getMemory(), *op.getStart());
  Value whole = isWhole(code, tile, op.getMemory(), *op.getStart());
  if (!whole)
    return load(code, access, false);
  return {tile, code.branch(
                    whole, TileRegisters::typesOf(tile),
                    [&] { return load(code, access, false).values(); },
                    [&] { return load(code, access, true).values(); })};
}

void TileAccess::write(LaneCode &code, ir::WriteOp op, const TileRegisters &value) {
  ir::TileType tile = op.getValue().getType();
  ArrayAttr start = *op.getStart();
  Global access = globalOf(code, tile, op.getMemory(), start);
  const int64_t count = TileRegisters::countOf(tile);
  const Expr &row = op.getMemory().getType().getDims().back().getSize().getValue();
  Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
  auto store = [&](bool isMasked) {
    const int64_t width = isMasked ? maskedWidth(access.width, row) : access.width;
    for (int64_t reg = 0; reg < count; reg += width) {
      Value part = toStored(code, tile, value.get(code, reg, width));
      Value address = access.address(code, reg);
      auto emit = [&] {
        code.store(part, address, width * bytesOf(tile));
        return LaneCode::Values();
      };
      Value inside = code.both(access.isInside(code, reg, isMasked), isFirst);
      if (inside)
        code.branch(inside, {}, emit, [] { return LaneCode::Values(); });
      else
        emit();
    }
    return LaneCode::Values();
  };
  Value whole = isWhole(code, tile, op.getMemory(), start);
  if (!whole)
    store(false);
  else
    code.branch(whole, {}, [&] { return store(false); }, [&] { return store(true); });
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

struct TileAccess::Shared {
  ir::TileType tile;
  ir::RingType ring;
  Value slot;         ///< its address
  Value offset;       ///< of this lane's register 0 in it, unswizzled
  Value inRows, last; ///< where rows are cut: its offset without the last coordinate, and that
  SmallVector<std::pair<Value, int64_t>> exceeding; ///< this lane's coordinate, i32, and the size
  SmallVector<std::string> exceedingDims;
  int64_t width; ///< elements of one access
  bool isSeparable;
  std::map<int64_t, Value> starts; ///< this lane's addresses, by what is swizzled of a register's

  Value swizzled(LaneCode &code, Value linear) const {
    Type type = linear.getType();
    Value high = code.floorDiv(linear, int64_t(1) << ring.getLayout().getShift());
    Value moved = code.call("llvm.and", {high, code.i32(analysis::swizzledBits(ring))}, type);
    return code.call("llvm.xor", {linear, moved}, type);
  }

  /// Where the last coordinate, i32, lies in a ring whose rows are cut.
  Value placeInRow(LaneCode &code, Value at) const {
    const int64_t columns = ring.getLayout().getColumns(), bytes = bytesOf(tile);
    Value column = code.floorDiv(at, columns), inColumn = code.remainder(at, columns);
    Value begin = code.mul(column, code.i32(analysis::columnBytes(ring)));
    return code.add(begin, code.mul(inColumn, code.i32(bytes)));
  }

  /// Of a register, unswizzled.
  Value linearOf(LaneCode &code, int64_t reg) const {
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
  Value address(LaneCode &code, int64_t reg) {
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

  Value isInside(LaneCode &code, int64_t reg) const {
    machine::Position position = tile.getLayout().getValue().at(reg, 0, 0);
    Value inside;
    for (auto [dim, part] : llvm::zip(exceedingDims, exceeding)) {
      Value at = code.add(part.first, code.i32(coordinate(position, dim)));
      inside = code.both(inside, code.compare(LaneCode::Compare::Less, at, code.i32(part.second)));
    }
    return inside;
  }
};

TileAccess::Shared TileAccess::sharedOf(LaneCode &code, ir::TileType tile, Value ring,
                                        ir::ExprAttr slot) {
  auto type = cast<ir::RingType>(ring.getType());
  Shared access;
  access.tile = tile;
  access.ring = type;
  const Layout &layout = tile.getLayout().getValue();
  access.width = analysis::accessWidth(tile, type) / bytesOf(tile);
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
      access.offset = code.add(access.offset, code.mul(at, code.i32(stride * bytesOf(tile))));
    }
    if (layout.extent(name) > *dim.getConstantSize()) {
      access.exceedingDims.push_back(name);
      access.exceeding.emplace_back(at, *dim.getConstantSize());
    }
  }
  return access;
}

Value TileAccess::beginOf(LaneCode &code, ir::TileType tile, Value ring, ir::ExprAttr slot) {
  auto type = cast<ir::RingType>(ring.getType());
  Value bytes = positions.slotOffset(code, ring, slot);
  for (auto [dim, stride] : llvm::zip(type.getDims(), type.getLayout().getStrides())) {
    Value wave = positions.wavePart(tile.getLayout().getValue(), nameOf(dim.getName()));
    bytes = code.add(bytes, code.mul(wave, code.i32(stride * bytesOf(tile))));
  }
  return code.advance(shared, code.builder.getI8Type(), bytes);
}

TileRegisters TileAccess::read(LaneCode &code, ir::SharedReadOp op) {
  ir::TileType tile = op.getResult().getType();
  Shared access = sharedOf(code, tile, op.getRing(), op.getSlotAttr());
  SmallVector<Value> parts;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += access.width) {
    Value address = access.address(code, reg), inside = access.isInside(code, reg);
    Type type = LaneCode::vectorOf(storedType(code, tile), access.width);
    auto load = [&] {
      return LaneCode::Values{code.load(address, type, access.width * bytesOf(tile), copies)};
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

void TileAccess::store(LaneCode &code, Shared access, const TileRegisters &value) {
  ir::TileType tile = access.tile;
  Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += access.width) {
    Value part = toStored(code, tile, value.get(code, reg, access.width));
    Value address = access.address(code, reg);
    auto emit = [&] {
      code.store(part, address, access.width * bytesOf(tile), copies);
      return LaneCode::Values();
    };
    Value inside = code.both(access.isInside(code, reg), isFirst);
    if (inside)
      code.branch(inside, {}, emit, [] { return LaneCode::Values(); });
    else
      emit();
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
  if (!target.roles() || !isCopiedOut || bytesOf(tile) != 2 || tile.getDims().size() != 2)
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
  Shared access = sharedOf(code, type, op.getRing(), op.getSlotAttr());
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
  if (storeMatrices(code, op, value))
    return;
  store(code, sharedOf(code, op.getValue().getType(), op.getRing(), op.getSlotAttr()), value);
}

/// A tile that lies inside its memory goes past the registers; of another one somebody has
/// to write the zeros.
void TileAccess::copy(LaneCode &code, ir::CopyOp op) {
  ir::TileType tile = op.getTile();
  Global from = globalOf(code, tile, op.getMemory(), *op.getStart());
  auto throughRegisters = [&] {
    const Shared to = sharedOf(code, tile, op.getRing(), op.getSlotAttr());
    store(code, to, load(code, from, /*isMasked=*/true));
    return LaneCode::Values();
  };
  if (!copiesPastRegisters()) {
    throughRegisters();
    return;
  }
  auto past = [&] {
    const ir::RingType ring = op.getRing().getType();
    Shared to = sharedOf(code, tile, op.getRing(), op.getSlotAttr());
    Value begin = beginOf(code, tile, op.getRing(), op.getSlotAttr());
    Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
    Type byte = code.builder.getI8Type();
    for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += from.width) {
      const int64_t linear =
          analysis::linearByteAt(ring, tile.getLayout().getValue().at(reg, 0, 0));
      Value address = from.address(code, reg);
      // Where a swizzle is to put another piece of the row, the lane brings that one.
      if (analysis::swizzledBits(ring) != 0) {
        Value place = code.add(to.offset, code.i32(linear));
        address = code.advance(address, byte, code.sub(to.swizzled(code, place), place));
      }
      auto emit = [&] {
        target.copy(code, address, code.advance(begin, byte, code.i32(linear)),
                    from.width * bytesOf(tile), copies);
        return LaneCode::Values();
      };
      Value inside = code.both(from.isInside(code, reg, /*isMasked=*/false), isFirst);
      if (inside)
        code.branch(inside, {}, emit, [] { return LaneCode::Values(); });
      else
        emit();
    }
    return LaneCode::Values();
  };
  Value whole = isWhole(code, tile, op.getMemory(), *op.getStart());
  if (whole)
    code.branch(whole, {}, past, throughRegisters);
  else
    past();
}

void TileAccess::forEachElement(LaneCode &code, const Global &from, const Shared &to,
                                ElementVisit visit) {
  const ir::TileType tile = to.tile;
  const Layout &layout = tile.getLayout().getValue();
  const ir::RingType ring = to.ring;
  Type byte = code.builder.getI8Type();
  code.loop(code.i32(TileRegisters::countOf(tile)), {}, [&](Value reg, ValueRange) {
    Value offset = code.i64(0), place = to.last ? to.inRows : to.offset;
    Element element;
    for (auto [i, dim] : llvm::enumerate(from.dims)) {
      Value part = positions.registerPart(code, layout, dim, reg);
      const int64_t size = *ring.getDims()[i].getConstantSize();
      const int64_t stride = ring.getLayout().getStrides()[i] * bytesOf(tile);
      if (to.last && i + 1 == from.dims.size())
        place = code.add(place, to.placeInRow(code, code.add(to.last, part)));
      else
        place = code.add(place, code.mul(part, code.i32(stride)));
      Value wide = code.widen(part);
      offset = code.add(offset, code.mul(wide, from.memory->strides[i]));
      if (from.mayExceed[i] || from.mayExceedTile[i]) {
        Value at = code.add(from.first[i], wide);
        element.isInMemory = code.both(
            element.isInMemory, code.compare(LaneCode::Compare::Less, at, from.memory->sizes[i]));
      }
      if (from.mayExceedTile[i]) {
        Value lane = positions.lanePart(layout, dim), wave = positions.wavePart(layout, dim);
        Value at = code.add(code.add(lane, wave), part);
        element.isInTile =
            code.both(element.isInTile, code.compare(LaneCode::Compare::Less, at, code.i32(size)));
      }
    }
    if (analysis::swizzledBits(ring) != 0)
      place = to.swizzled(code, place);
    element.inMemory = code.advance(from.base, storedType(code, tile), offset);
    element.inRing = code.advance(to.slot, byte, place);
    visit(element);
    return LaneCode::Values();
  });
}

static void emitWhere(LaneCode &code, Value condition, llvm::function_ref<void()> emit) {
  auto then = [&] {
    emit();
    return LaneCode::Values();
  };
  if (condition)
    code.branch(condition, {}, then, [] { return LaneCode::Values(); });
  else
    emit();
}

void TileAccess::copyByElements(LaneCode &code, ir::CopyOp op) {
  ir::TileType tile = op.getTile();
  const Global from = globalOf(code, tile, op.getMemory(), *op.getStart());
  const Shared to = sharedOf(code, tile, op.getRing(), op.getSlotAttr());
  Type type = storedType(code, tile);
  forEachElement(code, from, to, [&](const Element &element) {
    Value address = element.inMemory;
    if (element.isInMemory)
      address = code.choose(element.isInMemory, address, from.memory->pointer);
    Value value = code.load(address, type, bytesOf(tile));
    if (element.isInMemory) {
      auto zero = cast<TypedAttr>(code.builder.getZeroAttr(type));
      value = code.choose(element.isInMemory, value, code.constantVector(zero, 1));
    }
    Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
    emitWhere(code, code.both(element.isInTile, isFirst),
              [&] { code.store(value, element.inRing, bytesOf(tile)); });
  });
}

void TileAccess::copyOutByElements(LaneCode &code, ir::CopyOutOp op) {
  ir::TileType tile = op.getTile();
  const Global to = globalOf(code, tile, op.getMemory(), *op.getStart());
  const Shared from = sharedOf(code, tile, op.getRing(), op.getSlotAttr());
  forEachElement(code, to, from, [&](const Element &element) {
    Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
    Value isCopied = code.both(code.both(element.isInMemory, element.isInTile), isFirst);
    emitWhere(code, isCopied, [&] {
      Value value = code.load(element.inRing, storedType(code, tile), bytesOf(tile));
      code.store(value, element.inMemory, bytesOf(tile));
    });
  });
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

Value TileAccess::isInside(LaneCode &code, ir::TileType tile, ArrayAttr dims, ArrayAttr start,
                           int64_t reg) {
  const Layout &layout = tile.getLayout().getValue();
  ir::Distribution distribution(kernel);
  machine::Position position = layout.at(reg, 0, 0);
  Value inside;
  for (auto [dim, from] : llvm::zip(dims, start)) {
    auto name = cast<ir::ExprAttr>(dim);
    const int64_t size = *tile.getDims()[static_cast<size_t>(tile.indexOf(name))].getConstantSize();
    const Expr whole = distribution.wholeSize(name)->getValue();
    Value lane = positions.lanePart(layout, nameOf(name));
    Value wave = positions.wavePart(layout, nameOf(name));
    Value inTile = code.add(lane, wave);
    inTile = code.add(inTile, code.i32(coordinate(position, nameOf(name))));
    if (layout.extent(nameOf(name)) > size)
      inside = code.both(inside, code.compare(LaneCode::Compare::Less, inTile, code.i32(size)));
    if (whole.same_as(Expr::constant(size)) || isZero(whole % size))
      continue;
    Value begin = positions.emit(code, exprOf(from));
    Value at = code.add(begin, code.widen(inTile));
    inside =
        code.both(inside, code.compare(LaneCode::Compare::Less, at, positions.emit(code, whole)));
  }
  return inside;
}

} // namespace wave::gpu
