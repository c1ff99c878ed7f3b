//===- ChoiceCalls.h - Choices as calls of a schedule ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Choice.h"
#include "passes/schedule/ScheduleCall.h"

namespace wave {

/// What the call says of the arguments that its function has in the table of dialect/Choice.h.
ir::ChoiceAttr choiceIn(ScheduleCall &call, llvm::StringRef function);

/// The same as arguments of a call.
std::vector<schedule::Argument> argumentsOf(ir::ChoiceAttr choice);

/// Writes the choice on the operation, of which nothing else has been said before.
void choose(ScheduleCall &call, mlir::Operation *op, ir::ChoiceAttr choice);

} // namespace wave
