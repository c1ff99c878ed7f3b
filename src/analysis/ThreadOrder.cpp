//===- ThreadOrder.cpp - The blocks that threads of the CPU read ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ThreadOrder.h"

#include <algorithm>

namespace wave::analysis {

/// Trips of each workgroup, in the order that has most of them.
static std::vector<size_t> tripsOf(const std::vector<BlockOrder> &orders) {
  std::vector<size_t> trips;
  for (const BlockOrder &order : orders) {
    trips.resize(std::max(trips.size(), order.ofWorkgroup.size()));
    for (size_t workgroup = 0; workgroup < order.ofWorkgroup.size(); ++workgroup)
      trips[workgroup] = std::max(trips[workgroup], order.ofWorkgroup[workgroup].size());
  }
  return trips;
}

/// A block without bytes, for the trips of workgroups that read none.
static uint32_t emptyBlockOf(BlockOrder &order, std::optional<uint32_t> &number) {
  if (!number) {
    number = static_cast<uint32_t>(order.bytes.size());
    order.bytes.push_back(0);
  }
  return *number;
}

std::vector<BlockOrder> ofChunks(const std::vector<BlockOrder> &orders, int64_t chunk) {
  const std::vector<size_t> trips = tripsOf(orders);
  const auto size = static_cast<size_t>(std::max<int64_t>(chunk, 1));
  std::vector<BlockOrder> result;
  for (const BlockOrder &order : orders) {
    BlockOrder &chunks = result.emplace_back(order);
    std::optional<uint32_t> empty;
    chunks.ofWorkgroup.assign((trips.size() + size - 1) / size, {});
    for (uint32_t workgroup = 0; workgroup < trips.size(); ++workgroup)
      for (uint32_t trip = 0; trip < trips[workgroup]; ++trip) {
        const std::optional<uint32_t> block = blockOf(order.ofWorkgroup, {workgroup, trip});
        chunks.ofWorkgroup[workgroup / size].push_back(block ? *block
                                                             : emptyBlockOf(chunks, empty));
      }
  }
  return result;
}

} // namespace wave::analysis
