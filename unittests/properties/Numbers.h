//===- Numbers.h - Integers that break things -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <limits>

#include "Property.h"

namespace wave::test {

inline constexpr int64_t least = std::numeric_limits<int64_t>::min();
inline constexpr int64_t most = std::numeric_limits<int64_t>::max();

/// 0, 1, -1, powers of two and their neighbours, the ends of 64 bits, tile sizes.
int64_t anyNumber(Random &random);
/// Mostly from -9 to 9, at times to 130.
int64_t smallNumber(Random &random);
/// Nearer to 0, and 0 first.
std::vector<int64_t> simplerNumbers(int64_t value);

rc::Gen<int64_t> numbers();
rc::Gen<int64_t> smallNumbers();
/// From [low, high], both ends at times.
rc::Gen<int64_t> between(int64_t low, int64_t high);

} // namespace wave::test
