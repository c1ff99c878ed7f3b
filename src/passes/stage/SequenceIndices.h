//===- SequenceIndices.h - The number of each use of a channel ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The uses of a channel are numbered from 0 in the order of the program, through all loops around
// them, so that slots go round and phases alternate without a new beginning.  In counted loops
// whose bodies always have equally many uses the number is a formula,
//
//   start + counter * uses of a step
//
// elsewhere the loop carries it: a persistent loop does, whose trips nobody counts.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>

#include "dialect/IndexValues.h"

namespace wave {

class SequenceIndices {
public:
  /// The number of the use in this step of the loops around `block`, which is a program's or the
  /// body of a loop.  May add a carried index to these loops, which takes new operations in their
  /// place, with the same bodies.
  Expr of(mlir::Block *block, ir::IndexValues &indices);

  /// How many uses there have been behind the last one, at the end of the program around `block`.
  Expr endOf(mlir::Block *block, ir::IndexValues &indices);

  /// How many there are in all, where it is a number.
  static std::optional<int64_t> constantEndOf(mlir::Block *block);

private:
  using Bodies = mlir::ArrayRef<mlir::Block *>;

  Expr enter(Bodies bodies, const Expr &start, ir::IndexValues &indices);
  Expr leave(Bodies bodies, const Expr &start, ir::IndexValues &indices);
  unsigned carriedBy(Bodies bodies, const Expr &start, ir::IndexValues &indices);

  /// By the body of the loop that carries the number, and the block of the uses.
  std::map<std::pair<mlir::Block *, mlir::Block *>, unsigned> carried;
};

} // namespace wave
