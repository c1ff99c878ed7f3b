//===- Commands.h - The commands of the command line ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each returns its exit code, or throws what is wrong.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>

#include "driver/main/Options.h"
#include "driver/main/RunReport.h"
#include "wave/main.h"

namespace wave::commandline {

using Entries = std::span<const KernelEntry>;

/// What the program's exit status says.
enum ExitCode {
#define WAVE_EXIT(ID, CODE, ...) ID = CODE,
#include "driver/Knobs.def"
};

/// `report` is filled as far as the run gets, for the one who reports a failure.
int runCommand(const Options &options, Entries entries, RunReport &report);
int emitCommand(const Options &options, Entries entries);
int benchCommand(const Options &options, Entries entries);
int checkCommand(const Options &options, Entries entries);
int explainCommand(const Options &options, Entries entries);
int listCommand(const Options &options, Entries entries);
int doctorCommand(const Options &options);
int helpCommand(const Options &options, Entries entries);

} // namespace wave::commandline
