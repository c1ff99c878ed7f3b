//===- LoopSchedule.h - When the operations of a loop run -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pipelined loop starts an iteration every `interval` positions (the initiation interval).
// An operation in stage s at position p runs, for iteration i, at time
//
//   (i + s) * interval + p
//
// so that in one trip of the steady loop stage s works on iteration i - s.  Operations at one
// position overlap.  A lane issues those of one stage as they were written; first those of
// a stage that begins loads, which are awaited later, then those of the oldest iteration: a
// write into a ring, which awaits its load, comes after the MMAs that hide it.  Loads do not come
// first where their stage uses, at that position, what the next one makes for it.
//
// A schedule is legal if for every dependence u -> v of distance d
//
//   time(v) + d * interval >= time(u) + latency
//
// On a ring of B slots a slot is written again B iterations later, so that what overwrites
// has its distance lengthened by B - 1.  Of iterations further apart than the loop has any there is
// nothing to be said.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "analysis/Dependences.h"

namespace wave::analysis {

struct LoopSchedule {
  struct Time {
    int64_t stage = 0, position = 0;
  };

  ir::IterateOp loop; ///< null in a schedule of no loop in particular
  int64_t interval = 1;
  std::optional<int64_t> trips; ///< of the loop, where their number is known
  bool hasNoEpilogue = false;   ///< stages before the last one run beyond the last iteration
  llvm::DenseMap<mlir::Operation *, Time> times; ///< of every operation of the body but indices
  /// Of asynchronous copies whose result is there later than they begin.
  llvm::DenseMap<mlir::Operation *, Time> arrivals;
  /// Those whose times follow from others', see derive().
  llvm::SmallPtrSet<mlir::Operation *, 8> derived;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> leaders; ///< of derived ones
  /// What a schedule has inserted at the start and at the end of each trip; it has no time.
  llvm::SmallVector<mlir::Operation *, 0> atStart, atEnd;

  /// Gives those of `derived` their times again, by those of the others.  What MMAs read by
  /// descriptor has their time; a step of a channel that of the first fill (acquire), of MMAs that
  /// accumulate there included, the last one (commit), the first read (wait) or the last use
  /// (release); what is inserted before or after an operation has the time of that; any other
  /// operation that of its first user in the body, or, where there is none, of the last operation
  /// that it waits for.
  void derive();
  /// The operation whose time `op` has: itself, if that is not derived.
  mlir::Operation *leaderOf(mlir::Operation *op) const;

  int64_t stages() const;
  /// How many iterations begin, where that is known: more than `trips` where there is no epilogue.
  std::optional<int64_t> begun() const;
  /// Of an operation of the body, or in one of them.
  int64_t timeOf(mlir::Operation *op) const;
  /// When what the operation writes is there.
  int64_t endOf(mlir::Operation *op) const;
};

/// What the attributes of the loop and of its body say; nothing where the loop is not pipelined.
/// Times of operations that have none are derived.
std::optional<LoopSchedule> scheduleOf(ir::IterateOp loop);
/// Writes it as attributes.
void writeSchedule(const LoopSchedule &schedule, ir::IterateOp loop);

/// Puts the operations of a body into the order in which a trip issues them.
void sortByIssue(llvm::MutableArrayRef<mlir::Operation *> ops, const LoopSchedule &schedule);

/// The slots that a ring needs for `schedule` to be legal: a slot lives from the write
/// into it to its last read.
int64_t slotsFor(mlir::Value ring, const LoopSchedule &schedule,
                 mlir::ArrayRef<LoopDependence> dependences);

using SlotsOf = llvm::function_ref<int64_t(mlir::Value ring)>;

/// Those that the attributes give to a ring; 1 for anything else.
int64_t slotsOf(mlir::Value ring);

/// The iterations between the ends of a dependence: what overwrites a slot comes later by the other
/// slots of its ring.
int64_t distanceOf(const LoopDependence &dependence, SlotsOf slots);
/// Positions by which `to` comes later than it has to; negative where the schedule breaks the
/// dependence.
int64_t slackOf(const LoopSchedule &schedule, const LoopDependence &dependence, SlotsOf slots);

/// A dependence that a schedule breaks: `to` runs at `reached`, and could not before
/// `needed`.
struct Violation {
  LoopDependence dependence;
  int64_t reached, needed;
};
std::optional<Violation> findViolation(const LoopSchedule &schedule,
                                       mlir::ArrayRef<LoopDependence> dependences, SlotsOf slots);

} // namespace wave::analysis
