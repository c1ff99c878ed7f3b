//===- Occupancy.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/Occupancy.h"

#include <algorithm>
#include <limits>

#include "llvm/Support/MathExtras.h"

namespace wave::amd {

static constexpr int64_t unbounded = std::numeric_limits<int32_t>::max();

/// How often `used`, rounded up to the granule, fits.
static int64_t fits(int64_t available, int64_t used, int64_t granule) {
  const int64_t taken = llvm::divideCeil(used, granule) * granule;
  return taken == 0 ? unbounded : available / taken;
}

std::string_view nameOf(Limit limit) {
  static constexpr std::array<std::string_view, limitCount> names = {"wave slots", "shared memory",
                                                                     "VGPRs", "SGPRs"};
  return names[static_cast<size_t>(limit)];
}

Occupancy occupancyOf(const Resources &kernel, const Chip &chip) {
  const int64_t lanes = kernel.workgroup[0] * kernel.workgroup[1] * kernel.workgroup[2];
  const int64_t waves = std::max<int64_t>(1, llvm::divideCeil(lanes, chip.lanes));
  // Waves are spread evenly over the SIMDs, each of which has registers of its own.
  auto workgroups = [&](int64_t wavesOfSimd) {
    return std::min(unbounded, wavesOfSimd) * chip.simds / waves;
  };
  Occupancy result{.wavesPerWorkgroup = waves,
                   .workgroupsBy = {workgroups(chip.wavesPerSimd),
                                    fits(chip.sharedBytes, kernel.sharedBytes, chip.sharedGranule),
                                    workgroups(fits(chip.vgprs, kernel.vgprs, chip.vgprGranule)),
                                    workgroups(fits(chip.sgprs, kernel.sgprs, chip.sgprGranule))},
                   .workgroups = 0,
                   .limit = Limit::WaveSlots};
  auto least = std::ranges::min_element(result.workgroupsBy);
  result.workgroups = *least;
  result.limit = static_cast<Limit>(least - result.workgroupsBy.begin());
  return result;
}

} // namespace wave::amd
