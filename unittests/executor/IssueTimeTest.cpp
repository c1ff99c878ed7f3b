//===- IssueTimeTest.cpp - The account of a steady loop's issue time ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/IssueTime.h"

#include "TwoWaves.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

constexpr int trips = 32;

std::string repeated(const std::string &text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i)
    all += text;
  return all;
}

/// Each with a sum of its own.
std::string matrices(int count) {
  return repeated("rocdl.mfma.f32.16x16x16f16 %h, %h, %zero, %c0, %c0, %c0 : (vector<4xf16>, "
                  "vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>\n",
                  count);
}

/// Of the loop's counter, which LLVM cannot take out of the loop, and of the lane.
std::string vectors(int count) { return repeated("llvm.add %k, %i : i32\n", count); }

/// The same for all lanes.
std::string scalars(int count) { return repeated("llvm.add %k, %c1 : i32\n", count); }

/// Of the first four of eight waves, and of the others.
const std::string ofFirst = "scf.if %first {\n" + barrier + "}\n";
const std::string ofSecond = "scf.if %first {\n} else {\n" + barrier + "}\n";

Report report(int waves, const std::string &body, const std::string &before = "",
              const std::string &after = "") {
  std::vector<int32_t> out(64);
  KernelText text;
  text.workgroup = std::to_string(64 * waves) + ", 1, 1";
  text.sharedBytes = 256;
  text.arguments = "%p: !llvm.ptr<1>";
  text.body =
      "%i = rocdl.workitem.id.x : i32\n%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n%c0 = "
      "llvm.mlir.constant(0 : i32) : i32\n"
      "%c1 = llvm.mlir.constant(1 : i32) : i32\n%c256 = llvm.mlir.constant(256 : i32) : i32\n"
      "%h = llvm.mlir.constant(dense<1.0> : vector<4xf16>) : vector<4xf16>\n"
      "%zero = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>\n"
      "%first = llvm.icmp \"ult\" %i, %c256 : i32\n%n = llvm.mlir.constant(" +
      std::to_string(trips) + " : i32) : i32\n" + before +
      "scf.for %k = %c0 to %n step %c1 : i32 {\n" + body + "}\n" + after;
  Options options; // of time alone
  options.races = false;
  return run(text, {regionOf(out)}, options);
}

double shareOf(const Report &report) {
  EXPECT_EQ(textOf(report), "");
  if (!report.issueTime) {
    ADD_FAILURE() << "there is a steady loop";
    return 0;
  }
  EXPECT_EQ(report.issueTime->trips, static_cast<uint64_t>(trips));
  return static_cast<double>(report.issueTime->matrixCycles) /
         static_cast<double>(report.issueTime->cycles);
}

} // namespace

TEST(IssueTime, MatrixInstructionsOfOneWaveFollowEachOther) {
  // 16 of 16 cycles, and the end of the loop: a test, an addition and a jump.
  const Report sixteen = report(4, matrices(16));
  EXPECT_GT(shareOf(sixteen), 0.9);
  EXPECT_LE(shareOf(sixteen), 1);
  // Of each SIMD, all trips but the first and the last.
  EXPECT_EQ(sixteen.issueTime->matrixCycles, 4u * (trips - 2) * 16 * 16);
}

TEST(IssueTime, WhatIsNoMatrixInstructionTakesItsTime) {
  const double share = shareOf(report(4, matrices(8) + vectors(32)));
  EXPECT_GT(share, 0.42); // 128 of 128 + 128, and the end of the loop
  EXPECT_LT(share, 0.5);
}

TEST(IssueTime, WhatTheLoopDoesNotChangeTakesNone) {
  const std::string fixed = repeated("llvm.add %i, %c1 : i32\n", 32);
  EXPECT_EQ(shareOf(report(4, matrices(8) + fixed)), shareOf(report(4, matrices(8))));
}

TEST(IssueTime, ScalarInstructionsIssueBesideVectorInstructions) {
  // Two waves of a SIMD, each of which issues 32 instructions beside its 4 of the matrix unit.
  const double vector = shareOf(report(8, matrices(4) + vectors(32)));
  const double both = shareOf(report(8, matrices(4) + vectors(16) + scalars(16)));
  EXPECT_GT(both, 1.2 * vector);
  // A wave by itself issues one after the other.
  EXPECT_NEAR(shareOf(report(4, matrices(4) + scalars(32))),
              shareOf(report(4, matrices(4) + vectors(32))), 0.02);
}

TEST(IssueTime, ADivisionTakesTheTimeOfItsInstructions) {
  const std::string division = "%d = llvm.mlir.constant(3 : i32) : i32\nllvm.urem %k, %d : i32\n";
  EXPECT_NEAR(shareOf(report(4, matrices(2) + division)),
              shareOf(report(4, matrices(2) + scalars(5))), 0.01);
}

TEST(IssueTime, OrdersForTheCodeGeneratorTakeNone) {
  const double bare = shareOf(report(4, matrices(4)));
  EXPECT_EQ(shareOf(report(4, matrices(4) + repeated("rocdl.sched.barrier 0\n", 16))), bare);
  const std::string acquire = "llvm.fence syncscope(\"agent\") acquire";
  EXPECT_EQ(shareOf(report(4, matrices(4) + repeated(acquire + localTag, 16))), bare);
  // One of global memory invalidates a cache, and a release waits.
  EXPECT_LT(shareOf(report(4, matrices(4) + repeated(acquire + "\n", 16))), 0.9 * bare);
  const std::string release = "llvm.fence syncscope(\"agent\") release";
  EXPECT_LT(shareOf(report(4, matrices(4) + repeated(release + localTag, 16))), 0.9 * bare);
}

TEST(IssueTime, WavesOfASimdOverlap) {
  const std::string body = matrices(8) + vectors(16);
  EXPECT_GT(shareOf(report(8, body)), 1.05 * shareOf(report(4, body)));
}

TEST(IssueTime, BarriersBringThePhasesTogetherAndAStaggerApart) {
  const auto body = [](const std::string &before, const std::string &after) {
    return vectors(20) + barrier + before + matrices(8) + after + barrier;
  };
  const double together = shareOf(report(8, body("", "")));
  const double apart = shareOf(report(8, body("", ""), ofSecond, ofFirst));
  const double prior =
      shareOf(report(8, body("rocdl.s.setprio 1\n", "rocdl.s.setprio 0\n"), ofSecond, ofFirst));
  EXPECT_LT(together, 0.65);
  EXPECT_GT(apart, 1.2 * together);
  EXPECT_GE(prior, apart); // the wave that multiplies goes first
}

TEST(IssueTime, WaitsForCopiesAsTheyAreCounted) {
  // Each trip begins a copy, and waits for it or for the one of the trip before.
  const auto body = [](const std::string &wait) {
    return "rocdl.load.to.lds %p, %s, 4, 0, 0 : !llvm.ptr<1>\n" + matrices(32) + wait + barrier;
  };
  const auto wait = [](int underWay) {
    return "rocdl.s.waitcnt " + std::to_string(3952 + underWay) + "\n";
  };
  const auto release = [](const std::string &scope) {
    return "llvm.fence syncscope(\"" + scope + "\") release" + localTag;
  };
  const double all = shareOf(report(4, body(wait(0))));
  const double one = shareOf(report(4, body(wait(1))));
  const double two = shareOf(report(4, body(wait(2))));
  EXPECT_LT(all, 0.7);       // 512 of 800 cycles and more
  EXPECT_GT(one, 1.2 * all); // of 1024
  EXPECT_GT(two, 0.9);
  EXPECT_GE(two, one);
  // A fence of the workgroup's shared memory waits like that, one of a wider scope does not.
  EXPECT_NEAR(shareOf(report(4, body(release("workgroup")))), all, 0.02);
  EXPECT_GT(shareOf(report(4, body(release("agent")))), 0.9);
}

TEST(IssueTime, CountsTripsOfTheLastWave) {
  const Report apart = report(8, vectors(20) + barrier + matrices(8) + barrier, ofSecond, ofFirst);
  ASSERT_TRUE(apart.issueTime.has_value());
  // 8 instructions of 16 cycles of each of two waves.
  EXPECT_EQ(apart.issueTime->tripMatrixCycles, 2u * 8 * 16);
  EXPECT_GT(apart.issueTime->tripCycles, 2u * 8 * 16);
}

TEST(IssueTime, ThereIsNoneWithoutMatrixInstructionsInALoop) {
  EXPECT_FALSE(report(4, vectors(8)).issueTime.has_value());
  EXPECT_FALSE(report(4, vectors(8), matrices(8)).issueTime.has_value());
}

} // namespace wave::executor
