//===- TensorProduct.h - Products with sums in tensor memory --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.16.4.2 "Instruction descriptor", 9.7.16.2.1 "Matrix shape", 9.7.16.10.5
// "Data path layout organization": layouts A, B, D and F.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "executor/MatrixDescriptor.h"
#include "executor/WarpMma.h"

namespace wave::executor {

class TensorMemory;

/// The kinds of tcgen05.mma that are executed: A and B are both f16 or bf16, or tf32.
enum class TensorKind : uint8_t { F16, TF32 };

/// D = A * B + D, with A of M x K and B of K x N, whose K numbers have 32 bytes, and D in f32, as
/// the bits of an instruction descriptor say.
struct TensorProduct {
  int m = 0, n = 0;
  WarpType a = WarpType::F16, b = WarpType::F16;
  int signOfA = 1, signOfB = 1;
  bool transposesA = false, transposesB = false; ///< numbers along M, or N, are consecutive
  bool isOfPair = false; ///< two workgroups have half of the rows of A and D each, and half of B

  static TensorProduct of(uint32_t descriptor, bool isOfPair);
  /// Why there is no such MMA; empty if there is.
  static std::string problemOf(uint32_t descriptor, TensorKind kind, bool isOfPair,
                               bool hasTensorOfA);

  std::string name() const; ///< "tcgen05.m128n256k16.f32.f16.f16"
  int k() const { return 32 / static_cast<int>(bytesOf(a)); }
  int workgroups() const { return isOfPair ? 2 : 1; }
  int rows() const { return m / workgroups(); } ///< of a workgroup
  /// A workgroup has 64 rows of a pair's sums: half of the columns is in the upper lanes.
  bool splitsColumns() const { return isOfPair && rows() == 64; }
  int columns() const { return splitsColumns() ? n / 2 : n; } ///< of tensor memory
};

/// 16 rows of a workgroup's sums, and some of their columns, in tensor memory.
struct TensorBlock {
  int row = 0, column = 0, columns = 0; ///< of the sums
  uint32_t lane = 0;                    ///< from the address of the sums on
};
/// All of a workgroup; blocks of the same columns stand together.
std::span<const TensorBlock> blocksOf(const TensorProduct &product,
                                      std::array<TensorBlock, 8> &blocks);

/// What a workgroup has of the operands.
struct TensorPart {
  ReadChunk read;
  TensorMemory *memory = nullptr;
};

/// Where the operands are, in each workgroup.
struct TensorOperands {
  uint32_t d = 0;
  uint64_t a = 0; ///< a descriptor, or an address of tensor memory
  bool hasTensorOfA = false;
  uint64_t b = 0;
  bool keepsSum = true; ///< D counts; without: as if it were zero
};

void multiply(const TensorProduct &product, const TensorOperands &operands,
              std::span<const TensorPart> parts);

} // namespace wave::executor
