//===- InlineAssembly.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/InlineAssembly.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

namespace wave::nvidia {

namespace {
struct Row {
  unsigned generations;
  const char *text, *constraints;
};
} // namespace

static bool isKnown(StringRef text, StringRef constraints, const machine::Chip &chip) {
  using machine::Blackwell, machine::Hopper;
  static constexpr Row rows[] = {
#define WAVE_NVIDIA_ASSEMBLY(GENERATIONS, TEXT, CONSTRAINTS)                                       \
  {GENERATIONS, "^" TEXT "$", "^" CONSTRAINTS "$"},
#include "targets/nvidia/InlineAssembly.def"
  };
  return llvm::any_of(rows, [&](const Row &row) {
    return (row.generations & chip.generation) != 0 && llvm::Regex(row.text).match(text) &&
           llvm::Regex(row.constraints).match(constraints);
  });
}

static bool fits(StringRef constraint, Type type) {
  return (constraint == "f" && type.isF32()) || (constraint == "r" && type.isInteger(32)) ||
         (constraint == "l" && type.isInteger(64));
}

static SmallVector<Type> resultsOf(LLVM::InlineAsmOp op) {
  if (op->getNumResults() == 0)
    return {};
  Type type = op->getResult(0).getType();
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return SmallVector<Type>(structure.getBody());
  return {type};
}

/// One constraint for each result, then one for each operand, which may take the place of a
/// result of its type.
static bool constraintsFit(LLVM::InlineAsmOp op) {
  const SmallVector<Type> results = resultsOf(op);
  SmallVector<StringRef> list;
  op.getConstraints().split(list, ',');
  if (!list.empty() && list.back() == "~{memory}")
    list.pop_back();
  if (list.size() != results.size() + op.getOperands().size())
    return false;
  for (auto [i, result] : llvm::enumerate(results))
    if (!list[i].consume_front("=") || !fits(list[i], result))
      return false;
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    const StringRef constraint = list[results.size() + i];
    size_t tied = 0;
    const bool isTied = !constraint.getAsInteger(10, tied);
    if (isTied ? tied >= results.size() || results[tied] != operand.getType()
               : !fits(constraint, operand.getType()))
      return false;
  }
  return true;
}

/// "$17" names one of the results and operands.
static bool namesOperands(LLVM::InlineAsmOp op) {
  const size_t count = resultsOf(op).size() + op.getOperands().size();
  SmallVector<StringRef> parts;
  op.getAsmString().split(parts, '$');
  return llvm::all_of(llvm::drop_begin(parts), [&](StringRef part) {
    size_t number = 0;
    return !part.take_while(llvm::isDigit).getAsInteger(10, number) && number < count;
  });
}

std::optional<std::string> refuseAssembly(LLVM::InlineAsmOp op, const machine::Chip &chip) {
  const std::string text = op.getAsmString().str();
  if (!isKnown(text, op.getConstraints(), chip))
    return "\"" + StringRef(text).take_front(80).str() + (text.size() > 80 ? "..." : "") + "\"";
  if (!constraintsFit(op) || !namesOperands(op))
    return "the constraints \"" + op.getConstraints().take_front(80).str() + "\"";
  if (!op.getHasSideEffects())
    return "no side effects";
  return std::nullopt;
}

} // namespace wave::nvidia
