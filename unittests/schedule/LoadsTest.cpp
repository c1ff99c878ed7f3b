//===- LoadsTest.cpp - How a schedule has tiles loaded --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

namespace {

CompiledKernel compileInClusters(const Schedule &schedule) {
  return wave_compile({.target = Target::named("cuda:sm_90a"),
                       .subs = {M = 256, N = 256, K = 512, BLOCK_M = 64},
                       .retarget = true,
                       .schedule = SchedulingType::Manual},
                      gemmInClusters, schedule);
}

size_t countOf(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

std::string multicastSchedule(const char *tag, const char *choice) {
  return std::string("wave_schedule 1 \"s\"\nmulticast(get_node_by_tag(\"") + tag + "\")" + choice +
         ")\n";
}

TEST(Loads, RowsAreCutForANarrowerSwizzle) {
  const Schedule narrow("narrow", [](ScheduleBuilder &s) {
    s.swizzle("a", 32);
    s.swizzle("b", 64);
  });
  const std::string form = compileInClusters(narrow).emit(Stage::Distributed);
  EXPECT_NE(countOf(form, "columns 16 swizzle 1, 4, 3"), 0u);
  EXPECT_NE(countOf(form, "columns 32 swizzle 2, 4, 3"), 0u);
  const std::string target = compileInClusters(narrow).emit(Stage::Target);
  EXPECT_NE(countOf(target, "swizzle = 32 : i64"), 0u);
  EXPECT_NE(countOf(target, "swizzle = 64 : i64"), 0u);
}

TEST(Loads, MulticastIsLeftOut) {
  const auto multicasts = [](const char *choice) {
    return countOf(compileInClusters(Schedule::parse(multicastSchedule("read_b", choice), "s"))
                       .emit(Stage::Scheduled),
                   "multicast");
  };
  EXPECT_EQ(multicasts(""), 1u);
  EXPECT_EQ(multicasts(", False"), 0u);
}

TEST(Loads, APrintedScheduleHasThem) {
  const CompiledKernel compiled = compileInClusters(Schedule("s", [](ScheduleBuilder &s) {
    s.swizzle("a", 32);
    s.multicast(s.get_node_by_tag("read_b"), false);
  }));
  const std::string text = compiled.emit(Stage::Schedule);
  EXPECT_EQ(countOf(text, "\nswizzle(\"a\", 32)\n"), 1u) << text;
  EXPECT_EQ(countOf(text, "\nmulticast(read_b_copy, False)\n"), 1u) << text;
  EXPECT_EQ(compileInClusters(Schedule::parse(text, "printed")).emit(Stage::Target),
            compiled.emit(Stage::Target));
}

TEST(Loads, WorkgroupsLoadDifferentTiles) {
  expectError(
      "not-multicast",
      [] {
        compileInClusters(Schedule::parse(multicastSchedule("read_a", ""), "wrong"))
            .emit(Stage::Scheduled);
      },
      R"(wrong:2:1: error: multicast: each workgroup of a cluster loads all of [M, K] f16: the workgroups of a cluster load different tiles [not-multicast]
ErrorsGemm.h:41:58: note: the load is here
help: leave multicast out, or write multicast(nodes, False))");
}

TEST(Loads, NoWorkgroupsRunTogether) {
  const Schedule wrong("wrong",
                       [](ScheduleBuilder &s) { s.multicast(s.get_node_by_tag("read_b")); });
  expectError(
      "not-multicast", [&] { compileFor("cuda:sm_90a", wrong); },
      R"(FILE:+2:51: error: multicast: no workgroups run together [not-multicast]
+2 |                        [](ScheduleBuilder &s) { s.multicast(s.get_node_by_tag("read_b")); });
      |                                                   ^
help: set workgroups_per_cluster, or leave multicast out)");
}

TEST(Loads, BytesOfASwizzle) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.swizzle("a", 48); });
  expectError(
      "schedule-argument", [&] { compileFor("cuda:sm_90a", wrong); },
      R"(FILE:+1:60: error: swizzle: bytes is 48 [schedule-argument]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.swizzle("a", 48); });
      |                                                            ^
help: bytes is 32, 64 or 128)");
}

TEST(Loads, LanesLoadInLayoutsOfTheCompiler) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.swizzle("a", 64); });
  expectError(
      "schedule-argument", [&] { compileFor("hip:gfx942", wrong); },
      R"(FILE:+1:60: error: swizzle: 'a' is not loaded by TMA, in rows [schedule-argument]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.swizzle("a", 64); });
      |                                                            ^
help: leave swizzle out: the compiler chooses its layout)");
}

} // namespace
