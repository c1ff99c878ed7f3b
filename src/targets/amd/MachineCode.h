//===- MachineCode.h - From the LLVM dialect to AMD machine code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "mlir/IR/BuiltinOps.h"

#include "targets/amd/CodeObject.h"

namespace wave::amd {

// Of a module in the llvm form, as addAmdPasses makes it, for a chip of Chip.def.  Equal modules
// give equal bytes.  All throw InternalError for what is ours.

/// LLVM IR, optimised, as text.
std::string llvmText(mlir::ModuleOp module, const std::string &chip);

std::string assembly(mlir::ModuleOp module, const std::string &chip);

/// The bytes of the code object that a HIP runtime loads.  Throws Error "register-spill" where
/// registers do not suffice.
std::string object(mlir::ModuleOp module, const std::string &chip);

/// What that object says of itself.
CodeObject notesOf(mlir::ModuleOp module, const std::string &chip);

} // namespace wave::amd
