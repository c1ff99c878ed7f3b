//===- CpuProgram.h - A kernel compiled for this machine's processor ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include "wave/expr.h"
#include "wave/tensor.h"

namespace wave {
class DebugLog;
}

namespace wave::cpu {

class LoadedCode;

/// bound -> llvm.  `chip` is a level of machine::cpuLevels(), or empty for this machine's
/// processor.
void addCpuPasses(mlir::OpPassManager &manager, const std::string &chip);

/// Bytes of memory that a thread of the function `name` needs, of a module in the llvm form.
Expr workspaceBytesOf(mlir::ModuleOp module, const std::string &name);

/// Machine code and how to start it.  Any number of threads may run it.
class CpuProgram {
public:
  /// `module` is in the llvm form; `name` is its function.  Throws LaunchError
  /// "cpu-unsupported" where this machine's processor lacks instructions of `chip`.
  CpuProgram(mlir::ModuleOp module, const std::string &name, std::array<Expr, 3> grid,
             const std::string &chip);
  ~CpuProgram();

  /// Runs every workgroup; the arguments have been checked, and `sizes` are the values
  /// that they give to the sizes that the compile left open.  `log` takes what debug_log
  /// sends; null for nothing.
  void run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
           unsigned threads) const;

private:
  std::unique_ptr<LoadedCode> code;
  void *function;
  Expr workspaceBytes;
  std::vector<Expr> launchValues; ///< which the code takes behind the memories
  std::array<Expr, 3> grid;
};

} // namespace wave::cpu
