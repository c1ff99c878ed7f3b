//===- ElementFormat.h - What an element type can hold --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/types.h"

namespace wave::machine {

/// Integers of `significantBits` bits (for floats: of that many, the leading one
/// included), and for floats a range of exponents of `exponentBits` bits.
struct ElementFormat {
  int significantBits;
  int exponentBits; ///< 0 for integers
  /// How far the smallest normal number lies below 2^(2 - 2^(exponentBits - 1)), IEEE's.
  int lowerExponents = 0;

  /// The greatest relative error of rounding a normal number to nearest; 0 for
  /// integers.
  double unitRoundoff() const;
  /// The distance between the smallest numbers, subnormal ones; 0 for integers.
  double smallestDistance() const;
};

ElementFormat formatOf(DType dtype);

/// A float of 8 bits.  Formats "fn" have no infinity; "uz" have no negative zero, whose code
/// is their NaN.
struct Float8 {
  int mantissaBits, bias;
  uint8_t greatest; ///< the code of the greatest number
  uint8_t overflow; ///< what is greater becomes this: the code of infinity, or of NaN
  uint8_t nan;
  bool hasNegativeZero;
};
/// Null for all other types.
const Float8 *float8Of(DType dtype);

/// Whether some value of `from` is not a value of `to`.
bool narrows(DType from, DType to);

} // namespace wave::machine
