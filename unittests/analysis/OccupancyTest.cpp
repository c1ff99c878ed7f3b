//===- OccupancyTest.cpp - Waves of a compute unit, computed by hand ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Occupancy.h"

#include <gtest/gtest.h>

namespace wave::analysis {
namespace {

Occupancy occupancy(std::string_view chip, int64_t lanes, int64_t vgprs, int64_t sharedBytes,
                    int64_t sgprs = 32) {
  return occupancyOf({.lanes = lanes, .sharedBytes = sharedBytes, .vgprs = vgprs, .sgprs = sgprs},
                     *machine::chipNamed(chip));
}

TEST(Occupancy, SharedMemoryBinds) {
  // 65536 / 20480 = 3.2; 126 registers take 128, four waves of 512.
  const Occupancy result = occupancy("gfx942", 256, 126, 20480);
  EXPECT_EQ(result.workgroups, 3);
  EXPECT_EQ(result.waves(), 12);
  EXPECT_EQ(result.limit, Limit::SharedMemory);
  EXPECT_EQ(result.formula, "65536 / 20480 = 3");
  EXPECT_EQ(result.workgroupsBy, (std::array<int64_t, limitCount>{8, 3, 4, 25}));
}

TEST(Occupancy, SharedMemoryOfTheLargerChip) {
  // 163840 / 20480 = 8: now the registers bind.
  const Occupancy result = occupancy("gfx950", 256, 126, 20480);
  EXPECT_EQ(result.workgroups, 4);
  EXPECT_EQ(result.limit, Limit::Vgprs);
  EXPECT_EQ(result.formula, "512 / 128 = 4 waves x 4 SIMDs / 4 waves = 4");
}

TEST(Occupancy, SharedMemoryIsRoundedUp) {
  // Three of 21845 bytes would fit 65536, but each takes 43 * 512 = 22016.
  EXPECT_EQ(occupancy("gfx942", 64, 16, 21845).workgroups, 2);
  EXPECT_EQ(occupancy("gfx942", 64, 16, 21504).workgroups, 3);
  // Three of 54613 would fit 163840, but each takes 43 * 1280 = 55040.
  EXPECT_EQ(occupancy("gfx950", 64, 16, 54613).workgroups, 2);
  EXPECT_EQ(occupancy("gfx950", 64, 16, 53760).workgroups, 3);
}

TEST(Occupancy, RegistersAreRoundedUp) {
  EXPECT_EQ(occupancy("gfx942", 256, 128, 0).workgroups, 4); // 4 * 128 = 512
  EXPECT_EQ(occupancy("gfx942", 256, 129, 0).workgroups, 3); // 3 * 136 = 408
  EXPECT_EQ(occupancy("gfx942", 256, 332, 0).workgroups, 1);
  EXPECT_EQ(occupancy("gfx942", 256, 129, 0).limit, Limit::Vgprs);
}

TEST(Occupancy, WaveSlotsBind) {
  // Eight waves on each of four SIMDs.
  EXPECT_EQ(occupancy("gfx942", 64, 24, 0).workgroups, 32);
  EXPECT_EQ(occupancy("gfx942", 256, 64, 0).workgroups, 8); // as many as 64 registers allow
  EXPECT_EQ(occupancy("gfx942", 256, 64, 0).limit, Limit::WaveSlots);
  // 65 lanes are two waves.
  EXPECT_EQ(occupancy("gfx942", 65, 24, 0).workgroups, 16);
}

TEST(Occupancy, ScalarRegistersBind) {
  // 108 take 112; 7 * 112 = 784 of 800.
  const Occupancy result = occupancy("gfx942", 64, 24, 0, 108);
  EXPECT_EQ(result.workgroups, 28);
  EXPECT_EQ(result.limit, Limit::Sgprs);
}

TEST(Occupancy, WhatDoesNotFitIsNone) {
  // 16 waves, of which each SIMD holds 2.
  EXPECT_EQ(occupancy("gfx942", 1024, 200, 0).workgroups, 0);
  EXPECT_EQ(occupancy("gfx942", 1024, 200, 0).limit, Limit::Vgprs);
  EXPECT_EQ(occupancy("gfx942", 64, 24, 65537).workgroups, 0);
}

} // namespace
} // namespace wave::analysis
