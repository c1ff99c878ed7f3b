//===- InlineAssembly.h - Refuses assembly that is not known --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "machine/Chip.h"

namespace wave::nvidia {

/// What is wrong with it, if anything is: LLVM ends the process at constraints that do not
/// fit the operands, and ptxas takes every text for meant.
std::optional<std::string> refuseAssembly(mlir::LLVM::InlineAsmOp op, const machine::Chip &chip);

} // namespace wave::nvidia
