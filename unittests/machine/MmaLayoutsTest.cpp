//===- MmaLayoutsTest.cpp - The layouts of matrix instructions ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/MmaLayouts.h"

#include <set>

#include <gtest/gtest.h>

using namespace wave::machine;

/// Every lane's elements of a part of an instruction: as many as there are, none twice.
static void expectOnce(const Mma &mma, MmaPart part, std::string_view rows, int64_t height,
                       std::string_view columns, int64_t width) {
  std::optional<Layout> layout = layoutOf(mma, part, {"M", "N", "K"});
  ASSERT_TRUE(layout) << mma.name;
  EXPECT_EQ(layout->problem(), "") << mma.name;
  EXPECT_EQ(countOf(layout->lanes()), mma.threadsPerWave) << mma.name;
  std::set<Position> seen;
  for (int64_t reg = 0; reg < countOf(layout->registers()); ++reg)
    for (int64_t lane = 0; lane < mma.threadsPerWave; ++lane)
      EXPECT_TRUE(seen.insert(layout->at(reg, lane, 0)).second) << mma.name;
  EXPECT_EQ(static_cast<int64_t>(seen.size()), height * width) << mma.name;
  EXPECT_EQ(layout->extent(rows), height) << mma.name;
  EXPECT_EQ(layout->extent(columns), width) << mma.name;
}

TEST(MmaLayouts, HoldEveryElementOnce) {
  for (const Mma &mma : mmaTable()) {
    if (mma.layout == MmaLayout::CPU) {
      EXPECT_FALSE(layoutOf(mma, MmaPart::Lhs, {"M", "N", "K"})) << mma.name;
      continue;
    }
    if (mma.layout == MmaLayout::TCGEN05 || mma.isOfPair()) // reads it in shared memory
      EXPECT_FALSE(layoutOf(mma, MmaPart::Lhs, {"M", "N", "K"})) << mma.name;
    else
      expectOnce(mma, MmaPart::Lhs, "M", mma.m, "K", mma.k);
    if (mma.readsShared()) // reads it in shared memory
      EXPECT_FALSE(layoutOf(mma, MmaPart::Rhs, {"M", "N", "K"})) << mma.name;
    else
      expectOnce(mma, MmaPart::Rhs, "N", mma.n, "K", mma.k);
    expectOnce(mma, MmaPart::Accumulator, "M", mma.m, "N", mma.n);
  }
}

TEST(MmaLayouts, AreThoseOfTheManuals) {
  auto text = [](const char *name, MmaPart part) {
    return layoutOf(*mmaNamed(name), part, {"M", "N", "K"})->str();
  };
  EXPECT_EQ(text("F32_16x16x16_F16", MmaPart::Lhs), "registers [K:4] lanes [M:16, K:4:4] waves []");
  EXPECT_EQ(text("F32_16x16x16_F16", MmaPart::Rhs), "registers [K:4] lanes [N:16, K:4:4] waves []");
  EXPECT_EQ(text("F32_32x32x8_F16", MmaPart::Accumulator),
            "registers [M:4, M:4:8] lanes [N:32, M:2:4] waves []");
  EXPECT_EQ(text("I32_32x32x16_I8", MmaPart::Lhs), "registers [K:8] lanes [M:32, K:2:8] waves []");
  EXPECT_EQ(text("F64_16x16x4_F64", MmaPart::Accumulator),
            "registers [M:4:4] lanes [N:16, M:4] waves []");
  EXPECT_EQ(text("F32_16x8x16_F16", MmaPart::Lhs),
            "registers [K:2, M:2:8, K:2:8] lanes [K:4:2, M:8] waves []");
  EXPECT_EQ(text("I32_16x8x32_I8", MmaPart::Rhs),
            "registers [K:4, K:2:16] lanes [K:4:4, N:8] waves []");
  EXPECT_EQ(text("F64_8x8x4_F64", MmaPart::Accumulator),
            "registers [N:2] lanes [N:4:2, M:8] waves []");
  EXPECT_EQ(text("F32_64x24x16_BF16", MmaPart::Lhs),
            "registers [K:2, M:2:8, K:2:8] lanes [K:4:2, M:8, M:4:16] waves []");
  EXPECT_EQ(text("F32_64x24x16_F16", MmaPart::Accumulator),
            "registers [N:2, M:2:8, N:3:8] lanes [N:4:2, M:8, M:4:16] waves []");
  EXPECT_EQ(text("F32_256x96x16_F16", MmaPart::Accumulator),
            "registers [N:96] lanes [M:128] waves []");
  EXPECT_EQ(text("F32_128x96x16_F16_PAIR", MmaPart::Accumulator),
            "registers [N:48] lanes [M:64, N:2:48] waves []");
}
