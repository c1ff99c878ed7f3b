//===- SharedBanks.h - How long an access to shared memory takes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A wave's access is served group after group of lanes (machine::SharedAccess); a group
// takes as many passes as the most words that it asks one bank for.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave::analysis {

/// Passes of one wave's access: `addresses` are the bytes at which its lanes begin, -1 for a
/// lane that takes no part; `width` the bytes of each.
int64_t passesOf(const machine::SharedAccess &access, mlir::ArrayRef<int64_t> addresses,
                 int64_t width);

/// Bytes of the widest access that a lane can make to consecutive registers of `tile` in a
/// ring of that layout: 16 at most, and a power of two.
int64_t accessWidth(ir::TileType tile, ir::RingType ring);

/// The byte in a slot at which the element at `position` lies.
int64_t byteAt(ir::RingType ring, const machine::Position &position);

/// Bytes of one slot of a ring with a layout, aligned for the widest access.
int64_t bytesPerSlot(ir::RingType ring);

/// Passes of all waves that move a whole tile to or from a slot of the ring.
int64_t passesOf(const machine::Chip &chip, machine::SharedDirection direction, ir::TileType tile,
                 ir::RingType ring);

} // namespace wave::analysis
