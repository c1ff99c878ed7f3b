//===- ChipTest.cpp - The table of chips is complete ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/Chip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "machine/MmaTable.h"

namespace wave::machine {
namespace {

TEST(Processors, HaveSharedMemoryAndInstructions) {
  for (const Processor &each : processors()) {
    const Chip *chip = chipNamed(each.processor);
    ASSERT_NE(chip, nullptr) << each.processor;
    for (SharedDirection direction : {SharedDirection::Read, SharedDirection::Write})
      EXPECT_GE(sharedAccess(*chip, direction, 16).bytes, 16u) << each.processor;
    bool multiplies = false;
    for (const Mma &mma : mmaTable())
      if (mma.runsOn(each.processor)) {
        multiplies = true;
        EXPECT_GT(productsPerCycle(mma, each.processor), 0) << mma.name << " on " << each.processor;
      }
    EXPECT_TRUE(multiplies) << each.processor;
  }
}

TEST(Chips, HaveTheFactsOfTheirProcessor) {
  std::set<std::string_view> names;
  for (const Chip &chip : chips()) {
    EXPECT_TRUE(names.insert(chip.name).second) << chip.name << " is there twice";
    EXPECT_EQ(chipNamed(chip.name), &chip);
    const auto same = std::ranges::find(processors(), chip.processor, &Processor::processor);
    ASSERT_NE(same, processors().end()) << chip.name;
    EXPECT_EQ(chip.registers, same->registers);
    EXPECT_EQ(chip.maxCluster, same->maxCluster);
    EXPECT_GT(chip.units, 0u);
  }
}

/// What code for a processor alone is judged by: explain, and the choice of tiles.
TEST(Chips, TheFirstOneSpeaksForItsProcessor) {
  EXPECT_EQ(chipNamed("gfx942")->name, "mi300x");
  EXPECT_EQ(chipNamed("gfx950")->name, "mi355x");
  EXPECT_EQ(chipNamed("sm_90a")->name, "h200");
  EXPECT_EQ(chipNamed("sm_100a")->name, "b200");
}

/// As the document on reordering (seed 001) has them.
TEST(Chips, MI300XHasEightXcds) {
  const Chip &chip = *chipNamed("mi300x");
  EXPECT_EQ(chip.dies, 8U);
  EXPECT_EQ(chip.units, 8U * 38);
  EXPECT_EQ(chip.l2Bytes, 4 << 20);
}

TEST(Chips, AreFoundAsProducts) {
  EXPECT_EQ(chipOfProduct("gh200")->name, "h200");
  EXPECT_EQ(chipOfProduct("sm_100")->name, "b200");
  EXPECT_EQ(chipOfProduct("mi325x")->name, "mi300x");
  EXPECT_EQ(chipOfProduct("gfx900"), nullptr);
}

} // namespace
} // namespace wave::machine
