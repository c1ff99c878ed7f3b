//===- Array.h - Values of the reference interpreter ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/Range.h"
#include "wave/types.h"

namespace wave::interpreter {

/// One element: `real` for floats, `integer` for integers and truth values.
struct Number {
  double real = 0;
  int64_t integer = 0;
  /// Whether every correct computation has this value here, NaN included; else it has one
  /// of `range`.  Numbers of one `origin` that is not 0 are the same in each of them.
  bool isExact = true;
  Range range = {};
  uint64_t origin = 0;
};

/// A float that is exactly what it should be.
Number exactly(double value);

/// What a number, exact or not, may be.
Range rangeOf(DType dtype, const Number &number);

/// `number`, which may be any of `range`, with an origin of its own.
Number inexactly(Number number, const Range &range);

/// Whether two numbers are one, though it is open which.
bool isSame(const Number &a, const Number &b);

/// How floats round: to their element type; the same, where functions and sums, which may
/// be off, leave ranges; or not at all.
enum class Rounding { ToElementType, WithRanges, None };

/// `number` as a value of `dtype`.
Number roundTo(DType dtype, Number number, Rounding rounding);
Number convert(DType from, DType to, Number number, Rounding rounding);

/// An element of a tensor.
Number load(DType dtype, const std::byte *element);
/// A scalar argument, whose value a launch passes as bits (runtime/ScalarValues.h).
Number fromBits(DType dtype, int64_t bits);
void store(DType dtype, std::byte *element, const Number &number);

struct Axis {
  std::string name;
  int64_t size;
};

/// A coordinate, one position per axis of some array.
using Coordinate = std::vector<int64_t>;

/// A tile value: a number per coordinate of its named axes, row-major.
class Array {
public:
  Array(std::vector<Axis> axes, DType dtype);

  const std::vector<Axis> &axes() const { return axes_; }
  DType dtype() const { return dtype_; }
  Number &at(const Coordinate &coordinate) { return numbers_[offset(coordinate)]; }
  const Number &at(const Coordinate &coordinate) const { return numbers_[offset(coordinate)]; }
  Number &operator[](size_t offset) { return numbers_[offset]; }
  const Number &operator[](size_t offset) const { return numbers_[offset]; }
  size_t size() const { return numbers_.size(); }
  size_t offset(const Coordinate &coordinate) const;

private:
  std::vector<Axis> axes_;
  DType dtype_;
  std::vector<Number> numbers_;
};

/// Where an array has its elements, by coordinates over `axes`, which name all of its own.
class Projection {
public:
  Projection(const Array &array, const std::vector<Axis> &axes);
  size_t operator()(const Coordinate &coordinate) const;

private:
  std::vector<size_t> strides; ///< of `axes`; 0 of those that the array has not
};

/// The elements of an array of these axes.
size_t count(const std::vector<Axis> &axes);

/// Calls `visit(coordinate)` for every coordinate of `axes`, the last axis fastest.
template <typename Visit> void forEach(const std::vector<Axis> &axes, Visit &&visit) {
  if (count(axes) == 0)
    return;
  Coordinate coordinate(axes.size(), 0);
  while (true) {
    visit(std::as_const(coordinate));
    size_t i = axes.size();
    while (i > 0 && ++coordinate[i - 1] == axes[i - 1].size)
      coordinate[--i] = 0;
    if (i == 0)
      return;
  }
}

} // namespace wave::interpreter
