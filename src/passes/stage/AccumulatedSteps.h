//===- AccumulatedSteps.h - Whether MMAs have added to an accumulator -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing initialises an accumulator in tensor memory: its first MMA overwrites what is there.
// Where loops may have no step, who reads it has to know whether there was a first MMA.  In counted
// loops whose steps all add alike a formula says so,
//
//   count * what a step adds
//
// elsewhere the loop carries it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/IndexValues.h"

namespace wave {

/// An index that is 0 where no MMA has added to the accumulator, since its zero or since the step
/// of the loop around it began, and else greater.  May add a carried index to loops, which take new
/// operations in their place, with the same bodies.
Expr accumulatedSteps(mlir::Value accumulator, ir::IndexValues &indices);

} // namespace wave
