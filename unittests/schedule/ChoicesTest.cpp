//===- ChoicesTest.cpp - What a schedule says before staging --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

namespace {

CompiledKernel compileInClusters(const Schedule &schedule, const Bindings &more = {}) {
  Bindings sizes{M = 512, N = 256, K = 512};
  for (const Binding &binding : more)
    sizes += binding;
  return wave_compile({.target = Target::named("cuda:sm_100a"),
                       .subs = sizes,
                       .retarget = true,
                       .schedule = SchedulingType::Manual},
                      gemmInClusters, schedule);
}

bool mentions(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(Choices, APairIsChosenOrNot) {
  const auto bound = [](bool together) {
    return compileInClusters(Schedule("choice",
                                      [&](ScheduleBuilder &s) {
                                        s.subs({BLOCK_M = 128});
                                        s.pair(s.get_node_by_tag("mma"), together);
                                      }))
        .emit(Stage::Bound);
  };
  EXPECT_TRUE(mentions(bound(true), "F32_256x64x16_F16"));
  EXPECT_TRUE(mentions(bound(false), "F32_128x64x16_F16"));
}

TEST(Choices, ValuesOfTheOptionsComeFirst) {
  const Schedule schedule("values", [](ScheduleBuilder &s) { s.subs({BLOCK_M = 128}); });
  EXPECT_TRUE(mentions(compileInClusters(schedule).emit(Stage::Bound), "constraint M tile 128"));
  EXPECT_TRUE(mentions(compileInClusters(schedule, {BLOCK_M = 256}).emit(Stage::Bound),
                       "constraint M tile 256"));
}

TEST(Choices, APrintedScheduleHasThem) {
  const Schedule schedule("printed", [](ScheduleBuilder &s) {
    s.subs({BLOCK_M = ceildiv(N, 2)});
    s.pair(s.get_node_by_tag("mma"), false);
  });
  const CompiledKernel compiled = compileInClusters(schedule);
  const std::string text = compiled.emit(Stage::Schedule);
  EXPECT_TRUE(mentions(text, "\nsubs(BLOCK_M=\"ceildiv(N, 2)\")\n"
                             "pair(get_node_by_tag(\"mma\"), False)\n"))
      << text;
  const CompiledKernel again = compileInClusters(Schedule::parse(text, "printed"));
  EXPECT_EQ(again.emit(Stage::Target), compiled.emit(Stage::Target));
}

TEST(Choices, NoPairWithoutACluster) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pair(s.get_node_by_tag("mma")); });
  expectError(
      "not-paired", [&] { compileFor("cuda:sm_100a", wrong); },
      R"(FILE:+1:60: error: pair: the MMA is not one of a CTA pair: no workgroups run together: set workgroups_per_cluster [not-paired]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pair(s.get_node_by_tag("mma")); });
      |                                                            ^
ErrorsGemm.h:25:46: note: the MMA is here
help: leave pair out, or write pair(nodes, False))");
}

TEST(Choices, NoPairOnAnotherChip) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pair(s.get_node_by_tag("mma")); });
  expectError(
      "not-paired", [&] { compileFor("hip:gfx942", wrong); },
      R"(FILE:+1:60: error: pair: the MMA is not one of a CTA pair: gfx942 has none [not-paired]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pair(s.get_node_by_tag("mma")); });
      |                                                            ^
ErrorsGemm.h:25:46: note: the MMA is here
help: leave pair out, or write pair(nodes, False))");
}

TEST(Choices, ALoopIsNoMma) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pair(s.get_node_by_tag("k_loop")); });
  expectError(
      "schedule-argument", [&] { compileFor("cuda:sm_100a", wrong); },
      R"(FILE:+1:60: error: pair: iterate 'k_loop' is no Mma [schedule-argument]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pair(s.get_node_by_tag("k_loop")); });
      |                                                            ^
help: select MMAs alone)");
}

TEST(Choices, WhatIsMadeOfTheStagedKernelIsNotKnownYet) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.pair(s.partition_by_dim(s.get_node_by_tag("mma"), K, 2)[0]);
  });
  expectError(
      "schedule-argument", [&] { compileFor("cuda:sm_100a", wrong); },
      R"(FILE:+2:14: error: partition_by_dim: it is not known yet what it gives, and what is said of the kernel as it is written uses it [schedule-argument]
+2 |     s.pair(s.partition_by_dim(s.get_node_by_tag("mma"), K, 2)[0]);
      |              ^
help: select by a tag, by a type, or by a path)");
}

TEST(Choices, AValueIsAnExpression) {
  const Schedule wrong =
      Schedule::parse("wave_schedule 1 \"wrong\"\nsubs(BLOCK_M=\"2 *\")\n", "wrong.schedule");
  expectError(
      "schedule-argument", [&] { compileInClusters(wrong); },
      R"(wrong.schedule:2:1: error: subs: BLOCK_M is "2 *" [schedule-argument]
help: write a number, or an expression between quotes: subs(BLOCK_M="2 * TILES"))");
}

TEST(Choices, ASymbolThatTheKernelLacks) {
  const Schedule wrong =
      Schedule::parse("wave_schedule 1 \"wrong\"\nsubs(BLOK_M=64)\n", "wrong.schedule");
  expectError(
      "unknown-symbol", [&] { compileInClusters(wrong); },
      R"(wrong.schedule:2:1: error: kernel 'gemm' has no symbol 'BLOK_M', which is bound to 64 [unknown-symbol]
ErrorsGemm.h:35:10: note: its symbols are M, K, N, BLOCK_M
help: did you mean BLOCK_M?)");
}

TEST(Choices, ABoundKernelHasItsInstructions) {
  const Schedule late =
      Schedule::parse("wave_schedule 1 \"late\"\npair(get_node_by_tag(\"mma\"), False)\n", "late");
  const Target target = Target::named("cuda:sm_100a");
  const std::string bound =
      wave_compile(
          {.target = target, .subs = {M = 512, N = 256, K = 512, BLOCK_M = 128}, .retarget = true},
          gemmInClusters)
          .emit(Stage::Bound);
  expectError(
      "already-bound",
      [&] {
        wave_compile({.target = target, .schedule = SchedulingType::Manual},
                     Kernel::parse(bound, "bound.mlir"), late);
      },
      R"(late:2:1: error: pair: the kernel is in the bound form, and this is said of a kernel as it is written [already-bound]
help: start from the traced form)");
}

} // namespace
