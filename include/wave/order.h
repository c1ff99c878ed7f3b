//===- order.h - Orders in which workgroups compute tiles -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const Expr first = order::xcd_chunked(WORKGROUP_0, NUM_CTAS, 8, 2);
//   const auto [m, n] = order::grouped(TILE, M_TILES, N_TILES, 4);
//
// A permutation maps the workgroups [0, workgroups) onto themselves; an order maps the indices
// [0, m_tiles * n_tiles) onto the tiles, one to one.  Both hold for every count, also where groups
// and chunks do not divide it; `group`, `xcds` and `chunk` are at least 1.  Outside these ranges
// the results mean nothing, and may divide by zero.
//
// The index is an expression, or of a type whose operators + - * % < and functions floordiv, min
// and select are found by its namespace.  Sizes convert to its type.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <concepts>
#include <type_traits>

#include "wave/expr.h"

#pragma GCC visibility push(default)
namespace wave::order {

/// What an index of type T is computed in: symbols and numbers are expressions.
template <typename T> struct IndexType {
  using type = std::conditional_t<std::convertible_to<const T &, Expr>, Expr, T>;
};
template <typename T> using IndexOf = typename IndexType<T>::type;

template <typename Index> struct TileCoordinates {
  Index m, n;
};

/// n runs fastest.
template <typename T>
TileCoordinates<IndexOf<T>> row_major(const T &t, const IndexOf<T> & /*m_tiles*/,
                                      const IndexOf<T> &n_tiles) {
  const IndexOf<T> index(t);
  return {floordiv(index, n_tiles), index % n_tiles};
}

/// m runs fastest.
template <typename T>
TileCoordinates<IndexOf<T>> column_major(const T &t, const IndexOf<T> &m_tiles,
                                         const IndexOf<T> & /*n_tiles*/) {
  const IndexOf<T> index(t);
  return {index % m_tiles, floordiv(index, m_tiles)};
}

/// Goes through `group` rows of tiles column by column, then through the next ones; the last group
/// has the rows that are left.  Of s workgroups at a time, about s / group + group panels of the
/// operands are in the L2 cache: the fewest for a group of sqrt(s).
template <typename T>
TileCoordinates<IndexOf<T>> grouped(const T &t, const IndexOf<T> &m_tiles,
                                    const IndexOf<T> &n_tiles, const IndexOf<T> &group) {
  const IndexOf<T> index(t);
  const IndexOf<T> tiles_in_group = group * n_tiles;
  const IndexOf<T> first_m = floordiv(index, tiles_in_group) * group;
  const IndexOf<T> rows = min(IndexOf<T>(m_tiles - first_m), group);
  const IndexOf<T> in_group = index % tiles_in_group;
  return {first_m + in_group % rows, floordiv(in_group, rows)};
}

/// A permutation of workgroups.  Hardware with several dies runs workgroup w on XCD w % xcds; the
/// permutation gives each XCD `chunk` consecutive indices in turn.  What is left after the last
/// whole block of xcds * chunk workgroups stays where it is.
template <typename T>
IndexOf<T> xcd_chunked(const T &w, const IndexOf<T> &workgroups, const IndexOf<T> &xcds,
                       const IndexOf<T> &chunk) {
  const IndexOf<T> index(w);
  const IndexOf<T> block = xcds * chunk;
  const IndexOf<T> local = floordiv(index, xcds);
  const IndexOf<T> remapped = floordiv(local, chunk) * block + index % xcds * chunk + local % chunk;
  return select(index < floordiv(workgroups, block) * block, remapped, index);
}

/// A permutation of workgroups that gives each XCD one range of consecutive indices; the first
/// workgroups % xcds ranges are longer by one.
template <typename T>
IndexOf<T> xcd_contiguous(const T &w, const IndexOf<T> &workgroups, const IndexOf<T> &xcds) {
  const IndexOf<T> index(w);
  const IndexOf<T> xcd = index % xcds;
  return xcd * floordiv(workgroups, xcds) + min(xcd, IndexOf<T>(workgroups % xcds)) +
         floordiv(index, xcds);
}

/// The grouped order, in which each XCD computes one range of indices: xcd_contiguous, then
/// grouped.  `w` is the number of the workgroup in a grid of m_tiles * n_tiles.
template <typename T>
TileCoordinates<IndexOf<T>> xcd_grouped(const T &w, const IndexOf<T> &m_tiles,
                                        const IndexOf<T> &n_tiles, const IndexOf<T> &xcds,
                                        const IndexOf<T> &group) {
  return grouped(xcd_contiguous(w, m_tiles * n_tiles, xcds), m_tiles, n_tiles, group);
}

} // namespace wave::order
#pragma GCC visibility pop
