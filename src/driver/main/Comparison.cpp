//===- Comparison.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "runtime/Rounding.h"

namespace wave::commandline {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// NaN where one of the two is NaN, or the element was never written.
static double errorOf(const Element &element) {
  if (element.isUnwritten)
    return std::numeric_limits<double>::quiet_NaN();
  if (std::isnan(element.expected) && std::isnan(element.actual))
    return 0;
  if (element.actual == element.expected) // also between infinities
    return 0;
  // A value too large for the element type has to become an infinity.
  if (std::isinf(element.actual) && std::isfinite(element.expected)) {
    double reach = element.expected + std::copysign(element.tolerance, element.actual);
    if (roundedTo(element.dtype, reach) == element.actual)
      return 0;
  }
  return std::fabs(element.actual - element.expected);
}

/// The greater of the two; NaN wins.
static double worse(double a, double b) { return std::isnan(a) || a > b ? a : b; }

static bool isWrong(double error, const Element &element) {
  return !(error <= element.tolerance) && error != 0;
}

bool isWrong(const Element &element) { return isWrong(errorOf(element), element); }

void Comparison::add(const Element &element) {
  const double error = errorOf(element);
  ++elements_;
  maxError_ = worse(error, maxError_);
  if (std::isfinite(element.expected))
    maxExpected_ = std::max(maxExpected_, std::fabs(element.expected));
  if (!std::isnan(element.tolerance))
    maxTolerance_ = std::max(maxTolerance_, element.tolerance);
  const bool isOff = isWrong(error, element);
  wrong_ += isOff;
  if (is_float(element.dtype))
    cosineOf(element.argument).add(element.actual, element.expected, isOff, element.isUnwritten);
  double ratio = 0;
  if (isOff)
    ratio = std::isnan(error) || element.tolerance == 0 ? infinity : error / element.tolerance;
  else if (error != 0)
    ratio = error / element.tolerance;
  consider(element, ratio, std::isnan(error) ? infinity : error);
}

void Comparison::consider(const Element &element, double ratio, double error) {
  auto key = [](double r, double e, const Element &x) {
    return std::tuple(-r, -e, x.argument, x.index);
  };
  if (worst_ && key(worstRatio_, worstError_, *worst_) <= key(ratio, error, element))
    return;
  worst_ = element;
  worstRatio_ = ratio;
  worstError_ = error;
}

void Comparison::merge(const Comparison &other) {
  elements_ += other.elements_;
  wrong_ += other.wrong_;
  maxError_ = worse(other.maxError_, maxError_);
  maxExpected_ = std::max(maxExpected_, other.maxExpected_);
  maxTolerance_ = std::max(maxTolerance_, other.maxTolerance_);
  for (size_t i = 0; i < other.cosines_.size(); ++i)
    cosineOf(i).merge(other.cosines_[i]);
  if (other.worst_)
    consider(*other.worst_, other.worstRatio_, other.worstError_);
}

CosineSimilarity &Comparison::cosineOf(size_t argument) {
  if (argument >= cosines_.size())
    cosines_.resize(argument + 1);
  return cosines_[argument];
}

CosineSimilarity Comparison::cosine(size_t argument) const {
  return argument < cosines_.size() ? cosines_[argument] : CosineSimilarity();
}

double Comparison::relativeError() const { return maxError_ == 0 ? 0 : maxError_ / maxExpected_; }

} // namespace wave::commandline
