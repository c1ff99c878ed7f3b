//===- LoopPipeline.h - A loop, put together again by a schedule ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop of C steps in S stages becomes C + S - 1 trips.  In trip T stage s works on
// step T - s, if there is one:
//
//   prologue   trips 0 to S - 2           the stages that have begun
//   steady     trips S - 1 to C - 1       all of them: a loop over trip T = $K + S - 1
//   epilogue   trips C to C + S - 2       the stages that are left
//
// A value that stage s makes is used by stage u of the same step u - s trips later.  The
// steady loop carries it from trip to trip: as many carried values as the oldest use is
// old.  What the source loop carries is one more step away.
//
// What a schedule has inserted before or after an operation is issued with it, wherever that is, or
// in the one trip that it names; what it has inserted at the start or the end of a trip, in the
// trips of the steady loop.  A staggered loop is staggered where it is steady.
//
// Without an epilogue the steady loop has C trips.  In the last ones the stages before the last one
// work on steps that there are not: they load the last one's data once more, for nobody.  What has
// an effect, or makes what the loop carries, is in the last stage, which has C steps.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/LoopSchedule.h"

namespace wave {

/// Whether everything that the loop carries is made in its body: other values have no stage.
bool canPipeline(ir::IterateOp loop);

/// Leaves the loop as it is: what is inserted in trips of its prologue and epilogue goes.
void keepAsKernel(ir::IterateOp loop);

/// Puts in place of a loop what it computes, in the order of a schedule that is legal for it, and
/// with `orderTuples` wave.sched_barrier between the tuples of the steady loop.
/// Where the count is not known, whether it is at least stages - 1, and `least`, is tested; with
/// fewer iterations the loop stays as it is.
void replaceByPipeline(ir::IterateOp loop, const analysis::LoopSchedule &schedule, int64_t least,
                       bool orderTuples);

/// A barrier of a staggered loop: the second half waits at one before it, the first half at one
/// behind it.
void createHalfBarrier(mlir::OpBuilder &builder, mlir::Location where, ir::WaveHalf half);

} // namespace wave
