//===- MachineCode.h - From the LLVM dialect to AMD machine code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include <vector>

#include "mlir/IR/BuiltinOps.h"

#include "machine/Chip.h"
#include "targets/amd/CodeObject.h"
#include "targets/llvm/MachineCode.h"

namespace wave::amd {

// Of a module in the llvm form, as addAmdPasses makes it, for a chip of Chip.def.  Equal modules
// give equal bytes.  All throw InternalError for what is ours.

/// LLVM IR, optimised, as text.
std::string llvmText(mlir::ModuleOp module, const std::string &chip);

std::string assembly(mlir::ModuleOp module, const std::string &chip);

/// The bytes of the code object that a HIP runtime loads.
std::string object(mlir::ModuleOp module, const std::string &chip);

/// What that object says of itself.
CodeObject notesOf(mlir::ModuleOp module, const std::string &chip);
CodeObject notesOf(const std::string &object, const machine::Chip &chip);

/// The object with all that it says of itself.
codegen::MachineCode machineCode(mlir::ModuleOp module, const std::string &chip);

/// What each entry point keeps in memory for want of registers, a sentence each.  Scalar registers
/// are kept in lanes of vector registers, an instruction each, which is no way to memory.
std::vector<std::string> spillsOf(const CodeObject &object, const machine::Chip &chip);

} // namespace wave::amd
