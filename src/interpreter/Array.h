//===- Array.h - Values of the reference interpreter ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
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

/// An element of a tensor.
Number load(DType dtype, const std::byte *element);
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

private:
  size_t offset(const Coordinate &coordinate) const;

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

/// Calls `visit` for every coordinate of `axes`, the last axis fastest.
void forEach(const std::vector<Axis> &axes, const std::function<void(const Coordinate &)> &visit);

} // namespace wave::interpreter
