//===- ChannelCounts.h - Uses of channels are consecutive -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proves of each role, for all trip counts, that the sequence indices of each step of a channel
// count 0, 1, 2, ...; that a use is committed after its acquire and released after its wait;
// that what is written lies in a slot that is acquired and not committed, and what is read in one
// that is awaited and not released; and that both ends have had equally many uses at the exit.
//
// In a counted loop whose steps all have equally many uses the next index is a formula over the
// counter; elsewhere it has to be an index that the loop carries.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <optional>

#include "analysis/IndexRanges.h"
#include "analysis/RoleSteps.h"

namespace wave::analysis {

/// Of each channel; then, for each ring of all channels, how often it has been written and read.
using ChannelCounts = std::vector<Counts>;

class ChannelCounter {
public:
  ChannelCounter(const RoleSteps &steps, ir::KernelOp kernel) : steps(steps), ranges(kernel) {}

  /// The first gap of any role; nothing if there is none.
  std::optional<ProtocolGap> run();

  /// What has been counted where the body of a loop begins, in any of its trips.
  const ChannelCounts &atBegin(const RoleItem &loop) const { return begins.at(&loop); }
  /// Whether an index is the same as another one; both are over symbols of RoleValues.
  static bool isSame(const Expr &a, const Expr &b);

private:
  struct Gap {
    ProtocolGap gap;
  };

  void walk(const std::vector<RoleItem> &items, ChannelCounts &counts);
  ChannelCounts none() const;
  std::string nameOfCount(size_t number) const;
  void walkStep(const RoleItem &item, ChannelCounts &counts);
  void walkAccess(const RoleItem &item, ChannelCounts &counts);
  void walkFill(const RoleItem &item, const Counts &counts);
  bool isNatural(const Expr &count);
  void walkLoop(const RoleItem &item, ChannelCounts &counts);
  void walkChoice(const RoleItem &item, ChannelCounts &counts);
  /// Where in the counts an item counts, and as which.
  std::optional<std::pair<size_t, size_t>> placeOf(const RoleItem &item) const;
  using Place = std::pair<size_t, size_t>;
  std::optional<Expr> usesIn(const std::vector<RoleItem> &items, Place place);
  std::optional<Expr> usesIn(const RoleItem &item, Place place);
  bool isSameWhereNot(const Expr &condition, const Expr &a, const Expr &b);
  bool isFilledElsewhere(mlir::Value ring) const;
  std::optional<ProtocolGap> compareTotals(const std::vector<ChannelCounts> &totals);
  std::optional<ProtocolGap> compareEnds(size_t channel, const std::vector<ChannelCounts> &totals);
  [[noreturn]] void fail(const RoleItem &item, const std::string &text, bool isWrong);

  const RoleSteps &steps;
  IndexRanges ranges;
  std::map<const RoleItem *, ChannelCounts> begins;
  std::map<std::pair<size_t, size_t>, Expr> drained; ///< by role and channel
  std::vector<Expr> facts;                           ///< conditions that hold here
  size_t role = 0;                                   ///< that is counted
  size_t depth = 0;                                  ///< loops and conditions around
};

} // namespace wave::analysis
