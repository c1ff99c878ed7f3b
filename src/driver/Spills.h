//===- Spills.h - What registers do not hold, and why ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code knows how much is spilled, the form distributed which tiles take the registers.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "mlir/Pass/PassManager.h"

#include "dialect/Dialect.h"
#include "machine/Chip.h"
#include "wave/diagnostic.h"

namespace wave {

/// The tiles that lanes hold where they hold most.
struct HeldTiles {
  SourceLocation where;      ///< of the largest
  std::vector<Note> largest; ///< a line each
  std::string help;          ///< how much less smaller tiles would take
};

/// Keeps those of a kernel in `held` when registers have been checked.
void watchHeldTiles(mlir::PassManager &passes, const machine::Chip &chip, HeldTiles &held);

/// Remarks "register-spill" for each of `spills`, what an entry point keeps in memory.
void remarkSpills(mlir::ModuleOp module, const std::vector<std::string> &spills,
                  const HeldTiles &held);

} // namespace wave
