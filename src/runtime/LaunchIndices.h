//===- LaunchIndices.h - Indices that have a value in a launch ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic is that of the integers: an index that overflows 64 bits, or divides by 0, has
// no value.  No target checks that while it runs, and none needs to: where the compiler has not
// proved that an index has a value wherever the kernel uses it, each launch does, before anything
// runs.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/OncePerSizes.h"
#include "symbolic/Bounds.h"
#include "symbolic/Coverage.h"
#include "wave/diagnostic.h"
#include "wave/tensor.h"

namespace wave {

/// An index that a kernel uses, and that may have no value in some launch.
struct LaunchIndex {
  SourceLocation where;
  /// Where it is used.  `tile` is the index, over the symbols of the map and of `coordinates`.
  symbolic::TileMap map;
  /// A coordinate of the elements of a tile: the symbol takes each value of [start, start + count)
  /// in each execution.
  struct Coordinate {
    std::string symbol;
    Expr start, count;
  };
  std::vector<Coordinate> coordinates;
  symbolic::Intervals reads; ///< between which numbers what it reads from memory lies

  const Expr &value() const { return map.tile.front(); }
};

/// Whether symbolic::parse reads all expressions as they are printed.
bool isReadable(const LaunchIndex &index);

/// The arguments that a launch at these sizes reads to tell whether the indices have values.
std::vector<size_t> memoriesReadBy(const std::vector<LaunchIndex> &indices, const Bindings &sizes);

/// The checks of launches; any number of threads may ask.
class LaunchIndices {
public:
  /// Throws Error "overflow", "division-by-zero" or "inexact-quotient".  What memoriesReadBy names
  /// is on the host.
  void require(const std::string &kernel, const std::vector<LaunchIndex> &indices,
               const Bindings &sizes, std::span<const Tensor> tensors);

private:
  OncePerSizes once;
};

} // namespace wave
