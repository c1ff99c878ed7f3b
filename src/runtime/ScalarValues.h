//===- ScalarValues.h - Numbers that a launch passes by value -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "wave/argument.h"
#include "wave/tensor.h"

namespace wave {

/// A number as it was given.
using ScalarNumber = std::variant<double, int64_t, uint64_t>;

/// The number as a tensor without dimensions, of the argument's type: rounded to a float, or
/// exactly an integer.  Throws Error "scalar-argument".
Tensor tensorOf(const std::string &kernel, const Argument &argument, const ScalarNumber &number);

/// The same of a number as text: "0.5", "-3".
Tensor tensorOf(const std::string &kernel, const Argument &argument, const std::string &text);

/// The value of a scalar, from a tensor of the host without dimensions: an integer; or the bits of
/// a float, with zeros above.
int64_t bitsOf(const Tensor &scalar);

} // namespace wave
