//===- Sweep.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"

#include <algorithm>
#include <charconv>

#include "runtime/Random.h"

namespace wave::launch {

/// The largest of so many sizes, so that buffers fit and the reference takes a moment.
static int64_t maxSizeOf(size_t sizes) { return sizes <= 3 ? 700 : 40; }

/// Values that the compile has given to tiles, and some that hardware likes.
static std::vector<int64_t> stepsOf(const Package &package, int64_t maxSize) {
  std::vector<int64_t> steps = {8, 16};
  if (maxSize >= 64)
    steps.push_back(64);
  for (const Binding &binding : package.known) {
    const std::string text = binding.value.str();
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= 2 &&
        value <= maxSize / 2)
      steps.push_back(value);
  }
  return steps;
}

std::vector<Trial> drawTrials(const Package &package, int count, uint64_t seed) {
  const std::vector<std::string> open = openSizesOf(package);
  const int64_t maxSize = maxSizeOf(open.size());
  const std::vector<int64_t> steps = stepsOf(package, maxSize);
  uint64_t drawn = 0;
  auto draw = [&](int64_t low, int64_t high) { return uniformInt(seed, drawn++, low, high); };
  auto drawSize = [&] {
    const int64_t step =
        steps[static_cast<size_t>(draw(0, static_cast<int64_t>(steps.size()) - 1))];
    const int64_t tiles = draw(1, maxSize / step);
    switch (draw(0, 4)) {
    case 0:
      return draw(1, 9);
    case 1:
      return step * tiles;
    case 2:
      return step * tiles + 1;
    case 3:
      return step * tiles - 1;
    default:
      return draw(1, maxSize);
    }
  };
  constexpr Layout layouts[] = {Layout::Dense, Layout::Padded, Layout::Odd, Layout::Shifted,
                                Layout::Padded};
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i) {
    Trial trial;
    // The first three: everything 1, everything a tile or more, a sum of nothing.
    for (size_t dim = 0; dim < open.size(); ++dim)
      trial.sizes.set(open[dim], i == 0   ? 1
                                 : i == 1 ? std::min<int64_t>(512, maxSize)
                                 : i == 2 && dim == 1 && open.size() > 2 ? 0
                                                                         : drawSize());
    trial.layout = layouts[static_cast<size_t>(i) % std::size(layouts)];
    trial.values = i % 4 == 3 ? Values::Normal : Values::Integer;
    trial.seed = seed * 100000 + static_cast<uint64_t>(i);
    trial.check = true;
    trials.push_back(std::move(trial));
  }
  return trials;
}

std::string textOf(const Trial &trial) {
  std::string text;
  for (const Binding &size : trial.sizes)
    text += size.symbol + "=" + size.value.str() + " ";
  return text + layoutName(trial.layout) +
         (trial.values == Values::Integer ? " integer" : " normal") + " seed " +
         std::to_string(trial.seed);
}

} // namespace wave::launch
