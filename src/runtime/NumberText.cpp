//===- NumberText.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/NumberText.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "runtime/TensorElements.h"

namespace wave {

// Enough for f32, and so for the smaller types.
static constexpr int fewestDigits = std::numeric_limits<float>::max_digits10;
static constexpr int mostDigits = std::numeric_limits<double>::max_digits10;

std::string numberText(double value, DType dtype) {
  if (!is_float(dtype) && std::fabs(value) < 0x1p63)
    return std::to_string(static_cast<int64_t>(value));
  char text[32];
  int digits = fewestDigits;
  do
    std::snprintf(text, sizeof text, "%.*g", digits, value);
  while (dtype == DType::f64 && digits++ < mostDigits && std::strtod(text, nullptr) != value);
  return text;
}

std::string elementText(const void *element, DType dtype) {
  return is_float(dtype) ? numberText(loadDouble(element, dtype), dtype)
                         : std::to_string(loadInt(element, dtype));
}

} // namespace wave
