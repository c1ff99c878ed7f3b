//===- ChannelEnds.h - Who fills a channel, and who reads it --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel in roles.  A slot is full when all producers have committed it, and free when all
// consumers have released it; roles of other workgroups count where
//
//   a pair of workgroups accumulates in the rings   one of them multiplies, both read
//   lanes of a pair write what it multiplies with   both write, one of them reads
//   workgroups of a cluster share copies            each loads slices of what all of them read
//
// Boxes that come from other workgroups are counted in bytes, which the own producer expects.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

struct ChannelEnds {
  mlir::SmallVector<ir::RoleOp> producers, consumers; ///< in the kernel's order
  /// By roles, how many of them make a slot full, or free.
  int64_t commits = 0, releases = 0;
};

/// As the steps in the kernel's roles are, whatever the channel says.
ChannelEnds endsOf(ir::ChannelOp channel);

/// Lets the channel say that.
void nameEnds(ir::ChannelOp channel);

/// Whether lanes write what they have computed into the channel's rings.
bool isFilledByLanes(ir::ChannelOp channel);
/// Whether MMAs accumulate in the channel's rings.
bool isOfAccumulators(ir::ChannelOp channel);

} // namespace wave::analysis
