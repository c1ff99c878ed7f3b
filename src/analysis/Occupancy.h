//===- Occupancy.h - How many waves share a compute unit ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "machine/Chip.h"

namespace wave::analysis {

/// What a workgroup takes of a compute unit.
struct Demand {
  int64_t lanes; ///< of the workgroup
  int64_t sharedBytes;
  int64_t vgprs;     ///< of a lane, with the accumulators
  int64_t sgprs = 0; ///< of a wave; 0 where they are not known, which never bind then
};

/// What can bound the workgroups that a compute unit runs at a time.
enum class Limit : uint8_t { WaveSlots, SharedMemory, Vgprs, Sgprs };
inline constexpr size_t limitCount = 4;
std::string nameOf(Limit limit, const machine::Chip &chip);

struct Occupancy {
  int64_t wavesPerWorkgroup;
  std::array<int64_t, limitCount> workgroupsBy; ///< each limit alone would allow so many
  int64_t workgroups;                           ///< of a compute unit; 0: a launch would fail
  Limit limit; ///< that binds; of several the first, so that one that cannot be moved is named
  std::string formula; ///< of the one that binds: "512 / 56 = 9 waves x 4 SIMDs / 4 waves = 9"

  int64_t waves() const { return workgroups * wavesPerWorkgroup; } ///< of a compute unit
};

Occupancy occupancyOf(const Demand &demand, const machine::Chip &chip);

} // namespace wave::analysis
