//===- SimulatedProgram.h - A kernel that the executor runs ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"

#include "driver/Program.h"
#include "executor/Executor.h"
#include "runtime/DebugLog.h"
#include "runtime/EntryPoint.h"
#include "runtime/LaunchArguments.h"

namespace wave {

/// As the executor takes them; a map's tensor lies in one of the regions.
std::vector<executor::Argument> executorArguments(const std::vector<LaunchArgument> &arguments);

class SimulatedProgram : public Program {
public:
  /// `module` is in the target form and has the entry points of the kernel `name`.
  SimulatedProgram(mlir::ModuleOp module, const std::string &name, std::array<Expr, 3> grid,
                   const machine::Chip &chip, std::vector<LogSite> logSites);

  void run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
           const LaunchOptions &options) const override;
  int64_t computeUnits(std::span<const Tensor>) const override { return units; }

private:
  std::string name;
  /// For arguments with aligned rows, with some that are, and for any.
  std::vector<EntryPoint> entries;
  std::vector<executor::Program> programs; ///< of each
  std::array<Expr, 3> grid;
  int64_t units;
  std::vector<LogSite> logSites;
};

} // namespace wave
