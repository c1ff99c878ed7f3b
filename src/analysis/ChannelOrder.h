//===- ChannelOrder.h - Channels do not deadlock ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles wait for each other in channels alone: acquire of use n for the release of use n - slots,
// wait of use n for its commit.  Which role waits for what depends on nothing that another role
// does, so that they get to the end in any interleaving if they do in one (Kahn, "The semantics of
// a simple language for parallel programming", 1974).  An order of all steps in which each role's
// program and all that is waited for come first is such an interleaving.  It is given as a time,
//
//   (trip of an outer loop, place in its body, trip of the next loop, ..., time in a region)
//
// where a region is what roles do for one loop that has been pipelined in some of them: prologues,
// steady loops and epilogues (ChannelRegion.h).  Where roles pipeline the loop around it, each in a
// way of its own, all that they do to its channels is one region.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/ChannelCounts.h"
#include "analysis/ChannelRegion.h"

namespace wave::analysis {

class ChannelOrder {
public:
  /// `counter` has counted without a gap.
  ChannelOrder(const RoleSteps &steps, const ChannelCounter &counter)
      : steps(steps), counter(counter) {}

  std::optional<ProtocolGap> run();

private:
  /// What a role does in one trip of the loops around, with one branch of each choice.
  struct Part {
    std::vector<const RoleItem *> items;
    ChannelCounts counts; ///< at its begin
  };
  using Scope = std::vector<Part>; ///< by role
  void order(const Scope &scope);
  void orderChosen(const Scope &scope);
  class Groups;
  std::optional<ProtocolGap> alignLoops(const Scope &scope, const Groups &groups, unsigned group,
                                        Scope &inner) const;
  void orderRegion(const Scope &scope, const std::vector<size_t> &channels);
  void orderRuns(const Scope &scope, const std::vector<size_t> &channels);
  Expr useOf(const RoleItem &step, const Part &part) const;

  const RoleSteps &steps;
  const ChannelCounter &counter;
  size_t choices = 0;          ///< that have been made
  bool isOneOfSeveral = false; ///< branches were chosen, possibly an infeasible combination
};

} // namespace wave::analysis
