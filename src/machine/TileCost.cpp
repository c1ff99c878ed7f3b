//===- TileCost.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/TileCost.h"

#include <algorithm>
#include <iterator>

namespace wave::machine {

static constexpr TileCost rows[] = {
#define WAVE_TILE_COST(...) {__VA_ARGS__},
#include "machine/tile_costs.def"
};

namespace {
struct WorkgroupStart {
  std::string_view chip;
  int64_t cycles;
};
constexpr WorkgroupStart starts[] = {
#define WAVE_WORKGROUP_START(...) {__VA_ARGS__},
#include "machine/tile_costs.def"
};
} // namespace

double TileCost::cycles(int64_t m, int64_t n, int64_t k, int64_t steps) const {
  const auto rowsOfA = static_cast<double>(m), columnsOfB = static_cast<double>(n);
  const auto depth = static_cast<double>(k);
  const double step =
      rowsOfA * columnsOfB * depth / macs + (row * rowsOfA + column * columnsOfB) * depth / 64;
  return static_cast<double>(steps) * step + tile + element * rowsOfA * columnsOfB;
}

const TileCost *tileCostOn(std::string_view chip) {
  const TileCost *found = std::ranges::find(rows, chip, &TileCost::chip);
  return found == std::end(rows) ? nullptr : found;
}

std::optional<int64_t> workgroupStartOn(std::string_view chip) {
  const WorkgroupStart *found = std::ranges::find(starts, chip, &WorkgroupStart::chip);
  return found == std::end(starts) ? std::nullopt : std::optional(found->cycles);
}

} // namespace wave::machine
