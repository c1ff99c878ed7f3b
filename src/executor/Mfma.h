//===- Mfma.h - Matrix instructions: who holds what, and the product ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace wave::executor {

struct Registers;
struct Instruction;

enum class MatrixType : uint8_t { F16, BF16, FP8, BF8, F32, F64, I8, I32 };

unsigned bytesOf(MatrixType type);

/// D = A * B + C with A of M x K and B of K x N, held by the 64 lanes of a wave.
struct Mfma {
  std::string_view name;       ///< of the rocdl operation, "mfma.f32.16x16x16f16"
  std::string_view processors; ///< space-separated
  int m, n, k;
  MatrixType a, b, c;

  bool runsOn(std::string_view processor) const;
  /// Elements of A, and of B, in one lane: those with consecutive k.
  int operandElements() const { return m * k / 64; }
  int resultElements() const { return m * n / 64; }
};

std::span<const Mfma> mfmas();
/// Null if there is none of that name.
const Mfma *mfmaNamed(std::string_view name);

enum class MatrixOperand { A, B, C };

/// A place in A (row of M, column of K), in B (row of K, column of N), or in C and D.
struct MatrixPlace {
  int row, column;
  bool operator==(const MatrixPlace &) const = default;
};

/// What the lane holds as its element of that number.
MatrixPlace placeOf(const Mfma &mfma, MatrixOperand operand, int lane, int element);

/// Each product is exact and added with one rounding, in the order of k.  `fnuz` says how
/// numbers of 8 bits are read.
void multiply(const Mfma &mfma, bool fnuz, const Registers &registers, const Instruction &at);

} // namespace wave::executor
