//===- MachineCode.h - From the LLVM dialect to machine code --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <string>

#include "mlir/IR/BuiltinOps.h"

namespace wave::cpu {

/// LLVM IR of a module in the llvm form, as text.
std::string llvmText(mlir::ModuleOp module, const std::string &chip);

/// The same for this machine's processor, as assembly or as the bytes of an ELF
/// object.
std::string assembly(mlir::ModuleOp module, const std::string &chip);
std::string object(mlir::ModuleOp module, const std::string &chip);

/// Code that runs in this process for as long as it lives.
class LoadedCode {
public:
  LoadedCode(mlir::ModuleOp module, const std::string &chip);
  ~LoadedCode();
  /// The address of a function; throws InternalError if there is none.
  void *symbol(const std::string &name) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace wave::cpu
