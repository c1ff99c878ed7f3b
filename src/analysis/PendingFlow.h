//===- PendingFlow.h - Whether a barrier can be taken away or do less -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel whose barriers order all that is in conflict: what is pending at each of its points.
// A barrier that is taken away, or reaches less, lets more stay pending after it.  That alone is
// followed, as far as the next barriers that order it, so that one question does not take as long
// as the kernel is.  Each access is a fact of its own, which follows the edges of Dataflow.h.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <vector>

#include "analysis/PendingAccess.h"
#include "dialect/IndexValues.h"

namespace wave::analysis {

class PendingFlow {
public:
  /// Whether barriers may leave copies in flight.
  PendingFlow(ir::KernelOp kernel, bool countsCopies);

  /// Whether nothing comes into conflict without the barrier.  If so, it counts as taken away from
  /// now on.
  bool canErase(ir::BarrierOp barrier);
  /// The same for a barrier that has come to reach less; it reaches what it does now.
  bool canReachLess(ir::BarrierOp barrier);

private:
  /// A pending access, and the iterations that it has seen of each loop that it is in.
  struct Fact {
    Pending pending;
    mlir::SmallVector<int64_t, 2> iterations;
  };
  /// Before an operation, or at the end of a block.
  struct Point {
    mlir::Operation *op; ///< null at the end
    size_t depth;        ///< loops around it
    int64_t lead;        ///< barriers that the second half has taken more than the first
    size_t next = 0;
    mlir::SmallVector<FlowEdge, 2> edges = {};  ///< of an operation with regions or the end of one
    mlir::SmallVector<size_t, 2> regions = {};  ///< where those of `op` begin
    mlir::SmallVector<Pending, 2> made = {};    ///< what is pending after it because of it
    mlir::SmallVector<Pending, 2> checked = {}; ///< of them what may be in conflict with others
    mlir::SmallVector<Fact, 4> facts = {};
    bool isErased = false; ///< of a barrier
  };

  size_t addBlock(mlir::Block &block, int64_t &lead, size_t depth);
  void addRegions(mlir::RegionBranchOpInterface op, size_t index, int64_t &lead, size_t depth);
  void addAccesses(Point &point, mlir::ArrayRef<Access> accesses);
  bool canOrderLess(ir::BarrierOp barrier);
  void reach(size_t index, Fact fact);
  bool run();
  bool step(size_t index, const Fact &fact);
  void follow(FlowEdge edge, Fact fact);
  std::optional<Fact> afterBarrier(const Point &point, const Fact &fact) const;

  bool countsCopies;
  SharedMemories memories;
  ir::IndexValues indices;
  IndicesAcross indicesAcross{indices};
  std::vector<Point> points;
  llvm::DenseMap<mlir::Operation *, size_t> pointOf;
  std::vector<std::pair<size_t, Fact>> waiting;
  /// What was pending when a question was asked, where more has come; null between questions.
  std::optional<std::map<size_t, mlir::SmallVector<Fact, 4>>> before;
  bool isFree = true; ///< of conflicts, as it has to be
};

} // namespace wave::analysis
