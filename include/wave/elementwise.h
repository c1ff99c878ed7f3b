//===- elementwise.h - Functions of the elements of registers -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each computes one element from the elements at its place.  Dimensions are matched
// by name, as those of the operators are (wave/register.h); a number takes the
// element type of the register beside it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <source_location>
#include <string>

#include "wave/register.h"

#pragma GCC visibility push(default)
namespace wave {

struct ElementwiseOptions {
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

/// Of floats, within 2 units in the last place (f16 and bf16 compute in f32 and round
/// once more); exp2 is exact for integers, sqrt correctly rounded.
Register exp2(const Register &value, const ElementwiseOptions &options = {});
Register exp(const Register &value, const ElementwiseOptions &options = {});
Register log2(const Register &value, const ElementwiseOptions &options = {});
Register log(const Register &value, const ElementwiseOptions &options = {});
Register sqrt(const Register &value, const ElementwiseOptions &options = {});
/// 1 / sqrt(value).
Register rsqrt(const Register &value, const ElementwiseOptions &options = {});
Register tanh(const Register &value, const ElementwiseOptions &options = {});

/// Of floats and integers; the least integer is its own magnitude.
Register abs(const Register &value, const ElementwiseOptions &options = {});

/// The greater, the less: of all types but i1, NaN where one is NaN, -0 less than 0.
Register maximum(const Register &lhs, const Operand &rhs, const ElementwiseOptions &options = {});
Register maximum(const Number &lhs, const Register &rhs, const ElementwiseOptions &options = {});
Register minimum(const Register &lhs, const Operand &rhs, const ElementwiseOptions &options = {});
Register minimum(const Number &lhs, const Register &rhs, const ElementwiseOptions &options = {});

/// `lhs` where the condition, a register of i1, holds, else `rhs`.
Register select(const Register &condition, const Register &lhs, const Operand &rhs,
                const ElementwiseOptions &options = {});
Register select(const Register &condition, const Number &lhs, const Register &rhs,
                const ElementwiseOptions &options = {});

} // namespace wave
#pragma GCC visibility pop
