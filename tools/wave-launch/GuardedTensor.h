//===- GuardedTensor.h - A tensor on the GPU between red zones ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/cuda/Memory.h"

namespace wave::launch {

/// How a tensor's elements lie in memory.
enum class Layout {
  Dense,   ///< one after the other
  Padded,  ///< rows at multiples of 16 bytes, with gaps
  Odd,     ///< rows with a gap of one element
  Shifted, ///< dense, from one element behind an aligned address on
};
const char *layoutName(Layout layout);

/// What lies before, behind and between the elements has all bits set, which is NaN in every
/// floating-point type: it shows in results where it was read, and is looked at after each launch.
class GuardedTensor {
public:
  GuardedTensor(std::shared_ptr<const cuda::Context> context, Shape shape, DType dtype,
                Layout layout);

  /// On the GPU.
  const Tensor &tensor() const { return view; }
  /// Sends the elements of a dense tensor; without one, the elements are as what lies around them.
  void fill(const Tensor *contents);
  /// The elements, dense; `damage()` is then of what lay around them.
  Tensor download();
  /// Where bytes beside the elements have changed.
  const std::optional<std::string> &damage() const { return found; }
  /// Whether all bytes, elements and others, are as download() has found them.
  bool isUnchanged() const;

private:
  /// Calls body(first byte in the memory) for each row; its elements lie side by side.
  template <typename Body> void forEachRowOf(Body &&body) const;
  int64_t rowBytes() const;
  void lookForDamage();

  Shape shape;
  DType dtype;
  std::vector<int64_t> strides;
  int64_t first = 0; ///< byte of the first element in the memory
  size_t bytes = 0;
  std::vector<std::byte> host;
  std::vector<std::byte> seen; ///< by the last download()
  cuda::DeviceMemory memory;
  Tensor view;
  std::optional<std::string> found;
};

} // namespace wave::launch
