//===- Random.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace wave::test {

uint64_t testSeed() {
  static const uint64_t seed = [] {
    const char *given = std::getenv("WAVE_TEST_SEED");
    auto clock = std::chrono::system_clock::now().time_since_epoch().count();
    uint64_t value = given ? std::strtoull(given, nullptr, 0) : static_cast<uint64_t>(clock);
    std::printf("WAVE_TEST_SEED=%llu\n", static_cast<unsigned long long>(value));
    return value;
  }();
  return seed;
}

int testCount(int count) {
  const char *given = std::getenv("WAVE_TEST_PROGRAMS");
  return given ? static_cast<int>(int64_t{count} * std::atoi(given) / 150) : count;
}

int atMostCount(int count) { return std::clamp(testCount(count), 1, count); }

int64_t Random::size(int64_t most) {
  if (oneIn(16))
    return 0;
  if (oneIn(12))
    return 1;
  int64_t size = between(1, most);
  return oneIn(3) ? size : std::max<int64_t>(1, (size - 1) | 1);
}

int64_t Random::tile(int64_t size) {
  if (oneIn(6))
    return between(1, 70);
  return between(1, std::clamp<int64_t>(size + 2, 2, 70));
}

size_t Histogram::rarest(const std::string &group, const std::vector<std::string> &names) {
  auto countOf = [&](const std::string &name) { return groups[group][name]; };
  return static_cast<size_t>(std::ranges::min_element(names, {}, countOf) - names.begin());
}

int Histogram::total(const std::string &group) {
  int sum = 0;
  for (const auto &[name, count] : groups[group])
    sum += count;
  return sum;
}

void Histogram::print() const {
  for (const auto &[group, counts] : groups) {
    std::printf("%s:", group.c_str());
    for (const auto &[name, count] : counts)
      std::printf(" %s %d", name.c_str(), count);
    std::printf("\n");
  }
}

} // namespace wave::test
