//===- RegistersTest.cpp - Registers of roles -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <sstream>

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

TEST(RoleRegisters, AreWhatTheScheduleGives) {
  for (const char *target : {"sim:h200", "sim:b200"}) {
    const WaveCompileOptions options = optionsFor(target, SchedulingType::None, sizesOf(320));
    const CompiledKernel unscheduled = wave_compile(options, gemm());
    std::istringstream lines(unscheduled.emit(Stage::Schedule));
    std::string text;
    for (std::string line; std::getline(lines, line); text += line + "\n")
      if (line.starts_with("role("))
        line.insert(line.size() - 1, line.find("\"load\"") != std::string::npos
                                         ? ", registers=56"
                                         : ", registers=152");
    const Schedule schedule = Schedule::parse(text, "roles.schedule");
    const WaveCompileOptions manual = optionsFor(target, SchedulingType::Manual, sizesOf(320));
    const CompiledKernel compiled = wave_compile(manual, gemm(), schedule);
    EXPECT_NE(compiled.emit(Stage::Scheduled).find("wave.registers = 56"), std::string::npos);
    const std::string llvm = compiled.emit(Stage::Llvm);
    EXPECT_NE(llvm.find("setmaxnreg.dec.sync.aligned.u32(i32 56)"), std::string::npos) << target;
    EXPECT_NE(llvm.find("u32(i32 152)"), std::string::npos) << target;
    expectRoundTrip(manual, gemm(), schedule);
    EXPECT_TRUE(areEqual(product(compiled, 320), product(unscheduled, 320))) << target;
  }
}

TEST(RoleRegisterErrors, NoMultipleOfEight) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4, .registers = 60}, {s.get_node_by_tag("read_a")});
  });
  expectRefusal(
      "schedule-role", [&] { compileFor("sim:h200", wrong); },
      "role 'load': it has 60 registers of each lane", "give it a multiple of 8, from 24 to 256");
}

TEST(RoleRegisterErrors, MoreThanAWorkgroupHas) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b"})});
    s.role("store", {.warps = 4, .registers = 256}, {s.get_node_by_tag("write_c")});
    s.role("consumer", {.warps = 4, .registers = 240}, {s.get_node_by_tag("mma")});
  });
  expectRefusal(
      "schedule-role", [&] { compileFor("sim:h200", wrong); },
      "roles: their lanes have 128 * 256 + 128 * 240 + 128 * 24 at least = 66560 registers, and a "
      "workgroup of 384 lanes on sm_90a has 384 * 168 = 64512",
      "give the roles fewer registers, or fewer warps");
}
