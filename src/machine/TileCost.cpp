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
#undef WAVE_TILE_COST
};

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

} // namespace wave::machine
