//===- standard_set.h - The kernels of the standard set, by kind ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include <wave/wave.h>

namespace standard {

std::vector<wave::KernelEntry> elementwise_kernels();
std::vector<wave::KernelEntry> rows_kernels();
std::vector<wave::KernelEntry> gemms_kernels();
std::vector<wave::KernelEntry> attention_kernels();
std::vector<wave::KernelEntry> contorted_kernels();

} // namespace standard
