//===- CheckByInterpreter.cpp - A kernel against the interpreter ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <limits>

#include "driver/main/Check.h"
#include "interpreter/Interpreter.h"
#include "machine/ElementFormat.h"

namespace wave::commandline {

/// The interpreter rounds the floats that it stores as well: a bound that is not
/// zero is about a real number, and the expected value stands for it after one
/// rounding.
static double toleranceOf(DType dtype, double expected, double bound) {
  if (bound == 0 || !is_float(dtype))
    return bound;
  const machine::ElementFormat stored = machine::formatOf(dtype);
  return bound + stored.unitRoundoff() * std::fabs(expected) + stored.smallestDistance();
}

static void compare(size_t argument, const Tensor &actual, const Tensor &expected,
                    const Tensor &bounds, Comparison &comparison) {
  const DType dtype = actual.dtype();
  for (int64_t i = 0; i < actual.num_elements(); ++i) {
    Element element{argument, i,     elementOf(actual, i), elementOf(expected, i),
                    0,        dtype, integerOf(actual, i), integerOf(expected, i)};
    element.tolerance = toleranceOf(dtype, element.expected, elementOf(bounds, i));
    // Two large integers can be different and yet the same double.
    if (element.actual == element.expected && element.exactActual != element.exactExpected)
      element.actual = std::nextafter(element.actual, std::numeric_limits<double>::infinity());
    comparison.add(element);
  }
}

CheckResult checkByInterpreter(const Experiment &experiment) {
  const std::vector<Argument> &arguments = experiment.arguments;
  std::vector<Tensor> expected = experiment.buffers.before;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].is_written) {
      expected[i] = experiment.buffers.before[i].clone();
      if (!arguments[i].is_read)
        poison(expected[i]);
    }
  const std::vector<Tensor> bounds = interpreter::interpretWithErrorBounds(
      experiment.choice.kernel, {.subs = experiment.subs, .float64 = true}, expected);
  CheckResult result{{}, "interpreter"};
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].is_written)
      compare(i, experiment.buffers.tensors[i], expected[i], bounds[i], result.comparison);
  return result;
}

} // namespace wave::commandline
