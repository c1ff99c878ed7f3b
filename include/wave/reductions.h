//===- reductions.h - Reductions along one dimension ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduce a register along `dim`, a dimension of `value` [reduce-c1]; inside a loop over it,
// along one step.  Out-of-bounds elements are ignored.  The result has the remaining
// dimensions.  `init` has them too, and the element type of `value` [reduce-c3]; it is
// included once:
//
//   Register total = iterate({.axis = N}, {zero}, [&](Register acc) {
//     return sum(read(x), acc, N);
//   });
//
// The sum of no elements is 0, their maximum the lowest and their minimum the highest value
// of the element type.  Integers wrap.  f16 and bf16 are summed in f32 and rounded once.  The
// order of a floating-point sum is unspecified.  i1 and 8-bit floats cannot be reduced
// [reduce-c5], nor a dimension that is distributed over workgroups [reduce-c6].
//
//===----------------------------------------------------------------------===//

#pragma once

#include <source_location>
#include <string>

#include "wave/expr.h"
#include "wave/register.h"
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

struct ReductionOptions {
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

Register sum(const Register &value, const Expr &dim, const ReductionOptions &options = {});
Register sum(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options = {});

/// NaN if any element is NaN, like `maximum` and `minimum`.
Register max(const Register &value, const Expr &dim, const ReductionOptions &options = {});
Register max(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options = {});
Register min(const Register &value, const Expr &dim, const ReductionOptions &options = {});
Register min(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options = {});

} // namespace wave
#pragma GCC visibility pop
