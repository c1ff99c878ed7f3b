//===- Wide.h - Exact integer arithmetic behind 64-bit values -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums are reordered and products distributed, and a reordered sum may leave 64
// bits on the way to a result that fits.  So intermediate values have 128 bits.
// Every operation still checks: nothing wraps.  (Regrouping is exact short of 128
// bits, that is for anything but products of three extreme values.)
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace wave::symbolic {

__extension__ typedef __int128 Wide;

inline bool fitsInt64(Wide value) {
  return value >= std::numeric_limits<int64_t>::min() &&
         value <= std::numeric_limits<int64_t>::max();
}

inline std::optional<Wide> checkedAdd(Wide a, Wide b) {
  Wide result;
  if (__builtin_add_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

inline std::optional<Wide> checkedMul(Wide a, Wide b) {
  Wide result;
  if (__builtin_mul_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

/// Quotient rounded towards zero; nothing for the one quotient that overflows.
/// `b` is not zero.
inline std::optional<Wide> checkedDiv(Wide a, Wide b) {
  return b == -1 ? checkedMul(a, -1) : a / b;
}

/// The remainder with the sign of `b`, which is not zero.
inline Wide floorMod(Wide a, Wide b) {
  Wide rest = b == -1 ? 0 : a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

} // namespace wave::symbolic
