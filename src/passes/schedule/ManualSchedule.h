//===- ManualSchedule.h - A user's schedule meets a kernel ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a program in the language of schedules on a kernel in the form staged: selections become
// operations, and what the program says of them attributes (dialect/Schedule.h).
//
// A program that names no roles gets the target's, on a chip that needs them; of one that names
// them, steps of channels are in the roles of what fills and reads.  What it leaves open is
// derived: an operation without an effect has the time of its first user; a step of a channel that
// of the first fill (acquire, commit), the first read (wait) or the last use (release); a ring has
// as many slots as that takes.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "machine/Chip.h"
#include "schedule/Program.h"

namespace wave {

/// The program that the kernel has (ir::scheduleTextOf); fails with an error where it is none.
llvm::FailureOr<schedule::Program> programOf(ir::KernelOp kernel);

/// Writes what the schedule says of the kernel in the form traced: choices that passes before
/// staging make.  Fails with an error at the statement.
llvm::LogicalResult chooseByProgram(ir::KernelOp kernel, const schedule::Program &program,
                                    const machine::Chip *chip);

/// Writes the schedule of the form staged.  Fails with an error at the statement, and with the
/// operations that disagree with it as notes, where the kernel has not what is selected, or it
/// cannot be scheduled so; whether it is legal is for VerifySchedule.
llvm::LogicalResult scheduleByProgram(ir::KernelOp kernel, const schedule::Program &program,
                                      const machine::Chip *chip);

} // namespace wave
