//===- HilbertOrder.cpp - Tiles along a curve that fills a rectangle ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hilbert's curve is one of squares with a side of 2^k.  A rectangle of any size is divided in
// halves where it is long, and else in three like Hilbert's: one part across, one along, one back.
// Parts are even where they can be, so that a curve ends beside the beginning of the next.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>

#include "diagnostic/ErrorId.h"
#include "wave/diagnostic.h"
#include "wave/scalar.h"

namespace wave::order {

namespace {
struct Step {
  int64_t m, n; ///< one of them is 0

  int64_t length() const { return std::abs(m + n); }
  Step unit() const { return {(m > 0) - (m < 0), (n > 0) - (n < 0)}; }
  Step operator+(const Step &other) const { return {m + other.m, n + other.n}; }
  Step operator-(const Step &other) const { return {m - other.m, n - other.n}; }
  Step operator-() const { return {-m, -n}; }
  /// Rounded towards minus infinity; made even if it is longer than that.
  Step half(bool mayBeEven) const {
    const Step cut = {m >> 1, n >> 1};
    return cut.length() % 2 != 0 && mayBeEven ? cut + unit() : cut;
  }
};

class Curve {
public:
  Curve(int64_t nTiles, std::vector<int32_t> &order) : nTiles(nTiles), order(order) {}

  /// Through the rectangle of `along` and `across` from the corner `at`, to the other end of
  /// `along`.
  void go(Step at, Step along, Step across) {
    if (along.length() == 1 || across.length() == 1) {
      const Step &way = across.length() == 1 ? along : across;
      for (int64_t i = 0; i < way.length(); ++i, at = at + way.unit())
        order.push_back(static_cast<int32_t>(at.m * nTiles + at.n));
      return;
    }
    const bool isLong = 2 * along.length() > 3 * across.length();
    const Step half = along.half(isLong && along.length() > 2);
    if (isLong) {
      go(at, half, across);
      go(at + half, along - half, across);
      return;
    }
    const Step up = across.half(across.length() > 2);
    go(at, up, half);
    go(at + up, along, across - up);
    go(at + (along - along.unit()) + (up - across.unit()), -up, -(along - half));
  }

private:
  int64_t nTiles;
  std::vector<int32_t> &order;
};
} // namespace

std::vector<int32_t> hilbert(int32_t m_tiles, int32_t n_tiles, std::source_location where) {
  const int64_t count = int64_t(m_tiles) * n_tiles;
  if (m_tiles < 0 || n_tiles < 0 || count > INT32_MAX)
    throw Error({.id = ErrorId("tile-count"),
                 .message = "hilbert: there cannot be " + std::to_string(m_tiles) + " x " +
                            std::to_string(n_tiles) + " tiles",
                 .where = where,
                 .notes = {},
                 .help = "each count is at least 0, and their product less than 2^31"});
  std::vector<int32_t> order;
  order.reserve(static_cast<size_t>(count));
  const Step down{m_tiles, 0}, right{0, n_tiles};
  if (count > 0)
    Curve(n_tiles, order)
        .go({0, 0}, n_tiles >= m_tiles ? right : down, n_tiles >= m_tiles ? down : right);
  return order;
}

} // namespace wave::order
