//===- ScheduleSubs.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ScheduleSubs.h"

#include "dialect/SymbolUses.h"
#include "frontend/ScheduleBuilder.h"

namespace wave {

Bindings withSubsOf(const Schedule &schedule, ir::KernelOp kernel, const Bindings &given,
                    const ir::DiagnosticCapture &capture) {
  const schedule::Program &program = schedule.impl().program;
  const Bindings own = program.subs();
  Bindings all = own;
  for (const Binding &binding : given)
    all += binding;
  const ir::SymbolUses uses(kernel);
  Bindings result;
  for (const schedule::Statement &statement : program.statements)
    for (const Binding &binding : schedule::subsOf(statement)) {
      if (uses.isUsed(binding, all)) {
        result += binding;
        continue;
      }
      Bindings one;
      one += binding;
      if (failed(uses.checkAllUsed(one, ir::irLocation(statement.where, kernel.getContext()))))
        capture.throwError("looking for the symbols that a schedule gives values",
                           ir::Author::Calls);
    }
  for (const Binding &binding : given)
    result += binding;
  return result;
}

Diagnostic withPlacesOfSubs(Diagnostic error, const schedule::Program &program,
                            const Bindings &used) {
  for (const schedule::Statement &statement : program.statements) {
    if (!statement.where.is_known() || statement.where.file == error.where.file)
      continue;
    std::string values;
    for (const Binding &binding : schedule::subsOf(statement)) {
      const Expr *now = used.find(binding.symbol);
      if (!now || now->same_as(binding.value))
        values += (values.empty() ? "" : ", ") + binding.symbol + " = " + binding.value.str();
    }
    if (!values.empty())
      error.notes.push_back({"the schedule says " + values, statement.where});
  }
  return error;
}

} // namespace wave
