//===- Logged.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Logged.h"

#include <cmath>

namespace wave::test {

static std::string text(double value) { return std::isnan(value) ? "nan" : std::to_string(value); }

static void add(Logged &logged, const LogTile &tile) {
  std::vector<int64_t> steps, index(tile.dims.size(), 0), at(tile.dims.size());
  for (const auto &[loop, step] : tile.steps)
    steps.push_back(step);
  for (int64_t i = 0; i < tile.values.num_elements(); ++i) {
    int64_t rest = i;
    for (size_t d = index.size(); d-- > 0; rest /= tile.values.shape()[d]) {
      index[d] = rest % tile.values.shape()[d];
      at[d] = tile.start[d] + index[d];
    }
    const Logged::Place place{tile.label, steps, at};
    if (!logged.values.insert({place, text(tile.values.at(index))}).second)
      logged.repeated.push_back(place);
  }
}

LogHandler Logged::handler() {
  return [this](const LogTile &tile) { add(*this, tile); };
}

} // namespace wave::test
