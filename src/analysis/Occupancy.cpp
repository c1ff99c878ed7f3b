//===- Occupancy.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Occupancy.h"

#include <algorithm>
#include <limits>

#include "llvm/Support/MathExtras.h"

namespace wave::analysis {

static constexpr int64_t unbounded = std::numeric_limits<int32_t>::max();

namespace {
/// Something that is handed out in granules.
struct Supply {
  int64_t available, used, granule;

  int64_t taken() const {
    return static_cast<int64_t>(
        llvm::alignTo(static_cast<uint64_t>(used), static_cast<uint64_t>(granule)));
  }
  /// How often what is used fits.
  int64_t count() const { return taken() == 0 ? unbounded : available / taken(); }
  std::string text() const {
    return std::to_string(available) + " / " + std::to_string(taken()) + " = " +
           std::to_string(count());
  }
};
} // namespace

std::string nameOf(Limit limit, const machine::Chip &chip) {
  const std::string names[limitCount] = {std::string(chip.terms().wave) + " slots", "shared memory",
                                         std::string(chip.terms().registers), "SGPRs"};
  return names[static_cast<size_t>(limit)];
}

Occupancy occupancyOf(const Demand &demand, const machine::Chip &chip) {
  const int64_t waves = std::max<int64_t>(1, (demand.lanes + chip.lanes - 1) / chip.lanes);
  const Supply shared{chip.sharedBytes, demand.sharedBytes, chip.sharedGranule};
  const Supply vgprs{chip.registers, demand.vgprs, chip.registerGranule};
  const Supply sgprs{chip.scalarRegisters, demand.sgprs, chip.scalarGranule};
  // Waves are spread evenly over the SIMDs, each of which has registers of its own.
  auto workgroups = [&](int64_t wavesOfSimd) {
    return std::min(unbounded, wavesOfSimd) * chip.simds / waves;
  };
  const machine::Terms &terms = chip.terms();
  auto ofWaves = [&](const std::string &text, int64_t count) {
    return text + " " + std::string(count == 1 ? terms.wave : terms.waves);
  };
  auto spread = [&](const std::string &wavesOfSimd, int64_t count) {
    return ofWaves(wavesOfSimd, count) + " x " + std::to_string(chip.simds) + " " +
           std::string(terms.simds) + " / " + ofWaves(std::to_string(waves), waves) + " = " +
           std::to_string(workgroups(count));
  };
  Occupancy result{.wavesPerWorkgroup = waves,
                   .workgroupsBy = {workgroups(chip.wavesPerSimd), shared.count(),
                                    workgroups(vgprs.count()), workgroups(sgprs.count())},
                   .workgroups = 0,
                   .limit = Limit::WaveSlots,
                   .formula = {}};
  auto least = std::ranges::min_element(result.workgroupsBy);
  result.workgroups = *least;
  result.limit = static_cast<Limit>(least - result.workgroupsBy.begin());
  switch (result.limit) {
  case Limit::WaveSlots:
    result.formula = spread(std::to_string(chip.wavesPerSimd), chip.wavesPerSimd);
    break;
  case Limit::SharedMemory:
    result.formula = shared.text();
    break;
  case Limit::Vgprs:
    result.formula = spread(vgprs.text(), vgprs.count());
    break;
  case Limit::Sgprs:
    result.formula = spread(sgprs.text(), sgprs.count());
    break;
  }
  return result;
}

} // namespace wave::analysis
