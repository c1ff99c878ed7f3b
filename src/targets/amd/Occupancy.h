//===- Occupancy.h - How many waves share a compute unit ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "targets/amd/Chip.h"
#include "targets/amd/CodeObject.h"

namespace wave::amd {

/// What can bound the workgroups that a compute unit runs at a time.
enum class Limit : uint8_t { WaveSlots, SharedMemory, Vgprs, Sgprs };
inline constexpr size_t limitCount = 4;
std::string_view nameOf(Limit limit);

struct Occupancy {
  int64_t wavesPerWorkgroup;
  std::array<int64_t, limitCount> workgroupsBy; ///< each limit alone would allow so many
  int64_t workgroups;                           ///< of a compute unit; 0: a launch would fail
  Limit limit; ///< that binds; of several the first, so that one that cannot be moved is named

  int64_t waves() const { return workgroups * wavesPerWorkgroup; } ///< of a compute unit
};

Occupancy occupancyOf(const Resources &kernel, const Chip &chip);

} // namespace wave::amd
