//===- ComputeUnitsTest.cpp - How many workgroups a launch has -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "runtime/ComputeUnits.h"
#include "wave/diagnostic.h"

using namespace wave;

namespace {
constexpr Symbol NUM_CTAS{"NUM_CTAS"}, M{"M"};

std::string textOf(const Bindings &values) {
  std::string text;
  for (const Binding &binding : values)
    text += binding.symbol + "=" + binding.value.str() + " ";
  return text;
}

std::string unitsOf(Bindings values, const std::array<Expr, 3> &grid, const Bindings &known,
                    int64_t units) {
  setComputeUnits(values, grid, known, units);
  return textOf(values);
}

const Bindings inPairs{NUM_CTAS = NUM_CLUSTERS * 2};
} // namespace

TEST(ComputeUnits, AreThoseOfTheDevice) {
  EXPECT_EQ(unitsOf({}, {NUM_CTAS, 1, 1}, {}, 132), "NUM_CTAS=132 ");
  EXPECT_EQ(unitsOf({M = 3}, {NUM_CTAS * 2, 1, 1}, {}, 7), "M=3 NUM_CTAS=7 ");
}

TEST(ComputeUnits, AreNotAskedForWhereTheGridHasNone) {
  EXPECT_EQ(unitsOf({M = 3}, {ceildiv(M, 2), 1, 1}, {}, 132), "M=3 ");
  EXPECT_EQ(unitsOf({}, {24, 1, 1}, {NUM_CTAS = 24}, 132), "");
}

TEST(ComputeUnits, AreWholeClusters) {
  EXPECT_EQ(unitsOf({}, {NUM_CLUSTERS * 2, 1, 1}, inPairs, 133), "NUM_CLUSTERS=66 ");
  EXPECT_EQ(unitsOf({}, {NUM_CLUSTERS * 2, 1, 1}, inPairs, 1), "NUM_CLUSTERS=1 ");
}

TEST(ComputeUnits, MayBeGiven) {
  EXPECT_EQ(unitsOf({NUM_CTAS = 24}, {NUM_CTAS, 1, 1}, {}, 132), "NUM_CTAS=24 ");
  EXPECT_EQ(unitsOf({NUM_CTAS = 24}, {NUM_CLUSTERS * 2, 1, 1}, inPairs, 132),
            "NUM_CTAS=24 NUM_CLUSTERS=12 ");
  for (const int64_t wrong : {-2, 0, 7, 1000000000})
    try {
      unitsOf({NUM_CTAS = wrong}, {NUM_CLUSTERS * 2, 1, 1}, inPairs, 132);
      FAIL() << wrong;
    } catch (const Error &error) {
      EXPECT_EQ(
          std::string(error.what()),
          "error: NUM_CTAS is " + std::to_string(wrong) +
              ", expected a multiple of 2, the workgroups of a cluster, up to 16777216 "
              "[grid-size]\n"
              "help: choose a multiple, or leave it out for as many as the device has compute "
              "units");
    }
}

TEST(ComputeUnits, NeedAClusterOfAtLeastOne) {
  const auto refusal = [](const Expr &workgroups) {
    try {
      return unitsOf({}, {NUM_CLUSTERS, 1, 1}, {NUM_CTAS = workgroups}, 132);
    } catch (const Error &error) {
      return error.diagnostic().message;
    }
  };
  EXPECT_EQ(refusal(NUM_CLUSTERS * 0), "NUM_CTAS is compiled as 0, which for one cluster is 0");
  EXPECT_EQ(refusal(NUM_CLUSTERS / 2),
            "NUM_CTAS is compiled as NUM_CLUSTERS / 2, which for one cluster has no value: "
            "NUM_CLUSTERS / 2 is not exact for NUM_CLUSTERS = 1");
  EXPECT_EQ(refusal(M), "NUM_CTAS is compiled as M, which for one cluster has no value: M has no "
                        "value");
}
