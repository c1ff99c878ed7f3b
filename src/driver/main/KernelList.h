//===- KernelList.h - The kernels of a program ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "wave/main.h"

namespace wave::commandline {

/// A kernel as its default element types make it, or why they do not.
struct ListedKernel {
  const KernelEntry *entry;
  std::optional<Kernel> kernel;
  std::optional<Diagnostic> failure;
};

/// Calls the function of an entry.  What that throws beside wave's own exceptions
/// becomes Error "kernel-exception".
Kernel makeKernel(const KernelEntry &entry, const DTypeParameters &dtypes);

/// Makes every kernel once.  Throws Error "kernel-twice" where two have one name.
std::vector<ListedKernel> listKernels(std::span<const KernelEntry> entries);

} // namespace wave::commandline
