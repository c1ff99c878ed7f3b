//===- RangeCheck.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/RangeCheck.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace wave::commandline {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<std::optional<interpreter::Ranges>> expect(const Experiment &experiment,
                                                       std::vector<Tensor> &tensors) {
  const std::vector<Argument> &arguments = experiment.arguments;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].is_written) {
      tensors[i] = tensors[i].clone();
      if (!arguments[i].is_read)
        poison(tensors[i]);
    }
  auto ranges =
      interpreter::interpretWithRanges(experiment.choice.kernel, experiment.subs, tensors);
  // A kernel whose coverage is not checked may update a part of what it is given.
  for (size_t i = 0; i < arguments.size(); ++i)
    if (ranges[i] && arguments[i].is_read && !experiment.isCoverageChecked)
      ranges[i]->isWritten.fill(1);
  return ranges;
}

/// From the value to the end of its range.
static double distance(double value, double end) {
  return value == end ? 0 : std::nextafter(std::fabs(end - value), infinity);
}

static double toleranceOf(double expected, double low, double high, bool mayBeNaN) {
  if (std::isnan(low)) // no number
    return 0;
  if (mayBeNaN || std::isnan(expected))
    return infinity;
  return low == high ? 0 : std::max(distance(expected, low), distance(expected, high));
}

Element elementIn(size_t argument, const Tensor &actual, const Tensor &expected,
                  const interpreter::Ranges &ranges, int64_t index) {
  Element element{argument, index,          elementOf(actual, index), elementOf(expected, index),
                  0,        actual.dtype(), integerOf(actual, index), integerOf(expected, index)};
  element.tolerance =
      toleranceOf(element.expected, elementOf(ranges.low, index), elementOf(ranges.high, index),
                  elementOf(ranges.mayBeNaN, index) != 0);
  element.isLeftOut = elementOf(ranges.isWritten, index) == 0;
  element.isUnwritten =
      element.isLeftOut || (isPoison(actual, index) && !isPoison(expected, index));
  // Two large integers can be different and yet the same double.
  if (element.actual == element.expected && element.exactActual != element.exactExpected)
    element.actual = std::nextafter(element.actual, infinity);
  return element;
}

/// The one in the middle; 0 of none.
static double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// A tolerance judges where it is less than the value, or, for what cancels to about 0, than
/// most of the values beside it.
void compareJudged(size_t argument, const Tensor &actual, const Tensor &expected,
                   const interpreter::Ranges &ranges, Comparison &comparison,
                   std::vector<bool> &open) {
  const int64_t count = actual.num_elements();
  auto elementAt = [&](int64_t i) { return elementIn(argument, actual, expected, ranges, i); };
  std::vector<double> magnitudes;
  for (int64_t i = 0; i < count; ++i)
    if (const Element element = elementAt(i);
        element.tolerance > 0 && std::isfinite(element.expected))
      magnitudes.push_back(std::fabs(element.expected));
  const double usual = median(std::move(magnitudes));
  open.assign(static_cast<size_t>(count), false);
  for (int64_t i = 0; i < count; ++i) {
    const Element element = elementAt(i);
    const bool isJudged = element.tolerance == 0 || element.isLeftOut ||
                          (std::isfinite(element.tolerance) &&
                           element.tolerance < std::max(usual, std::fabs(element.expected)));
    const bool mayBeNaN = elementOf(ranges.mayBeNaN, i) != 0;
    open[static_cast<size_t>(i)] = !isJudged;
    if (isJudged ||
        (isWrong(element) && !(mayBeNaN && std::isnan(element.actual) && !element.isUnwritten)))
      comparison.add(element);
  }
}

} // namespace wave::commandline
