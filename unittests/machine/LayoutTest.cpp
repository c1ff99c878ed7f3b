//===- LayoutTest.cpp - Which element each register of each lane holds ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/Layout.h"

#include <gtest/gtest.h>

using namespace wave::machine;

/// The accumulator of a 16x16 instruction, twice along M, for two waves.
static Layout accumulator() {
  return {{{"M", 4}, {"M", 2, 16}}, {{"N", 16}, {"M", 4, 4}}, {{"M", 2, 32}}};
}

TEST(Layout, GivesTheCoordinateOfARegister) {
  EXPECT_EQ(accumulator().at(0, 0, 0), (Position{{"M", 0}, {"N", 0}}));
  EXPECT_EQ(accumulator().at(5, 17, 1), (Position{{"M", 1 + 16 + 4 + 32}, {"N", 1}}));
}

TEST(Layout, ReachesAsFarAsItsLastElement) {
  EXPECT_EQ(accumulator().extent("M"), 64);
  EXPECT_EQ(accumulator().extent("N"), 16);
  EXPECT_EQ(accumulator().extent("K"), 1);
}

TEST(Layout, OfEqualMapsHasEqualDigits) {
  Layout split({{"K", 2}, {"K", 4, 2}}, {{"K", 1}, {"M", 64}}, {{"", 2}, {"", 2}});
  Layout whole({{"K", 8}}, {{"M", 64}}, {{"", 4}});
  EXPECT_EQ(split, whole);
  EXPECT_EQ(split.str(), "registers [K:8] lanes [M:64] waves [_:4]");
}

TEST(Layout, KeepsItsElementsWhereADimensionIsLost) {
  Layout rows = accumulator().keeping({"M"});
  EXPECT_EQ(rows.str(), "registers [M:4, M:2:16] lanes [_:16, M:4:4] waves [M:2:32]");
  EXPECT_TRUE(rows.hasCopies());
  EXPECT_FALSE(accumulator().hasCopies());
  EXPECT_EQ(accumulator().keeping({"N"}).str(), "registers [] lanes [N:16, _:4] waves [_:2]");
}

TEST(Layout, RunsAlongItsFastestDigit) {
  EXPECT_EQ(accumulator().run("M"), 4);
  EXPECT_EQ(accumulator().run("N"), 1);
  EXPECT_EQ(Layout({{"M", 4, 2}}, {{"M", 2}}, {}).run("M"), 1);
}

TEST(Layout, CountsEveryCoordinateOnce) {
  EXPECT_EQ(accumulator().problem(), "");
  EXPECT_EQ(Layout({{"M", 4}}, {{"M", 4, 3}}, {}).problem(),
            "along M the digits [M:4, M:4:3] do not count every coordinate once");
  EXPECT_EQ(Layout({{"M", 4}}, {{"M", 4, 8}}, {}).problem(),
            "along M the digits [M:4, M:4:8] do not count every coordinate once");
  EXPECT_EQ(Layout({{"M", 4}, {"", 2}}, {}, {}).problem(),
            "a lane holds an element in two registers");
  EXPECT_EQ(Layout({{"M", 4, 0}}, {}, {}).problem(), "digit [M:4:0] has no size or no stride");
}
