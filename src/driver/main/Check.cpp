//===- Check.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "diagnostic/Fail.h"
#include "runtime/NumberText.h"
#include "runtime/TensorElements.h"

namespace wave::commandline {

std::string aboutText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

bool hasReference(const KernelChoice &choice) {
  return choice.entry && choice.entry->reference && !choice.isApproximate;
}

void checkFeasible(const KernelChoice &choice, const Work &work) {
  if (std::ranges::none_of(choice.signature.arguments, &Argument::is_written))
    fail<Error>("check-nothing",
                "--check: kernel '" + choice.kernel.name() +
                    "' writes none of its arguments, so that there is nothing to compare",
                "end its body with a write, or leave out --check");
  if (hasReference(choice) || work.visits <= maxInterpreterVisits)
    return;
  fail<Error>("check-too-large",
              "--check: kernel '" + choice.kernel.name() +
                  "' has no reference of its own, and the interpreter would have to visit " +
                  aboutText(work.visits) + " elements, more than " +
                  aboutText(maxInterpreterVisits),
              "choose smaller sizes with -D");
}

CheckResult check(const Experiment &experiment) {
  CheckResult result = hasReference(experiment.choice) ? checkByReference(experiment)
                                                       : checkByInterpreter(experiment);
  if (result.verdict() == Verdict::Inconclusive)
    checkOnIntegers(experiment, result);
  for (size_t i = 0; i < experiment.arguments.size(); ++i)
    if (const Argument &argument = experiment.arguments[i];
        argument.is_written && is_float(argument.dtype))
      result.floatOutputs.emplace_back(i, argument.name);
  return result;
}

static const std::byte *addressOf(const Tensor &tensor, int64_t index) {
  return static_cast<const std::byte *>(tensor.data()) + index * size_in_bytes(tensor.dtype());
}

static bool isTruthValue(const std::byte *element) { return *element <= std::byte{1}; }

double elementOf(const Tensor &tensor, int64_t index) {
  const std::byte *element = addressOf(tensor, index);
  if (tensor.dtype() == DType::i1 && !isTruthValue(element))
    return NAN;
  return loadDouble(element, tensor.dtype());
}

std::optional<int64_t> integerOf(const Tensor &tensor, int64_t index) {
  const std::byte *element = addressOf(tensor, index);
  if (is_float(tensor.dtype()) || (tensor.dtype() == DType::i1 && !isTruthValue(element)))
    return std::nullopt;
  return loadInt(element, tensor.dtype());
}

static std::string valueText(std::optional<int64_t> exact, double value, DType dtype) {
  if (std::isnan(value)) // whatever its sign
    return "nan";
  return exact ? std::to_string(*exact) : numberText(value, dtype);
}

static std::string placeText(const Argument &argument, int64_t index) {
  std::string text;
  const Shape shape = shapeOf(argument);
  for (size_t i = shape.size(); i-- > 0; index /= shape[i])
    text = std::to_string(index % shape[i]) + (text.empty() ? "" : ", ") + text;
  return argument.name + "[" + text + "]";
}

static std::string expectedText(const Element &element) {
  return valueText(element.exactExpected, element.expected, element.dtype) + " within " +
         aboutText(element.tolerance);
}

std::string openText(const Argument &argument, const Element &element) {
  const std::string place = placeText(argument, element.index);
  return std::isfinite(element.tolerance) ? place + " is expected to be " + expectedText(element)
                                          : place + " may be anything";
}

Diagnostic mismatch(const CheckResult &result, const std::vector<Argument> &arguments) {
  const Comparison &comparison = result.comparison;
  const Element &worst = *comparison.worst();
  std::vector<Note> notes = {{std::to_string(comparison.wrong()) + " of " +
                                  std::to_string(comparison.elements()) +
                                  " checked elements are wrong; this one is the farthest off",
                              {}}};
  if (result.kind == BoundKind::Probable)
    notes.push_back({"the tolerance is " + result.bound, {}});
  if (result.wrongInputs)
    notes.push_back({"the inputs are integers from -" + std::to_string(*result.wrongInputs) +
                         " to " + std::to_string(*result.wrongInputs) +
                         ", for which every correct result is the same",
                     {}});
  const std::string actual = worst.isUnwritten
                                 ? " was never written"
                                 : " is " + valueText(worst.exactActual, worst.actual, worst.dtype);
  return {.id = ErrorId("mismatch"),
          .message = placeText(arguments[worst.argument], worst.index) + actual +
                     (worst.isLeftOut ? ": no workgroup of the kernel writes it"
                                      : ", expected " + expectedText(worst)),
          .where = {},
          .notes = std::move(notes),
          .help = {}};
}

} // namespace wave::commandline
