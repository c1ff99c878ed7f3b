//===- types.h - Element types and small floats on the host ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/platform.h"
#include "wave/text.h"

#include <cstdint>
#include <optional>
#include <string_view>

#pragma GCC visibility push(default)
namespace wave {

/// The type of one element of a Memory, a Register or a Tensor.
enum class DType : uint8_t {
  f16,
  bf16,
  f32,
  f64,
  i8,
  i32,
  i64,
  i1,
  f8e4m3fn,
  f8e5m2,
  f8e4m3fnuz,
  f8e5m2fnuz
};

inline constexpr DType f16 = DType::f16;   ///< IEEE 754 binary16
inline constexpr DType bf16 = DType::bf16; ///< bfloat16: the upper half of an f32
inline constexpr DType f32 = DType::f32;
inline constexpr DType f64 = DType::f64;
inline constexpr DType i8 = DType::i8;
inline constexpr DType i32 = DType::i32;
inline constexpr DType i64 = DType::i64;
inline constexpr DType i1 = DType::i1; ///< boolean; one byte, 0 or 1, in memory

// 8-bit floats, for storage and MMA operands: a sign bit, 4 or 5 exponent bits, 3 or 2
// mantissa bits.  There is no arithmetic on them: cast first.
inline constexpr DType f8e4m3fn = DType::f8e4m3fn;     ///< OCP E4M3: max 448; NaN, no infinity
inline constexpr DType f8e5m2 = DType::f8e5m2;         ///< OCP E5M2: max 57344; NaN and infinity
inline constexpr DType f8e4m3fnuz = DType::f8e4m3fnuz; ///< CDNA3: max 240; NaN, no infinity, no -0
inline constexpr DType f8e5m2fnuz =
    DType::f8e5m2fnuz; ///< CDNA3: max 57344; NaN, no infinity, no -0

/// "f16", "bf16", ...
std::string_view dtype_name(DType type);
/// The type with this name, if any.
std::optional<DType> dtype_named(detail::TextView name);
/// Bytes of one element in memory.
int64_t size_in_bytes(DType type);
bool is_float(DType type);

/// An f16 number on the host.  Conversion to float is exact; conversion from double rounds once, to
/// nearest even.  Arithmetic is done in float.
struct float16 {
  uint16_t bits = 0;
  float16() = default;
  float16(double value);
  operator float() const;
};

/// A bfloat16 number on the host; see float16.
struct bfloat16 {
  uint16_t bits = 0;
  bfloat16() = default;
  bfloat16(double value);
  operator float() const;
};

/// An 8-bit float on the host; see float16.  A conversion that overflows returns infinity, or NaN
/// in a type without infinity.
template <DType type> struct float8 {
  uint8_t bits = 0;
  float8() = default;
  float8(double value);
  operator float() const;
};
extern template struct float8<f8e4m3fn>;
extern template struct float8<f8e5m2>;
extern template struct float8<f8e4m3fnuz>;
extern template struct float8<f8e5m2fnuz>;
using float8_e4m3fn = float8<f8e4m3fn>;
using float8_e5m2 = float8<f8e5m2>;
using float8_e4m3fnuz = float8<f8e4m3fnuz>;
using float8_e5m2fnuz = float8<f8e5m2fnuz>;

} // namespace wave
#pragma GCC visibility pop
