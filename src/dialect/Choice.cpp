//===- Choice.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Choice.h"

using namespace mlir;

namespace wave::ir {

SmallVector<StringRef> ChoiceField::each() const {
  SmallVector<StringRef> list;
  values.split(list, ' ');
  return list;
}

std::optional<StringRef> ChoiceAttr::get(StringRef field) const {
  auto text = getValues().getAs<StringAttr>(field);
  return text ? std::optional(text.getValue()) : std::nullopt;
}

std::optional<bool> ChoiceAttr::getFlag(StringRef field) const {
  const std::optional<StringRef> text = get(field);
  return text ? std::optional(*text == "True") : std::nullopt;
}

std::optional<int64_t> ChoiceAttr::getNumber(StringRef field) const {
  const std::optional<StringRef> text = get(field);
  int64_t number = 0;
  return text && !text->getAsInteger(10, number) ? std::optional(number) : std::nullopt;
}

/// "through=SHARED, bytes=8", in the order of the table.
std::string ChoiceAttr::arguments() const {
  std::string list;
  for (const ChoiceField &field : choiceFields)
    if (const auto value = field.function == getFunction() ? get(field.name) : std::nullopt)
      list +=
          (list.empty() ? "" : ", ") + (field.isAlone ? "" : field.name.str() + "=") + value->str();
  return list;
}

static ChoiceAttr attributeOf(Operation *op) { return op->getAttrOfType<ChoiceAttr>(choiceAttr); }

ChoiceAttr choiceOf(MmaOp mma) { return attributeOf(mma); }
ChoiceAttr choiceOf(WriteOp write) { return attributeOf(write); }
ChoiceAttr choiceOf(AllocateOp ring) { return attributeOf(ring); }
ChoiceAttr choiceOf(CopyOp copy) { return attributeOf(copy); }

void setChoice(Operation *op, ChoiceAttr choice) { op->setAttr(choiceAttr, choice); }
void eraseChoice(Operation *op) { op->removeDiscardableAttr(choiceAttr); }

std::string problemOfChoice(Operation *op, Attribute value) {
  auto choice = dyn_cast<ChoiceAttr>(value);
  const bool isOf = choice && llvm::any_of(choiceFields, [&](const ChoiceField &field) {
                      return field.function == choice.getFunction() && field.isOf(op);
                    });
  if (!isOf)
    return "it is no #wave.choice of such an operation";
  for (NamedAttribute each : choice.getValues()) {
    auto text = dyn_cast<StringAttr>(each.getValue());
    const bool isKnown = llvm::any_of(choiceFields, [&](const ChoiceField &field) {
      return field.function == choice.getFunction() && field.name == each.getName() && text &&
             field.has(text);
    });
    if (!isKnown)
      return (choice.getFunction().getValue() + " takes no such " + each.getName().strref()).str();
  }
  return {};
}

} // namespace wave::ir
