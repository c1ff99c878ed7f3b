//===- SharedBanks.h - How long an access to shared memory takes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A wave's access is served group after group of lanes (machine::SharedAccess); a group
// takes as many passes as the most words that it asks one bank for.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <limits>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave::analysis {

/// What accesses of waves to shared memory take.
struct SharedCost {
  int64_t passes = 0;   ///< through the banks
  int64_t fewest = 0;   ///< passes of as many words if no bank were asked for two of them
  int64_t accesses = 0; ///< one for a whole wave
};

/// Cost of one wave's access: `addresses` are the bytes at which its lanes begin, aligned to
/// the `width` of each; -1 for a lane that takes no part.
SharedCost costOf(const machine::SharedAccess &access, mlir::ArrayRef<int64_t> addresses,
                  int64_t width);

/// Bytes of the widest access that a lane can make to consecutive registers of `tile` in a
/// ring of that layout: 16 at most, and a power of two.
int64_t accessWidth(ir::TileType tile, ir::BufferType ring);

/// The byte in a slot at which the element at `position` would lie without the swizzle.
int64_t linearByteAt(ir::BufferType ring, const machine::Position &position);

/// Bytes from a column of a ring whose rows are cut to the next one.
int64_t columnBytes(ir::BufferType ring);

/// Bits of a byte offset that the swizzle of the ring changes.
int64_t swizzledBits(ir::BufferType ring);
/// Where the byte lies that would be at `linear`.
int64_t swizzled(ir::BufferType ring, int64_t linear);

/// Whether the offsets of a lane and of its registers never have a bit in common, so that the
/// swizzle of their sum is the exclusive or of their swizzles.
bool isSeparable(ir::TileType tile, ir::BufferType ring);

/// Bytes of the elements of one slot.
int64_t tileBytes(ir::BufferType ring);

/// Bytes of one slot of a ring with a layout, aligned for the widest access.
int64_t bytesPerSlot(ir::BufferType ring);

/// Cost of all waves that move a whole tile to or from a slot of the ring, by matrices where these
/// are read so (MatrixLoads.h); counting ends where it has become more than `limit` passes.
SharedCost costOf(const machine::Chip &chip, machine::SharedDirection direction, ir::TileType tile,
                  ir::BufferType ring, int64_t limit = std::numeric_limits<int64_t>::max());

} // namespace wave::analysis
