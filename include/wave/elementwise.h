//===- elementwise.h - Elementwise functions of registers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands are combined like those of the operators in wave/register.h: dimensions are
// matched by name, and a number takes the element type of the register.  The result has
// the element type of the arguments.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <initializer_list>
#include <source_location>
#include <string>

#include "wave/register.h"
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

struct ElementwiseOptions {
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

struct FunctionOptions {
  detail::Text tag = {};
  /// Lets a GPU compute the function with the bare instruction that it has for it, within a wider
  /// bound; the table of the functions (docs/language.md, "Functions") has both.  Where there is no
  /// such instruction, which the remark "not-approximate" says, the function is the default one.
  bool approximate = false;
  std::source_location where = std::source_location::current();
};

/// Element type: floats of 16 bits or more [unary-c2].  Error: at most 2 ulp; f16 and bf16 are
/// computed in f32 and rounded once more.  exp2 is exact for integers, log2 for powers of two; sqrt
/// and rcp are correctly rounded.
Register exp2(const Register &value, const FunctionOptions &options = {});
Register exp(const Register &value, const FunctionOptions &options = {});
Register log2(const Register &value, const FunctionOptions &options = {});
Register log(const Register &value, const FunctionOptions &options = {});
Register sqrt(const Register &value, const FunctionOptions &options = {});
/// 1 / value.
Register rcp(const Register &value, const FunctionOptions &options = {});
/// 1 / sqrt(value).
Register rsqrt(const Register &value, const FunctionOptions &options = {});
Register tanh(const Register &value, const FunctionOptions &options = {});

/// Element type: floats of 16 bits or more, and integers but not i1 [unary-c2].  The least integer
/// is returned unchanged.
Register abs(const Register &value, const ElementwiseOptions &options = {});

/// Maximum and minimum of two operands of any type but i1 and 8-bit floats [maximum-c2,
/// minimum-c2]. NaN propagates; -0 is less than 0.
Register maximum(const Register &lhs, const Operand &rhs, const ElementwiseOptions &options = {});
Register maximum(const Number &lhs, const Register &rhs, const ElementwiseOptions &options = {});
Register minimum(const Register &lhs, const Operand &rhs, const ElementwiseOptions &options = {});
Register minimum(const Number &lhs, const Register &rhs, const ElementwiseOptions &options = {});

/// `lhs` where `condition`, an i1 register [select-c2], holds, else `rhs`.  The dimensions of one
/// operand include those of the others [select-c1]; lhs and rhs have one element type [select-c3].
Register select(const Register &condition, const Register &lhs, const Operand &rhs,
                const ElementwiseOptions &options = {});
Register select(const Register &condition, const Number &lhs, const Register &rhs,
                const ElementwiseOptions &options = {});

/// `value` with its dimensions in another order [permute-c1], which decides nothing but the order
/// of shape(), of debug_log and of batches: dimensions are matched by name.
Register permute(const Register &value, std::initializer_list<Expr> dims,
                 const ElementwiseOptions &options = {});
/// `value` with more dimensions, in any order, along which it is the same [broadcast-c1].
/// Elementwise operations broadcast what they are given of themselves.
Register broadcast(const Register &value, std::initializer_list<Expr> dims,
                   const ElementwiseOptions &options = {});

} // namespace wave
#pragma GCC visibility pop
