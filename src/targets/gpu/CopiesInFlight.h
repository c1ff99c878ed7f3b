//===- CopiesInFlight.h - How many copies a wait leaves to go on ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A barrier leaves the copies of the last `in_flight` copy operations in flight; a chip counts the
// instructions that copy.  How many of these an operation is, is known when it has code, and in a
// loop that comes behind the barrier: waits are made for all copies, and counts written at the end.
//
// A wait for at most n copies under way ends those that n others have followed.  So n is the least
// number of copies that any way to the barrier has begun since: what only some waves begin does not
// count.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/DenseMap.h"

#include "targets/gpu/LaneTarget.h"

namespace wave::gpu {

class CopiesInFlight {
public:
  explicit CopiesInFlight(ir::KernelOp kernel);

  /// Whether the kernel copies.
  bool areAny() const { return any; }
  /// Whether a barrier of the kernel leaves copies in flight.
  bool areCounted() const { return counted; }
  /// The operation is at least so many copies of each wave, or the wave has waited for all copies
  /// behind those that it has begun before.
  void begin(ir::CopyOp op, int64_t copies) { begun[op] = copies; }
  /// The barrier's wait for copies.
  void wait(ir::BarrierOp barrier, mlir::Operation *op) { waits.push_back({barrier, op}); }
  /// When all operations have code.
  void writeCounts(const LaneTarget &target) const;

private:
  /// Of the last `operations` copy operations on any way to the end of `block` before `end`.
  int64_t leastBefore(mlir::Block *block, mlir::Block::iterator end, int64_t operations) const;

  bool any, counted;
  llvm::DenseMap<mlir::Operation *, int64_t> begun;
  llvm::SmallVector<std::pair<ir::BarrierOp, mlir::Operation *>> waits;
};

} // namespace wave::gpu
