//===- gemm_split_k_reference.h - What the kernels of split-K must compute ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// partial[s, m, n] = sum over the k of part s of a[m, k] * b[n, k], c[m, n] = sum over s of
// partial[s, m, n].  A part has PART_K elements, the value after the shapes; the last ones may have
// fewer, or none.
// The signature is wave::ReferenceElement (wave/main.h); nothing of wave is
// included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

double gemm_split_k_reference(const std::vector<std::vector<double>> &tensors,
                              const std::vector<std::vector<int64_t>> &shapes, int argument,
                              int64_t index, double *scale, int64_t *terms);
double gemm_split_k_sum_reference(const std::vector<std::vector<double>> &tensors,
                                  const std::vector<std::vector<int64_t>> &shapes, int argument,
                                  int64_t index, double *scale, int64_t *terms);
