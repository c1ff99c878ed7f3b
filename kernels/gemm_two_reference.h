//===- gemm_two_reference.h - What gemm_two must compute ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c[m, n] = sum over k of a[m, k] * b[n, k], d[m, n] = max(c[m, n], 0).
// The signature is wave::ReferenceElement (wave/main.h); nothing of wave is
// included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

double gemm_two_reference(const std::vector<std::vector<double>> &tensors,
                          const std::vector<std::vector<int64_t>> &shapes, int argument,
                          int64_t index, double *scale, int64_t *terms);
