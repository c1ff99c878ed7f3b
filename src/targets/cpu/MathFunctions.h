//===- MathFunctions.h - Exponentials and logarithms over vectors ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function is a few dozen instructions on all lanes at once, without a branch, a
// table or a call.  They are right for every argument: NaN, infinities, both zeros, and
// results that are subnormal or overflow.  Worst errors measured over random arguments
// against long double stand in docs/language.md.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/cpu/Code.h"

namespace wave::cpu {

/// `kind` of each lane of `x`; `dtype` is f32 or f64, or an integer for abs and neg.
Value mathFunction(Code &code, ir::UnaryKind kind, DType dtype, Value x);

} // namespace wave::cpu
