//===- Random.h - Random numbers by position ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number depends on the seed and on its own index only, so that it does not
// matter in which order, or by how many threads, a tensor is filled.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>

namespace wave {

/// Number `index` of the SplitMix64 generator that starts from `state` (Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014): 64 evenly distributed bits.
uint64_t splitMix(uint64_t state, uint64_t index);

/// The natural logarithm of a positive, normal number to within a few units of
/// the last place.  Every C library rounds its own differently; this one is made
/// of operations that IEEE 754 defines to the bit.
double portableLog(double x);

/// A number of the normal distribution of mean 0 and variance 1.
double normalNumber(uint64_t seed, uint64_t index);

/// An integer drawn evenly from [low, high]; low <= high.
int64_t uniformInt(uint64_t seed, uint64_t index, int64_t low, int64_t high);

} // namespace wave
