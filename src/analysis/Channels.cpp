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
    channel.rings.assign(acquire.getRings().begin(), acquire.getRings().end());
    channel.acquire = acquire;
    for (Value ring : channel.rings) {
      const SmallVector<Operation *> users(ring.getUsers()); // the last one first
      for (Operation *user : llvm::reverse(users))
        if (auto read = dyn_cast<ir::SharedReadOp>(user))
          channel.reads.push_back(read);
        else if (isa<ir::CopyOp, ir::SharedWriteOp>(user))
          channel.fills.push_back(user);
        else if (auto commit = dyn_cast<ir::CommitOp>(user))
          channel.commit = commit;
        else if (auto await = dyn_cast<ir::AwaitOp>(user))
          channel.await = await;
        else if (auto release = dyn_cast<ir::ReleaseOp>(user))
          channel.release = release;
    }
  });
  return channels;
}

} // namespace wave::analysis
