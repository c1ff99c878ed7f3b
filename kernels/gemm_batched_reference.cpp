//===- gemm_batched_reference.cpp -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gemm_batched_reference.h"

#include <cstddef>

#include "dot_product.h"

double gemm_batched_reference(const std::vector<std::vector<double>> &tensors,
                              const std::vector<std::vector<int64_t>> &shapes, int argument,
                              int64_t index, double *scale, int64_t *terms) {
  (void)argument; // c is the only output
  const int64_t rows = shapes[0][1], size = shapes[0][2], columns = shapes[1][1];
  const int64_t row = index / columns, column = row / rows * columns + index % columns;
  return dot_product(tensors[0].data() + static_cast<std::ptrdiff_t>(row * size),
                     tensors[1].data() + static_cast<std::ptrdiff_t>(column * size), size, scale,
                     terms);
}

double linear_reference(const std::vector<std::vector<double>> &tensors,
                        const std::vector<std::vector<int64_t>> &shapes, int argument,
                        int64_t index, double *scale, int64_t *terms) {
  (void)argument; // y is the only output
  const int64_t size = shapes[0][2], columns = shapes[1][0];
  return dot_product(tensors[0].data() + static_cast<std::ptrdiff_t>(index / columns * size),
                     tensors[1].data() + static_cast<std::ptrdiff_t>(index % columns * size), size,
                     scale, terms);
}
