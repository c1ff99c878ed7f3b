//===- types.h - Element types, and the host's f16 and bf16 ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/platform.h"

#include <cstdint>
#include <optional>
#include <string_view>

#pragma GCC visibility push(default)
namespace wave {

/// The type of one element of a Memory, a Register or a Tensor.
enum class DType : uint8_t { f16, bf16, f32, f64, i8, i32, i64, i1 };

inline constexpr DType f16 = DType::f16;   ///< IEEE 754 binary16
inline constexpr DType bf16 = DType::bf16; ///< bfloat16: the upper half of an f32
inline constexpr DType f32 = DType::f32;
inline constexpr DType f64 = DType::f64;
inline constexpr DType i8 = DType::i8;
inline constexpr DType i32 = DType::i32;
inline constexpr DType i64 = DType::i64;
inline constexpr DType i1 = DType::i1; ///< a truth value; one byte, 0 or 1, in memory

/// "f16", "bf16", ...
std::string_view dtype_name(DType type);
/// The type of that name, if there is one.
std::optional<DType> dtype_named(std::string_view name);
/// Bytes of one element in memory.
int64_t size_in_bytes(DType type);
bool is_float(DType type);

/// A half-precision number on the host: storage and exact conversions only;
/// arithmetic happens after conversion to float.  Conversion from double rounds
/// once, to nearest, ties to even.
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

} // namespace wave
#pragma GCC visibility pop
