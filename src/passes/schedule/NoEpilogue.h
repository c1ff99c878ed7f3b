//===- NoEpilogue.h - Where a pipelined loop can do without an epilogue ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a schedule eliminates the epilogue, the stages before the last one run beyond the last
// iteration (LoopPipeline.h).  That changes no result, to the bit, if what they do there is seen by
// nobody: they load, and write to slots of shared memory that are not read any more.  What the loop
// carries is made in the last stage, which runs for the iterations alone: a sum that an MMA with
// zeros were added to would not stay what it is, for -0 + 0 is +0.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/LoopSchedule.h"

namespace wave {

/// Reports what of a loop without an epilogue somebody would see.
llvm::LogicalResult checkNoEpilogue(const analysis::LoopSchedule &schedule);

} // namespace wave
