//===- Interpreter.h - The interpreter, with error bounds -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <vector>

#include "wave/interpret.h"

namespace wave::interpreter {

/// Interprets in float64 and returns, for each tensor, how far from it a correct
/// computation in the kernel's own element types may be: a running error analysis
/// that adds to every operation's error what its operands bring and one rounding
/// of its result.  f64 tensors of the arguments' shapes; 0 where nothing is
/// written.
std::vector<Tensor> interpretWithErrorBounds(const Kernel &kernel, const InterpretOptions &options,
                                             std::span<const Tensor> tensors);

} // namespace wave::interpreter
