//===- TileCopies.cpp - Tiles between memories and rings ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileAccess.h"

#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"

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
                       const MemoryArguments &memories, Value shared, Arguments arguments)
    : kernel(kernel), target(target), positions(positions), memories(memories), shared(shared),
      arguments(arguments), ranges(kernel), copies(scopeOfCopies(kernel)) {}

/// A tile that lies inside its memory goes past the registers; of another one somebody has
/// to write the zeros.
void TileAccess::copy(LaneCode &code, ir::CopyOp op, CopiesInFlight &flights) {
  ir::TileType tile = op.getTile();
  TileInMemory from = inMemory(code, op, tile, op.getMemory());
  auto throughRegisters = [&] {
    const TileInRing to = inRing(code, tile, op.getRing(), op.getSlot());
    const ir::SliceAttr slice = op.getSliceAttr();
    store(code, to, load(code, from, /*isMasked=*/true, {}, slice, nullptr), slice);
    if (copiesPastRegisters() && flights.areCounted()) // this one counts as copies that have begun
      target.waitForCopies(code);
    return LaneCode::Values();
  };
  if (!copiesPastRegisters()) {
    throughRegisters();
    return;
  }
  auto past = [&] {
    const ir::RingType ring = op.getRing().getType();
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
  const ir::RingType ring = to.ring;
  Type byte = code.builder.getI8Type();
  code.loop(code.i32(TileRegisters::countOf(tile)), {}, [&](Value reg, ValueRange) {
    Value offset = code.i64(0), place = to.last ? to.inRows : to.offset;
    Element element;
    for (auto [i, dim] : llvm::enumerate(from.dims)) {
      Value part = positions.registerPart(code, layout, dim, reg);
      const int64_t size = *ring.getDims()[i].getConstantSize();
      const int64_t stride =
          ring.getLayout().getStrides()[i] * ir::elementBytes(tile.getElementType());
      if (to.last && i + 1 == from.dims.size())
        place = code.add(place, to.placeInRow(code, code.add(to.last, part)));
      else
        place = code.add(place, code.mul(part, code.i32(stride)));
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

void TileAccess::copyOutByElements(LaneCode &code, ir::CopyOutOp op) {
  ir::TileType tile = op.getTile();
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
