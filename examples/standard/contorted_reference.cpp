//===- contorted_reference.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <numeric>

#include "references.h"

namespace standard::expected {

Expected rope_pairs(const Element &element) {
  const auto [s, h, d, which] = element.place<4>();
  const double own = element.at(0, s, h, d, which), other = element.at(0, s, h, d, 1 - which);
  const double a = own * element.at(1, s, d), b = other * element.at(2, s, d);
  return {which == 0 ? a - b : a + b, std::fabs(a) + std::fabs(b), 4};
}

/// The generator "squares" as published, on unsigned numbers.
static uint32_t squares(uint64_t counter, uint64_t key) {
  const auto swap = [](uint64_t x) { return x >> 32 | x << 32; };
  const uint64_t y = counter * key, z = y + key;
  uint64_t x = swap(y * y + y);
  x = swap(x * x + z);
  x = swap(x * x + y);
  return static_cast<uint32_t>((x * x + z) >> 32);
}

Expected dropout(const Element &element) {
  const auto [m, n] = element.place<2>();
  const auto keep = static_cast<float>(element.scalar(2));
  const auto key = static_cast<uint64_t>(static_cast<int64_t>(element.scalar(3)));
  const uint32_t random = squares(static_cast<uint64_t>(m * element.size(0, 1) + n), key);
  if (!(static_cast<float>(random) * 0x1p-32F < keep))
    return {0};
  const double value = element.at(0, m, n) / static_cast<double>(keep);
  return {value, std::fabs(value), 4};
}

Expected quantize_rows(const Element &element) {
  const bool isScale = element.argument() == 2;
  const int64_t m = isScale ? element.place<1>()[0] : element.place<2>()[0];
  double highest = 1e-10;
  for (int64_t n = 0; n < element.size(0, 1); ++n)
    highest = std::max(highest, std::fabs(element.at(0, m, n)));
  const double scale = highest / 127;
  if (isScale)
    return {scale, scale, 4};
  // The result truncates.
  const double value = element.at(0, m, element.place<2>()[1]) / scale;
  return {value + std::copysign(0.5, value), std::fabs(value), 4};
}

Expected top4(const Element &element) {
  const auto [m, round] = element.place<2>();
  std::vector<int64_t> order(static_cast<std::size_t>(element.size(0, 1)));
  std::iota(order.begin(), order.end(), 0);
  const double *row = element.row(0, m);
  std::sort(order.begin(), order.end(), [&](int64_t left, int64_t right) {
    return row[left] != row[right] ? row[left] > row[right] : left < right;
  });
  const int64_t place = order[static_cast<std::size_t>(round)];
  return {element.argument() == 1 ? row[place] : static_cast<double>(place)};
}

Expected cumsum(const Element &element) {
  const auto [m, n] = element.place<2>();
  Expected sum = sum_of(0, n + 1, [&](int64_t k) { return element.at(0, m, k); });
  sum.terms += 64; // zeros of later elements
  return sum;
}

Expected histogram(const Element &element) {
  const auto [bin] = element.place<1>();
  return {sum_of(0, element.size(0, 0), [&](int64_t n) {
            return element.at(0, n) == static_cast<double>(bin);
          }).value};
}

Expected scatter_add(const Element &element) {
  const auto [v, d] = element.place<2>();
  return sum_of(0, element.size(0, 0), [&](int64_t t) {
    return element.at(1, t) == static_cast<double>(v) ? element.at(0, t, d) : 0;
  });
}

Expected gemm_int4(const Element &element) {
  const auto [m, n] = element.place<2>();
  Expected sum = sum_of(0, element.size(0, 1), [&](int64_t k) {
    const int byte = static_cast<int>(element.at(1, n, k / 2)) & 255;
    const int half = k % 2 == 0 ? byte & 15 : byte >> 4;
    return element.at(0, m, k) * (half - 8) * element.at(2, n, k / 64);
  });
  sum.terms += f16_rounding;
  return sum;
}

namespace {

/// How stream-K divides the steps of 64 of all tiles, 128 by 128, among workers.
struct Shares {
  int64_t rows, steps, share;

  Shares(int64_t m, int64_t n, int64_t k, int64_t workers)
      : rows((m + 127) / 128), steps((k + 63) / 64) {
    share = (rows * ((n + 127) / 128) * steps + workers - 1) / workers;
  }
  int64_t tileOf(int64_t worker, int64_t slot) const { return worker * share / steps + slot; }
  /// The steps of a tile that a worker has.
  int64_t begin(int64_t worker, int64_t tile) const {
    return std::max<int64_t>(worker * share - tile * steps, 0);
  }
  int64_t end(int64_t worker, int64_t tile) const {
    return std::min((worker + 1) * share - tile * steps, steps);
  }
};

} // namespace

Expected stream_k(const Element &element) {
  const auto [worker, slot, row, column] = element.place<4>();
  const int64_t k_size = element.size(0, 1);
  const Shares shares(element.size(0, 0), element.size(1, 0), k_size, element.size(2, 0));
  const int64_t tile = shares.tileOf(worker, slot);
  const int64_t m = tile % shares.rows * 128 + row, n = tile / shares.rows * 128 + column;
  if (m >= element.size(0, 0) || n >= element.size(1, 0))
    return {0};
  return sum_of(shares.begin(worker, tile) * 64, std::min(shares.end(worker, tile) * 64, k_size),
                [&](int64_t k) { return element.at(0, m, k) * element.at(1, n, k); });
}

Expected stream_k_sum(const Element &element) {
  const auto [m, n] = element.place<2>();
  const int64_t workers = element.size(0, 0), k_size = element.size(2, 0);
  const Shares shares(element.size(1, 0), element.size(1, 1), k_size, workers);
  const int64_t tile = m / 128 + n / 128 * shares.rows;
  return sum_of(0, workers, [&](int64_t worker) {
    const int64_t slot = tile - shares.tileOf(worker, 0);
    return shares.begin(worker, tile) < shares.end(worker, tile)
               ? element.at(0, worker, slot, m % 128, n % 128)
               : 0;
  });
}

} // namespace standard::expected
