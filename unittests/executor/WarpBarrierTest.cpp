//===- WarpBarrierTest.cpp - Barriers by number ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

/// Thread i stores i to shared memory, and after `meeting` loads what thread i ^ 32 has stored.
KernelText exchange(const std::string &meeting, int threads = 128) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = std::to_string(threads) + ", 1, 1";
  text.arguments = "%o: !llvm.ptr<1>";
  text.sharedBytes = threads * 4;
  text.body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%i = nvvm.read.ptx.sreg.tid.x : i32\n"
              "%c1 = llvm.mlir.constant(1 : i32) : i32\n%c2 = llvm.mlir.constant(2 : i32) : i32\n"
              "%c3 = llvm.mlir.constant(3 : i32) : i32\n%c16 = llvm.mlir.constant(16 : i32) : i32\n"
              "%c32 = llvm.mlir.constant(32 : i32) : i32\n"
              "%c64 = llvm.mlir.constant(64 : i32) : i32\n"
              "%c96 = llvm.mlir.constant(96 : i32) : i32\n"
              "%c128 = llvm.mlir.constant(128 : i32) : i32\n"
              "%c6 = llvm.mlir.constant(6 : i32) : i32\n%half = llvm.lshr %i, %c6 : i32\n"
              "%number = llvm.add %half, %c1 : i32\n"
              "%low = llvm.icmp \"ult\" %i, %c32 : i32\n"
              "%j = llvm.xor %i, %c32 : i32\n" +
              addressText("p", "%s", 3, "%i", "i32") + addressText("q", "%s", 3, "%j", "i32") +
              "llvm.store %i, %p : i32, !llvm.ptr<3>\n" + meeting +
              "\n%v = llvm.load %q : !llvm.ptr<3> -> i32\n" +
              addressText("r", "%o", 1, "%i", "i32") + "llvm.store %v, %r : i32, !llvm.ptr<1>";
  return text;
}

std::string findings(const KernelText &text, Order order = Order::First) {
  std::vector<int> out(1024);
  return textOf(run(text, {regionOf(out)}, {.order = order}));
}

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(WarpBarrier, OrdersMemoryByItself) {
  for (const char *meeting : {"nvvm.barrier0", "nvvm.barrier", "nvvm.barrier id = %c3",
                              "nvvm.barrier id = %number number_of_threads = %c64"})
    for (Order order : {Order::First, Order::Last, Order::Random}) {
      std::vector<int> out(128);
      EXPECT_EQ(textOf(run(exchange(meeting), {regionOf(out)}, {.order = order})), "") << meeting;
      for (int i = 0; i < 128; ++i)
        EXPECT_EQ(out[i], i ^ 32);
    }
}

TEST(WarpBarrier, WithoutOneThereIsARace) {
  for (Order order : {Order::First, Order::Last})
    EXPECT_TRUE(says(findings(exchange(""), order), "race")) << static_cast<int>(order);
}

TEST(WarpBarrier, OfOtherThreadsOrdersNothing) {
  // Warps 0 and 2 meet, and 1 and 3.
  const std::string meeting = "%c5 = llvm.mlir.constant(5 : i32) : i32\n"
                              "%w = llvm.lshr %i, %c5 : i32\n%odd = llvm.and %w, %c1 : i32\n"
                              "nvvm.barrier id = %odd number_of_threads = %c64";
  EXPECT_TRUE(says(findings(exchange(meeting)), "race"));
}

TEST(WarpBarrier, ArrivingPublishesAndWaitingTakesOver) {
  // The first warp waits for the other; what it has written the other one may not read.
  const std::string meeting = "scf.if %low {\nnvvm.barrier id = %c2 number_of_threads = %c64\n"
                              "} else {\nnvvm.barrier.arrive id = %c2 number_of_threads = %c64\n}";
  const std::string found = findings(exchange(meeting, 64));
  EXPECT_TRUE(says(found, "wave 1, lane")) << found;
  EXPECT_FALSE(says(found, "(workgroup 0, 0, 0, wave 0, lane")) << found;
}

TEST(WarpBarrier, ThatNobodyElseComesToIsADeadlock) {
  const std::string found =
      findings(exchange("scf.if %low {\nnvvm.barrier id = %c2 number_of_threads = %c64\n}"));
  EXPECT_TRUE(says(found, "deadlock")) << found;
  EXPECT_TRUE(
      says(found, "wave 0 waits forever for barrier 2, to which 32 of 64 threads have come"))
      << found;
}

TEST(WarpBarrier, ForAllThatSomeDoNotReach) {
  const std::string found = findings(exchange("scf.if %low {\nnvvm.barrier0\n}", 64));
  EXPECT_TRUE(says(found, "barrier-unreached")) << found;
}

TEST(WarpBarrier, InDivergentCodeIsFound) {
  const std::string meeting =
      "%few = llvm.icmp \"ult\" %i, %c16 : i32\nscf.if %few {\nnvvm.barrier0\n}";
  EXPECT_TRUE(says(findings(exchange(meeting, 32)), "barrier-divergent"));
}

TEST(WarpBarrier, NumbersAndThreadsThatNoBarrierHas) {
  EXPECT_TRUE(says(findings(exchange("nvvm.barrier id = %c16 number_of_threads = %c128")),
                   "there are barriers 0 to 15"));
  EXPECT_TRUE(says(findings(exchange("nvvm.barrier id = %c1 number_of_threads = %c6")),
                   "a multiple of 32"));
  EXPECT_TRUE(says(findings(exchange("%n = llvm.select %low, %c64, %c128 : i1, i32\n"
                                     "nvvm.barrier id = %c1 number_of_threads = %n")),
                   "others wait there for 64"));
}

} // namespace
} // namespace wave::executor
