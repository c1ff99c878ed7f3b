//===- softmax_reference.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "softmax_reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

double softmax_reference(const std::vector<std::vector<double>> &tensors,
                         const std::vector<std::vector<int64_t>> &shapes, int argument,
                         int64_t index, double *scale, int64_t *terms) {
  (void)argument; // c is the only output
  const int64_t n_size = shapes[1][1];
  const double *row = tensors[0].data() + static_cast<std::ptrdiff_t>(index / n_size * n_size);
  const double highest = *std::max_element(row, row + n_size);
  double sum = 0, range = 0;
  for (int64_t n = 0; n < n_size; ++n) {
    sum += std::exp(row[n] - highest);
    if (std::isfinite(row[n])) // the power of -infinity is 0, without a rounding
      range = std::max(range, highest - row[n]);
  }
  if (!std::isfinite(highest))
    range = 0; // and the result NaN
  const double result = std::exp(row[index % n_size] - highest) / sum;
  // Roundings relative to the result: of the sum, of the exponents (the difference, the
  // factor, the product, each relative to up to `range`), of two powers and the quotient.
  *scale = result;
  *terms = n_size + 8 * static_cast<int64_t>(std::ceil(range)) + 16;
  return result;
}
