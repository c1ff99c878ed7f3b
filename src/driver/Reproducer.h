//===- Reproducer.h - Work that leaves a file behind when it fails --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A failure that is no fault of the user's comes with one file that repeats it.  Where a
// pass failed, it is the IR before that pass with the pass as a pipeline, which
// `wave-opt --run-reproducer FILE` runs; where all passes had succeeded, the kernel
// without a pipeline, for the command of the tool that does the same.  Comments name
// the version, the processor and the options.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include "dialect/DiagnosticCapture.h"
#include "driver/PassReport.h"

namespace wave {

class Reproducer {
public:
  using AddPasses = std::function<void(mlir::OpPassManager &)>;

  /// Of the kernel `name`; `options` is a text for people.
  Reproducer(std::string name, std::string options)
      : name(std::move(name)), options(std::move(options)) {}

  /// What is to be done.
  struct Work {
    std::string doing;                 ///< for messages
    AddPasses passes;                  ///< run on the module
    ir::Author author;                 ///< of what verifiers refuse
    std::function<void()> finish = {}; ///< called after the passes, if there is one
    std::string command = {};          ///< of the tool, which does the same to a kernel's file
    PassReport *report = nullptr;      ///< sees the passes, if it is there
    /// Adds what else looks at them.
    std::function<void(mlir::PassManager &)> watch = {};
  };
  /// Does it.  Throws the user's errors as they are, and InternalError with a note
  /// that names the file.
  void run(mlir::ModuleOp module, const ir::DiagnosticCapture &capture, const Work &work) const;

private:
  std::string write(const std::string &ir, const std::string &command) const;
  std::string saveFailingPass(mlir::ModuleOp before, const AddPasses &addPasses) const;

  std::string name, options;
};

} // namespace wave
