//===- CodeGenerator.h - From the LLVM dialect through LLVM ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every target does with LLVM, and how LLVM's complaints become errors.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include "wave/diagnostic.h"

namespace wave::codegen {

/// "what: error", as an internal error.
InternalError internalError(const std::string &what, llvm::Error error);

/// LLVM IR of a module in the llvm form, for that machine.
std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module, llvm::LLVMContext &context,
                                        const llvm::TargetMachine &machine);

/// Runs LLVM's pipeline of that level, without taking loops apart: how many steps of one are in
/// flight is the schedule's to say, and what they hold is accounted for before there is code
/// (docs/adr/0018-resources.md).
void optimize(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level);

std::string textOf(const llvm::Module &module);

/// The machine's code for it.
llvm::SmallVector<char, 0> generate(llvm::Module &module, llvm::TargetMachine &machine,
                                    llvm::CodeGenFileType type);

} // namespace wave::codegen
