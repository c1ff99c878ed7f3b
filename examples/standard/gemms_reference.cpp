//===- gemms_reference.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>

#include "references.h"

namespace standard::expected {

/// Row m of argument 0 times row n of argument 1, over part of the columns.
static Expected product(const Element &element, int64_t m, int64_t n, int64_t begin, int64_t end) {
  return sum_of(begin, end, [&](int64_t k) { return element.at(0, m, k) * element.at(1, n, k); });
}

static Expected product(const Element &element) {
  const auto [m, n] = element.place<2>();
  return product(element, m, n, 0, element.size(0, 1));
}

static double gelu(double x) {
  return x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))) / 2;
}

static double silu(double x) { return x / (1 + std::exp(-x)); }

/// Neither activation is steeper than 1.2.
static Expected activated(double (*activation)(double), const Expected &sum, double bias) {
  return {activation(sum.value + bias), sum.scale + std::fabs(bias), 2 * sum.terms + 32};
}

Expected gemm(const Element &element) { return product(element); }

Expected gemm_bias_gelu(const Element &element) {
  return activated(gelu, product(element), element.at(2, element.place<2>()[1]));
}

Expected gemm_bias_silu(const Element &element) {
  return activated(silu, product(element), element.at(2, element.place<2>()[1]));
}

Expected gemm_batched(const Element &element) {
  const auto [b, m, n] = element.place<3>();
  return sum_of(0, element.size(0, 2),
                [&](int64_t k) { return element.at(0, b, m, k) * element.at(1, b, n, k); });
}

Expected linear_3d(const Element &element) {
  const auto [b, m, n] = element.place<3>();
  return sum_of(0, element.size(0, 2),
                [&](int64_t k) { return element.at(0, b, m, k) * element.at(1, n, k); });
}

Expected gemm_grouped(const Element &element) {
  const auto [m, n] = element.place<2>();
  const auto expert = static_cast<int64_t>(element.at(2, m / 128));
  if (expert < 0 || expert >= element.size(1, 0))
    return {0};
  return sum_of(0, element.size(0, 1),
                [&](int64_t k) { return element.at(0, m, k) * element.at(1, expert, n, k); });
}

Expected gemm_split_k(const Element &element) {
  const auto [part, m, n] = element.place<3>();
  const int64_t size = element.size(0, 1), parts = element.size(2, 0);
  const int64_t length = ((size + parts - 1) / parts + 63) / 64 * 64;
  return product(element, m, n, std::min(size, part * length), std::min(size, (part + 1) * length));
}

Expected split_k_sum(const Element &element) {
  const auto [m, n] = element.place<2>();
  const Expected sum =
      sum_of(0, element.size(0, 0), [&](int64_t part) { return element.at(0, part, m, n); });
  return activated(gelu, sum, element.at(1, n));
}

Expected gemm_int8(const Element &element) {
  const auto [m, n] = element.place<2>();
  const double value = product(element).value * element.at(2, m) * element.at(3, n);
  return {value, std::fabs(value), 4}; // the sum is exact
}

Expected gemm_fp8(const Element &element) {
  const Expected sum = product(element);
  const double scale = element.scalar(3);
  return {sum.value * scale, sum.scale * std::fabs(scale), sum.terms + 2};
}

Expected gemm_fp8_blocks(const Element &element) {
  const auto [m, n] = element.place<2>();
  Expected sum = sum_of(0, element.size(0, 1), [&](int64_t k) {
    return element.at(0, m, k) * element.at(1, n, k) * element.at(2, m, k / 128) *
           element.at(3, n / 128, k / 128);
  });
  sum.terms += 16;
  return sum;
}

Expected gemv(const Element &element) {
  const auto [n] = element.place<1>();
  return sum_of(0, element.size(1, 0),
                [&](int64_t k) { return element.at(0, n, k) * element.at(1, k); });
}

Expected conv2d(const Element &element) {
  const auto [m, n] = element.place<2>();
  const int64_t height = element.size(0, 1), width = element.size(0, 2);
  const int64_t channels = element.size(0, 3), image = m / (height * width);
  const int64_t y = m / width % height, x = m % width;
  return sum_of(0, 9 * channels, [&](int64_t k) {
    const int64_t row = y + k / channels / 3 - 1, column = x + k / channels % 3 - 1;
    const bool isInside = row >= 0 && row < height && column >= 0 && column < width;
    return isInside ? element.at(0, image, row, column, k % channels) * element.at(1, n, k) : 0;
  });
}

} // namespace standard::expected
