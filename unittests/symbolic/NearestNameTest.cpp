//===- NearestNameTest.cpp - The name that was probably meant -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/NearestName.h"

#include <gtest/gtest.h>

using wave::symbolic::nearestName;
using wave::symbolic::suggestion;

namespace {

TEST(NearestName, Table) {
  const std::vector<std::string> known = {"M", "N", "BLOCK_M", "BLOCK_N", "WAVES", "block_k"};
  const std::vector<std::pair<const char *, std::optional<std::string>>> table = {
      {"BLOCK_M", "BLOCK_M"},      {"BLOCKM", "BLOCK_M"},
      {"BLCOK_N", "BLOCK_N"},      {"BLOK_N", "BLOCK_N"},
      {"block_m", "BLOCK_M"},      {"BLOCK_K", "block_k"},
      {"BLOCK_X", "BLOCK_M"},      {"m", "M"},
      {"K", std::nullopt},         {"WAVE", "WAVES"},
      {"SWAEV", std::nullopt},     {"TILE", std::nullopt},
      {"", std::nullopt},          {"MN", "M"},
      {"BLOCKAGES", std::nullopt},
  };
  for (const auto &[wanted, expected] : table)
    EXPECT_EQ(nearestName(wanted, known), expected) << wanted;
  EXPECT_EQ(nearestName("M", {}), std::nullopt);
}

TEST(NearestName, CaseDecidesBetweenEquallyNear) {
  EXPECT_EQ(nearestName("size", {"SIZE", "Size", "size"}), "size");
  EXPECT_EQ(nearestName("siz", {"SIZE", "size"}), "size");
  EXPECT_EQ(nearestName("siz", {"size", "siza"}), "size");
}

TEST(NearestName, IsSuggestedOrSomethingElseIs) {
  EXPECT_EQ(suggestion("siz", {"size"}, "list them"), "did you mean size?");
  EXPECT_EQ(suggestion("weight", {"size"}, "list them"), "list them");
  EXPECT_EQ(suggestion("weight", {"size"}), "choose one of them");
  // What is left out at the end is no mistake of letters; of many that begin so none is meant.
  EXPECT_EQ(suggestion("f8", {"i8", "f8e5m2", "f8e4m3fn"}), "did you mean f8e5m2 or f8e4m3fn?");
  EXPECT_EQ(suggestion("F8E", {"f8e5m2"}), "did you mean f8e5m2?");
  EXPECT_EQ(suggestion("f8", {"f8a", "f8b", "f8c", "f8dd", "f8e"}), "did you mean f8a?");
  EXPECT_EQ(suggestion("Size", {"size", "sizes"}), "did you mean size?");
  EXPECT_EQ(suggestion("s", {"size"}), "choose one of them");
}

} // namespace
