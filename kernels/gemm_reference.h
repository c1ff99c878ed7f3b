//===- gemm_reference.h - What gemm must compute, in plain C++ ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signature is wave::ReferenceElement (wave/main.h); nothing of wave is
// included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

double gemm_reference(const std::vector<std::vector<double>> &tensors,
                      const std::vector<std::vector<long>> &shapes, int argument, long index,
                      double *scale, long *terms);
