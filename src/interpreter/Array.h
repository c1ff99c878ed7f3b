//===- Array.h - Values of the reference interpreter ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "wave/types.h"

namespace wave::interpreter {

/// One element: `real` for floats, `integer` for integers and truth values.
struct Number {
  double real = 0;
  int64_t integer = 0;
  /// Without rounding: how far from `real` a computation in the element types may
  /// be, and the sum of the magnitudes that were added up on the way, which is what
  /// a rounding is relative to whatever the order of a sum.
  double error = 0;
  double magnitude = 0;
};

/// A float that is exactly what it should be.
Number exactly(double value);

/// How floats round: to their element type, or not at all.
enum class Rounding { ToElementType, None };

/// `number` as a value of `dtype`.  Without rounding it keeps its value and takes
/// on the error that rounding would bring.
Number roundTo(DType dtype, Number number, Rounding rounding);
Number convert(DType from, DType to, Number number, Rounding rounding);

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

  /// The position in this array of a coordinate over `axes`, which name all of
  /// this array's axes.
  Coordinate project(const std::vector<Axis> &axes, const Coordinate &coordinate) const;

private:
  size_t offset(const Coordinate &coordinate) const;

  std::vector<Axis> axes_;
  DType dtype_;
  std::vector<Number> numbers_;
};

/// Calls `visit` for every coordinate of `axes`, the last axis fastest.
void forEach(const std::vector<Axis> &axes, const std::function<void(const Coordinate &)> &visit);

} // namespace wave::interpreter
