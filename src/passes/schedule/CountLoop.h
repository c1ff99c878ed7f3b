//===- CountLoop.h - Loops that run while a condition holds, counted ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A persistent loop
//
//   for (t = start; t < bound; t += step)
//
// has ceildiv(bound - start, step) iterations, and its index is start + n * step in iteration n. As
// a loop with a count it can be pipelined and unrolled: its next iteration is known before this one
// ends.  What the loop carries that grows by equally much in each iteration, such as how often a
// channel has been used, is a formula of n too, and is carried no longer.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave {

/// The loop with a count, which takes the body of `loop`, and its place; null, and nothing is
/// changed, where how many iterations there are is not known when it begins: its next index, or its
/// condition, depends on what an iteration computes.
ir::IterateOp countLoop(ir::IterateOp loop);

} // namespace wave
