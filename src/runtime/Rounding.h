//===- Rounding.h - A number as an element type holds it ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/types.h"

namespace wave {

/// `value` rounded once to a floating-point type; unchanged for an integer type.
double roundedTo(DType dtype, double value);

} // namespace wave
