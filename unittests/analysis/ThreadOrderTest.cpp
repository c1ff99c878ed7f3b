//===- ThreadOrderTest.cpp - Chunks of workgroups as one ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "analysis/ThreadOrder.h"

namespace wave::analysis {
namespace {

TEST(ThreadOrder, PutsTheTripsOfAChunkOneAfterTheOther) {
  const BlockOrder order{.ofWorkgroup = {{0, 1}, {2, 3}, {4}, {5, 6}, {7}}, .bytes = {}};
  const BlocksOfWorkgroups two = {{0, 1, 2, 3}, {4, 5, 6}, {7}}, all = {{0, 1, 2, 3, 4, 5, 6, 7}};
  EXPECT_EQ(ofChunks({order}, 1).front().ofWorkgroup, order.ofWorkgroup);
  EXPECT_EQ(ofChunks({order}, 2).front().ofWorkgroup, two);
  EXPECT_EQ(ofChunks({order}, 5).front().ofWorkgroup, all);
  EXPECT_EQ(ofChunks({order}, 100).front().ofWorkgroup, all);
}

TEST(ThreadOrder, KeepsTripsOfOneTileTogether) {
  // Of two trips the second input is read once, and by workgroup 1 not at all.
  const BlockOrder first{.ofWorkgroup = {{0, 1}, {2, 3}, {4, 5}}, .bytes = {1, 1, 1, 1, 1, 1}},
      second{.ofWorkgroup = {{0}, {}, {1}}, .bytes = {9, 9}, .rowBytes = 5, .steps = 3};
  const std::vector<BlockOrder> chunks = ofChunks({first, second}, 3);
  const BlocksOfWorkgroups ofFirst = {{0, 1, 2, 3, 4, 5}}, ofSecond = {{0, 0, 2, 2, 1, 1}};
  EXPECT_EQ(chunks[0].ofWorkgroup, ofFirst);
  EXPECT_EQ(chunks[1].ofWorkgroup, ofSecond);
  EXPECT_EQ(chunks[1].bytes, (std::vector<int64_t>{9, 9, 0}));
  EXPECT_EQ(chunks[1].steps, 3);
  EXPECT_EQ(chunks[1].rowBytes, 5);
}

TEST(ThreadOrder, OfNothingIsNothing) {
  EXPECT_TRUE(ofChunks({}, 2).empty());
  EXPECT_TRUE(ofChunks({BlockOrder{}}, 0).front().ofWorkgroup.empty());
}

} // namespace
} // namespace wave::analysis
