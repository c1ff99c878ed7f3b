//===- Messages.h - Errors and remarks on standard error ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "driver/main/Options.h"
#include "wave/diagnostic.h"

namespace wave::commandline {

/// Writes an error to standard error.  For a reader at a terminal, or with -v, it
/// ends with the command that explains it.
void writeError(const Diagnostic &error, const Options &options);

/// Names the variables WAVE_* that are none, once in a process.
void warnOfVariables();

} // namespace wave::commandline
