//===- Coordinates.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Coordinates.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace wave::executor {

std::optional<std::vector<int64_t>> coordinatesOf(int64_t element,
                                                  const std::vector<int64_t> &sizes,
                                                  const std::vector<int64_t> &strides) {
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(-strides[a], a) < std::pair(-strides[b], b);
  });
  std::vector<int64_t> place(sizes.size(), 0);
  for (size_t dim : order) {
    if (strides[dim] <= 0 || sizes[dim] <= 1)
      continue;
    place[dim] = element / strides[dim];
    element -= place[dim] * strides[dim];
    if (place[dim] >= sizes[dim])
      return std::nullopt;
  }
  if (element != 0)
    return std::nullopt;
  return place;
}

} // namespace wave::executor
