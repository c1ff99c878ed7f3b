//===- ChoiceCalls.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ChoiceCalls.h"

#include "analysis/Nodes.h"

using namespace mlir;

namespace wave {

using schedule::Term;

ir::ChoiceAttr choiceIn(ScheduleCall &call, StringRef function) {
  Builder builder(call.at().getContext());
  NamedAttrList values;
  for (const ir::ChoiceField &field : ir::choiceFields)
    if (field.function == function)
      if (const auto value = call.oneOf(field.name, field.each(), field.isAlone))
        values.set(field.name, builder.getStringAttr(*value));
  return ir::ChoiceAttr::get(builder.getContext(), builder.getStringAttr(function),
                             values.getDictionary(builder.getContext()), LocationAttr(call.at()));
}

std::vector<schedule::Argument> argumentsOf(ir::ChoiceAttr choice) {
  std::vector<schedule::Argument> arguments;
  for (const ir::ChoiceField &field : ir::choiceFields) {
    const auto value =
        field.function == choice.getFunction() ? choice.get(field.name) : std::nullopt;
    if (!value)
      continue;
    const auto number = choice.getNumber(field.name);
    arguments.push_back({field.isAlone ? std::string() : field.name.str(),
                         number ? Term::ofNumber(*number) : Term::ofName(value->str())});
  }
  return arguments;
}

void choose(ScheduleCall &call, Operation *op, ir::ChoiceAttr choice) {
  auto before = op->getAttrOfType<ir::ChoiceAttr>(ir::choiceAttr);
  auto ring = dyn_cast<ir::AllocateOp>(op);
  if (before && before.getValues() != choice.getValues())
    refuse(ir::BrokenConstraint(
               call.at(), "schedule-argument",
               choice.getFunction().getValue() + ": it says " + choice.arguments() + " of " +
                   (ring ? "'" + ring.getName().str() + "'" : analysis::describe(op)) +
                   ", and a statement before says " + before.arguments())
               .note(Location(before.getWhere()), "here")
               .help("choose once"));
  ir::setChoice(op, choice);
}

} // namespace wave
