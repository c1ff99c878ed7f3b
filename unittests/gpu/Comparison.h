//===- Comparison.h - What the executor says, to be compared with a GPU ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The executor's models of Hopper's instructions were written from NVIDIA's documents.  Here each
// is put into a small kernel, with arguments, so that a GPU can be asked about every element.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "executor/TestKernel.h"
#include "runtime/EntryPoint.h"
#include "wave/tensor.h"

namespace wave::gpu {

/// A buffer of the caller's.  One that is written is compared, all of it.
struct Buffer {
  std::string name;
  Tensor before;
  bool isWritten = false;
};

/// The kernel's arguments are the buffers' addresses, then numbers of 32 bits, then a tensor map.
struct Comparison {
  std::string name;
  executor::KernelText text;
  std::vector<Buffer> buffers;
  std::vector<int64_t> numbers;
  std::optional<EntryMap> map;
};

/// A tensor of one dimension with these bytes in it.
Tensor tensorOf(const std::vector<std::byte> &bytes, DType dtype);
/// Whole numbers from `first` on.
Tensor counting(Shape shape, DType dtype, int64_t first = 0);

/// Products of a warpgroup: every number of columns, type, swizzle and order of the operands.
std::vector<Comparison> wgmmaComparisons();
/// Boxes of tensors, there and back: swizzles, and what is outside.
std::vector<Comparison> boxComparisons();
/// ldmatrix and stmatrix.
std::vector<Comparison> matrixAccessComparisons();

} // namespace wave::gpu
