//===- CosineSimilarity.h - The angle between a result and its reference --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot(result, reference) / (|result| * |reference|), one number for a whole output.  It shows
// what is wrong in many elements, and hides what is wrong in few of them, so it decides nothing.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace wave::commandline {

class CosineSimilarity {
public:
  /// `isWrong` and `isUnwritten` are what the check says of the element.
  void add(double actual, double expected, bool isWrong, bool isUnwritten);
  void merge(const CosineSimilarity &other);

  /// None where it is undefined: of a vector of zeros, of no numbers, and where an element is
  /// infinite, NaN or unwritten and must not be.  Elements that are rightly infinite or NaN have
  /// no part in it.
  std::optional<double> value() const;

  /// Rounded down, so that 1 is 1, and over how many elements; or why it is undefined.
  std::string text() const;

private:
  // Squares of doubles leave the range of doubles.
  using Sum = long double;

  Sum ofProducts_ = 0, ofActual_ = 0, ofExpected_ = 0;
  int64_t elements_ = 0, finite_ = 0, unwritten_ = 0, wrongNonFinite_ = 0;

  /// Why it is undefined; empty where it is not.
  std::string obstacle() const;
};

} // namespace wave::commandline
