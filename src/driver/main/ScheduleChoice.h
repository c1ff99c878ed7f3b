//===- ScheduleChoice.h - The schedule that was asked for -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --schedule names one that every kernel has, one of the kernel's own, or a file, whose name has a
// point or a slash.  The last two are Manual.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "driver/main/KernelChoice.h"
#include "driver/main/Options.h"
#include "wave/compile.h"

namespace wave::commandline {

/// Throws Error "unknown-schedule" for a name of none.
SchedulingType scheduleOf(const Options &options, const KernelChoice &choice);

/// The kernel's own schedule, or that in the file; nothing where neither is named.
std::optional<Schedule> manualScheduleOf(const Options &options, const KernelChoice &choice);

/// Says so where a file in this folder could be meant by the name of a schedule as well.
void remarkShadowedFile(const Options &options);

/// The values that the command line gives symbols, and those of the schedule for others.
Bindings definitionsOf(const Options &options, const KernelChoice &choice);

/// wave_compile, with that schedule where there is one.
CompiledKernel compileAsAsked(const WaveCompileOptions &compile, const KernelChoice &choice,
                              const Options &options);

} // namespace wave::commandline
