//===- TileChoice.h - Tiles for a GPU and sizes ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's entry may name tiles from which one is chosen (KernelEntry::tiles).  The cost of a
// choice is that of one workgroup (machine/tile_costs.def) times the rounds in which the compute
// units of the chip go through all of them.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "driver/main/KernelChoice.h"

namespace wave::commandline {

struct TileChoice {
  Bindings tiles;
  int64_t workgroups, units; ///< of the grid; of the chip
  std::string chip;

  /// "BLOCK_M=128, BLOCK_N=256, BLOCK_K=64 on h200: 512 workgroups in 4 rounds of 132"
  std::string text() const;
};

/// The cheapest of the entry's tiles that agree with `definitions`; nothing where the entry names
/// none that do, or no GEMM like it has been measured on the chip.  `subs` has a value for every
/// size.
std::optional<TileChoice> chooseTiles(const KernelChoice &choice, const Target &target,
                                      const Bindings &definitions, const Bindings &subs);

/// `subs` with the tiles that were chosen, if any, which a remark names: "tiles-chosen".
Bindings withTiles(const Options &options, const KernelChoice &choice, const Target &target,
                   const Bindings &definitions, Bindings subs);

} // namespace wave::commandline
