//===- RowTiles.h - Tiles of kernels that are as fast as memory -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel without MMAs computes rows, or single elements, of memories: what its tiles decide is
// whether memory is kept busy.  Three facts of a chip say when it is:
//
//   bytes in flight     as many as memory moves while a load is under way; twice those, since
//                       workgroups do not load while they compute and store
//   waves of a SIMD     enough that one issues while others wait for a result
//   bytes of a workgroup  as many as memory moves while the chip starts a workgroup; twice those
//
// How much of each a choice of tiles has is predicted from the form distributed (TileTrial.h).  Of
// tiles with the same prediction those of the fewest rows are taken, whose bytes lie in a row; then
// those that divide it; then, where waves share a row, the fewest waves, which exchange least, else
// the smallest tile.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "driver/main/KernelChoice.h"

namespace wave::commandline {

struct RowTiles {
  Bindings tiles;
  std::string reason; ///< "16 warps and 128 KiB of loads in flight on each of 132 SMs"
};

/// For symbols that are nothing but the tile of a workgroup or wave constraint, and that neither
/// `definitions` nor anything else in the kernel says: one along the dimension in which elements of
/// memories lie in a row, and one of another dimension.  Nothing where the kernel has none, and for
/// chips of which is not known how long a load takes.  `options` are those of the compile.
std::optional<RowTiles> chooseRowTiles(const KernelChoice &choice,
                                       const WaveCompileOptions &options,
                                       const Bindings &definitions, const Bindings &subs);

} // namespace wave::commandline
