//===- Reference.h - What the library's kernels must compute --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <string>
#include <vector>

#include "driver/main/Comparison.h"
#include "wave/argument.h"
#include "wave/constraints.h"
#include "wave/main.h"
#include "wave/tensor.h"

namespace wave::launch {

/// A kernel of kernels/ by its name.
struct Reference {
  const char *kernel;
  ReferenceElement element;
  /// Whether it rounds nothing but its result where inputs are small whole numbers.
  bool isExactForIntegers;
  const char *arguments;        ///< those of the kernel, with the names of their dimensions
  const char *symbol = nullptr; ///< KernelEntry::reference_symbols
};

/// Null for a kernel that is not of the library, or has other arguments.  Those of `arguments` have
/// numbers for sizes.
const Reference *referenceOf(const std::string &kernel, const std::vector<Argument> &arguments);

/// Compares what is written, all dense and on the host; more than some 10^10 operations of the
/// reference are sampled.  `symbols` are values of Reference::symbol; `precision` is that of the
/// MMAs.
commandline::Comparison compare(const Reference &reference, const std::vector<Argument> &arguments,
                                std::span<const Tensor> tensors, bool isExact,
                                const std::vector<int64_t> &symbols, Precision precision);

} // namespace wave::launch
