//===- KernelTrace.h - What a Kernel holds --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The traced form is kept as text with locations.  MLIR's contexts are not safe
// to share between threads, so every compile parses it into one of its own,
// which takes about a millisecond.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "dialect/Dialect.h"
#include "wave/kernel.h"

namespace wave {

struct Kernel::Trace {
  std::string name;
  std::string text;    ///< for people
  std::string located; ///< with locations, for the compiler
  std::vector<std::string> symbols;
  Bindings defaults;
};

namespace frontend {

/// A context with the dialects that the traced form needs, and no threads.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// The kernel in `context`, to be compiled or interpreted.
mlir::OwningOpRef<mlir::ModuleOp> load(const Kernel &kernel, mlir::MLIRContext &context);

/// The one kernel of a module that was checked to hold one.
ir::KernelOp onlyKernel(mlir::ModuleOp module);

/// The name of the kernel that this thread began to trace last, which is how one that
/// cannot be made is known; a caller may clear it.
std::string &nameOfLastTrace();

/// Takes down a finished module.
std::shared_ptr<const Kernel::Trace> record(mlir::ModuleOp module);

} // namespace frontend
} // namespace wave
