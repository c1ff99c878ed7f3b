//===- TensorCode.h - The code of accumulators in tensor memory -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slot of a ring there has the rows of one instruction in its lanes and a column for each of the
// accumulator's, or for two whose halves of the columns are in lanes of their own; the next rows
// follow in columns of their own (analysis/TensorAccumulators.h).  Of an accumulator in a loop the
// code carries one truth value: whether there is anything to add to.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/Positions.h"
#include "targets/gpu/TensorTarget.h"
#include "targets/gpu/TileRegisters.h"

namespace wave::gpu {

class TensorCode {
public:
  /// `base`: the address of the workgroup's columns, an i32.
  TensorCode(const TensorTarget &target, Positions &positions, Value shared, Value base)
      : target(target), positions(positions), shared(shared), base(base) {}

  /// By one lane, for the whole workgroup.
  void issueMmas(LaneCode &code, ir::MmaOp op, Value adds);
  /// What this wave has of an accumulator; 0 where no step has added to it.
  TileRegisters load(LaneCode &code, ir::SharedReadOp op);

private:
  Value columnOf(LaneCode &code, Value ring, Value slot);
  /// An operand in place; `dim` is the one that is not the reduction.
  Value operandOf(LaneCode &code, Value tile, ir::ExprAttr dim);
  LaneCode::Values loadParts(LaneCode &code, ir::SharedReadOp op);

  const TensorTarget &target;
  Positions &positions;
  Value shared, base;
};

} // namespace wave::gpu
