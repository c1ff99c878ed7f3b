//===- Operations.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/Sum.h"
#include "machine/ElementFormat.h"
#include "runtime/Rounding.h"

namespace wave::interpreter {

/// Integers wrap: the sum is taken modulo 2^64 here and rounded to its type later.
static int64_t modulo(uint64_t value) { return static_cast<int64_t>(value); }
static uint64_t bits(Number number) { return static_cast<uint64_t>(number.integer); }

/// Exact operands have an exact result; of others come ranges, of integers without wrapping.
static Number enclosed(DType dtype, const Number &result, const Number &a, const Number &b,
                       Range (*ranges)(const Range &, const Range &)) {
  if (a.isExact && b.isExact)
    return result;
  return inexactly(result, ranges(rangeOf(dtype, a), rangeOf(dtype, b)));
}

Number add(DType dtype, const Number &a, const Number &b) {
  return enclosed(dtype, {.real = a.real + b.real, .integer = modulo(bits(a) + bits(b))}, a, b,
                  add);
}

Number subtract(DType dtype, const Number &a, const Number &b) {
  const Number difference{.real = a.real - b.real, .integer = modulo(bits(a) - bits(b))};
  if (isSame(a, b)) // 0, but of infinities and NaN
    return inexactly(difference, {0, 0, a.range.mayBeNaN || a.range.mayBeInfinite()});
  return enclosed(dtype, difference, a, b, subtract);
}

Number multiply(DType dtype, const Number &a, const Number &b) {
  return enclosed(dtype, {.real = a.real * b.real, .integer = modulo(bits(a) * bits(b))}, a, b,
                  multiply);
}

Number divide(DType dtype, const Number &a, const Number &b) {
  return enclosed(dtype, {.real = a.real / b.real}, a, b, divide);
}

Number maximum(DType dtype, const Number &a, const Number &b) {
  const bool takesA = is_float(dtype)
                          ? std::isnan(a.real) || a.real > b.real ||
                                (a.real == b.real && std::signbit(b.real)) // 0 is greater than -0
                          : a.integer > b.integer;
  const Number &greater = takesA ? a : b, &less = takesA ? b : a;
  if ((a.isExact && b.isExact) || isSame(a, b))
    return greater;
  const Range x = rangeOf(dtype, greater), y = rangeOf(dtype, less);
  return x.low > y.high && !y.mayBeNaN ? greater : inexactly(greater, maximum(x, y));
}

Number minimum(DType dtype, const Number &a, const Number &b) {
  const bool takesA = is_float(dtype) ? std::isnan(a.real) || a.real < b.real ||
                                            (a.real == b.real && std::signbit(a.real))
                                      : a.integer < b.integer;
  const Number &less = takesA ? a : b, &greater = takesA ? b : a;
  if ((a.isExact && b.isExact) || isSame(a, b))
    return less;
  const Range x = rangeOf(dtype, less), y = rangeOf(dtype, greater);
  return x.high < y.low && !y.mayBeNaN ? less : inexactly(less, minimum(x, y));
}

template <typename T> static bool holds(ir::ComparisonKind comparison, T a, T b) {
  switch (comparison) {
  case ir::ComparisonKind::Less:
    return a < b;
  case ir::ComparisonKind::LessEqual:
    return a <= b;
  case ir::ComparisonKind::Greater:
    return a > b;
  case ir::ComparisonKind::GreaterEqual:
    return a >= b;
  case ir::ComparisonKind::Equal:
    return a == b;
  case ir::ComparisonKind::NotEqual:
    return a != b;
  }
  return false;
}

/// How two numbers may relate, one bit each.
enum Relation : unsigned { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };

static unsigned relationsThatHold(ir::ComparisonKind comparison) {
  switch (comparison) {
  case ir::ComparisonKind::Less:
    return Less;
  case ir::ComparisonKind::LessEqual:
    return Less | Equal;
  case ir::ComparisonKind::Greater:
    return Greater;
  case ir::ComparisonKind::GreaterEqual:
    return Greater | Equal;
  case ir::ComparisonKind::Equal:
    return Equal;
  case ir::ComparisonKind::NotEqual:
    return Less | Greater | Unordered;
  }
  return 0;
}

static unsigned possibleRelations(DType dtype, const Number &a, const Number &b) {
  const Range x = rangeOf(dtype, a), y = rangeOf(dtype, b);
  unsigned relations = 0;
  if (x.mayBeNaN || y.mayBeNaN)
    relations |= Unordered;
  if (!x.hasNumbers() || !y.hasNumbers())
    return relations;
  if (isSame(a, b))
    return relations | Equal;
  if (x.low < y.high)
    relations |= Less;
  if (x.high > y.low)
    relations |= Greater;
  if (x.low <= y.high && x.high >= y.low)
    relations |= Equal;
  return relations;
}

Number compare(ir::ComparisonKind comparison, DType dtype, const Number &a, const Number &b) {
  const bool truth =
      is_float(dtype) ? holds(comparison, a.real, b.real) : holds(comparison, a.integer, b.integer);
  if (a.isExact && b.isExact)
    return {.integer = truth};
  const unsigned possible = possibleRelations(dtype, a, b), holding = relationsThatHold(comparison);
  return inexactly({.integer = truth},
                   {possible & ~holding ? 0.0 : 1.0, possible & holding ? 1.0 : 0.0, false});
}

static Range combine(ir::LogicKind logic, const Range &a, const Range &b) {
  switch (logic) {
  case ir::LogicKind::And:
    return minimum(a, b);
  case ir::LogicKind::Or:
    return maximum(a, b);
  case ir::LogicKind::Xor:
    break;
  }
  return {0, 1, false};
}

Number combine(ir::LogicKind logic, const Number &a, const Number &b) {
  int64_t truth = logic == ir::LogicKind::And  ? a.integer & b.integer
                  : logic == ir::LogicKind::Or ? a.integer | b.integer
                                               : a.integer ^ b.integer;
  if (a.isExact && b.isExact)
    return {.integer = truth};
  return inexactly({.integer = truth},
                   combine(logic, rangeOf(DType::i1, a), rangeOf(DType::i1, b)));
}

Array select(const std::vector<Axis> &axes, const Array &condition, const Array &a,
             const Array &b) {
  Array result(axes, a.dtype());
  const Projection inCondition(condition, axes), inA(a, axes), inB(b, axes);
  forEach(axes, [&](const Coordinate &x) {
    const Number &choice = condition[inCondition(x)];
    const Number &yes = a[inA(x)], &no = b[inB(x)];
    const Number &chosen = choice.integer ? yes : no;
    result.at(x) = choice.isExact || isSame(yes, no)
                       ? chosen
                       : inexactly(chosen, hull(rangeOf(a.dtype(), yes), rangeOf(a.dtype(), no)));
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Array elementwise(const std::vector<Axis> &axes, DType dtype, const Array &lhs, const Array &rhs,
                  const BinaryFunction &function, Rounding rounding) {
  Array result(axes, dtype);
  const Projection inLhs(lhs, axes), inRhs(rhs, axes);
  forEach(axes, [&](const Coordinate &x) {
    Number value = function(lhs[inLhs(x)], rhs[inRhs(x)]);
    result.at(x) = roundTo(result.dtype(), value, rounding);
  });
  return result;
}

static bool has(const Array &array, const std::string &axis) {
  return std::ranges::count(array.axes(), axis, &Axis::name) != 0;
}

/// Matrix units may truncate where others round to nearest (Fasi, Higham, Mikaitis, Pranesh,
/// "Numerical behavior of NVIDIA tensor cores", 2021).  Of floats of 8 bits Hopper's keep some 14
/// bits ("DeepSeek-V3 Technical Report", 2024, 3.3.2).
static Adder matrixUnit(DType operands, DType sums) {
  return {machine::float8Of(operands) ? 14 : machine::formatOf(sums).significantBits, true};
}

/// The elements of an operand of an MMA, each converted to the accumulator's type.
static std::vector<Number> factorsOf(const Array &operand, DType sums, Rounding rounding) {
  std::vector<Number> factors(operand.size());
  for (size_t i = 0; i < factors.size(); ++i)
    factors[i] = convert(operand.dtype(), sums, operand[i], rounding);
  return factors;
}

/// Adds a * b to `sum`.  Floats that are exact, which most are, need no ranges: their sum is what
/// the general way gives, in a fraction of the time.
static void addProduct(DType sums, bool isFloat, Number &sum, const Number &a, const Number &b,
                       Rounding rounding) {
  if (!isFloat || !sum.isExact || !a.isExact || !b.isExact) {
    sum = roundTo(sums, add(sums, sum, multiply(sums, a, b)), rounding);
    return;
  }
  const double product = a.real * b.real;
  sum.real += product;
  if (rounding != Rounding::None)
    sum.real = roundedTo(sums, sum.real);
}

Array mma(const Array &lhs, const Array &rhs, const Array &accumulator, Rounding rounding) {
  std::vector<Axis> reduced;
  for (const Axis &axis : lhs.axes())
    if (has(rhs, axis.name) && !has(accumulator, axis.name))
      reduced.push_back(axis);
  std::vector<Axis> axes = accumulator.axes();
  const size_t outer = axes.size();
  axes.insert(axes.end(), reduced.begin(), reduced.end());
  const Projection inLhs(lhs, axes), inRhs(rhs, axes);
  Coordinate at(axes.size(), 0);

  // Where the factors of each step along k lie, from those of the first.
  std::vector<std::pair<size_t, size_t>> steps;
  forEach(reduced, [&](const Coordinate &k) {
    std::ranges::copy(k, at.begin() + static_cast<ptrdiff_t>(outer));
    steps.emplace_back(inLhs(at), inRhs(at));
  });
  std::fill(at.begin(), at.end(), 0);

  const DType operands = lhs.dtype(), sums = accumulator.dtype();
  const bool isFloat = is_float(sums);
  const bool hasRanges = rounding == Rounding::WithRanges && isFloat;
  const Sum nothing(sums, matrixUnit(operands, sums));
  const std::vector<Number> left = factorsOf(lhs, sums, rounding),
                            right = factorsOf(rhs, sums, rounding);
  Array result = accumulator;
  forEach(accumulator.axes(), [&](const Coordinate &x) {
    std::ranges::copy(x, at.begin());
    const size_t a = inLhs(at), b = inRhs(at); // of the first step, if there is any
    Number &sum = result.at(x);
    if (!hasRanges) {
      for (const auto &[toA, toB] : steps)
        addProduct(sums, isFloat, sum, left[a + toA], right[b + toB], rounding);
      return;
    }
    Sum total = nothing;
    total.add(sum);
    for (const auto &[toA, toB] : steps)
      total.addProduct(left[a + toA], right[b + toB]);
    sum = total.total();
  });
  return result;
}

static size_t numberOf(const std::vector<Axis> &axes, const std::string &axis) {
  return static_cast<size_t>(std::ranges::find(axes, axis, &Axis::name) - axes.begin());
}

/// The elements of an array whose coordinate along an axis `isIn`.
static Array restricted(const Array &array, const std::string &axis,
                        const std::function<bool(int64_t)> &isIn) {
  std::vector<Axis> axes = array.axes();
  const size_t number = numberOf(axes, axis);
  std::vector<int64_t> taken;
  for (int64_t at = 0; at < axes[number].size; ++at)
    if (isIn(at))
      taken.push_back(at);
  axes[number].size = static_cast<int64_t>(taken.size());
  Array result(axes, array.dtype());
  forEach(axes, [&](const Coordinate &x) {
    Coordinate from = x;
    from[number] = taken[static_cast<size_t>(x[number])];
    result.at(x) = array.at(from);
  });
  return result;
}

Array mmaOfSlice(const Array &lhs, const Array &rhs, const Array &accumulator,
                 const std::string &axis, const std::function<bool(int64_t)> &isIn,
                 Rounding rounding) {
  if (!has(accumulator, axis))
    return mma(restricted(lhs, axis, isIn), restricted(rhs, axis, isIn), accumulator, rounding);
  const Array whole = mma(lhs, rhs, accumulator, rounding);
  Array result = accumulator;
  const size_t number = numberOf(result.axes(), axis);
  forEach(result.axes(), [&](const Coordinate &x) {
    if (isIn(x[number]))
      result.at(x) = whole.at(x);
  });
  return result;
}

/// What a reduction of no element gives.
static Number identity(ir::ReductionKind reduction, DType dtype) {
  if (reduction == ir::ReductionKind::Sum)
    return {};
  bool isLowest = reduction == ir::ReductionKind::Max;
  if (is_float(dtype)) {
    return {.real = isLowest ? -infinity : infinity};
  }
  int64_t highest = std::numeric_limits<int64_t>::max() >> (64 - 8 * size_in_bytes(dtype));
  return {.integer = isLowest ? -highest - 1 : highest};
}

Array reduce(ir::ReductionKind reduction, const std::vector<Axis> &axes, const Array &value,
             const Array *init, const std::string &axis, Rounding rounding) {
  const DType dtype = value.dtype();
  const DType sums = is_float(dtype) && dtype != DType::f64 ? DType::f32 : dtype;
  Array result = splat(axes, dtype, identity(reduction, dtype));
  std::vector<Axis> all = axes;
  all.push_back(*std::ranges::find(value.axes(), axis, &Axis::name));
  const Projection inResult(result, all), inValue(value, all);
  const Projection inInit(init ? *init : result, axes);
  if (reduction == ir::ReductionKind::Sum && rounding == Rounding::WithRanges && is_float(dtype)) {
    std::vector<Sum> totals(result.size(),
                            Sum(sums, {machine::formatOf(sums).significantBits, false}));
    forEach(all, [&](const Coordinate &x) { totals[inResult(x)].add(value[inValue(x)]); });
    forEach(axes, [&](const Coordinate &x) {
      Sum &total = totals[result.offset(x)];
      if (init)
        total.add((*init)[inInit(x)]);
      result.at(x) = convert(sums, dtype, total.total(), rounding);
    });
    return result;
  }
  auto join = [&](Number &total, const Number &element) {
    total = reduction == ir::ReductionKind::Sum ? roundTo(sums, add(sums, total, element), rounding)
            : reduction == ir::ReductionKind::Max ? maximum(sums, total, element)
                                                  : minimum(sums, total, element);
  };
  forEach(all, [&](const Coordinate &x) { join(result[inResult(x)], value[inValue(x)]); });
  forEach(axes, [&](const Coordinate &x) {
    if (init)
      join(result.at(x), (*init)[inInit(x)]);
    if (reduction == ir::ReductionKind::Sum)
      result.at(x) = roundTo(dtype, result.at(x), rounding);
  });
  return result;
}

Array cast(const Array &value, DType dtype, Rounding rounding) {
  Array result(value.axes(), dtype);
  forEach(value.axes(), [&](const Coordinate &x) {
    result.at(x) = convert(value.dtype(), dtype, value.at(x), rounding);
  });
  return result;
}

Array along(const std::vector<Axis> &axes, const Array &value) {
  Array result(axes, value.dtype());
  const Projection inValue(value, axes);
  forEach(axes, [&](const Coordinate &x) { result.at(x) = value[inValue(x)]; });
  return result;
}

Array splat(const std::vector<Axis> &axes, DType dtype, Number value) {
  Array result(axes, dtype);
  forEach(axes, [&](const Coordinate &x) { result.at(x) = value; });
  return result;
}

} // namespace wave::interpreter
