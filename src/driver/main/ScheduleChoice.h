//===- ScheduleChoice.h - The schedule that was asked for -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "driver/main/Options.h"
#include "wave/compile.h"

namespace wave::commandline {

/// What --schedule names; a name with a point or a slash is a file, and so Manual.  Throws Error
/// "unknown-schedule" for a name of none.
SchedulingType scheduleOf(const Options &options);

/// The schedule in the file that --schedule names; nothing where it names none.
std::optional<Schedule> scheduleFileOf(const Options &options);

/// wave_compile, with that schedule where there is one.
CompiledKernel compileAsAsked(const WaveCompileOptions &compile, const Kernel &kernel,
                              const Options &options);

} // namespace wave::commandline
