//===- RangeCheck.h - Elements against the ranges of the interpreter ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <vector>

#include "driver/main/Check.h"
#include "interpreter/Interpreter.h"

namespace wave::commandline {

/// What the kernel may make of tensors with these contents: `tensors` become what is expected.
std::vector<std::optional<interpreter::Ranges>> expect(const Experiment &experiment,
                                                       std::vector<Tensor> &tensors);

/// An element of argument `argument`, with the distance of its range's farther end as
/// tolerance; infinite where nothing is known of it, be it NaN.
Element elementIn(size_t argument, const Tensor &actual, const Tensor &expected,
                  const interpreter::Ranges &ranges, int64_t index);

/// Compares the elements that their tolerances judge, and marks the others in `open`.
void compareJudged(size_t argument, const Tensor &actual, const Tensor &expected,
                   const interpreter::Ranges &ranges, Comparison &comparison,
                   std::vector<bool> &open);

} // namespace wave::commandline
