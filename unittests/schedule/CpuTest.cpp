//===- CpuTest.cpp - Schedules on the way to the CPU ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

TEST(SchedulesOnTheCpu, AreVerified) {
  const CompiledKernel compiled =
      wave_compile(optionsFor("cpu", SchedulingType::Manual, sizesOf(200)), gemm(), prefetch());
  std::string said;
  for (const Diagnostic &remark : compiled.remarks())
    if (remark.id == "schedule-unused")
      said = remark.message;
  EXPECT_EQ(said, "schedule 'prefetch' has no effect on the CPU, where loops run in program order, "
                  "and is legal on gfx942");
}

TEST(SchedulesOnTheCpu, MayBeForOneOfTheGpus) {
  for (const char *target : simulators) {
    const WaveCompileOptions printed = optionsFor(target, SchedulingType::Prefetch, sizesOf(320));
    const std::string text = wave_compile(printed, gemm()).emit(Stage::Schedule);
    EXPECT_NO_THROW(wave_compile(optionsFor("cpu", SchedulingType::Manual, sizesOf(320)), gemm(),
                                 Schedule::parse(text, "printed.schedule")))
        << text;
  }
}

TEST(CpuScheduleErrors, AnUnknownTag) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_tag("k_lop"); });
  expectRefusal(
      "unknown-tag", [&] { compileFor("cpu", wrong); },
      "kernel 'gemm' has no operation with the tag 'k_lop'", "did you mean k_loop?");
}

TEST(CpuScheduleErrors, ADependenceThatIsBroken) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto [loads, others] =
        s.partition_by_address_space(s.get_node_by_tag({"read_a", "read_b"}), GLOBAL_ADDRESS_SPACE);
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    loop.set_stage({{s.filter_nodes<Read>(others)}, {s.get_node_by_tag("mma")}});
    loop.set_stage({{loads}, {s.filter_nodes<Write>(others)}});
  });
  try {
    compileFor("cpu", wrong);
    FAIL() << "the MMA comes before what it uses";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "illegal-schedule");
    EXPECT_TRUE(error.diagnostic().where.is_known());
    EXPECT_NE(error.diagnostic().help.find("move "), std::string::npos) << error.what();
  }
}
