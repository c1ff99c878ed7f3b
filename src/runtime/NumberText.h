//===- NumberText.h - Elements as people read them ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "wave/types.h"

namespace wave {

/// With as many digits as tell the value from others of its type, and no fewer than 9.
/// Whole numbers of an integer type are written in full.
std::string numberText(double value, DType dtype);

/// The element at that address: integers exactly, which a double need not hold.
std::string elementText(const void *element, DType dtype);

} // namespace wave
