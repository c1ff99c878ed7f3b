//===- LoopCost.h - What a kernel asks of a compute unit ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a step of a loop in the distributed form, and of a workgroup in all, whose arguments are
// aligned and whose tiles lie inside the memories.  All waves count, of each role: what TMA moves
// and what MMAs read by descriptor as well.  Addresses, which are computed once or beside other
// units' work, and control flow are not counted.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave::analysis {

/// What works side by side in a compute unit.
enum class Unit : uint8_t { Matrix, Vector, Shared, Global };
inline constexpr size_t unitCount = 4;
std::string_view nameOf(Unit unit);

/// Instructions of one kind.
struct InstructionCount {
  std::string name; ///< "F32_16x16x16_F16", "shared read b64"
  Unit unit;
  int64_t perWave; ///< in one step
  int64_t bytes;   ///< that all waves move; 0 where none are moved
};

struct LoopCost {
  mlir::SmallVector<InstructionCount> instructions; ///< by unit, then by name
  std::array<double, unitCount> cycles;             ///< that each unit is busy with one step
  std::array<std::string, unitCount> formulas;
  int64_t bytes;  ///< of global memory, that the workgroup moves
  int64_t passes; ///< through the banks of shared memory
  int64_t barriers;

  /// The unit that is busy longest.
  Unit binding() const;
};

/// Of what stands in the loop itself: one for each role that has a part of it.
LoopCost costOf(mlir::ArrayRef<ir::IterateOp> loop, const machine::Chip &chip);

/// What a workgroup moves in all, by sizes and its ids.
struct Traffic {
  Expr bytes = 0;  ///< of global memory
  Expr passes = 0; ///< through the banks of shared memory
};

/// Of a loop whose trips only the launch knows, as those over the tiles of a persistent kernel, one
/// trip.
Traffic trafficOf(ir::KernelOp kernel, const machine::Chip &chip);

} // namespace wave::analysis
