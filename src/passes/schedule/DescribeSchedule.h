//===- DescribeSchedule.h - The schedule of a kernel as a program ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "machine/Chip.h"
#include "schedule/Program.h"

namespace wave {

/// What the attributes of a kernel in the form staged say, in the language of schedules.  Every
/// operation that has a role or a time is selected, by its tag or else by its path, so that the
/// program gives the same attributes again (ManualSchedule.h).
schedule::Program describeSchedule(ir::KernelOp kernel, const std::string &name,
                                   const machine::Chip &chip);

} // namespace wave
