//===- GlobalRacesTest.cpp - Waves that meet in global memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TwoWaves.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

/// Each wave writes global memory, and reads what the other one wrote.
const std::string writeMineGlobal = "llvm.store %i, %out : i32, !llvm.ptr<1>\n";
const std::string readOtherGlobal = addressText("far", "%o", 1, "%back", "i32") +
                                    "%v = llvm.load %far : !llvm.ptr<1> -> i32\n"
                                    "llvm.store %v, %in : i32, !llvm.ptr<1>\n";

TEST(GlobalRaces, FencesAndBarrierOrder) {
  Memory memory;
  EXPECT_EQ(
      textOf(memory.run(writeMineGlobal + releaseFence + barrier + acquireFence + readOtherGlobal)),
      "");
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(memory.in[i], 127 - i);
}

TEST(GlobalRaces, FencesThatAreMissingOrNarrow) {
  const std::string release = "llvm.fence syncscope(\"workgroup\") release",
                    acquire = "llvm.fence syncscope(\"workgroup\") acquire",
                    ofWave = "llvm.fence syncscope(\"wavefront\") ";
  const std::pair<std::string, std::string> wrong[] = {{"", acquireFence},
                                                       {releaseFence, ""},
                                                       {"", ""},
                                                       {ofWave + "release\n", acquireFence},
                                                       {releaseFence, ofWave + "acquire\n"},
                                                       {release + localTag, acquireFence},
                                                       {releaseFence, acquire + localTag},
                                                       {acquireFence, releaseFence}};
  for (const auto &[before, after] : wrong)
    for (Order order : {Order::First, Order::Last}) {
      Memory memory;
      const std::string found = textOf(memory.run(
          writeMineGlobal + before + barrier + after + readOtherGlobal, {.order = order}));
      EXPECT_NE(found.find("race on region 1, byte "), std::string::npos) << before << after;
      EXPECT_NE(found.find(": a read here, a write by wave "), std::string::npos) << found;
      EXPECT_NE(found.find(", with no release fence, barrier and acquire fence of the workgroup "
                           "for global memory between"),
                std::string::npos)
          << found;
    }
}

TEST(GlobalRaces, FencesOfGlobalMemoryAloneAreEnough) {
  Memory memory;
  std::string tag = localTag;
  tag.replace(tag.find("\"local\""), 7, "\"global\"");
  EXPECT_EQ(textOf(memory.run(writeMineGlobal + "llvm.fence syncscope(\"workgroup\") release" +
                              tag + barrier + "llvm.fence syncscope(\"workgroup\") acquire" + tag +
                              readOtherGlobal)),
            "");
}

TEST(GlobalRaces, WritesAfterReadsAndWrites) {
  Memory memory;
  const std::string writeOther =
      addressText("far", "%o", 1, "%back", "i32") + "llvm.store %i, %far : i32, !llvm.ptr<1>\n";
  EXPECT_NE(
      textOf(memory.run(writeMineGlobal + writeOther)).find("a write here, a write by wave 0"),
      std::string::npos);
  EXPECT_NE(textOf(memory.run("%v = llvm.load %out : !llvm.ptr<1> -> i32\n" + writeOther))
                .find("a write here, a read by wave 0"),
            std::string::npos);
}

TEST(GlobalRaces, OfAMemoryThatIsOnlyRead) {
  // Each wave reads all of it, and writes its part of another one.
  Memory memory;
  EXPECT_EQ(textOf(memory.run(addressText("far", "%p", 1, "%back", "i32") +
                              "%v = llvm.load %far : !llvm.ptr<1> -> i32\n"
                              "llvm.store %v, %out : i32, !llvm.ptr<1>\n")),
            "");
}

TEST(GlobalRaces, ABarrierOfNvidiaOrdersAllMemory) {
  KernelText text;
  text.chip = "h200";
  text.arguments = "%o: !llvm.ptr<1>, %d: !llvm.ptr<1>";
  const auto findings = [&](const std::string &between) {
    text.body = "%i = nvvm.read.ptx.sreg.tid.x : i32\n%c32 = llvm.mlir.constant(32 : i32) : i32\n"
                "%j = llvm.xor %i, %c32 : i32\n" +
                addressText("mine", "%o", 1, "%i", "i32") +
                addressText("other", "%o", 1, "%j", "i32") +
                addressText("to", "%d", 1, "%i", "i32") +
                "llvm.store %i, %mine : i32, !llvm.ptr<1>\n" + between +
                "%v = llvm.load %other : !llvm.ptr<1> -> i32\n"
                "llvm.store %v, %to : i32, !llvm.ptr<1>\n";
    std::vector<int32_t> memory(64), out(64);
    return textOf(run(text, {regionOf(memory), regionOf(out)}));
  };
  EXPECT_EQ(findings("nvvm.barrier0\n"), "");
  const std::string found = findings("");
  EXPECT_NE(found.find("race on region 0, byte 128: a write here, a read by wave 0, lane 0, and no "
                       "barrier stands between"),
            std::string::npos)
      << found;
}

} // namespace
} // namespace wave::executor
