//===- Independence.h - Whether workgroups read what others write ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workgroups of a launch run in any order, so that whatever one of them reads of a memory which the
// launch writes has to be written by nobody else.  Memory that workgroups share on purpose is
// reached by atomic operations: an ordered pair of them, a release and an acquire, will be a reason
// for which two accesses are no conflict.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Coverage.h"

#include <optional>
#include <string>
#include <vector>

namespace wave::symbolic {

/// The place of an element in the tile that an access moves, along one of the tile's dimensions: a
/// symbol that takes each value of [0, extent) in each execution.
struct TileElement {
  std::string symbol;
  Expr size;   ///< of the tile
  Expr extent; ///< how many of them there are: less than `size` where the last tile is cut off
};

/// The elements of a memory that an access touches.
struct AccessMap {
  /// Where it is executed.  `tile` are the coordinates of an element in its memory, over the map's
  /// symbols and those of `elements`; `tiles` is the size of the memory.  What lies outside of it
  /// is not touched.
  TileMap map;
  std::vector<TileElement> elements;
};

/// What an access touches along one dimension of its memory: `size` elements from `start` where
/// `element` says which of the tile's dimensions it is, else the one at `start`.
struct AccessSide {
  Expr start;
  std::optional<size_t> element;
};

/// Along each dimension of the memory, where the elements of each execution are a box of it.
std::optional<std::vector<AccessSide>> boxOf(const AccessMap &access);

/// The sizes of the access, each once.
std::vector<std::string> openSizesOf(const AccessMap &access);

/// Maps that decide whether `read` stays within what its own workgroup writes: their tiles are the
/// coordinates of the tile of `write` along dimensions in which the read stays within it.  If one
/// of them reaches each tile once, then no two workgroups meet in a tile, and the read touches
/// nothing that another workgroup writes.  The symbols of both are those of one kernel: equal names
/// are equal ids and counters.
std::vector<TileMap> ownTilesOf(const AccessMap &write, const AccessMap &read);

struct IndependenceVerdict {
  enum class Kind {
    Independent,
    Shared,  ///< a workgroup reads an element that another one writes
    NoValue, ///< and the following: as of CoverageVerdict
    Endless,
    TooLarge,
  };

  Kind kind = Kind::Independent;
  bool holds() const { return kind == Kind::Independent; }
  /// Shared: the coordinates of an element, the first read of one that is found, and the first
  /// write of it by another workgroup, with their numbers in the lists.
  std::vector<int64_t> element;
  std::optional<Visit> reader, writer;
  size_t read = 0, write = 0;
  /// The others: what is wrong, and where, if it is in a workgroup.
  std::string reason;
};

/// Executes all accesses of one memory.  Takes some 50 ns for each tile, and 4 bytes for each part
/// of the memory that is written as a whole.
IndependenceVerdict evaluateIndependence(const std::vector<AccessMap> &writes,
                                         const std::vector<AccessMap> &reads, const Bindings &sizes,
                                         const Tables &tables = {});

} // namespace wave::symbolic
