//===- ClusterTest.cpp - Workgroups that bring for each other -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products in place whose operands a cluster brings once, in the forms scheduled and distributed:
// right in every order of all its waves that is tried, and wrong without any one of the steps.
//
//===----------------------------------------------------------------------===//

#include "interpreter/InPlaceProducts.h"

using namespace wave;
using namespace wave::test;

namespace {

class Clusters : public InPlaceProducts {
protected:
  explicit Clusters(bool hasTensorMemory = false) : InPlaceProducts(hasTensorMemory) {
    tiles.set("BLOCK_M", 64);
    tiles.set("BLOCK_N", 32);
  }

  /// C = A * B, of m rows, n columns and k elements of each, in clusters of that shape.
  void take(const std::string &cluster, int64_t m, int64_t n, int64_t k) {
    take(kernels::gemm({{"in", f16}, {"out", f32}}), cluster, m, n, k);
  }
  void take(Kernel of, const std::string &cluster, int64_t m, int64_t n, int64_t k) {
    std::string text = of.set_defaults({}).str();
    const std::string before = "waves_per_block = array<i64: 2, 2, 1>";
    const size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << text;
    text.insert(at + before.size(), ", workgroups_per_cluster = array<i64: " + cluster + ">");
    InPlaceProducts::take(Kernel::parse(text, "gemm.mlir"), m, n, k, {f32});
  }

  static std::vector<std::string> multicastAlong(Lowered &lowered) {
    std::vector<std::string> dims;
    for (mlir::Operation *copy : allOf<ir::CopyOp>(lowered)) {
      std::string text;
      for (int64_t dim :
           mlir::cast<ir::CopyOp>(copy).getMulticastAlong().value_or(llvm::ArrayRef<int64_t>()))
        text += std::to_string(dim);
      dims.push_back(text);
    }
    return dims;
  }
};

struct Shape2 {
  const char *cluster;
  std::vector<std::string> multicastAlong; ///< the copies of a and b
};

class ClusterShapes : public Clusters, public ::testing::WithParamInterface<Shape2> {};

} // namespace

// Grids of 3 x 3 workgroups of which some are cut: 4 x 4 in clusters.
TEST_P(ClusterShapes, Gemm) {
  for (int64_t k : {0, 27, 64}) { // steps of 16: none, two, twice as many as slots
    take(GetParam().cluster, 130, 70, k);
    Lowered lowered = lower();
    EXPECT_EQ(multicastAlong(lowered), GetParam().multicastAlong) << lowered.str();
    expectRight();
  }
}
INSTANTIATE_TEST_SUITE_P(Clusters, ClusterShapes,
                         ::testing::Values(Shape2{"2, 1, 1", {"", "0"}},
                                           Shape2{"1, 2, 1", {"1", ""}},
                                           Shape2{"2, 2, 1", {"1", "0"}},
                                           Shape2{"4, 1, 1", {"", "0"}}));

TEST_F(Clusters, NoStepIsTooMany) {
  for (const char *cluster : {"2, 1, 1", "2, 2, 1"}) {
    take(cluster, 128, 64, 64);
    expectNoStepTooMany(6); // two of the copies, two awaits and two releases
  }
}

// Whoever brings parts to others waits for these, and is told by them.
TEST_F(Clusters, AChannelOfTheWorkgroupAlone) {
  take("2, 1, 1", 128, 32, 64);
  Lowered lowered = lower();
  for (mlir::Operation *channel : allOf<ir::ChannelOp>(lowered))
    mlir::cast<ir::ChannelOp>(channel).setScope(ir::ChannelScope::Workgroup);
  size_t found = 0;
  for (uint64_t seed = 0; seed < 8; ++seed)
    found += problem(lowered, seed).find("has not released the slot") != std::string::npos;
  EXPECT_GE(found, 1u) << lowered.str();
}

TEST_F(Clusters, SharedByThoseWhoDiffer) {
  take("2, 2, 1", 128, 64, 64);
  Lowered lowered = lower();
  const auto copies = allOf<ir::CopyOp>(lowered);
  copies[0]->setAttr("multicast_along", copies[1]->getAttr("multicast_along"));
  expectWrong(lowered);
}

// Rows that cannot be parted are brought by each for itself, with a remark.
TEST_F(Clusters, RowsThatDoNotDivide) {
  tiles.set("BLOCK_N", 16);
  take("4, 1, 1", 256, 16, 32);
  Lowered lowered = lower();
  EXPECT_EQ(multicastAlong(lowered), (std::vector<std::string>{"", ""})) << lowered.str();
  expectRight();
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

namespace {

/// Two workgroups multiply together.
class Pairs : public Clusters {
protected:
  Pairs() : Clusters(true) { tiles.set("BLOCK_M", 128); }

  static std::string instructions(Lowered &lowered) {
    std::string names;
    for (mlir::Operation *mma : allOf<ir::MmaOp>(lowered))
      names += mlir::cast<ir::MmaOp>(mma).getMmaType()->str() + " ";
    return names;
  }
};

} // namespace

// Alone, and beside others that bring parts of the left operand.
TEST_F(Pairs, Gemm) {
  struct {
    const char *cluster, *ofLeft;
    int64_t k;
  } cases[] = {{"2, 1, 1", "", 0}, {"2, 1, 1", "", 43}, {"2, 2, 1", "1", 27}};
  for (const auto &[cluster, ofLeft, k] : cases) {
    take(cluster, 200, 40, k);
    Lowered lowered = lower();
    EXPECT_EQ(instructions(lowered), "F32_256x32x16_F16 ") << lowered.str();
    EXPECT_EQ(multicastAlong(lowered), (std::vector<std::string>{ofLeft, ""})) << lowered.str();
    expectRight();
  }
}

// A workgroup has half of what is the right operand of the pair.
TEST_F(Pairs, HalfOfTheRightOperand) {
  take("2, 1, 1", 256, 32, 64);
  Lowered lowered = lower();
  for (mlir::Operation *copy : allOf<ir::CopyOp>(lowered))
    EXPECT_EQ(mlir::cast<ir::CopyOp>(copy).getRing().getType().getDims().front().getConstantSize(),
              mlir::cast<ir::CopyOp>(copy).getTagAttr() == "read_a" ? 128 : 16)
        << lowered.str();
  // The other workgroup's half.
  for (mlir::Operation *copy : allOf<ir::CopyOp>(lowered))
    if (mlir::cast<ir::CopyOp>(copy).getTagAttr() == "read_b") {
      mlir::OpBuilder builder(copy);
      mlir::cast<ir::CopyOp>(copy).getStartMutable()[0].set(
          ir::IndexValues().create(builder, copy->getLoc(), Expr::constant(0)));
    }
  expectWrong(lowered);
}

// What lanes compute, they hand to both.
TEST_F(Pairs, ComputedOperand) {
  take(kernels::gemm_exp({{"in", f16}, {"out", f32}}), "2, 1, 1", 200, 60, 40);
  Lowered lowered = lower();
  EXPECT_EQ(instructions(lowered), "F32_256x32x16_F16 ") << lowered.str();
  expectRight();
}

// With 64 rows of each workgroup, and several instructions along them.
TEST_F(Pairs, OfSixtyFourRows) {
  for (const int64_t rows : {64, 192}) {
    tiles.set("BLOCK_M", rows);
    take("2, 1, 1", 3 * rows - 7, 40, 43);
    Lowered lowered = lower();
    EXPECT_EQ(instructions(lowered), "F32_128x32x16_F16_PAIR ") << lowered.str();
    expectRight();
  }
}

TEST_F(Pairs, NoStepIsTooMany) {
  take("2, 1, 1", 256, 32, 64);
  expectNoStepTooMany(9); // of the operands with their drain, and of the sum
}

TEST_F(Pairs, AChannelOfTheWorkgroupAlone) {
  take("2, 1, 1", 256, 32, 64);
  for (size_t i : {0, 1}) { // operands, the sum
    Lowered lowered = lower();
    mlir::cast<ir::ChannelOp>(allOf<ir::ChannelOp>(lowered)[i])
        .setScope(ir::ChannelScope::Workgroup);
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_NE(problem(lowered, seed), "") << lowered.str();
  }
}

// Where a cluster has no pairs, or they cannot multiply together, each multiplies for itself.
TEST_F(Pairs, Apart) {
  for (const char *cluster : {"4, 1, 1", "1, 2, 1"}) {
    take(cluster, 512, 32, 32);
    Lowered lowered = lower();
    EXPECT_EQ(instructions(lowered), "F32_128x32x16_F16 ") << lowered.str();
    expectRight();
  }
}
