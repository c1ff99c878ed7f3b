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

/// Calls action(outer, k, address) for the 16 bytes that begin with a number of a matrix: `outers`
/// numbers along M or N, from `first` on, by k.
template <typename Action>
void forEachChunk(const MatrixDescriptor &matrix, WarpType type, bool isTransposed, int first,
                  int outers, int k, Action action) {
  const unsigned bytes = bytesOf(type);
  const int inChunk = 16 / static_cast<int>(bytes);
  const int outerStep = isTransposed ? inChunk : 1, kStep = isTransposed ? 1 : inChunk;
  for (int outer = first; outer < first + outers; outer += outerStep)
    for (int i = 0; i < k; i += kStep)
      action(outer, i, matrix.addressOf(outer, i, bytes, isTransposed));
}

/// Calls put(outer, k, number) for each number of those, `outer` counted from `first` on.
template <typename T, typename Put>
void gather(const MatrixDescriptor &matrix, WarpType type, bool isTransposed, int first, int outers,
            int k, const ReadChunk &read, Put put) {
  const auto bytes = static_cast<int>(bytesOf(type)), inChunk = 16 / bytes;
  forEachChunk(matrix, type, isTransposed, first, outers, k, [&](int outer, int i, uint32_t at) {
    const std::byte *chunk = read(at);
    T numbers[16];
    if constexpr (std::is_same_v<T, float>)
      floatsOf(type, chunk, numbers);
    else
      for (int j = 0; j < inChunk; ++j)
        numbers[j] = numberOf<T>(type, chunk + j * bytes);
    for (int j = 0; j < inChunk; ++j)
      put(outer - first + (isTransposed ? j : 0), i + (isTransposed ? 0 : j), numbers[j]);
  });
}

} // namespace wave::executor
