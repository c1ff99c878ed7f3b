//===- GemmData.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmData.h"

#include <cstring>
#include <random>

#include "executor/Floats.h"

namespace wave::executor {

void GemmMatrix::set(int64_t row, int64_t column, float value) {
  std::byte *at = bytes.data() + (row * columns + column) * size_in_bytes(type);
  const uint16_t half = type == bf16 ? brainOfFloat(value) : halfOfFloat(value);
  if (type == f32)
    std::memcpy(at, &value, 4);
  else
    std::memcpy(at, &half, 2);
}

BoxArgument GemmMatrix::boxes(uint32_t boxRows) {
  const auto elementBytes = static_cast<uint32_t>(size_in_bytes(type));
  return {{.type = type,
           .base = bytes.data(),
           .sizes = {static_cast<uint64_t>(columns), static_cast<uint64_t>(rows)},
           .strides = {static_cast<uint64_t>(columns) * elementBytes},
           .box = {128 / elementBytes, boxRows},
           .swizzleBytes = 128},
          region()};
}

GemmData::GemmData(DType in, DType out, int64_t m, int64_t n, int64_t k)
    : a(in, m, k), b(in, n, k), c(out, m, n), expected(out, m, n) {
  std::mt19937 random(3);
  std::vector<float> left(m * k), right(n * k);
  for (float &value : left)
    value = static_cast<float>(static_cast<int>(random() % 7) - 3);
  for (float &value : right)
    value = static_cast<float>(static_cast<int>(random() % 7) - 3);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t l = 0; l < k; ++l)
      a.set(i, l, left[i * k + l]);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t l = 0; l < k; ++l)
      b.set(j, l, right[j * k + l]);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += left[i * k + l] * right[j * k + l];
      expected.set(i, j, sum);
    }
  std::memset(c.bytes.data(), 0xFF, c.bytes.size());
}

} // namespace wave::executor
