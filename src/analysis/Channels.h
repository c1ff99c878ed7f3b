//===- Channels.h - The steps of a channel, before there are roles --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the form staged a channel has its steps in one block of the kernel's one program; a schedule
// says whose they are.  Roles.h is about channels between roles.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// A channel with the one of each of its steps.
struct StagedChannel {
  ir::ChannelOp op;
  mlir::SmallVector<mlir::Operation *> fills; ///< wave.copy, wave.shared_write or wave.scalar_write
  mlir::SmallVector<mlir::Operation *> reads; ///< wave.shared_read or wave.scalar_read
  ir::AcquireOp acquire;
  ir::CommitOp commit;
  ir::WaitOp wait;
  ir::ReleaseOp release;

  mlir::OperandRange rings() const { return ir::ChannelOp(op).getRings(); }
  /// Whether MMAs accumulate there.
  bool isOfAccumulators() const { return ir::writesAccumulator(fills.front()); }
};

/// In the order of their first steps.
mlir::SmallVector<StagedChannel> stagedChannelsOf(ir::KernelOp kernel);

} // namespace wave::analysis
