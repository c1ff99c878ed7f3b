//===- Resources.h - What a kernel takes of a compute unit ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel in the distributed form, before there is machine code.
//
// Shared memory is exact: places and sizes of rings are part of the form.  Registers are
// those of the tiles that are held at one time, where that is most, and an estimate of the
// rest.  A tile takes the registers of its layout; what an elementwise operation computes
// takes those of an operand that is not used again.  A chain of elementwise operations that
// ends in a reduction, or in a tile that is held anyway, goes element by element and holds
// a part of the tile at a time.  docs/adr/0018-resources.md has the model and its errors.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave::analysis {

/// A tile that lanes hold.
struct HeldTile {
  mlir::Value value;
  int64_t registers; ///< of each lane
};

struct Resources {
  int64_t lanes, waves; ///< of a workgroup, of all its roles
  int64_t sharedBytes;

  mlir::SmallVector<HeldTile> held; ///< where they are most, the largest first
  int64_t tileRegisters;            ///< their sum
  int64_t otherRegisters;           ///< of numbers, coordinates and what is computed
  int64_t addressRegisters;         ///< of reads in loops: a pair for each row that a lane touches
  int64_t vgprs;                    ///< an estimate of all that a lane needs
  int64_t atEntry;                  ///< what a launch gives to a lane of any role
  int64_t registerLimit;            ///< that tiles may take
  int64_t mostOfLane;               ///< that they and all else may take
  std::string registerFormula;      ///< how that comes about
};

/// "64 registers: [M, N] f32, which a loop carries", and the line that makes it.
std::string describe(const HeldTile &tile);
mlir::Location locationOf(const HeldTile &tile);
/// What the tiles would take with `size` elements along `dim` instead of `now`.
int64_t tileRegistersWith(const Resources &resources, ir::ExprAttr dim, int64_t size, int64_t now);

/// Registers of a lane that hold a tile; those of truth values are scalar.
int64_t registersOf(ir::TileType tile);

/// Of the tiles that a lane of the role holds at one time, where they are most.
int64_t tileRegistersOf(ir::RoleOp role, const machine::Chip &chip);

/// Of an entry point whose arguments are aligned.
Resources resourcesOf(ir::KernelOp kernel, const machine::Chip &chip);

} // namespace wave::analysis
