//===- Channels.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Channels.h"

using namespace mlir;

namespace wave::analysis {

SmallVector<StagedChannel> stagedChannelsOf(ir::KernelOp kernel) {
  SmallVector<StagedChannel> channels;
  kernel.walk([&](ir::AcquireOp acquire) {
    StagedChannel &channel = channels.emplace_back();
    channel.op = acquire.getChannelOp();
    channel.acquire = acquire;
    for (Operation *step : channel.op.getChannel().getUsers())
      if (auto commit = dyn_cast<ir::CommitOp>(step))
        channel.commit = commit;
      else if (auto wait = dyn_cast<ir::WaitOp>(step))
        channel.wait = wait;
      else if (auto release = dyn_cast<ir::ReleaseOp>(step))
        channel.release = release;
    for (Value ring : channel.rings()) {
      const SmallVector<Operation *> users(ring.getUsers()); // the last one first
      for (Operation *user : llvm::reverse(users))
        if (isa<ir::SharedReadOp, ir::ScalarReadOp>(user) || isa<ir::ViewOp>(user))
          channel.reads.push_back(user);
        else if (auto access = dyn_cast<ir::AccessOpInterface>(user); access && access.writesRing())
          channel.fills.push_back(user);
    }
  });
  return channels;
}

} // namespace wave::analysis
