//===- ProductBlock.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/ProductBlock.h"

namespace wave::executor {
namespace {

inline float multiplyAdd(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline uint32_t multiplyAdd(uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }

/// 8 columns of 4 rows at once stay in registers.
template <typename T> [[gnu::always_inline]] inline void product(ProductBlock<T> &m, int n, int k) {
  constexpr int rows = 4, columns = 8;
  for (int column = 0; column < n; column += columns)
    for (int row = 0; row < ProductBlock<T>::rows; row += rows) {
      T sum[rows][columns];
      for (int r = 0; r < rows; ++r)
        for (int j = 0; j < columns; ++j)
          sum[r][j] = m.c[row + r][column + j];
      for (int i = 0; i < k; ++i)
        for (int r = 0; r < rows; ++r)
          for (int j = 0; j < columns; ++j)
            sum[r][j] = multiplyAdd(m.a[row + r][i], m.b[i][column + j], sum[r][j]);
      for (int r = 0; r < rows; ++r)
        for (int j = 0; j < columns; ++j)
          m.c[row + r][column + j] = sum[r][j];
    }
}

template <typename T> void anyProduct(ProductBlock<T> &m, int n, int k) { product(m, n, k); }

#if defined(__x86_64__)
template <typename T>
[[gnu::target("avx2,fma")]] void fusedProduct(ProductBlock<T> &m, int n, int k) {
  product(m, n, k);
}
#endif

/// The fastest one that this processor runs; all give the same numbers.
template <typename T> void runProduct(ProductBlock<T> &m, int n, int k) {
#if defined(__x86_64__)
  static const bool isFused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (isFused)
    return fusedProduct(m, n, k);
#endif
  anyProduct(m, n, k);
}

} // namespace

void addProducts(ProductBlock<float> &block, int n, int k) { runProduct(block, n, k); }
void addProducts(ProductBlock<uint32_t> &block, int n, int k) { runProduct(block, n, k); }

} // namespace wave::executor
