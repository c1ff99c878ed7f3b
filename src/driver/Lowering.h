//===- Lowering.h - Runs the passes between two forms ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <exception>
#include <functional>
#include <new>
#include <string>

#include "diagnostic/Fail.h"
#include "driver/PassReport.h"
#include "driver/Reproducer.h"
#include "driver/Spills.h"
#include "driver/TargetPasses.h"
#include "wave/compile.h"

namespace wave {

/// Bound -> the forms of a target.
struct Lowering {
  const Target &target;
  SchedulingType schedule;
  const ir::DiagnosticCapture &capture;
  const Reproducer &reproducer;
  PassReport &report;
  const std::vector<std::string> &require; ///< as the options say
  HeldTiles &held;                         ///< of the form distributed, once that has been made

  /// From one form to another, of which `finish` makes what is wanted; `command` repeats that.
  void run(mlir::ModuleOp module, Stage from, Stage to, const std::string &command,
           const std::function<void()> &finish) const;
};

/// LLVM ends the process where it finds no memory, so that it is not started where
/// it could not finish: under a limit of the address space or of what may be
/// promised.  Throws LaunchError; `text` is the kernel.
void requireMemory(const std::string &kernel, const std::string &text);

/// Calls `compile`; what is thrown by others becomes a Failure.
template <typename Compile> auto withFailures(const std::string &kernel, const Compile &compile) {
  try {
    return compile();
  } catch (const Failure &) {
    throw;
  } catch (const std::bad_alloc &) {
    fail<LaunchError>("out-of-memory",
                      "the machine has not enough memory to compile kernel '" + kernel + "'",
                      "raise the limit on the process's memory (ulimit -v), or choose smaller "
                      "tiles");
  } catch (const std::exception &failure) {
    fail<InternalError>("internal", "compiling kernel '" + kernel + "' failed: " + failure.what(),
                        "this is a bug in wave: please report it with the kernel");
  }
}

} // namespace wave
