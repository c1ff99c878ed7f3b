//===- CosineSimilarity.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/CosineSimilarity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace wave::commandline {

static_assert(std::numeric_limits<long double>::max_exponent >
                  2 * std::numeric_limits<double>::max_exponent + 64,
              "a sum of squares of doubles is finite");

void CosineSimilarity::add(double actual, double expected, bool isWrong, bool isUnwritten) {
  ++elements_;
  if (isUnwritten) {
    ++unwritten_;
    return;
  }
  if (!std::isfinite(actual) || !std::isfinite(expected)) {
    wrongNonFinite_ += isWrong;
    return;
  }
  ++finite_;
  ofProducts_ += Sum(actual) * Sum(expected);
  ofActual_ += Sum(actual) * Sum(actual);
  ofExpected_ += Sum(expected) * Sum(expected);
}

void CosineSimilarity::merge(const CosineSimilarity &other) {
  ofProducts_ += other.ofProducts_;
  ofActual_ += other.ofActual_;
  ofExpected_ += other.ofExpected_;
  elements_ += other.elements_;
  finite_ += other.finite_;
  unwritten_ += other.unwritten_;
  wrongNonFinite_ += other.wrongNonFinite_;
}

static std::string counted(int64_t count) {
  return std::to_string(count) + (count == 1 ? " element" : " elements");
}

std::string CosineSimilarity::obstacle() const {
  if (elements_ == 0)
    return "no element is compared";
  if (unwritten_ > 0)
    return counted(unwritten_) + (unwritten_ == 1 ? " was" : " were") + " never written";
  if (wrongNonFinite_ > 0)
    return counted(wrongNonFinite_) + (wrongNonFinite_ == 1 ? " is" : " are") +
           " infinite or NaN in the result or in the reference, not alike in both";
  if (finite_ == 0)
    return "no element is finite";
  if (ofActual_ == 0 && ofExpected_ == 0)
    return "result and reference are all zeros";
  if (ofActual_ == 0)
    return "the result is all zeros";
  if (ofExpected_ == 0)
    return "the reference is all zeros";
  return "";
}

std::optional<double> CosineSimilarity::value() const {
  if (!obstacle().empty())
    return std::nullopt;
  const Sum cosine = ofProducts_ / (std::sqrt(ofActual_) * std::sqrt(ofExpected_));
  return static_cast<double>(std::clamp(cosine, Sum(-1), Sum(1)));
}

/// With nine digits: what is less than 1 does not look like it.
static std::string roundedDown(double value) {
  constexpr double scale = 1e9;
  char text[32];
  std::snprintf(text, sizeof text, "%.9f", std::floor(value * scale) / scale);
  return text;
}

std::string CosineSimilarity::text() const {
  const std::optional<double> cosine = value();
  if (!cosine)
    return "undefined: " + obstacle();
  std::string text = roundedDown(*cosine);
  if (finite_ < elements_)
    text += ", of the " + counted(finite_) + " that " + (finite_ == 1 ? "is" : "are") + " finite";
  return text;
}

} // namespace wave::commandline
