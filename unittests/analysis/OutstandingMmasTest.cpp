//===- OutstandingMmasTest.cpp - What relies on MMAs that are outstanding -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/OutstandingMmas.h"

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

using namespace mlir;

const std::string lhs = "<[M = 64, K = 16], f16>", rhs = "<[N = 8, K = 16], f16>",
                  accumulator = "<[M = 64, N = 8], f32>";
const std::string lhsRing = "<3, [M = 64, K = 16], f16>", rhsRing = "<3, [N = 8, K = 16], f16>";

/// One consumer of a channel of three slots.
std::string consumer(const std::string &body) {
  return R"(
wave.kernel @k(%x: !wave.memory<[M = 64, K = 64], f16>, %c: !wave.memory<[M = 64, N = 8], f32>, %table: !wave.memory<[N = 8], i32>)
    bindings {K = 64, M = 64, N = 8}
    grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %ringA = wave.allocate "a" : )" +
         lhsRing + "\n  %ringB = wave.allocate \"b\" : " + rhsRing +
         "\n  %channel = wave.channel %ringA, %ringB to [\"consumer\"] releases 1 : !wave.buffer" +
         lhsRing + ", !wave.buffer" + rhsRing + R"(
  wave.role "consumer" waves 1 {
    %zero = wave.register 0.0 : f32 : )" +
         accumulator + R"(
    %c0 = wave.index 0
    %c1 = wave.index 1
    %c4 = wave.index 4
    %n = wave.workgroup_id 0
)" + body +
         "  }\n}\n";
}

/// An MMA that reads a slot by descriptor.
std::string mma(const std::string &name, const std::string &slot, const std::string &to) {
  const std::string lhsSlot = "<1, [M = 64, K = 16], f16>", rhsSlot = "<1, [N = 8, K = 16], f16>";
  return "%a" + name + " = wave.view %ringA slot " + slot + " : " + lhsRing + " -> " + lhsSlot +
         "\n%b" + name + " = wave.view %ringB slot " + slot + " : " + rhsRing + " -> " + rhsSlot +
         "\n%" + name + " = wave.mma %a" + name + ", %b" + name + ", " + to +
         " {mma_type = \"F32_64x8x16_F16\"} : !wave.buffer" + lhsSlot + ", !wave.buffer" + rhsSlot +
         ", " + accumulator + "\n";
}

std::string write(const std::string &value) {
  return "wave.write " + value + ", %c at [%c0, %c0] : " + accumulator + ", " + accumulator + "\n";
}

/// Four iterations that carry the accumulator `%acc`, and the step number `%k`.
std::string loop(const std::string &body, const std::string &count = "%c4") {
  return "%r = wave.iterate K at %k count " + count + " iter_args(%acc = %zero) -> !wave.tile" +
         accumulator + " {\n" + body + "  wave.yield %m : !wave.tile" + accumulator + "\n}\n";
}

/// "release 1" for one that needs a wait with one MMA outstanding.
std::vector<std::string> hazards(const std::string &body) {
  KernelText text(consumer(body));
  std::vector<std::string> found;
  findAsyncHazards(text.kernel(), [&](const AsyncHazard &hazard) {
    found.push_back(hazard.op->getName().stripDialect().str() + " " +
                    std::to_string(hazard.pending));
  });
  return found;
}

using Found = std::vector<std::string>;

TEST(OutstandingMmas, AReleaseWaitsForTheMmaThatReadsTheSlot) {
  const std::string release = "wave.release %channel number %c0\n";
  EXPECT_EQ(hazards(mma("m", "%c0", "%zero") + release), Found{"release 0"});
  EXPECT_EQ(hazards(mma("m", "%c0", "%zero") + "wave.mma_wait 0\n" + release), Found{});
  EXPECT_EQ(hazards(mma("m", "%c1", "%zero") + release), Found{}); // another slot
  EXPECT_EQ(hazards(mma("m", "%c0", "%zero") + mma("o", "%c1", "%m") + release),
            Found{"release 1"}); // the later one may be outstanding
}

TEST(OutstandingMmas, AnAccumulatorIsUsedWhenItIsComplete) {
  EXPECT_EQ(hazards(mma("m", "%c0", "%zero") + write("%m")), Found{"write 0"});
  EXPECT_EQ(hazards(mma("m", "%c0", "%zero") + mma("o", "%c1", "%m")), Found{}); // adds to it
}

// The slot of the iteration before is `(k - 1) % 3` in the next one.
TEST(OutstandingMmas, SlotsOfEarlierIterationsAreShifted) {
  const auto steps = [](const std::string &released) {
    return hazards(loop("%slot = wave.index \"$0 % 3\" (%k)\n" + mma("m", "%slot", "%acc") +
                        "%number = wave.index \"" + released +
                        "\" (%k)\nwave.release %channel number %number\n") +
                   "wave.mma_wait 0\n");
  };
  EXPECT_EQ(steps("$0"), Found{"release 0"});
  EXPECT_EQ(steps("$0 - 1"), Found{"release 1"});
  EXPECT_EQ(steps("$0 - 2"), Found{"release 2"});
}

TEST(OutstandingMmas, AfterALoopItsAccumulatorMayBeOutstanding) {
  const std::string body = "%slot = wave.index \"$0 % 3\" (%k)\n" + mma("m", "%slot", "%acc");
  EXPECT_EQ(hazards(loop(body) + write("%r")), Found{"write 0"});
  EXPECT_EQ(hazards(loop(body, "%n") + write("%r")), Found{"write 0"});
  // Its code is emitted, and what code holds in registers of an MMA has to be waited for.
  EXPECT_EQ(hazards(loop(body, "%c0") + write("%r")), Found{"write 0"});
}

// Which of the slots it was is not known in the next iteration, nor whether another read gives the
// same one.
TEST(OutstandingMmas, ASlotThatAnIterationReadsIsAnyOneInTheNext) {
  const std::string body = "%v = wave.read_index %table [%k] : <[N = 8], i32>\n"
                           "%slot = wave.index \"$0 % 3\" (%v)\n";
  const std::string other = "%number = wave.index \"$0 + 1\" (%v)\n"
                            "wave.release %channel number %number\n";
  EXPECT_EQ(hazards(loop(body + mma("m", "%slot", "%acc") + other) + "wave.mma_wait 0\n"),
            Found{"release 1"});
}

TEST(OutstandingMmas, WhatOneBranchHasBegunMayBeOutstandingAfterBoth) {
  EXPECT_EQ(hazards("%some = wave.index \"$0 < 1\" (%n)\n%r = wave.if %some -> (!wave.tile" +
                    accumulator + ") {\n" + mma("m", "%c0", "%zero") +
                    "wave.yield %m : !wave.tile" + accumulator +
                    "\n} else {\nwave.yield %zero : !wave.tile" + accumulator + "\n}\n" +
                    write("%r")),
            Found{"write 0"});
}

// The next iteration writes its registers.
TEST(OutstandingMmas, AnIterationWaitsForTheMmaThatReadsItsRegisters) {
  const std::string body =
      "%a = wave.register 1.0 : f16 : " + lhs + "\n%b = wave.register 1.0 : f16 : " + rhs +
      "\n%m = wave.mma %a, %b, %acc {mma_type = \"F32_64x8x16_F16\"} : " + lhs + ", " + rhs + ", " +
      accumulator + "\n";
  EXPECT_EQ(hazards(loop(body)), Found{"yield 0"});
}

// What something else uses too is copied before the MMA adds to it.
TEST(OutstandingMmas, ACopiedAccumulatorIsForwardedWhenItIsComplete) {
  EXPECT_EQ(hazards(loop("%slot = wave.index \"$0 % 3\" (%k)\n" + write("%acc") +
                         mma("m", "%slot", "%acc")) +
                    "wave.mma_wait 0\n"),
            Found{"yield 0"});
}

TEST(OutstandingMmas, EachRoleHasItsOwn) {
  const std::string text = consumer(mma("m", "%c0", "%zero"));
  KernelText kernel(text.substr(0, text.rfind("}\n")) +
                    "  wave.role \"other\" waves 1 {\n    %d0 = wave.index 0\n"
                    "    wave.release %channel number %d0\n  }\n}\n");
  findAsyncHazards(kernel.kernel(), [](const AsyncHazard &) { ADD_FAILURE(); });
}

} // namespace
} // namespace wave::analysis
