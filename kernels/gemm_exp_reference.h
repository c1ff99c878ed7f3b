//===- gemm_exp_reference.h - What gemm_exp must compute ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c[m, n] = sum over k of 2^a[m, k] * b[n, k].
// The signature is wave::ReferenceElement (wave/main.h); nothing of wave is
// included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

double gemm_exp_reference(const std::vector<std::vector<double>> &tensors,
                          const std::vector<std::vector<int64_t>> &shapes, int argument,
                          int64_t index, double *scale, int64_t *terms);
