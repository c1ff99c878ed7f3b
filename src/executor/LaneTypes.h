//===- LaneTypes.h - The types of numbers in a lane -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each says how a number is stored in a row and in which type it is computed with.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <type_traits>

#include "executor/Floats.h"

namespace wave::executor {

enum class Scalar : uint8_t { I1, I8, I16, I32, I64, F16, BF16, F32, F64 };

inline bool isFloat(Scalar scalar) { return scalar >= Scalar::F16; }

inline unsigned bytesOf(Scalar scalar) {
  constexpr unsigned bytes[] = {1, 1, 2, 4, 8, 2, 2, 4, 8};
  return bytes[static_cast<unsigned>(scalar)];
}

/// Integers wrap around; what is computed with has no less than 32 bits.
template <typename Stored, unsigned width> struct IntegerLane {
  using Storage = Stored;
  using Unsigned = std::conditional_t<width == 64, uint64_t, uint32_t>;
  using Signed = std::make_signed_t<Unsigned>;
  static constexpr unsigned bits = width;
  static constexpr Unsigned mask = static_cast<Unsigned>(~uint64_t{0} >> (64 - width));

  static Unsigned load(Storage stored) { return stored; }
  static Signed loadSigned(Storage stored) {
    constexpr unsigned unused = sizeof(Unsigned) * 8 - width;
    return static_cast<Signed>(static_cast<Unsigned>(stored) << unused) >> unused;
  }
  static Storage store(Unsigned value) { return static_cast<Storage>(value & mask); }
};

using I1 = IntegerLane<uint8_t, 1>;
using I8 = IntegerLane<uint8_t, 8>;
using I16 = IntegerLane<uint16_t, 16>;
using I32 = IntegerLane<uint32_t, 32>;
using I64 = IntegerLane<uint64_t, 64>;

/// `narrow` rounds a double once; `store` a number of the type that is computed with.
struct F16 {
  using Storage = uint16_t;
  using Compute = float;
  static float load(Storage stored) { return floatOfHalf(stored); }
  static Storage store(float value) { return halfOfFloat(value); }
  static Storage narrow(double value) { return halfOfFloat(floatToOdd(value)); }
  /// An f16 is far from the limits of a double: the sum is exact, or one operand too small
  /// to matter.
  static Storage fused(Storage a, Storage b, Storage c) {
    return narrow(static_cast<double>(load(a)) * static_cast<double>(load(b)) +
                  static_cast<double>(load(c)));
  }
};

struct BF16 {
  using Storage = uint16_t;
  using Compute = float;
  static float load(Storage stored) { return floatOfBrain(stored); }
  static Storage store(float value) { return brainOfFloat(value); }
  static Storage narrow(double value) { return brainOfFloat(floatToOdd(value)); }
  static Storage fused(Storage a, Storage b, Storage c) {
    return narrow(sumToOdd(static_cast<double>(load(a)) * static_cast<double>(load(b)),
                           static_cast<double>(load(c))));
  }
};

struct F32 {
  using Storage = float;
  using Compute = float;
  static float load(Storage stored) { return stored; }
  static Storage store(float value) { return value; }
  static Storage narrow(double value) { return static_cast<float>(value); }
  static Storage fused(Storage a, Storage b, Storage c) { return std::fma(a, b, c); }
};

struct F64 {
  using Storage = double;
  using Compute = double;
  static double load(Storage stored) { return stored; }
  static Storage store(double value) { return value; }
  static Storage narrow(double value) { return value; }
  static Storage fused(Storage a, Storage b, Storage c) { return std::fma(a, b, c); }
};

} // namespace wave::executor
