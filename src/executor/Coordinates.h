//===- Coordinates.h - From an element's number to its place --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace wave::executor {

/// The coordinates that strides, in elements, bring to `element`; none if it lies between
/// what they reach.
std::optional<std::vector<int64_t>> coordinatesOf(int64_t element,
                                                  const std::vector<int64_t> &sizes,
                                                  const std::vector<int64_t> &strides);

} // namespace wave::executor
