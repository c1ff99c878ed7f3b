//===- gemm_split_k_reference.cpp -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gemm_split_k_reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dot_product.h"

double gemm_split_k_reference(const std::vector<std::vector<double>> &tensors,
                              const std::vector<std::vector<int64_t>> &shapes, int argument,
                              int64_t index, double *scale, int64_t *terms) {
  (void)argument; // partial is the only output
  const int64_t m_size = shapes[2][1], n_size = shapes[2][2], k_size = shapes[0][1];
  const int64_t part = std::min(shapes[3][0], k_size); // a longer one has all of K
  const int64_t m = index / n_size % m_size, n = index % n_size;
  const int64_t begin = std::min(index / n_size / m_size * part, k_size),
                end = std::min(begin + part, k_size);
  const double *a = tensors[0].data() + static_cast<std::ptrdiff_t>(m * k_size);
  const double *b = tensors[1].data() + static_cast<std::ptrdiff_t>(n * k_size);
  return dot_product(a + begin, b + begin, end - begin, scale, terms);
}

double gemm_split_k_sum_reference(const std::vector<std::vector<double>> &tensors,
                                  const std::vector<std::vector<int64_t>> &shapes, int argument,
                                  int64_t index, double *scale, int64_t *terms) {
  (void)argument; // c is the only output
  const int64_t splits = shapes[0][0], slice = shapes[0][1] * shapes[0][2];
  double sum = 0, magnitude = 0;
  for (int64_t s = 0; s < splits; ++s) {
    const double part = tensors[0][static_cast<size_t>(s * slice + index)];
    sum += part;
    magnitude += std::fabs(part);
  }
  *scale = magnitude;
  *terms = splits;
  return sum;
}
