//===- Protocol.h - The protocol of channels, proved ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel in the form scheduled, for all trip counts: no role waits for ever, no slot is
// overwritten while a role may read it, none is read before it is filled, and both ends of each
// channel have equally many uses (ChannelCounts.h, ChannelOrder.h).  Where workgroups of a cluster
// share a channel, they take the same trips, so that one order holds for all of them.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "analysis/ChannelCounts.h"
#include "analysis/ProtocolTrial.h"

namespace wave::analysis {

struct Protocol {
  std::vector<RoleChannel> channels;
  size_t roles = 0;
  std::optional<ProtocolGap> gap; ///< nothing: it is proved
  /// Where it is neither proved nor shown to be wrong: what a few trips say.
  std::optional<ProtocolTrial> trial;
};

/// Of a kernel without roles there is nothing to prove, and no channel.
Protocol protocolOf(ir::KernelOp kernel);

} // namespace wave::analysis
