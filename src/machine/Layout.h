//===- Layout.h - Which element each register of each lane holds ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile that waves compute lies in registers.  Its layout maps (register, lane,
// wave) to a coordinate: each of the three numbers is written in mixed radix, its
// digits from the fastest to the slowest, and every digit moves along one dimension:
//
//   coordinate[dim] = sum over the digits of dim of digit * stride
//
// The accumulator of a 16x16 matrix instruction on 64 lanes, repeated to 32 rows, for
// two waves:
//
//   registers [M:4, M:2:16]  lanes [N:16, M:4:4]  waves [M:2:32]
//
// lane 17 has n = 1, and in its registers m = 4, 5, 6, 7, 20, 21, 22, 23; wave 1 32 more.
// Sizes need not be powers of two.  A digit without a dimension makes copies: lanes that
// differ in it hold the same elements.  A layout may reach beyond the tile; what lies
// there is not part of the tile.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wave::machine {

struct Digit {
  std::string dim; ///< empty: copies
  int64_t size;
  int64_t stride = 1; ///< elements; 0 of copies

  bool operator==(const Digit &) const = default;
};

/// Fastest first.
using Digits = std::vector<Digit>;

/// How many numbers the digits can write: the product of their sizes.
int64_t countOf(const Digits &digits);

/// A position along each dimension.
using Position = std::map<std::string, int64_t, std::less<>>;

class Layout {
public:
  Layout() = default;
  /// Leaves out digits of size 1 and joins those that count on, so that equal maps have
  /// equal digits.
  Layout(Digits registers, Digits lanes, Digits waves);

  const Digits &registers() const { return registers_; }
  const Digits &lanes() const { return lanes_; }
  const Digits &waves() const { return waves_; }
  bool operator==(const Layout &) const = default;

  Position at(int64_t reg, int64_t lane, int64_t wave) const;
  /// Elements along `dim` that the layout reaches: 1 more than its last coordinate.
  int64_t extent(std::string_view dim) const;
  /// Consecutive registers that are consecutive elements along `dim`.
  int64_t run(std::string_view dim) const;
  /// Whether some lane or wave holds what another one holds.
  bool hasCopies() const;

  /// What is left of a tile that loses all dimensions but `dims`: lanes and waves that
  /// differed in a lost one hold copies.
  Layout keeping(const std::vector<std::string> &dims) const;

  /// The same of a tile that loses one dimension.
  Layout without(std::string_view dim) const;

  /// Why this is no layout, or nothing: the digits of a dimension, by stride, have to
  /// count every coordinate exactly once.
  std::string problem() const;

  /// "registers [M:4] lanes [N:16, M:4:4] waves []"
  std::string str() const;

private:
  Digits registers_, lanes_, waves_;
};

/// "[N:16, M:4:4, _:2]": dimension, size, and the stride where it is not 1.
std::string textOf(const Digits &digits);

} // namespace wave::machine
