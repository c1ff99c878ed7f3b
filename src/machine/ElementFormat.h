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

  /// The greatest relative error of rounding a normal number to nearest; 0 for
  /// integers.
  double unitRoundoff() const;
  /// The distance between the smallest numbers, subnormal ones; 0 for integers.
  double smallestDistance() const;
};

ElementFormat formatOf(DType dtype);

/// Whether some value of `from` is not a value of `to`.
bool narrows(DType from, DType to);

} // namespace wave::machine
