//===- ScheduleSubs.h - Values that a schedule gives symbols --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/DiagnosticCapture.h"
#include "dialect/Dialect.h"
#include "schedule/Program.h"
#include "wave/schedule.h"

namespace wave {

/// `given`, and what the schedule says (`subs`) of symbols that have no value there.  Throws Error
/// "unknown-symbol", at the schedule's line, for one that the kernel, in the form traced, lacks.
Bindings withSubsOf(const Schedule &schedule, ir::KernelOp kernel, const Bindings &given,
                    const ir::DiagnosticCapture &capture);

/// Of an error that is not at a line of the schedule: with a note for each line that gives symbols
/// values, where these are `used`.
Diagnostic withPlacesOfSubs(Diagnostic error, const schedule::Program &program,
                            const Bindings &used);

} // namespace wave
