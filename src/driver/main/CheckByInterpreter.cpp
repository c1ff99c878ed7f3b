//===- CheckByInterpreter.cpp - A kernel against the interpreter ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "diagnostic/ErrorId.h"
#include "driver/main/RangeCheck.h"

namespace wave::commandline {

CheckResult checkByInterpreter(const Experiment &experiment) {
  const std::vector<Argument> &arguments = experiment.arguments;
  std::vector<Tensor> expected = experiment.buffers.before;
  const auto ranges = expect(experiment, expected);
  CheckResult result{{}, "interpreter"};
  result.open.resize(arguments.size());
  int64_t opened = 0;
  std::string example;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!ranges[i])
      continue;
    const Tensor &actual = experiment.buffers.tensors[i];
    compareJudged(i, actual, expected[i], *ranges[i], result.comparison, result.open[i]);
    const auto first = std::ranges::find(result.open[i], true);
    if (first == result.open[i].end())
      continue;
    if (opened == 0) {
      const int64_t index = first - result.open[i].begin();
      example = openText(arguments[i], elementIn(i, actual, expected[i], *ranges[i], index));
    }
    opened += std::ranges::count(result.open[i], true);
  }
  if (opened > 0)
    result.inconclusive =
        Diagnostic{.id = ErrorId("check-inconclusive"),
                   .message = "--check: " + std::to_string(opened) +
                              (opened == 1 ? " element has" : " elements have") +
                              " no tolerance that a wrong result would exceed: " + example,
                   .where = {},
                   .notes = {},
                   .help = "give --input whose sums do not cancel and divisors stay away from 0"};
  return result;
}

} // namespace wave::commandline
