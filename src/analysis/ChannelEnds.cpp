//===- ChannelEnds.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ChannelEnds.h"

#include "analysis/Clusters.h"

using namespace mlir;

namespace wave::analysis {

bool isFilledByLanes(ir::ChannelOp channel) {
  return llvm::any_of(channel.getRings(), [](Value ring) {
    return llvm::any_of(ring.getUsers(), [](Operation *user) {
      return isa<ir::SharedWriteOp>(user) && !ir::writesAccumulator(user);
    });
  });
}

bool isOfAccumulators(ir::ChannelOp channel) {
  return cast<ir::BufferType>(channel.getRings().front().getType()).isInTensorMemory();
}

ChannelEnds endsOf(ir::ChannelOp channel) {
  ChannelEnds ends;
  auto kernel = channel->getParentOfType<ir::KernelOp>();
  for (auto role : kernel.getBlock()->getOps<ir::RoleOp>()) {
    bool produces = false, consumes = false;
    for (Operation *step : channel.getChannel().getUsers())
      if (role->isProperAncestor(step))
        (ir::isStepOfProducer(step) ? produces : consumes) = true;
    if (produces)
      ends.producers.push_back(role);
    if (consumes)
      ends.consumers.push_back(role);
  }
  const int64_t ofPair = channel.getScope() == ir::ChannelScope::Pair ? 2 : 1;
  const bool isSum = isOfAccumulators(channel);
  ends.commits =
      static_cast<int64_t>(ends.producers.size()) * (isFilledByLanes(channel) ? ofPair : 1);
  ends.releases = static_cast<int64_t>(ends.consumers.size()) *
                  (isSum ? ofPair : givenBackBy(Cluster(kernel), channel.getRings()));
  return ends;
}

void nameEnds(ir::ChannelOp channel) {
  const ChannelEnds ends = endsOf(channel);
  Builder builder(channel.getContext());
  const auto namesOf = [&](ArrayRef<ir::RoleOp> roles) {
    return builder.getStrArrayAttr(
        llvm::map_to_vector(roles, [](ir::RoleOp role) -> StringRef { return role.getName(); }));
  };
  channel.setProducersAttr(namesOf(ends.producers));
  channel.setCommits(static_cast<uint64_t>(ends.commits));
  channel.setConsumersAttr(namesOf(ends.consumers));
  channel.setReleases(static_cast<uint64_t>(ends.releases));
}

} // namespace wave::analysis
