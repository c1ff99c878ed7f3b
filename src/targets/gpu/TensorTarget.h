//===- TensorTarget.h - What chips do that have tensor memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor memory belongs to a multiprocessor, has 128 lanes and columns of 32 bits, and is
// asked for by columns.  One lane issues MMAs that add to it, and lets barriers be told
// when they have completed; each warp of a warpgroup loads from a quarter of the lanes.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "machine/MmaTable.h"
#include "targets/gpu/LaneCode.h"
#include "targets/gpu/OperandRows.h"

namespace wave::gpu {

class TensorTarget {
public:
  virtual ~TensorTarget() = default;

  /// By the lanes of one warp: puts the address of so many columns, 32 bits, at `place` in
  /// shared memory; gives back those at `address`, an i32 as all addresses here.  `ofPair`: both
  /// workgroups of a pair do, and have the same columns.
  virtual void allocate(LaneCode &code, Value place, int64_t columns, bool ofPair) const = 0;
  virtual void free(LaneCode &code, Value address, int64_t columns, bool ofPair) const = 0;

  /// What this lane has done in tensor memory comes before what others do there that meet it
  /// behind this place; what others have done comes before what it does from here on.
  virtual void orderBefore(LaneCode &code) const = 0;
  virtual void orderAfter(LaneCode &code) const = 0;

  /// An operand that begins at `address` in shared memory; the one that begins `bytes` after it.
  virtual Value operandAt(LaneCode &code, Value address, const OperandRows &rows) const = 0;
  virtual Value operandAtOffset(LaneCode &code, Value operand, int64_t bytes) const = 0;
  /// Issues one MMA, which adds to the accumulator at that address where `adds`, an i1, says so,
  /// and otherwise replaces it.  The addresses of a CTA pair's MMA are the same in both workgroups.
  virtual void issueMma(LaneCode &code, const machine::Mma &mma, Value accumulator, Value lhs,
                        Value rhs, Transposed transposed, Value adds) const = 0;
  /// Arrives at `barrier` when all MMAs that this lane has issued have completed; with `ranks`, an
  /// i32 with a bit for each workgroup of the cluster, at that barrier of each of these.
  virtual void arriveAfterMmas(LaneCode &code, Value barrier, Value ranks, bool ofPair) const = 0;

  /// Begins to load so many columns of the accumulator of an instruction, as vectors of words in
  /// the order of its layout; behind waitForLoads they are there.
  virtual mlir::SmallVector<Value> load(LaneCode &code, const machine::Mma &mma, Value address,
                                        int64_t columns) const = 0;
  virtual void waitForLoads(LaneCode &code) const = 0;
};

} // namespace wave::gpu
