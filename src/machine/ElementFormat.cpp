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
  case DType::f8e4m3fn:
    return {4, 4};
  case DType::f8e5m2:
    return {3, 5};
  case DType::f8e4m3fnuz:
    return {4, 4, 1};
  case DType::f8e5m2fnuz:
    return {3, 5, 1};
  }
  return {0, 0};
}

double ElementFormat::unitRoundoff() const {
  return exponentBits == 0 ? 0 : std::ldexp(1.0, -significantBits);
}

double ElementFormat::smallestDistance() const {
  // IEEE 754: the smallest exponent of normal numbers is 2 - 2^(bits - 1).
  return exponentBits == 0 ? 0
                           : std::ldexp(1.0, 2 - (1 << (exponentBits - 1)) - lowerExponents -
                                                 (significantBits - 1));
}

const Float8 *float8Of(DType dtype) {
  // [1] OCP 8-bit Floating Point Specification, table 1; [2] AMD Instinct MI300 ISA
  // reference guide, "FP8 and BF8".
  static constexpr Float8 e4m3fn{3, 7, 0x7E, 0x7F, 0x7F, true};     // [1]
  static constexpr Float8 e5m2{2, 15, 0x7B, 0x7C, 0x7F, true};      // [1]
  static constexpr Float8 e4m3fnuz{3, 8, 0x7F, 0x80, 0x80, false};  // [2]
  static constexpr Float8 e5m2fnuz{2, 16, 0x7F, 0x80, 0x80, false}; // [2]
  switch (dtype) {
  case DType::f8e4m3fn:
    return &e4m3fn;
  case DType::f8e5m2:
    return &e5m2;
  case DType::f8e4m3fnuz:
    return &e4m3fnuz;
  case DType::f8e5m2fnuz:
    return &e5m2fnuz;
  default:
    return nullptr;
  }
}

bool narrows(DType from, DType to) {
  ElementFormat a = formatOf(from), b = formatOf(to);
  if (float8Of(from) && float8Of(to))
    return from != to;
  if (is_float(from))
    return !is_float(to) || a.significantBits > b.significantBits ||
           a.exponentBits > b.exponentBits;
  // The sign takes one bit of an integer, none of a float's significand.
  int sign = is_float(to) && from != DType::i1 ? 1 : 0;
  return a.significantBits - sign > b.significantBits;
}

} // namespace wave::machine
