//===- TileRegisters.h - The registers of a lane that hold a tile ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lane holds its elements of a tile in vectors, all of one length: the first digit of
// the layout's registers, or a matrix instruction's accumulator, so that memory and
// matrix instructions take them as they are.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "targets/gpu/LaneCode.h"

namespace wave::gpu {

class TileRegisters {
public:
  TileRegisters() = default;
  TileRegisters(ir::TileType tile, LaneCode::Values vectors)
      : tile(tile), vectors(std::move(vectors)) {}
  /// From parts of any lengths, in the order of the registers.
  static TileRegisters from(LaneCode &code, ir::TileType tile, mlir::ArrayRef<Value> parts);

  const LaneCode::Values &values() const { return vectors; }
  /// `count` registers from `first` on, in one vector.
  Value get(LaneCode &code, int64_t first, int64_t count) const;

  /// How often a wave's part of a tile repeats an instruction's along a dimension.
  static int64_t repeats(ir::TileType tile, ir::ExprAttr dim, int64_t instruction);
  /// Registers of a lane, in all and in one vector.
  static int64_t countOf(ir::TileType tile);
  static int64_t lengthOf(ir::TileType tile);
  static mlir::SmallVector<mlir::Type> typesOf(ir::TileType tile);

private:
  ir::TileType tile;
  LaneCode::Values vectors;
};

} // namespace wave::gpu
