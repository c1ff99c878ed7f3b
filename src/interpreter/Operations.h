//===- Operations.h - What each operation computes ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per operation, on whole arrays: the formulas of the dialect's
// descriptions, word for word.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "interpreter/Array.h"

namespace wave::interpreter {

/// accumulator[..., m, n] + sum over k of lhs[..., m, k] * rhs[..., n, k].
Array mma(const Array &lhs, const Array &rhs, const Array &accumulator, Rounding rounding);

/// Elementwise over `axes`, which contain the axes of both operands.
using BinaryFunction = std::function<Number(Number, Number)>;
Array elementwise(const std::vector<Axis> &axes, const Array &lhs, const Array &rhs,
                  const BinaryFunction &function, Rounding rounding);

Number add(DType dtype, Number a, Number b);
Number subtract(DType dtype, Number a, Number b);
Number multiply(DType dtype, Number a, Number b);
Number divide(DType dtype, Number a, Number b);

Array cast(const Array &value, DType dtype, Rounding rounding);

Array splat(const std::vector<Axis> &axes, DType dtype, Number value);

} // namespace wave::interpreter
