//===- MathFunctions.h - Exponentials and logarithms of elements ----------===//
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

#include "targets/llvm/ElementCode.h"

namespace wave::codegen {

/// `kind` of each element of `x`; `dtype` is f32 or f64, or an integer for abs and neg.
mlir::Value mathFunction(ElementCode &code, ir::UnaryKind kind, DType dtype, mlir::Value x);

/// The approximate function of f32: the processor's instruction, or a few operations around those
/// that it has; null where it has none that help.
mlir::Value approximateFunction(ElementCode &code, ir::UnaryKind kind, mlir::Value x);

} // namespace wave::codegen
