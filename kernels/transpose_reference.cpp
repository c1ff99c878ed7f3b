//===- transpose_reference.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transpose_reference.h"

#include <cmath>
#include <cstddef>

double transpose_reference(const std::vector<std::vector<double>> &tensors,
                           const std::vector<std::vector<int64_t>> &shapes, int argument,
                           int64_t index, double *scale, int64_t *terms) {
  (void)argument; // b is the only output
  const int64_t rows = shapes[0][0], columns = shapes[0][1];
  const double element = tensors[0][static_cast<size_t>(index % rows * columns + index / rows)];
  *scale = std::fabs(element);
  *terms = 1;
  return element;
}
