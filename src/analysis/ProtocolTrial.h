//===- ProtocolTrial.h - Channels for a few trips, where no proof is found ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the steps of all roles (RoleSteps.h) for small sizes and trip counts, each combination to
// its end: whether a role waits for ever, takes a step out of turn, or touches a slot that it does
// not hold.  One interleaving of each is enough, for no role branches on what another one does
// (ChannelOrder.h).  What holds is checked up to there, and not proved; what fails is an example.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

#include "analysis/RoleSteps.h"

namespace wave::analysis {

struct ProtocolTrial {
  int64_t upTo;                       ///< trips of each loop
  size_t executions;                  ///< combinations of sizes and trip counts
  std::optional<ProtocolGap> failure; ///< "for N = 1: role 'use' waits for ever at ..."
};

/// Nothing where the steps depend on what loops compute or read anew in each trip.
std::optional<ProtocolTrial> tryProtocol(const RoleSteps &steps);

} // namespace wave::analysis
