//===- Random.h - Random numbers by position ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number depends on the seed and on its own index only, so that it does not
// matter in which order, or by how many threads, a tensor is filled.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>

namespace wave {

/// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"):
/// 128 evenly distributed bits for a counter under a key.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

/// The natural logarithm of a positive, normal number to within a few units of
/// the last place.  Every C library rounds its own differently; this one is made
/// of operations that IEEE 754 defines to the bit.
double portableLog(double x);

/// Two independent normal numbers, of indices 2 * pair and 2 * pair + 1.
std::array<double, 2> normalPair(uint64_t seed, uint64_t pair);

/// An integer drawn evenly from [low, high]; low <= high.
int64_t uniformInt(uint64_t seed, uint64_t index, int64_t low, int64_t high);

} // namespace wave
