//===- reductions.h - A register with one dimension less ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Over the elements along one dimension that lie inside the memory: all of them, or
// those of one step inside a loop over it.  `init`, a register of the remaining
// dimensions, takes part once:
//
//   Register total = iterate({.axis = N}, {zero}, [&](Register acc) {
//     return sum(read(x), acc, N);
//   });
//
// Of nothing the sum is 0, the maximum the lowest and the minimum the highest value of
// the element type.  Integers wrap; f16 and bf16 are summed in f32 and rounded once;
// the order of a sum of floats is unspecified.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <source_location>
#include <string>

#include "wave/expr.h"
#include "wave/register.h"

#pragma GCC visibility push(default)
namespace wave {

struct ReductionOptions {
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

Register sum(const Register &value, const Expr &dim, const ReductionOptions &options = {});
Register sum(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options = {});

/// As `maximum` and `minimum`: NaN where one element is NaN.
Register max(const Register &value, const Expr &dim, const ReductionOptions &options = {});
Register max(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options = {});
Register min(const Register &value, const Expr &dim, const ReductionOptions &options = {});
Register min(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options = {});

} // namespace wave
#pragma GCC visibility pop
