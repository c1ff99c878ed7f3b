//===- CheckOnIntegers.cpp - A second launch, for bits --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of small integers are exact in any order, and so is what comes of them without a
// function that may be off: every correct computation has the same bits.  Where that holds is
// the interpreter's to say.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "driver/main/RangeCheck.h"

namespace wave::commandline {

/// The largest magnitudes to try.  Long sums are exact for small ones alone.
constexpr int64_t largestIntegers[] = {3, 1};

static std::vector<Tensor> integerInputs(const Experiment &experiment, int64_t largest) {
  std::vector<Tensor> tensors;
  for (const Argument &argument : experiment.arguments) {
    if (argument.is_scalar) { // which says what is computed
      tensors.push_back(experiment.buffers.tensors[tensors.size()]);
      continue;
    }
    const bool isInput = argument.is_read || !argument.is_written;
    const bool isTruth = argument.dtype == DType::i1;
    const uint64_t seed = experiment.seed + tensors.size();
    Tensor &tensor = tensors.emplace_back(
        isInput ? Tensor::randint(shapeOf(argument), argument.dtype, isTruth ? 0 : -largest,
                                  isTruth ? 1 : largest, seed)
                : Tensor::empty(shapeOf(argument), argument.dtype));
    if (!isInput)
      poison(tensor);
  }
  return tensors;
}

namespace {

/// What is expected of one set of inputs.
struct Trial {
  std::vector<Tensor> tensors, expected;
  std::vector<std::optional<interpreter::Ranges>> ranges;

  Element elementAt(size_t argument, int64_t index) const {
    return elementIn(argument, tensors[argument], expected[argument], *ranges[argument], index);
  }

  /// The first of `open` that more than one value is right for.
  std::optional<Element> firstInexact(const OpenElements &open) const {
    for (size_t i = 0; i < open.size(); ++i)
      for (size_t index = 0; index < open[i].size(); ++index)
        if (open[i][index])
          if (Element element = elementAt(i, static_cast<int64_t>(index)); element.tolerance != 0)
            return element;
    return std::nullopt;
  }
};

} // namespace

/// Adds the elements that were open, and of the others those that are wrong.
static void compareExact(const Trial &trial, CheckResult &result) {
  for (size_t i = 0; i < trial.ranges.size(); ++i) {
    if (!trial.ranges[i])
      continue;
    for (int64_t index = 0; index < trial.tensors[i].num_elements(); ++index) {
      const Element element = trial.elementAt(i, index);
      const bool wasOpen = i < result.open.size() && !result.open[i].empty() &&
                           result.open[i][static_cast<size_t>(index)];
      if (wasOpen || (element.tolerance == 0 && isWrong(element)))
        result.comparison.add(element);
      result.onIntegers += wasOpen;
    }
  }
}

void checkOnIntegers(const Experiment &experiment, CheckResult &result) {
  std::vector<Note> &notes = result.inconclusive->notes;
  if (experiment.visits > maxInterpreterVisits) {
    notes.push_back({"on integer-valued inputs the interpreter would have to visit " +
                         aboutText(experiment.visits) + " elements, more than " +
                         aboutText(maxInterpreterVisits),
                     {}});
    return;
  }
  for (const int64_t largest : largestIntegers) {
    Trial trial{integerInputs(experiment, largest), {}, {}};
    trial.expected = trial.tensors;
    trial.ranges = expect(experiment, trial.expected);
    if (const std::optional<Element> inexact = trial.firstInexact(result.open)) {
      if (largest == std::ranges::min(largestIntegers))
        notes.push_back({"integer-valued inputs do not decide it: for integers from -" +
                             std::to_string(largest) + " to " + std::to_string(largest) + " " +
                             openText(experiment.arguments[inexact->argument], *inexact),
                         {}});
      continue;
    }
    experiment.launch(trial.tensors);
    compareExact(trial, result);
    if (!result.comparison.ok())
      result.wrongInputs = largest;
    result.inconclusive.reset();
    return;
  }
}

} // namespace wave::commandline
