//===- library.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "library.h"

namespace wave::kernels {

std::vector<KernelEntry> library() { return {gemm_entry()}; }

} // namespace wave::kernels
