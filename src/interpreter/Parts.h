//===- Parts.h - What a wave has of a tile --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the form distributed the layout of a tile says which elements a wave has; what several
// have, the first of them puts into memory.  In the form scheduled there is no layout yet
// and nobody knows: every wave has the whole tile, and which of them puts an element into
// memory is drawn.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <tuple>

#include "dialect/Dialect.h"

namespace wave::interpreter {

class Parts {
public:
  Parts(ir::KernelOp kernel, uint64_t seed);

  int64_t waves() const { return waves_; }
  int64_t lanesOfWave() const { return lanes; }
  /// Whether the waves' parts are known: barriers say how they wait for each other.
  bool areLaidOut() const { return laidOut; }

  /// By element, row-major.
  using Mask = std::vector<bool>;
  /// What the wave has, and may read.
  const Mask &heldBy(int64_t wave, ir::TileType tile);
  /// What `count` of its lanes have, from number `first` on.
  Mask heldByLanes(int64_t wave, int64_t first, int64_t count, ir::TileType tile) const;
  /// All of a tile that no wave has.
  const Mask &wholeOf(ir::TileType tile);
  /// What of it the wave, one of so many that do the same, puts into memory.
  const Mask &storedBy(int64_t wave, int64_t waves, ir::TileType tile);

private:
  Mask stored(int64_t wave, int64_t waves, ir::TileType tile);

  uint64_t seed;
  int64_t waves_ = 1, lanes = 1;
  bool laidOut = false;
  std::map<std::pair<int64_t, const void *>, Mask> heldMasks;
  std::map<const void *, Mask> wholeMasks;
  std::map<std::tuple<int64_t, int64_t, const void *>, Mask> storedMasks;
};

} // namespace wave::interpreter
