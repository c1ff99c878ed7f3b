//===- OrderLemmas.h - Permutations and orders that are known -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formulas that a coverage proof recognizes, each with the reason why it is one
// to one.  x, c, g >= 1 throughout.  They are templates so that a candidate can be
// compared at a few points before it is built (Samples.h).
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/order.h"

#include <array>
#include <string>

namespace wave::symbolic {

/// Permutations of [0, count).
///
/// XCD chunks.  In an aligned block of x * c indices write u = (q * c + r) * x + d with r < c and
/// d < x.  The remap is q * x * c + d * c + r: it swaps the digits r and d, so it permutes each
/// block.  It is applied to the whole blocks below the threshold and leaves the others, so it
/// permutes [0, count).  It fixes the first index of a block (r = d = 0), to which the threshold
/// belongs: u <= threshold and u < threshold agree.
///
/// XCD ranges.  d = u % x takes count // x + (d < count % x) values u // x from 0 on, in [0,
/// count). The image of d starts where that of d - 1 ends, at d * (count // x) + min(d, count % x).
enum class Permutation : uint8_t {
  XcdChunks,
  XcdChunksUpTo,       ///< with u <= threshold
  XcdChunksJoined,     ///< with floordiv(u, x * c) for floordiv(floordiv(u, x), c)
  XcdChunksJoinedUpTo, ///< both
  XcdRanges,
};
inline constexpr std::array allPermutations = {
    Permutation::XcdChunks, Permutation::XcdChunksUpTo, Permutation::XcdChunksJoined,
    Permutation::XcdChunksJoinedUpTo, Permutation::XcdRanges};
inline bool takesChunk(Permutation permutation) { return permutation != Permutation::XcdRanges; }

/// Orders: from [0, m * n) onto the tiles (i, j) with i < m and j < n.
///
/// Row-major and column-major: quotient and remainder are unique.  An index from m * n on has its
/// quotient outside.
///
/// Grouped.  The indices [q * g * n, (q + 1) * g * n) go to the rows from q * g on; these are
/// r = min(m - q * g, g) >= 1 many, for q * g * n < m * n.  All groups but the last have g rows, so
/// the indices left for the last are r * n.  Within a group v -> (v % r, v // r) is column-major
/// over r rows.
enum class TileOrder : uint8_t {
  RowMajor,
  ColumnMajor,
  Grouped,
  GroupedGuarded, ///< with max(1, r), which is r
  GroupedAlongN,  ///< m and n in each other's place
  GroupedAlongNGuarded,
};
inline constexpr std::array allTileOrders = {
    TileOrder::RowMajor,       TileOrder::ColumnMajor,   TileOrder::Grouped,
    TileOrder::GroupedGuarded, TileOrder::GroupedAlongN, TileOrder::GroupedAlongNGuarded};
inline bool takesGroup(TileOrder order) { return order >= TileOrder::Grouped; }

template <typename Index>
Index applyPermutation(Permutation permutation, const Index &u, const Index &count, const Index &x,
                       const Index &c) {
  if (permutation == Permutation::XcdChunks)
    return order::xcd_chunked(u, count, x, c);
  if (permutation == Permutation::XcdRanges)
    return order::xcd_contiguous(u, count, x);
  const bool isJoined = permutation != Permutation::XcdChunksUpTo;
  const Index block = x * c, local = floordiv(u, x);
  const Index q = isJoined ? floordiv(u, block) : floordiv(local, c);
  const Index remapped = q * block + u % x * c + local % c;
  const Index threshold = floordiv(count, block) * block;
  if (permutation == Permutation::XcdChunksJoined)
    return select(u < threshold, remapped, u);
  return select(u <= threshold, remapped, u);
}

/// `one` is 1.
template <typename Index>
order::TileCoordinates<Index> applyTileOrder(TileOrder order, const Index &t, const Index &m,
                                             const Index &n, const Index &g, const Index &one) {
  switch (order) {
  case TileOrder::RowMajor:
    return order::row_major(t, m, n);
  case TileOrder::ColumnMajor:
    return order::column_major(t, m, n);
  case TileOrder::Grouped:
    return order::grouped(t, m, n, g);
  case TileOrder::GroupedGuarded: {
    const Index size = g * n, first = floordiv(t, size) * g, v = t % size;
    const Index r = max(min(m - first, g), one);
    return {first + v % r, floordiv(v, r)};
  }
  default:
    break;
  }
  const auto [j, i] = applyTileOrder(order == TileOrder::GroupedAlongN ? TileOrder::Grouped
                                                                       : TileOrder::GroupedGuarded,
                                     t, n, m, g, one);
  return {i, j};
}

/// "xcd-chunks", "grouped": for the text of a proof.
std::string nameOf(Permutation permutation);
std::string nameOf(TileOrder order);

} // namespace wave::symbolic
