//===- ReinitialiseTrips.h - Trips that begin channels anew ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave {

/// Lets each trip of a loop of the kernel's program number the uses of channels from 0, drain what
/// MMAs release asynchronously, and end with wave.reinitialise, which has the place `where`.  All
/// steps of use stand in the loop.
void reinitialiseTrips(ir::IterateOp loop, mlir::Location where);

} // namespace wave
