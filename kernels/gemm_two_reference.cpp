//===- gemm_two_reference.cpp ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gemm_two_reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

double gemm_two_reference(const std::vector<std::vector<double>> &tensors,
                          const std::vector<std::vector<int64_t>> &shapes, int argument,
                          int64_t index, double *scale, int64_t *terms) {
  const int64_t n_size = shapes[2][1], k_size = shapes[0][1];
  const double *a = tensors[0].data() + static_cast<std::ptrdiff_t>(index / n_size * k_size);
  const double *b = tensors[1].data() + static_cast<std::ptrdiff_t>(index % n_size * k_size);
  double sum = 0, magnitude = 0;
  for (int64_t k = 0; k < k_size; ++k) {
    sum += a[k] * b[k];
    magnitude += std::fabs(a[k] * b[k]);
  }
  *scale = magnitude;
  *terms = k_size;
  const bool is_d = argument == 3;
  return is_d ? std::max(sum, 0.0) : sum;
}
