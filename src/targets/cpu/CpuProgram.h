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

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include "wave/tensor.h"

namespace wave::cpu {

class LoadedCode;

/// bound -> llvm.
void addCpuPasses(mlir::OpPassManager &manager);

/// Machine code and how to start it.  Any number of threads may run it.
class CpuProgram {
public:
  /// `module` is in the llvm form; `name` is its function.
  CpuProgram(mlir::ModuleOp module, const std::string &name, std::array<int64_t, 3> grid);
  ~CpuProgram();

  /// Runs every workgroup; the arguments have been checked.
  void run(std::span<const Tensor> arguments, unsigned threads) const;

private:
  std::unique_ptr<LoadedCode> code;
  void *function;
  int64_t workspaceBytes;
  std::array<int64_t, 3> grid;
};

} // namespace wave::cpu
