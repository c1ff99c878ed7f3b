//===- Random.h - Seeds and choices of the random tests -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace wave::test {

/// WAVE_TEST_SEED, or else one from the clock; printed when first asked for.
uint64_t testSeed();

/// `count` for WAVE_TEST_PROGRAMS=150, or none; in proportion for any other number.
int testCount(int count);
/// `count`, or fewer where WAVE_TEST_PROGRAMS is less than 150, one at least.
int atMostCount(int count);

/// The same choices for a seed on every platform.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  /// Evenly from [low, high].
  int64_t between(int64_t low, int64_t high) {
    const uint64_t last = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    const uint64_t step = last == UINT64_MAX ? engine() : engine() % (last + 1);
    return static_cast<int64_t>(static_cast<uint64_t>(low) + step);
  }
  bool oneIn(int64_t n) { return between(1, n) == 1; }
  template <typename T> const T &of(const std::vector<T> &list) {
    return list[static_cast<size_t>(between(0, static_cast<int64_t>(list.size()) - 1))];
  }
  uint64_t seed() { return engine(); }

  /// A size of at most `most`: odd ones favoured, sometimes 0 or 1.
  int64_t size(int64_t most);
  /// A tile for it: 1 to 70, mostly of the size's order, at times greater than it.
  int64_t tile(int64_t size);

private:
  std::mt19937_64 engine;
};

/// All of them, or as many fewer as atMostCount says, which the seed draws.
template <typename Choice> std::vector<Choice> drawn(std::vector<Choice> all) {
  const auto count = static_cast<size_t>(atMostCount(static_cast<int>(all.size())));
  Random random(testSeed());
  while (all.size() > count)
    all.erase(all.begin() + random.between(0, static_cast<int64_t>(all.size()) - 1));
  return all;
}

/// How often each class of things was drawn, for the log.
class Histogram {
public:
  void count(const std::string &group, const std::string &name) { ++groups[group][name]; }
  int operator()(const std::string &group, const std::string &name) { return groups[group][name]; }
  /// The name that was counted least, the first one on a tie.
  size_t rarest(const std::string &group, const std::vector<std::string> &names);
  /// Of all names of a group.
  int total(const std::string &group);
  void print() const;

private:
  std::map<std::string, std::map<std::string, int>> groups;
};

} // namespace wave::test
