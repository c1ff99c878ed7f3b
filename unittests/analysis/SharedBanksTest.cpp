//===- SharedBanksTest.cpp - Passes through the banks, counted by hand ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/SharedBanks.h"

#include <gtest/gtest.h>

#include <functional>

namespace wave::analysis {
namespace {

using machine::SharedDirection;

/// Of one wave that reads `width` bytes at the address of each lane.
SharedCost read(std::string_view name, int64_t width,
                const std::function<int64_t(int64_t)> &address) {
  const machine::Chip &chip = *machine::chipNamed(name);
  std::vector<int64_t> addresses;
  for (int64_t lane = 0; lane < static_cast<int64_t>(chip.lanes); ++lane)
    addresses.push_back(address(lane));
  return costOf(machine::sharedAccess(chip, SharedDirection::Read, static_cast<unsigned>(width)),
                addresses, width);
}

TEST(SharedBanks, ConsecutiveWordsMeetNowhere) {
  // Two groups of 32 lanes, 32 banks of 4 bytes.
  const SharedCost cost = read("gfx942", 4, [](int64_t lane) { return 4 * lane; });
  EXPECT_EQ(cost.passes, 2);
  EXPECT_EQ(cost.fewest, 2);
  EXPECT_EQ(cost.accesses, 1);
}

TEST(SharedBanks, RowsOfAllBanksMeetInOne) {
  // A row of 128 bytes for each lane: the 32 words of a group lie in one bank.
  const SharedCost cost = read("gfx942", 4, [](int64_t lane) { return 128 * lane; });
  EXPECT_EQ(cost.passes, 64);
  EXPECT_EQ(cost.fewest, 2);
}

TEST(SharedBanks, APaddedRowMeetsNowhere) {
  EXPECT_EQ(read("gfx942", 4, [](int64_t lane) { return 132 * lane; }).passes, 2);
}

TEST(SharedBanks, OneWordIsGivenToAllLanesAtOnce) {
  EXPECT_EQ(read("gfx942", 4, [](int64_t) { return 64; }).passes, 2);
  EXPECT_EQ(read("sm_90a", 4, [](int64_t) { return 64; }).passes, 1);
}

TEST(SharedBanks, TheLargerChipHasMoreBanks) {
  // 64 banks serve all 64 lanes at once.
  EXPECT_EQ(read("gfx950", 4, [](int64_t lane) { return 4 * lane; }).passes, 1);
}

TEST(SharedBanks, WideAccessesGoInGroupsOfEight) {
  EXPECT_EQ(read("sm_90a", 16, [](int64_t lane) { return 16 * lane; }).passes, 4);
  // Eight lanes of a group, 16 bytes each, in the same four banks.
  EXPECT_EQ(read("sm_90a", 16, [](int64_t lane) { return 128 * lane; }).passes, 32);
}

TEST(SharedBanks, LanesThatTakeNoPartCostNothing) {
  const SharedCost cost =
      read("sm_90a", 4, [](int64_t lane) { return lane < 2 ? 128 * lane : -1; });
  EXPECT_EQ(cost.passes, 2);
  EXPECT_EQ(cost.fewest, 1);
}

} // namespace
} // namespace wave::analysis
