//===- gemm_triangular_reference.h - What gemm_triangular must compute ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c[m, n] = sum over k <= m of a[m, k] * b[n, k].
// The signature is wave::ReferenceElement (wave/main.h); nothing of wave is
// included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

double gemm_triangular_reference(const std::vector<std::vector<double>> &tensors,
                                 const std::vector<std::vector<int64_t>> &shapes, int argument,
                                 int64_t index, double *scale, int64_t *terms);
