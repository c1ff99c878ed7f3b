//===- Wgmma.h - Products of a warpgroup, and the matrices they read ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.15 "Asynchronous warpgroup level matrix multiply-accumulate
// instructions": shapes, register fragments, "Strides", "Matrix descriptor".
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "executor/WarpMma.h"

namespace wave::executor {

/// D = A * B + D with A of 64 x K and B of K x N; each of the four warps has 16 rows.
struct Wgmma {
  int n = 0, k = 0;
  WarpType a = WarpType::F16, b = WarpType::F16, d = WarpType::F32;
  bool keepsSum = true; ///< D counts; without: as if it were zero
  int signOfA = 1, signOfB = 1;
  bool transposesA = false, transposesB = false; ///< numbers along M, or N, are consecutive
  bool hasRegistersOfA = false;

  std::string name() const;                  ///< "wgmma.m64n256k16.f32.f16.f16"
  int accumulators() const { return n / 2; } ///< registers of a lane
  /// Why there is no such product; empty if there is.
  std::string problem() const;
};

/// A matrix in shared memory, as the bits of its descriptor say.
struct MatrixDescriptor {
  uint32_t start = 0, leading = 0, stride = 0; ///< bytes
  uint32_t baseOffset = 0;
  uint32_t swizzleBytes = 0;

  static MatrixDescriptor of(uint64_t bits);
  /// Of the 16 bytes that begin at a number: `outer` along M or N, `k`.
  uint32_t addressOf(int outer, int k, unsigned elementBytes, bool isTransposed) const;
};

/// Gives 16 bytes of shared memory at an address.
using ReadChunk = std::function<const std::byte *(uint32_t address)>;

/// The rows of one warp.  Sources of the instruction as in Kind::Wgmma; with `keepsSum` the sum
/// begins with source 0.
void multiply(const Wgmma &wgmma, unsigned warp, uint64_t a, uint64_t b, bool keepsSum,
              const Registers &registers, const Instruction &at, const ReadChunk &read);

} // namespace wave::executor
