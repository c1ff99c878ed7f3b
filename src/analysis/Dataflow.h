//===- Dataflow.h - What holds at each operation, through loops -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis is a state, and what each operation makes of it.  The engine takes the state
// through a block in program order, and through regions as their operation says that control flows
// (RegionBranchOpInterface): branches join, loops iterate to a fixed point, a role ends with its
// body.  No analysis names the operations that have regions.
//
// Along an edge that leaves a region a state may have to be rewritten: slot `k % 2` of one
// iteration is slot `(k - 1) % 2` seen from the next one.  IndicesAcross says what becomes of an
// index.
//
// MLIR's DataFlowAnalysis does not fit: its lattices are not widened by the number of iterations
// and have no order in which findings are reported, and here a finding changes the state, as if the
// program had been repaired there.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include "dialect/IndexValues.h"

namespace wave::analysis {

/// A way that control may take between an operation and its regions.
struct FlowEdge {
  mlir::RegionBranchOpInterface op;
  mlir::Region *from; ///< null: before the operation
  mlir::Region *to;   ///< null: after it
  /// How many rounds of the fixed point have come before: at least as many iterations of the loop
  /// are known to follow one another.
  int64_t round = 0;

  /// Whether another iteration follows.
  bool isBackEdge() const { return from && to; }
};

/// Those from before `op`, where `from` is null, or from the end of one of its regions.
mlir::SmallVector<FlowEdge, 2> edgesFrom(mlir::RegionBranchOpInterface op, mlir::Region *from);

/// An argument of a region, and what an operation forwards to it.
struct Forwarded {
  mlir::Value argument, value;
};
/// What an operation with regions, or the terminator of one, forwards to their arguments.
mlir::SmallVector<Forwarded> forwardedToRegions(mlir::Operation *op);

/// The values that `value` may be, through whatever forwards them to it: those that nothing
/// forwards, `value` itself if need be.
mlir::SmallVector<mlir::Value> sourcesOf(mlir::Value value);

/// What an index of the near side of an edge is on the far side.
class IndicesAcross {
public:
  explicit IndicesAcross(ir::IndexValues &indices) : indices(indices) {}

  /// `expr` as it is seen after the edge: the counter of a counted loop was one less than it is in
  /// the next iteration, or one less than the count after the last one.  Nothing where the index
  /// depends on anything else that the region defines, for each iteration defines it anew.
  std::optional<Expr> across(const FlowEdge &edge, const Expr &expr) const;
  /// The counter that is 0 after the edge, which enters a counted loop; nothing for other edges.
  std::optional<Expr> counterFromZero(const FlowEdge &edge) const;

private:
  ir::IndexValues &indices;
};

/// A State can be copied; `bool join(const State &other)` adds what holds in another one, and says
/// whether that was more.  It does not grow for ever: `follow` widens it after some rounds.
template <typename State> class Dataflow {
public:
  virtual ~Dataflow() = default;

  /// From the beginning of `block` to its end.
  void run(mlir::Block &block, State &state, bool isFinal = true) {
    for (mlir::Operation &op : block) {
      visit(&op, state, isFinal);
      if (auto branch = mlir::dyn_cast<mlir::RegionBranchOpInterface>(op))
        runRegions(branch, state, isFinal);
      else if (op.getNumRegions() > 0)
        ir::reportUnknown(&op, "the dataflow of a program");
    }
  }

protected:
  /// `op` executes; where it has regions, before them.  `isFinal`: the state holds whatever may
  /// hold there.  That is so once for each operation; the rounds of a fixed point before it have a
  /// part of it.
  virtual void visit(mlir::Operation *op, State &state, bool isFinal) = 0;
  /// The state is taken across the edge.
  virtual void follow(const FlowEdge &, State &) {}
  /// The state of `edge` comes to where others have led.
  virtual bool join(State &known, const State &state, const FlowEdge &) {
    return known.join(state);
  }

private:
  using Starts = mlir::SmallVector<std::optional<State>, 2>;

  void runRegions(mlir::RegionBranchOpInterface op, State &state, bool isFinal) {
    Starts starts(op->getNumRegions());
    std::optional<State> skipped;
    for (const FlowEdge &edge : edgesFrom(op, nullptr))
      take(edge, state, starts, skipped);
    std::optional<State> after = skipped;
    const bool isLoop = op.hasLoop();
    int64_t round = 0;
    for (; isLoop && runOnce(op, starts, after, round, false); ++round)
      after = skipped;
    if (isFinal || !isLoop) {
      after = skipped;
      runOnce(op, starts, after, round, isFinal);
    }
    state = after ? std::move(*after) : State();
  }

  /// Every region that is reached; whether more than before begins one of them.
  bool runOnce(mlir::RegionBranchOpInterface op, Starts &starts, std::optional<State> &after,
               int64_t round, bool isFinal) {
    bool hasGrown = false;
    for (mlir::Region &region : op->getRegions()) {
      if (!starts[region.getRegionNumber()])
        continue;
      State end = *starts[region.getRegionNumber()];
      run(region.front(), end, isFinal);
      for (FlowEdge &edge : edgesFrom(op, &region)) {
        edge.round = round;
        hasGrown |= take(edge, end, starts, after) && edge.to;
      }
    }
    return hasGrown;
  }

  /// Whether anything is new.
  bool take(const FlowEdge &edge, State state, Starts &starts, std::optional<State> &after) {
    follow(edge, state);
    std::optional<State> &known = edge.to ? starts[edge.to->getRegionNumber()] : after;
    if (known)
      return join(*known, state, edge);
    known = std::move(state);
    return true;
  }
};

} // namespace wave::analysis
