//===- VerifyOperation.h - Hold operations to a vendor's table ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the target form (docs/adr/0012-target-form.md): whether a chip has machine code for an
// operation, by its name and its types.  What else an operation asks for is its vendor's.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/BrokenConstraint.h"
#include "machine/Chip.h"
#include "targets/llvm/OperationTable.h"

namespace wave::codegen {

/// What the chips of a vendor differ in from those of others.
struct Vendor {
  ErrorId id;                      ///< of what has no machine code
  llvm::ArrayRef<unsigned> spaces; ///< address spaces that pointers may have
  llvm::StringRef pointers;        ///< those, in words: "global and shared memory"
  const OperationSupport *(*supportOf)(std::string_view operation);
};

/// "'op' of that has no machine code on the chip"
ir::BrokenConstraint refusal(mlir::Operation *op, ErrorId id, const machine::Chip &chip,
                             const llvm::Twine &of = "");

/// The type as it is written.
std::string textOf(mlir::Type type);

/// Whether the target form may have values of that type.
bool isTargetType(mlir::Type type, llvm::ArrayRef<unsigned> spaces);

/// Reports an operation, or a type of its values, that the chip has nothing for.
llvm::LogicalResult verifyOperation(mlir::Operation *op, const Vendor &vendor,
                                    const machine::Chip &chip);

} // namespace wave::codegen
