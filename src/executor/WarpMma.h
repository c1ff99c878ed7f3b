//===- WarpMma.h - mma.sync: who holds what, and the product --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "executor/Mfma.h"

namespace wave::executor {

/// A type of a product on NVIDIA's GPUs, by the names of the PTX ISA.
enum class WarpType : uint8_t { F16, BF16, TF32, F64, I8, U8, E4M3, E5M2, F32, I32 };

unsigned bytesOf(WarpType type);
/// "f16", "s8": as the PTX ISA writes it.
std::string_view nameOf(WarpType type);

/// A number in memory as one that is computed with: float, or the integer for I8, U8, I32.
/// tf32 is read as the f32 with 10 bits of mantissa that it begins with.
float floatOf(WarpType type, const std::byte *number);
int32_t integerOf(WarpType type, const std::byte *number);
/// All numbers of 16 bytes, 4 to 16 of them.
void floatsOf(WarpType type, const std::byte *chunk, float *numbers);
inline bool isInteger(WarpType type) {
  return type == WarpType::I8 || type == WarpType::U8 || type == WarpType::I32;
}

/// D = A * B + C with A of M x K and B of K x N, held by the 32 lanes of a warp.
struct WarpMma {
  int m, n, k;
  WarpType a, b, c;

  std::string name() const; ///< "mma.m16n8k16.f32.f16.f16.f32"
  int elementsOfA() const { return m * k / 32; }
  int elementsOfB() const { return k * n / 32; }
  int elementsOfC() const { return m * n / 32; }
};

std::span<const WarpMma> warpMmas();
/// Null if there is none.
const WarpMma *warpMmaOf(int m, int n, int k, std::string_view a, std::string_view b);

/// What the lane holds as its element of that number.
MatrixPlace placeOf(const WarpMma &mma, MatrixOperand operand, int lane, int element);

/// Each product is exact and added with one rounding, in the order of k.  `auxiliary` has the
/// bytes of a row's numbers in the registers of A, and of B above bit 8.
void multiply(const WarpMma &mma, const Registers &registers, const Instruction &at);

} // namespace wave::executor
