//===- Comparison.h - Elements against what they must be ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "driver/main/CosineSimilarity.h"
#include "wave/types.h"

namespace wave::commandline {

/// One element and what it must be.
struct Element {
  size_t argument;
  int64_t index; ///< row-major
  double actual, expected, tolerance;
  DType dtype;
  /// Of an integer type, where it is known: a double may be another number.
  std::optional<int64_t> exactActual = {}, exactExpected = {};
  bool isUnwritten = false; ///< and wrong for that reason alone, whatever it holds
  bool isLeftOut = false;   ///< unwritten because no workgroup writes it
};

/// Whether it is not what it must be: NaN is NaN, an infinity the same infinity, and a number
/// within the tolerance.
bool isWrong(const Element &element);

/// What many elements come to, the same in whatever order they are added, but for the last places
/// of cosine similarities.
class Comparison {
public:
  void add(const Element &element);
  void merge(const Comparison &other);

  bool ok() const { return wrong_ == 0; }
  int64_t elements() const { return elements_; }
  int64_t wrong() const { return wrong_; }
  /// The largest error; NaN once an element is NaN and must not be.
  double maxError() const { return maxError_; }
  /// The same relative to the largest expected magnitude.
  double relativeError() const;
  double maxTolerance() const { return maxTolerance_; }
  /// The largest error in terms of its own element's tolerance.
  double maxRatio() const { return worst_ ? worstRatio_ : 0; }
  /// The element with that ratio; of several, the first.
  const std::optional<Element> &worst() const { return worst_; }
  /// Of an argument's elements, if they are floats.
  CosineSimilarity cosine(size_t argument) const;

private:
  int64_t elements_ = 0, wrong_ = 0;
  double maxError_ = 0, maxExpected_ = 0, maxTolerance_ = 0;
  std::optional<Element> worst_;
  double worstRatio_ = 0, worstError_ = 0;
  std::vector<CosineSimilarity> cosines_; ///< by argument

  void consider(const Element &element, double ratio, double error);
  CosineSimilarity &cosineOf(size_t argument);
};

} // namespace wave::commandline
