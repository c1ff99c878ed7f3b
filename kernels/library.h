//===- library.h - The kernels of the library -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include <wave/wave.h>

namespace wave::kernels {

/// c = a * b^T; see gemm.cpp.
Kernel gemm(const DTypeParameters &dtypes);
KernelEntry gemm_entry();

/// c = exp2(a) + b; see add_exp.cpp.
Kernel add_exp(const DTypeParameters &dtypes);
KernelEntry add_exp_entry();

/// The softmax of each row; see softmax.cpp.
Kernel softmax();
KernelEntry softmax_entry();

/// c = exp2(a) * b^T; see gemm_exp.cpp.
Kernel gemm_exp(const DTypeParameters &dtypes);
KernelEntry gemm_exp_entry();

/// c = a * b^T and d = maximum(c, 0); see gemm_two.cpp.
Kernel gemm_two(const DTypeParameters &dtypes);
KernelEntry gemm_two_entry();

/// c = a * b; see gemm_nn.cpp.
Kernel gemm_nn(const DTypeParameters &dtypes);
KernelEntry gemm_nn_entry();

/// Every kernel of the library, in the order of `wave list`.
std::vector<KernelEntry> library();

} // namespace wave::kernels
