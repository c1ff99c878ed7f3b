//===- WaveTiles.h - What a wave computes of a product --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel in the form sized: tiles of constraints are numbers, values have no sizes yet.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"
#include "machine/Chip.h"
#include "machine/MmaTable.h"

namespace wave {

/// The tile of a constraint on a dimension, and where it was written.
struct Tile {
  int64_t size;
  mlir::Operation *constraint;
};

template <typename Constraint> std::optional<Tile> tileOf(ir::KernelOp kernel, ir::ExprAttr dim) {
  // Of a part that loops go through, tiles are the steps.
  if (std::is_same_v<Constraint, ir::WorkgroupConstraintOp> && ir::hasLoopedPart(kernel, dim))
    return std::nullopt;
  for (auto constraint : kernel.getBlock()->getOps<Constraint>())
    if (constraint.getDim() == dim)
      return Tile{*constraint.getTile().getConstant(), constraint};
  return std::nullopt;
}

/// The tile of `dim` that one wave computes at `op`, where there is one.
std::optional<Tile> waveTile(mlir::Operation *op, ir::ExprAttr dim);

/// The same of the three dimensions of a product; 0 for one that no constraint cuts, which lanes
/// may hold more of than there is.
machine::MmaTile instructionTile(ir::MmaOp mma);
/// What warpgroups read in place has no more: the size of a dimension that no constraint cuts.
machine::MmaTile exactTile(ir::MmaOp mma);

/// The instruction that the kernel names for a product: the product's own, or the hardware
/// constraint's; null where it names none.
const machine::Mma *namedInstruction(ir::MmaOp mma);

/// Whether the chip has waves of so many threads for this kernel: those that it runs in step,
/// or, for a kernel of products, those that issue one of its instructions.
bool isWaveOf(const machine::Chip &chip, int64_t threads, ir::KernelOp kernel);

/// The hardware constraint; null where there is none.
ir::HardwareConstraintOp hardwareOf(ir::KernelOp kernel);

/// The threads of a wave that the kernel asks for.
std::optional<int64_t> writtenThreads(ir::HardwareConstraintOp hardware);

/// The threads of an instruction of the chip that the kernel names, rather others than `written`;
/// nothing where it names none.
std::optional<int64_t> namedThreads(ir::KernelOp kernel, const machine::Chip &chip,
                                    std::optional<int64_t> written = std::nullopt);

/// Threads of a wave where neither the kernel nor the target says: those of the widest waves of
/// any chip, so that a lane holds as much everywhere.
constexpr int64_t widestWave = 64;

} // namespace wave
