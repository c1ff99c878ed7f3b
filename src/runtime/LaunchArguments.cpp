//===- LaunchArguments.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/LaunchArguments.h"

#include <cstdint>

#include "diagnostic/Fail.h"
#include "machine/Chip.h"
#include "symbolic/Evaluate.h"

namespace wave {

MemoryRegion regionOf(const Tensor &tensor) {
  if (!tensor.data())
    return {};
  int64_t last = 0;
  for (size_t i = 0; i < tensor.shape().size(); ++i) {
    if (tensor.shape()[i] == 0)
      return {tensor.data(), 0};
    last += (tensor.shape()[i] - 1) * tensor.strides()[i];
  }
  return {tensor.data(), static_cast<size_t>((last + 1) * size_in_bytes(tensor.dtype()))};
}

/// A map of the whole tensor, whose rows are aligned.
static BoxMap mapOf(const EntryMap &map, const Tensor &tensor) {
  BoxMap result{.type = tensor.dtype(),
                .base = static_cast<std::byte *>(tensor.data()),
                .sizes = {},
                .strides = {},
                .box = map.box,
                .swizzleBytes = map.swizzleBytes};
  const auto bytes = static_cast<uint64_t>(size_in_bytes(tensor.dtype()));
  for (size_t i = tensor.shape().size(); i-- > 0;) {
    const auto size = static_cast<uint64_t>(tensor.shape()[i]);
    if (!result.sizes.empty()) {
      // A dimension of one position takes no step, and may have any stride.
      const uint64_t inner = result.strides.empty() ? result.sizes.back() * bytes
                                                    : result.strides.back() * result.sizes.back();
      const uint64_t packed =
          (inner + machine::widestAccess - 1) / machine::widestAccess * machine::widestAccess;
      result.strides.push_back(size <= 1 ? packed
                                         : static_cast<uint64_t>(tensor.strides()[i]) * bytes);
    }
    result.sizes.push_back(size);
  }
  return result;
}

std::vector<LaunchArgument> packArguments(const EntryPoint &entry, std::span<const Tensor> tensors,
                                          const Bindings &sizes) {
  std::vector<LaunchArgument> arguments;
  for (size_t i = 0; i < entry.memories.size(); ++i) {
    const EntryMemory &memory = entry.memories[i];
    const Tensor &tensor = tensors[i];
    arguments.emplace_back(regionOf(tensor));
    for (size_t dim = 0; dim < tensor.shape().size(); ++dim)
      if (memory.sizes[dim])
        arguments.emplace_back(tensor.shape()[dim]);
    for (size_t dim = 0; dim < tensor.shape().size(); ++dim)
      if (memory.strides[dim])
        // A dimension of one position takes no step.
        arguments.emplace_back(tensor.shape()[dim] <= 1 ? int64_t{0} : tensor.strides()[dim]);
  }
  for (const Expr &expr : entry.launchValues) {
    // Without a value it is one that nothing uses in this launch (LaunchIndices.h).
    const symbolic::Evaluation value = symbolic::evaluate(expr, sizes);
    arguments.emplace_back(value ? value.value() : 0);
  }
  for (const EntryMap &map : entry.maps)
    arguments.emplace_back(mapOf(map, tensors[map.memory]));
  return arguments;
}

std::array<int64_t, 3> gridFor(const std::array<Expr, 3> &counts, const Bindings &sizes) {
  std::array<int64_t, 3> grid;
  for (size_t i = 0; i < 3; ++i) {
    const symbolic::Evaluation count = symbolic::evaluate(counts[i], sizes);
    if (!count)
      fail<Error>("grid-too-large",
                  "the number of workgroups: " + symbolic::describe(count.failure()),
                  "choose larger tiles, or smaller sizes");
    grid[i] = count.value();
    if (grid[i] < 0)
      fail<Error>("grid-size",
                  "the size of the grid along dimension " + std::to_string(i) + ", " +
                      counts[i].str() + ", is " + std::to_string(grid[i]),
                  "a grid has 0 workgroups or more: pass other sizes or scalars");
  }
  return grid;
}

} // namespace wave
