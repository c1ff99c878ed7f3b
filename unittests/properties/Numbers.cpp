//===- Numbers.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

namespace wave::test {

int64_t smallNumber(Random &random) {
  return random.oneIn(8) ? random.between(-130, 130) : random.between(-9, 9);
}

int64_t anyNumber(Random &random) {
  switch (random.between(0, 5)) {
  case 0: {
    const auto power = static_cast<int64_t>(uint64_t{1} << random.between(0, 63));
    return power == least ? least : (power + random.between(-1, 1)) * (random.oneIn(2) ? 1 : -1);
  }
  case 1:
    return random.of<int64_t>({least, least + 1, most - 1, most, least / 2, most / 2 + 1});
  case 2: // of any length
    return static_cast<int64_t>(random.seed()) >> random.between(0, 63);
  default:
    return smallNumber(random);
  }
}

std::vector<int64_t> simplerNumbers(int64_t value) {
  std::vector<int64_t> list;
  if (value < 0 && value != least)
    list.push_back(-value);
  // By ever smaller steps, so that the way to the smallest one is short.
  for (int64_t step = value; step != 0; step /= 2)
    list.push_back(value - step);
  return list;
}

rc::Gen<int64_t> numbers() {
  return drawn([](Random &random, int) { return anyNumber(random); }, simplerNumbers);
}

rc::Gen<int64_t> smallNumbers() {
  return drawn([](Random &random, int) { return smallNumber(random); }, simplerNumbers);
}

rc::Gen<int64_t> between(int64_t low, int64_t high) {
  return drawn(
      [=](Random &random, int) {
        return random.oneIn(10) ? low : random.oneIn(10) ? high : random.between(low, high);
      },
      [=](int64_t value) {
        std::vector<int64_t> list;
        for (int64_t step = value - low; step != 0; step /= 2)
          list.push_back(value - step);
        return list;
      });
}

} // namespace wave::test
