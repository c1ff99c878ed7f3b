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

/// Every kernel of the library, in the order of `wave list`.
std::vector<KernelEntry> library();

} // namespace wave::kernels
