//===- SomeRead.h - A read of an input, for tests of orders ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/BlockReads.h"

namespace wave::analysis {

/// Of f16, in so many steps of 8 elements along K.  The map is the caller's to complete.
inline BlockRead someRead(int64_t steps, symbolic::TileMap map = {}) {
  BlockRead read{.memory = 0,
                 .name = "a",
                 .tag = "",
                 .where = {},
                 .sides = {},
                 .elementBytes = 2,
                 .rowBytes = 4096,
                 .elementType = "f16",
                 .map = std::move(map)};
  read.sides = {{.dim = "K", .tile = 8, .steps = steps, .whole = 8 * steps, .coordinate = {}}};
  return read;
}

} // namespace wave::analysis
