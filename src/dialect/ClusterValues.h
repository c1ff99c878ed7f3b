//===- ClusterValues.h - What the workgroups of a cluster have in common --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workgroups of a cluster whose ids differ along one dimension of the grid alone, by less than the
// cluster has along it.  An index is the same in all of them where it does not depend on the id,
// or only on what they have in common of it, floordiv(WORKGROUP_0, 2) in clusters of 2: the id is
// written as count * q + r, and each r has to give the same expression.  What loops carry is the
// same where it begins so and each step keeps it so.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/IndexValues.h"

namespace wave::ir {

class ClusterValues {
public:
  /// Of clusters that have `count` workgroups along dimension `dim`.  Nothing is known of other
  /// loops than these.
  ClusterValues(llvm::ArrayRef<IterateOp> loops, int64_t dim, int64_t count);

  /// Whether an index is the same in all workgroups, in the same trips of the loops around it.
  bool isSame(mlir::Value index) { return !index || isSame(indices.of(index)); }
  /// Of an expression over ids of workgroups and sizes.
  bool isSame(const Expr &expr);
  bool takesSameTrips(IterateOp loop) const { return even.contains(loop); }
  /// Whether all loops and conditions around a block take the same trips in all of them.
  bool runsAlike(mlir::Block *block);

private:
  bool findDifferent(IterateOp loop);

  int64_t dim, count;
  IndexValues indices;
  llvm::DenseSet<mlir::Value> same;       ///< arguments and results of loops
  llvm::DenseSet<mlir::Operation *> even; ///< loops that take the same trips
};

} // namespace wave::ir
