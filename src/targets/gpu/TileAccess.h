//===- TileAccess.h - Moving a lane's part of a tile ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores between registers and the memories of the caller or rings in shared
// memory.  An access is as wide as is proved: consecutive registers are consecutive
// elements, and the address is a multiple of the width.
//
// Where a tile may reach beyond its memory there are two ways, the same for the whole
// workgroup: a tile that lies inside is moved without masks; of the others every access
// is masked, and what is not there reads as 0.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/IndexRanges.h"
#include "dialect/Paths.h"
#include "targets/gpu/CopiesInFlight.h"
#include "targets/gpu/TilePlaces.h"

namespace wave::gpu {

class TileAccess {
public:
  TileAccess(ir::KernelOp kernel, const LaneTarget &target, Positions &positions,
             const MemoryArguments &memories, Value shared);

  /// The elements outside a slice are those of `into`, where there is one.
  TileRegisters read(LaneCode &code, ir::ReadOp op, const TileRegisters *into);
  void write(LaneCode &code, ir::WriteOp op, const TileRegisters &value);
  TileRegisters read(LaneCode &code, ir::SharedReadOp op, const TileRegisters *into);
  void write(LaneCode &code, ir::SharedWriteOp op, const TileRegisters &value);
  /// Takes down in `flights` what the wave begins.
  void copy(LaneCode &code, ir::CopyOp op, CopiesInFlight &flights);
  /// The same for memories of any alignment, element by element in a loop, by lanes that have
  /// few registers.
  void copyByElements(LaneCode &code, ir::CopyOp op);
  void copyOutByElements(LaneCode &code, ir::CopyOutOp op);
  /// By lanes, each access as wide as rows allow.
  void copyOut(LaneCode &code, ir::CopyOutOp op);
  /// Whether copies are asynchronous, or done when they are begun.
  bool copiesPastRegisters() const { return !ir::copiesElements(kernel); }

  /// Whether a pointer of the lanes' code leads to a memory that the kernel does not write.
  bool isOnlyRead(Value pointer) const;

  /// An element of a memory as an i64, the same in all lanes.
  Value readIndex(LaneCode &code, ir::ReadIndexOp op);

  /// Sends the valid elements of a tile to the place of the call (MemoryArguments).
  void log(LaneCode &code, ir::DebugLogOp op, const TileRegisters &value);

  /// Whether the element in `reg` of this lane lies inside the dimensions `dims`, whose
  /// part of the tile begins at `start`.
  Value isInside(LaneCode &code, ir::TileType tile, mlir::ArrayAttr dims, mlir::ValueRange start,
                 int64_t reg);

private:
  Value isLogged(LaneCode &code, ir::DebugLogOp op, const MemoryArgument &place);
  void logElements(LaneCode &code, ir::DebugLogOp op, const MemoryArgument &place,
                   const TileRegisters &value);
  /// The same where the operation has a mapping.
  TileRegisters readMapped(LaneCode &code, ir::ReadOp op, const TileRegisters *into);
  /// Of a memory that has elements.
  TileRegisters gather(LaneCode &code, ir::ReadOp op, const TileRegisters *into);
  void writeMapped(LaneCode &code, ir::WriteOp op, const TileRegisters &value);
  /// What is masked is `fill`, or 0 where that is null; what is not in the slice is that of `into`.
  TileRegisters load(LaneCode &code, const TileInMemory &access, bool isMasked,
                     mlir::TypedAttr fill, ir::SliceAttr slice, const TileRegisters *into);
  void store(LaneCode &code, TileInRing access, const TileRegisters &value, ir::SliceAttr slice);
  /// By an instruction that loads whole matrices, where one does, and all of each is in the slice
  /// or none of it.
  std::optional<TileRegisters> loadMatrices(LaneCode &code, ir::SharedReadOp op,
                                            const TileRegisters *into);
  /// Where the layout is that of sums, of elements that an instruction puts in place.
  bool storeMatrices(LaneCode &code, ir::SharedWriteOp op, const TileRegisters &value);
  /// An element on its way between a memory and a ring: addresses, and whether it is one of the
  /// memory's and of the tile's, null for always.
  struct Element {
    Value inMemory, inRing, isInMemory, isInTile;
  };
  using ElementVisit = llvm::function_ref<void(const Element &)>;
  void forEachElement(LaneCode &code, const TileInMemory &from, const TileInRing &to,
                      ElementVisit visit);
  void copyOutBy(LaneCode &code, ir::CopyOutOp op, ir::TileType tile);
  TileInMemory inMemory(LaneCode &code, mlir::Operation *op, ir::TileType tile, Value memory);
  TileInRing inRing(LaneCode &code, ir::TileType tile, Value ring, Value slot);
  /// The address where a wave's copy into a slot begins, the same for all of its lanes.
  Value beginOf(LaneCode &code, ir::TileType tile, Value ring, Value slot);
  /// Where the whole tile lies inside the memory, or null where it always does.
  Value isWhole(LaneCode &code, mlir::Operation *op, ir::TileType tile, Value memory);

  ir::KernelOp kernel;
  const LaneTarget &target;
  Positions &positions;
  const MemoryArguments &memories;
  Value shared;
  analysis::IndexRanges ranges;
  mlir::ArrayAttr copies; ///< the alias scope of asynchronous copies, or null
};

} // namespace wave::gpu
