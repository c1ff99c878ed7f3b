//===- Wgmma.h - Products of a warpgroup, and the matrices they read ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.15 "Asynchronous warpgroup level matrix multiply-accumulate
// instructions": shapes, register fragments, "Strides", "Matrix descriptor".
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

#include "executor/MatrixDescriptor.h"
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

/// The rows of one warp.  Sources of the instruction as in Kind::Wgmma; with `keepsSum` the sum
/// begins with source 0.
void multiply(const Wgmma &wgmma, unsigned warp, uint64_t a, uint64_t b, bool keepsSum,
              const Registers &registers, const Instruction &at, const ReadChunk &read);

} // namespace wave::executor
