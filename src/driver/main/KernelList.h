//===- KernelList.h - The kernels of a program ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wave/main.h"

namespace wave::commandline {

/// A kernel as its default element types make it, or why they do not.
struct ListedKernel {
  const KernelEntry *entry;
  std::string name; ///< empty where its function threw before it named the kernel
  std::optional<Kernel> kernel;
  std::optional<Diagnostic> failure;
};

/// Calls the function of an entry.  What that throws beside wave's own exceptions
/// becomes Error "kernel-exception".
Kernel makeKernel(const KernelEntry &entry, const DTypeParameters &dtypes);

/// Makes the kernel of one entry.
ListedKernel listKernel(const KernelEntry &entry);

/// Makes every kernel once.  Throws Error "kernel-twice" where two have one name.
std::vector<ListedKernel> listKernels(std::span<const KernelEntry> entries);

} // namespace wave::commandline
