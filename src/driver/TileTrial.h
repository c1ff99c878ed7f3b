//===- TileTrial.h - What a GPU would do with some tiles ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel with values for all its symbols, as far as analyses know it before there is machine
// code.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>

#include "wave/compile.h"

namespace wave {

struct TileTrial {
  int64_t workgroups;     ///< of the grid
  int64_t waves;          ///< of a workgroup
  int64_t residentOfUnit; ///< workgroups that a compute unit has room for at one time
  int64_t loaded,
      stored; ///< bytes that a workgroup moves from and to memory, or a step of its loops
  bool fits;  ///< whether lanes hold its tiles
};

/// Nothing where the kernel does not compile for the target of `options`, or is none of a GPU's.
std::optional<TileTrial> tryTiles(const WaveCompileOptions &options, const Kernel &kernel);

} // namespace wave
