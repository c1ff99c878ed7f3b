//===- ResourcesTest.cpp - Registers of a lane, counted by hand -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Resources.h"

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

/// Reads 16 rows of N = 1024 numbers with one wave of 64 lanes, adds to them what `uses` says, and
/// writes the result.
std::string rows(const std::string &dtype, const std::string &uses) {
  const std::string memory = "<[M = 16, N = 1024], " + dtype + ">",
                    tile =
                        "<[M = 16, N = 1024], " + dtype +
                        ", #wave.layout<registers [N:4, N:4:256, M:16] lanes [N:64:4] waves []>>";
  std::string text = uses;
  for (const auto &[word, meaning] : {std::pair{"MEMORY", memory}, std::pair{"TILE", tile}})
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos;)
      text.replace(at, std::string(word).size(), meaning);
  return "wave.kernel @rows(%a: !wave.memory" + memory + ", %c: !wave.memory" + memory +
         ")\n    bindings {M = 16, N = 1024}\n    grid [1, 1, 1] {\n"
         "  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, "
         "1>}\n" +
         "  %zero = wave.index 0\n" + text + "}\n";
}

constexpr const char *copied = "  %0 = wave.read %a at [%zero, %zero] : MEMORY -> TILE\n"
                               "  wave.write %0, %c at [%zero, %zero] : TILE, MEMORY\n";
constexpr const char *added = "  %0 = wave.read %a at [%zero, %zero] : MEMORY -> TILE\n"
                              "  %1 = wave.unary exp2 %0 : TILE -> TILE\n"
                              "  wave.write %1, %c at [%zero, %zero] : TILE, MEMORY\n"
                              "  %2 = wave.add %0, %1 : TILE, TILE -> TILE\n"
                              "  wave.write %2, %c at [%zero, %zero] : TILE, MEMORY\n";

Resources resources(const std::string &text, std::string_view chip) {
  KernelText kernel(text);
  Resources found = resourcesOf(kernel.kernel(), *machine::chipNamed(chip));
  for (HeldTile &tile : found.held)
    tile.value = {}; // which ends with the kernel
  return found;
}

TEST(Resources, ATileIsDividedAmongTheLanes) {
  const Resources found = resources(rows("f32", copied), "gfx942");
  EXPECT_EQ(found.lanes, 64);
  EXPECT_EQ(found.waves, 1);
  EXPECT_EQ(found.sharedBytes, 0);
  EXPECT_EQ(found.tileRegisters, 16 * 1024 / 64);
}

TEST(Resources, TilesThatAreUsedAgainAreHeldTogether) {
  const Resources found = resources(rows("f32", added), "gfx942");
  EXPECT_EQ(found.tileRegisters, 2 * 16 * 1024 / 64);
  ASSERT_EQ(found.held.size(), 2u);
  EXPECT_EQ(found.held[0].registers, 256);
  EXPECT_EQ(found.held[1].registers, 256);
}

TEST(Resources, HalvesShareRegistersAndDoublesTakeTwo) {
  EXPECT_EQ(resources(rows("f16", copied), "gfx942").tileRegisters, 128);
  EXPECT_EQ(resources(rows("f64", copied), "gfx942").tileRegisters, 512);
}

TEST(Resources, TheLimitIsTheChips) {
  EXPECT_EQ(resources(rows("f32", copied), "gfx942").mostOfLane, 512);
  EXPECT_EQ(resources(rows("f32", copied), "sm_90a").mostOfLane, 255);
}

} // namespace
} // namespace wave::analysis
