//===- TileCopies.cpp - Tiles between memories and rings ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileAccess.h"

#include <functional>

#include "analysis/GlobalAccess.h"
#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"
#include "machine/Chip.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::gpu {

using machine::Layout;

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
                       const MemoryArguments &memories, Value shared)
    : kernel(kernel), target(target), positions(positions), memories(memories), shared(shared),
      ranges(kernel), copies(scopeOfCopies(kernel)) {}

/// A tile that lies inside its memory goes past the registers; of another one somebody has
/// to write the zeros.
void TileAccess::copy(LaneCode &code, ir::CopyOp op, CopiesInFlight &flights) {
  ir::TileType tile = op.getTile();
  TileInMemory from = inMemory(code, op, tile, op.getMemory());
  const bool isPastRegisters = ir::pathOf(op) == ir::AccessPath::Async;
  auto throughRegisters = [&] {
    const TileInRing to = inRing(code, tile, op.getRing(), op.getSlot());
    const ir::SliceAttr slice = op.getSliceAttr();
    store(code, to, load(code, from, /*isMasked=*/true, {}, slice, nullptr), slice);
    if (isPastRegisters && flights.areCounted()) // this one counts as copies that have begun
      target.waitForCopies(code);
    return LaneCode::Values();
  };
  if (!isPastRegisters) {
    throughRegisters();
    return;
  }
  auto past = [&] {
    const ir::BufferType ring = op.getRing().getType();
    TileInRing to = inRing(code, tile, op.getRing(), op.getSlot());
    Value begin = beginOf(code, tile, op.getRing(), op.getSlot());
    Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
    Type byte = code.builder.getI8Type();
    int64_t begun = 0;
    for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += from.width) {
      if (!isInSlice(op.getSliceAttr(), tile, reg, from.width))
        continue;
      const int64_t linear =
          analysis::linearByteAt(ring, tile.getLayout().getValue().at(reg, 0, 0));
      Value address = from.address(code, reg);
      // Where a swizzle is to put another piece of the row, the lane brings that one.
      if (analysis::swizzledBits(ring) != 0) {
        Value place = code.add(to.offset, code.i32(linear));
        address = code.advance(address, byte, code.sub(to.swizzled(code, place), place));
      }
      Value isStored = code.both(from.isInside(code, reg, /*isMasked=*/false), isFirst);
      code.where(isStored, [&] {
        target.copy(code, address, code.advance(begin, byte, code.i32(linear)),
                    from.width * ir::elementBytes(tile.getElementType()), copies);
      });
      begun += !isStored; // by all waves
    }
    flights.begin(op, begun);
    return LaneCode::Values();
  };
  Value whole = isWhole(code, op, tile, op.getMemory());
  if (whole)
    code.branch(whole, {}, past, throughRegisters);
  else
    past();
}

void TileAccess::forEachElement(LaneCode &code, const TileInMemory &from, const TileInRing &to,
                                ElementVisit visit) {
  const ir::TileType tile = to.tile;
  const Layout &layout = tile.getLayout().getValue();
  const ir::BufferType ring = to.ring;
  Type byte = code.builder.getI8Type();
  code.loop(code.i32(TileRegisters::countOf(tile)), {}, [&](Value reg, ValueRange) {
    Value offset = code.i64(0), place = to.last ? to.inRows : to.offset;
    Element element;
    for (auto [i, dim] : llvm::enumerate(from.dims)) {
      Value part = positions.registerPart(code, layout, dim, reg);
      const ir::ExprAttr name = from.type.getDims()[i].getName();
      const int64_t size = *tile.getSizeAlong(name).getConstant();
      if (to.last && name == ring.getDims().back().getName()) {
        place = code.add(place, to.placeInRow(code, code.add(to.last, part)));
      } else if (tile.hasDim(name)) {
        const auto number = static_cast<size_t>(tile.indexOf(name));
        const int64_t stride =
            ring.getLayout().getStrides()[number] * ir::elementBytes(tile.getElementType());
        place = code.add(place, code.mul(part, code.i32(stride)));
      }
      Value wide = code.widen(part);
      offset = code.add(offset, code.mul(wide, from.memory->strides[i]));
      if (from.mayPrecede[i]) {
        Value at = code.add(from.first[i], wide);
        element.isInMemory = code.both(element.isInMemory,
                                       code.compare(LaneCode::Compare::LessEqual, code.i64(0), at));
      }
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

void TileAccess::copyByElements(LaneCode &code, ir::CopyOp op) {
  ir::TileType tile = op.getTile();
  const TileInMemory from = inMemory(code, op, tile, op.getMemory());
  const TileInRing to = inRing(code, tile, op.getRing(), op.getSlot());
  Type type = storedType(code, tile);
  forEachElement(code, from, to, [&](const Element &element) {
    Value address = element.inMemory;
    if (element.isInMemory)
      address = code.choose(element.isInMemory, address, from.memory->pointer);
    Value value = code.load(address, type, ir::elementBytes(tile.getElementType()));
    if (element.isInMemory) {
      auto zero = cast<TypedAttr>(code.builder.getZeroAttr(type));
      value = code.choose(element.isInMemory, value, code.constantVector(zero, 1));
    }
    Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
    code.where(code.both(element.isInTile, isFirst),
               [&] { code.store(value, element.inRing, ir::elementBytes(tile.getElementType())); });
  });
}

/// The same tile with at most `run` consecutive elements in the registers of a lane, and those that
/// follow them in the next lanes.
static ir::TileType withRun(ir::TileType tile, int64_t run) {
  const Layout &layout = tile.getLayout().getValue();
  machine::Digits registers = layout.registers(), lanes = layout.lanes();
  if (registers.empty() || lanes.empty())
    return tile;
  const machine::Digit own = registers.front(), next = lanes.front();
  if (own.dim != nameOf(tile.getDims().back().getName()) || own.stride != 1 ||
      next.dim != own.dim || next.stride != own.size || own.size % run != 0)
    return tile;
  registers.front() = {own.dim, run, 1};
  registers.insert(registers.begin() + 1, {own.dim, own.size / run, run * next.size});
  lanes.front().stride = run;
  return ir::TileType::get(
      tile.getContext(), tile.getDims(), tile.getElementType(),
      ir::LayoutAttr::get(tile.getContext(), Layout(registers, lanes, layout.waves())));
}

/// Lanes have written the ring, and met.
void TileAccess::copyOutBy(LaneCode &code, ir::CopyOutOp op, ir::TileType tile) {
  const ir::MemoryType memory = op.getMemory().getType();
  const TileInMemory to = inMemory(code, op, tile, op.getMemory());
  const TileInRing from = inRing(code, tile, op.getRing(), op.getSlot());
  const int64_t element = ir::elementBytes(tile.getElementType());
  const int64_t widest = std::min(analysis::globalAccessWidth(op, tile, memory), from.width);
  Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
  const auto copy = [&](bool isMasked) {
    TileInRing ring = from;
    const int64_t width =
        isMasked ? maskedWidth(widest, memory.getDims().back().getSize().getValue()) : widest;
    Type type = LaneCode::vectorOf(storedType(code, tile), width);
    // Several are loaded before the first of them is stored.
    constexpr int64_t ahead = 8;
    SmallVector<std::pair<Value, Value>> loaded; // and where they go
    const auto storeLoaded = [&] {
      for (auto [value, address] : loaded)
        code.store(value, address, width * element);
      loaded.clear();
    };
    for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += width) {
      Value address = to.address(code, reg), place = ring.address(code, reg);
      const auto load = [&] {
        loaded.emplace_back(code.load(place, type, width * element), address);
      };
      if (Value isCopied = code.both(to.isInside(code, reg, isMasked), isFirst)) {
        storeLoaded(); // of those without a mask
        code.where(isCopied, [&] {
          load();
          storeLoaded();
        });
      } else if (load(); loaded.size() == ahead) {
        storeLoaded();
      }
    }
    storeLoaded();
    return LaneCode::Values();
  };
  if (Value whole = isWhole(code, op, tile, op.getMemory()))
    code.branch(whole, {}, [&] { return copy(false); }, [&] { return copy(true); });
  else
    copy(false);
}

void TileAccess::copyOut(LaneCode &code, ir::CopyOutOp op) {
  const ir::TileType tile = op.getTile();
  if (ir::pathOf(op) == ir::AccessPath::Lanes)
    return copyOutBy(code, op, tile);
  if (ir::pathOf(op) == ir::AccessPath::Elements)
    return copyOutByElements(code, op);
  // Rows may begin anywhere: accesses are as wide as these allow, as is seen when it runs.
  const MemoryArgument &memory = memories[op.getMemory()];
  const int64_t element = ir::elementBytes(tile.getElementType());
  Type wide = code.builder.getI64Type();
  Value places = code.call("llvm.ptrtoint", {memory.pointer}, wide);
  for (Value stride : ArrayRef(memory.strides).drop_back())
    places = code.call("llvm.or", {places, code.mul(stride, code.i64(element))}, wide);
  Value areConsecutive = code.compare(LaneCode::Compare::Equal, memory.strides.back(), code.i64(1));
  const std::function<LaneCode::Values(int64_t)> copyBy = [&](int64_t bytes) {
    if (bytes <= element) {
      copyOutBy(code, op, withRun(tile, 1));
      return LaneCode::Values();
    }
    Value rest = code.call("llvm.and", {places, code.i64(bytes - 1)}, wide);
    Value fits =
        code.both(areConsecutive, code.compare(LaneCode::Compare::Equal, rest, code.i64(0)));
    code.branch(
        fits, {},
        [&] {
          copyOutBy(code, op, withRun(tile, bytes / element));
          return LaneCode::Values();
        },
        [&] { return copyBy(bytes / 2); });
    return LaneCode::Values();
  };
  copyBy(machine::widestAccess / 2);
}

void TileAccess::copyOutByElements(LaneCode &code, ir::CopyOutOp op) {
  ir::TileType tile = withRun(op.getTile(), 1);
  const TileInMemory to = inMemory(code, op, tile, op.getMemory());
  const TileInRing from = inRing(code, tile, op.getRing(), op.getSlot());
  forEachElement(code, to, from, [&](const Element &element) {
    Value isFirst = positions.isFirstCopy(code, tile.getLayout().getValue());
    Value isCopied = code.both(code.both(element.isInMemory, element.isInTile), isFirst);
    code.where(isCopied, [&] {
      Value value = code.load(element.inRing, storedType(code, tile),
                              ir::elementBytes(tile.getElementType()));
      code.store(value, element.inMemory, ir::elementBytes(tile.getElementType()));
    });
  });
}

} // namespace wave::gpu
