//===- gemm_batched_reference.h - What batched products must compute ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signature is wave::ReferenceElement (wave/main.h); nothing of wave is included here, so that
// a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

/// c[b, m, n] = sum over k of a[b, m, k] * b[b, n, k].
double gemm_batched_reference(const std::vector<std::vector<double>> &tensors,
                              const std::vector<std::vector<int64_t>> &shapes, int argument,
                              int64_t index, double *scale, int64_t *terms);
/// y[b, m, n] = sum over k of x[b, m, k] * w[n, k].
double linear_reference(const std::vector<std::vector<double>> &tensors,
                        const std::vector<std::vector<int64_t>> &shapes, int argument,
                        int64_t index, double *scale, int64_t *terms);
