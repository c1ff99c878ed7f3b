//===- ElementFormat.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/ElementFormat.h"

#include <cmath>

namespace wave::machine {

ElementFormat formatOf(DType dtype) {
  switch (dtype) {
  case DType::f16:
    return {11, 5};
  case DType::bf16:
    return {8, 8};
  case DType::f32:
    return {24, 8};
  case DType::f64:
    return {53, 11};
  case DType::i8:
    return {8, 0};
  case DType::i32:
    return {32, 0};
  case DType::i64:
    return {64, 0};
  case DType::i1:
    return {1, 0};
  }
  return {0, 0};
}

double ElementFormat::unitRoundoff() const {
  return exponentBits == 0 ? 0 : std::ldexp(1.0, -significantBits);
}

double ElementFormat::smallestDistance() const {
  // IEEE 754: the smallest exponent of normal numbers is 2 - 2^(bits - 1).
  return exponentBits == 0 ? 0
                           : std::ldexp(1.0, 2 - (1 << (exponentBits - 1)) - (significantBits - 1));
}

bool narrows(DType from, DType to) {
  ElementFormat a = formatOf(from), b = formatOf(to);
  if (is_float(from))
    return !is_float(to) || a.significantBits > b.significantBits ||
           a.exponentBits > b.exponentBits;
  // The sign takes one bit of an integer, none of a float's significand.
  int sign = is_float(to) && from != DType::i1 ? 1 : 0;
  return a.significantBits - sign > b.significantBits;
}

} // namespace wave::machine
