//===- NormalForms.h - What is true of the IR at each level ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every pass needs one form and gives one; the pipeline checks them in between
// (src/passes/Pipeline.cpp).
//
//   traced  as the kernel was written: sizes are symbols, accesses have no start
//   sized   every symbol that the compile binds is a number: memories have sizes,
//           tiles of constraints are numbers of at least 1, address spaces are known;
//           a size that is left open until the launch is a symbol that is a whole
//           dimension of a memory (`M = M`), or an expression over such symbols
//   bound   every tile has its workgroup's (or its loop step's) size, every access a
//           start, every loop a count, every mma an instruction, the kernel a grid
//   staged  what a SHARED memory gives has a way through shared memory: no value of such
//           a read is used but by a write into a ring; what a product or a reduction must
//           not see is masked; tiles have sizes that are numbers
//   scheduled  loops may have been pipelined and rings have as many slots as that takes; the
//           program may have been parted into roles, with channels between them
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"

namespace wave::ir {

enum class Form { Traced, Sized, Bound, Staged, Scheduled, Distributed };

llvm::StringRef formName(Form form);
std::optional<Form> formNamed(llvm::StringRef name);

/// Fails with an error "normal-form" on the operation that is not in `form`.
llvm::LogicalResult verifyForm(KernelOp kernel, Form form);

/// Whether the kernel has been bound, for readers of text in the dialect.
bool isBound(KernelOp kernel);

} // namespace wave::ir
