//===- MachineCode.h - From the LLVM dialect to NVIDIA machine code -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"

#include "targets/llvm/MachineCode.h"
#include "targets/nvidia/Assembler.h"

namespace wave::nvidia {

// Of a module in the llvm form, as addNvidiaPasses makes it, for a processor "sm_90a" or
// "sm_100a".  Equal modules give equal bytes.  All throw InternalError for what is ours.

/// LLVM IR, optimised, as text.
std::string llvmText(mlir::ModuleOp module, llvm::StringRef processor);

/// PTX.
std::string assembly(mlir::ModuleOp module, llvm::StringRef processor);

/// What a driver loads: a cubin, or the PTX where nothing here makes one.
struct Object {
  std::string bytes;
  bool isCubin;
  std::vector<EntryResources> entries; ///< empty for PTX
};

/// Remarks "ptx-object" where that is PTX.  Throws what `assemble` throws.
Object object(mlir::ModuleOp module, llvm::StringRef processor, const Assembler &assembler);

/// What each entry point keeps in memory for want of registers, a sentence each; of the second one
/// `object` has remarked it.
std::vector<std::string> spillsOf(const Object &object, llvm::StringRef processor);

/// The object with all that is known of it.
codegen::MachineCode machineCode(mlir::ModuleOp module, llvm::StringRef processor,
                                 const Assembler &assembler);

} // namespace wave::nvidia
