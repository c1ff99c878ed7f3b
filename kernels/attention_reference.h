//===- attention_reference.h - What attention must compute ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wave is not included, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

/// One element of o or lse, in double, from q, k, v, the bias where there is one, o and lse.
/// `scale` and `terms` say how far off it may be: terms * 2^-24 * scale.
double attention_reference(const std::vector<std::vector<double>> &tensors,
                           const std::vector<std::vector<int64_t>> &shapes, int argument,
                           int64_t index, double *scale, int64_t *terms);
double attention_causal_reference(const std::vector<std::vector<double>> &tensors,
                                  const std::vector<std::vector<int64_t>> &shapes, int argument,
                                  int64_t index, double *scale, int64_t *terms);
double attention_window_reference(const std::vector<std::vector<double>> &tensors,
                                  const std::vector<std::vector<int64_t>> &shapes, int argument,
                                  int64_t index, double *scale, int64_t *terms);
double attention_soft_cap_reference(const std::vector<std::vector<double>> &tensors,
                                    const std::vector<std::vector<int64_t>> &shapes, int argument,
                                    int64_t index, double *scale, int64_t *terms);
double attention_bias_reference(const std::vector<std::vector<double>> &tensors,
                                const std::vector<std::vector<int64_t>> &shapes, int argument,
                                int64_t index, double *scale, int64_t *terms);
