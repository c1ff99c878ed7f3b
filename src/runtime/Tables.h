//===- Tables.h - Integers that a launch reads before it starts -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel does may depend on what memory holds: pages, lengths, orders of tiles.  Claims
// about it are checked against the tensors of each launch.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <string>

#include "symbolic/Coverage.h"
#include "wave/diagnostic.h"
#include "wave/tensor.h"

namespace wave {

/// The element of a tensor of i32 or i64 on the host, or `fill` outside of it.
int64_t integerAt(const Tensor &tensor, std::span<const int64_t> place, int64_t fill);

/// Reads the arguments of a launch; they have to outlive it.
symbolic::Tables tablesOf(std::span<const Tensor> tensors);

/// An argument whose elements are the numbers less than its size, each once.
struct Permutation {
  size_t memory; ///< number of the argument
  std::string name;
  SourceLocation where; ///< of a read that rests on it
};

/// Throws Error "no-permutation", with the first place that holds a wrong number.
void requirePermutation(const std::string &kernel, const Permutation &permutation,
                        const Tensor &tensor);

} // namespace wave
