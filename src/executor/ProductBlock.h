//===- ProductBlock.h - Sixteen rows of a product -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <type_traits>

#include "executor/MatrixDescriptor.h"
#include "executor/WarpMma.h"

namespace wave::executor {

/// Rows of A, all of B, and the sums that their products are added to.
template <typename T> struct ProductBlock {
  static constexpr int rows = 16, mostColumns = 256, mostK = 32;

  alignas(64) T a[rows][mostK];
  alignas(64) T b[mostK][mostColumns];
  alignas(64) T c[rows][mostColumns];
};

/// Each product is added with one rounding, in the order of k; n is a multiple of 8.
void addProducts(ProductBlock<float> &block, int n, int k);
void addProducts(ProductBlock<uint32_t> &block, int n, int k);

template <typename T> T numberOf(WarpType type, const std::byte *from) {
  if constexpr (std::is_same_v<T, uint32_t>)
    return static_cast<uint32_t>(integerOf(type, from));
  else
    return floatOf(type, from);
}

/// Calls put(outer, k, number) for `outers` numbers along M or N, from `first` on.
template <typename T, typename Put>
void gather(const MatrixDescriptor &matrix, WarpType type, bool isTransposed, int first, int outers,
            int k, const ReadChunk &read, Put put) {
  const auto bytes = static_cast<int>(bytesOf(type)), inChunk = 16 / bytes;
  if (!isTransposed) {
    for (int outer = 0; outer < outers; ++outer)
      for (int i = 0; i < k; i += inChunk) {
        const std::byte *chunk =
            read(matrix.addressOf(first + outer, i, bytesOf(type), isTransposed));
        for (int j = 0; j < inChunk; ++j)
          put(outer, i + j, numberOf<T>(type, chunk + j * bytes));
      }
    return;
  }
  for (int i = 0; i < k; ++i)
    for (int outer = 0; outer < outers; outer += inChunk) {
      const std::byte *chunk =
          read(matrix.addressOf(first + outer, i, bytesOf(type), isTransposed));
      for (int j = 0; j < inChunk; ++j)
        put(outer + j, i, numberOf<T>(type, chunk + j * bytes));
    }
}

} // namespace wave::executor
