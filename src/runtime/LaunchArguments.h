//===- LaunchArguments.h - What a launch hands to a GPU's code ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same for a GPU, for the simulated ones, and for code that comes from a package.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <span>
#include <variant>
#include <vector>

#include "runtime/BoxMap.h"
#include "runtime/EntryPoint.h"
#include "wave/tensor.h"

namespace wave {

/// Memory from a tensor's first element to behind its last one.
struct MemoryRegion {
  void *data = nullptr;
  size_t bytes = 0;
};
MemoryRegion regionOf(const Tensor &tensor);

using LaunchArgument = std::variant<MemoryRegion, int64_t, BoxMap>;

/// In the order of the entry point.  `tensors` has one for each of its memories; one of a
/// debug_log that sends nothing has no elements and no address.  Throws Error where a launch
/// value has no value.
std::vector<LaunchArgument> packArguments(const EntryPoint &entry, std::span<const Tensor> tensors,
                                          const Bindings &sizes);

/// Workgroups along each dimension.  Throws Error "grid-too-large".
std::array<int64_t, 3> gridFor(const std::array<Expr, 3> &counts, const Bindings &sizes);

} // namespace wave
