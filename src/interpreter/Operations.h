//===- Operations.h - What each operation computes ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per operation, on whole arrays: the formulas of the dialect's
// descriptions, word for word.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "interpreter/Array.h"

namespace wave::interpreter {

/// accumulator[..., m, n] + sum over k of lhs[..., m, k] * rhs[..., n, k].
Array mma(const Array &lhs, const Array &rhs, const Array &accumulator, Rounding rounding);
/// The same for a slice along an axis (wave.mma): the sum over the part of k that `isIn` says, or,
/// along another axis, the elements of the result there, and those of the accumulator elsewhere.
Array mmaOfSlice(const Array &lhs, const Array &rhs, const Array &accumulator,
                 const std::string &axis, const std::function<bool(int64_t)> &isIn,
                 Rounding rounding);

/// Elementwise over `axes`, which contain the axes of both operands, to elements of `dtype`.
using BinaryFunction = std::function<Number(const Number &, const Number &)>;
Array elementwise(const std::vector<Axis> &axes, DType dtype, const Array &lhs, const Array &rhs,
                  const BinaryFunction &function, Rounding rounding);

Number add(DType dtype, const Number &a, const Number &b);
Number subtract(DType dtype, const Number &a, const Number &b);
Number multiply(DType dtype, const Number &a, const Number &b);
Number divide(DType dtype, const Number &a, const Number &b);
Number maximum(DType dtype, const Number &a, const Number &b);
Number minimum(DType dtype, const Number &a, const Number &b);

/// A function of one element, within 2 units in the last place where it is not exact; within the
/// bound of an approximate one where `isApproximate` and it is computed in f32.
Array apply(ir::UnaryKind function, bool isApproximate, const Array &value, Rounding rounding);

/// Truth values, inexact where those of the operands' ranges may differ.
Number compare(ir::ComparisonKind comparison, DType dtype, const Number &a, const Number &b);
Number combine(ir::LogicKind logic, const Number &a, const Number &b);

/// `a` where the condition holds, else `b`, over `axes`, which contain all axes.
Array select(const std::vector<Axis> &axes, const Array &condition, const Array &a, const Array &b);

/// Over `axis`, which the result has not; `init` takes part once unless it is null.
Array reduce(ir::ReductionKind reduction, const std::vector<Axis> &axes, const Array &value,
             const Array *init, const std::string &axis, Rounding rounding);

Array cast(const Array &value, DType dtype, Rounding rounding);

/// `value` over `axes`, which contain its own.
Array along(const std::vector<Axis> &axes, const Array &value);

Array splat(const std::vector<Axis> &axes, DType dtype, Number value);

} // namespace wave::interpreter
