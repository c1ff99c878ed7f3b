//===- MatrixDescriptor.h - Matrices that instructions read in place ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.15.5.1 "Register Fragments and Shared Memory Matrix Layouts" of wgmma;
// 9.7.16.3 "Major-ness supported by Strides", 9.7.16.4.1 "Shared memory descriptor" of tcgen05.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace wave::executor {

/// A matrix in shared memory, as the bits of its descriptor say.
struct MatrixDescriptor {
  uint32_t start = 0, leading = 0, stride = 0; ///< bytes
  uint32_t baseOffset = 0;
  uint32_t swizzleBytes = 0;

  /// Of the bits of a descriptor for wgmma.
  static MatrixDescriptor of(uint64_t bits);
  /// Of one for tcgen05, whose `problemOfTensor` is empty.
  static MatrixDescriptor ofTensor(uint64_t bits);
  /// Why there is no such matrix for wgmma, and for tcgen05; empty if there is.
  static std::string problemOf(uint64_t bits);
  static std::string problemOfTensor(uint64_t bits);
  /// Of the 16 bytes that begin at a number: `outer` along M or N, `k`.
  uint32_t addressOf(int outer, int k, unsigned elementBytes, bool isTransposed) const;
};

/// Gives 16 bytes of shared memory at an address.
using ReadChunk = std::function<const std::byte *(uint32_t address)>;

} // namespace wave::executor
