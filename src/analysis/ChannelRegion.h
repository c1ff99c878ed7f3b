//===- ChannelRegion.h - One order of steps that roles pipeline -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Step s of use n has the time n * L + x(s) for an L greater than the number of steps.  What comes
// first, in a role or because it is waited for, gives one difference constraint on the x each, and
// they have a solution unless steps form a cycle (Commoner et al., "Marked directed graphs", 1971).
// Trip counts do not come into it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <vector>

#include "analysis/RoleSteps.h"

namespace wave::analysis {

/// Thrown: why there is no order, or why none is known.
struct OrderGap {
  ProtocolGap gap;
};

inline bool isStep(const RoleItem &item) { return item.kind == RoleItem::Kind::Step; }
inline bool isAccess(const RoleItem &item) {
  return !isStep(item) && item.kind != RoleItem::Kind::Drain && item.body.empty() &&
         item.otherwise.empty();
}

/// A loop in whose body stand steps alone, so that it may be part of a pipeline.
bool isFlat(const RoleItem &loop);

class ChannelRegion {
public:
  /// What goes before the first step of a run, or after its last one.
  struct End {
    const RoleItem *step;
    Expr use;
    Expr skipped; ///< trips of loops between, which there may be none of
  };
  /// Steps and flat loops that one role runs one after another.
  struct Run {
    std::vector<const RoleItem *> items;
    std::vector<End> first = {}, last = {};
    Expr uses = 0; ///< that each step has in it
  };
  /// The sequence index of a step, from the first one of its run on.
  using UseOf = llvm::function_ref<Expr(const RoleItem &)>;

  ChannelRegion(const RoleSteps &steps, bool isExact) : steps(steps), isExact(isExact) {}

  /// Orders the steps of a run one after another.
  void add(size_t role, Run &run, UseOf useOf);
  /// Orders a run after another one.
  void follow(size_t role, const Run &before, const Run &run);
  /// Throws where the steps wait for each other in a cycle.
  void check();

private:
  size_t nodeOf(size_t role, const RoleItem &step);
  /// `use` is what `step` has, counted as `before` is.
  void order(size_t role, const End &before, const RoleItem &step, const Expr &use);

  struct Order { // `to` comes after `from`, whose use is `distance` before its own
    size_t from, to;
    int64_t distance;
    bool isWait;
  };

  const RoleSteps &steps;
  std::map<std::tuple<size_t, size_t, Step>, size_t> numbers; ///< by role and channel
  std::vector<const RoleItem *> byNumber;
  std::vector<Order> orders;
  bool isExact; ///< else there may be no such execution
};

} // namespace wave::analysis
