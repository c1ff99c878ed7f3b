//===- Targets.h - The table of what kernels are compiled for -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target, "sim:h200", is a family and a chip.  Targets.cpp has a row for each family and one for
// each back end; the chips are rows of machine/Chip.def.  All else asks these tables.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include "driver/CompiledKernel.h"
#include "driver/Program.h"
#include "driver/RunsOn.h"
#include "driver/Spills.h"
#include "machine/Chip.h"
#include "targets/llvm/MachineCode.h"
#include "targets/llvm/SyncNotes.h"
#include "wave/compile.h"

namespace wave {

/// The passes that lead to a form from the one before it.
struct Step {
  struct Options {
    std::string chip; ///< a processor, or a level of machine::cpuLevels()
    SchedulingType schedule;
  };
  Stage to;
  void (*add)(mlir::OpPassManager &manager, const Options &options);
};

/// How code is made for the chips of one vendor.
struct Backend {
  std::string_view family; ///< machine::Processor::family; "cpu"
  std::vector<Step> steps; ///< from the bound form to LLVM's
  /// Checks that the target form has machine code; null where there is no such form.
  std::unique_ptr<mlir::Pass> (*verifyTarget)(const std::string &chip);
  /// The second entry point of a kernel, for arguments of any alignment; null where one takes all.
  std::string (*anyEntry)(const std::string &kernel);
  /// What the barriers of an entry point in the target form count; null where roles have none.
  codegen::SyncNotes (*syncNotes)(mlir::ModuleOp module, const std::string &entry);
  // Of a module in the llvm form:
  std::string (*llvmText)(mlir::ModuleOp module, const std::string &chip);
  std::string (*assembly)(mlir::ModuleOp module, const std::string &chip);
  codegen::MachineCode (*machineCode)(mlir::ModuleOp module, const std::string &chip);
  /// How its code is launched (docs/manifest.md); null where packages say that, or nothing does.
  std::string (*manifest)(mlir::ModuleOp module, const std::string &chip, const std::string &kernel,
                          const std::array<Expr, 3> &grid);
};

/// The targets of one name before the colon.
struct TargetFamily {
  std::string_view name;
  bool hasDefault; ///< the name alone is a target too, for the chip of this machine
  std::vector<std::string> (*chips)();
  RunsOn runsOn;
  Stage last; ///< the form of which a program is made
  std::unique_ptr<Program> (*program)(mlir::ModuleOp module, const CompiledKernel::Impl &impl,
                                      const HeldTiles &held); ///< null where nothing here runs it
};

std::span<const TargetFamily> targetFamilies();
const TargetFamily &familyOf(const Target &target);

/// The chip of a GPU target, simulated or not; null for the CPU.  That of "cuda" is the first GPU
/// of this machine, or the first chip of the table where there is none.
const machine::Chip *chipOf(const Target &target);
const Backend &backendOf(const Target &target);
const Backend &backendOf(const machine::Chip &chip);
/// What the steps and the code generator of a target call its chip.
std::string processorOf(const Target &target);

/// The chip of this machine's first NVIDIA GPU; null without one that code is made for.
const machine::Chip *cudaChip();

} // namespace wave
