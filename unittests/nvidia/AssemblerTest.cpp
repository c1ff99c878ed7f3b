//===- AssemblerTest.cpp - From PTX to a cubin ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Assembler.h"

#include <future>

#include <gtest/gtest.h>

#include "TargetForm.h"
#include "targets/nvidia/NvJitLink.h"
#include "wave/diagnostic.h"

namespace wave::nvidia {
namespace {

TEST(PtxasLog, IsReadLineByLine) {
  const PtxasLog log = parsePtxasLog(R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'gemm' for 'sm_90a'
ptxas info    : Function properties for gemm
    24 bytes stack frame, 16 bytes spill stores, 20 bytes spill loads
ptxas info    : Used 168 registers, used 3 barriers, 24 bytes cumulative stack size, 8192 bytes smem
ptxas info    : Compiling entry function 'gemm_any' for 'sm_90a'
ptxas info    : Function properties for gemm_any
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers
ptxas info    : Compile time = 195.265 ms
)");
  ASSERT_EQ(log.entries.size(), 2u);
  EXPECT_EQ(log.entries[0].name, "gemm");
  EXPECT_EQ(log.entries[0].registers, 168);
  EXPECT_EQ(log.entries[0].stackBytes, 24);
  EXPECT_EQ(log.entries[0].spillStores, 16);
  EXPECT_EQ(log.entries[0].spillLoads, 20);
  EXPECT_EQ(log.entries[0].barriers, 3);
  EXPECT_EQ(log.entries[0].sharedBytes, 8192);
  EXPECT_EQ(log.entries[1].name, "gemm_any");
  EXPECT_EQ(log.entries[1].registers, 40);
  EXPECT_EQ(log.entries[1].spillStores, 0);
  EXPECT_TRUE(log.losses.empty());
}

TEST(PtxasLog, LossesAreThoseWithANumber) {
  const PtxasLog log = parsePtxasLog(
      "ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable\n"
      "ptxas info    : (C7601) something else\n"
      "ptxas info    : (C75) cut off\n"
      "ptxas info    : (C7519) warpgroup.arrive is injected in around line 182");
  EXPECT_EQ(log.losses, (std::vector<std::string>{
                            "(C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable",
                            "(C7519) warpgroup.arrive is injected in around line 182"}));
}

TEST(PtxasLog, OtherTextIsPassedOver) {
  for (const char *text : {"", "\n\n", "Used registers", "Used 99999999999999999999 registers",
                           "Compiling entry function '", " bytes stack frame", "(C75"})
    EXPECT_TRUE(parsePtxasLog(text).losses.empty()) << text;
}

TEST(Assembler, IsFoundInOrder) {
  const Assembler here = testAssembler();
  ASSERT_EQ(here.kind, Assembler::Ptxas);
  const std::string folder = here.file.substr(0, here.file.rfind('/'));
  EXPECT_EQ(findAssembler({.chosen = {}, .folders = {"/nowhere", folder}}).file, here.file);
  EXPECT_EQ(findAssembler({.chosen = here.file, .folders = {"/nowhere"}}).file, here.file);
  EXPECT_THROW(findAssembler({.chosen = "/nowhere/ptxas", .folders = {folder}}), Error);
}

TEST(Assembler, RefusedPtxIsADefect) {
  try {
    assemble(".version 9.0\n.target sm_90a\n.address_size 64\n.entry k() { nonsense; }\n", "sm_90a",
             testAssembler());
    FAIL() << "that is no PTX";
  } catch (const InternalError &error) {
    EXPECT_EQ(error.diagnostic().id, "code-generation");
    EXPECT_NE(error.diagnostic().message.find("line 4"), std::string::npos)
        << error.diagnostic().message;
  }
}

TEST(Assembler, EqualModulesGiveEqualBytesInManyThreads) {
  const std::string expected = objectOf(kernelWith("  nvvm.barrier")).bytes;
  std::vector<std::future<int>> threads;
  for (int i = 0; i < 4; ++i)
    threads.push_back(std::async(std::launch::async, [&] {
      int equal = 0;
      for (int time = 0; time < 3; ++time)
        equal += objectOf(kernelWith("  nvvm.barrier")).bytes == expected;
      return equal;
    }));
  for (auto &thread : threads)
    EXPECT_EQ(thread.get(), 3);
}

TEST(NvJitLink, MakesTheSameOfAKernelWithoutRoles) {
  const std::string file = std::string("/usr/local/cuda/lib64/") + nvJitLinkName;
  if (!hasNvJitLink(file))
    GTEST_SKIP() << "this machine has no nvJitLink";
  const Assembler library{Assembler::NvJitLink, file};
  const Object linked = objectOf(kernelWith("  nvvm.barrier"), library);
  EXPECT_TRUE(linked.isCubin);
  ASSERT_EQ(linked.entries.size(), 1u);
  EXPECT_EQ(linked.entries[0].barriers, 1);
  EXPECT_EQ(linked.entries[0].registers,
            objectOf(kernelWith("  nvvm.barrier")).entries[0].registers);
  EXPECT_THROW(assemble("nonsense", "sm_90a", library), InternalError);
  // It leaves registers where they are, and says so.
  try {
    objectOf(R"(
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 128, 1, 1>, wave.memories = []} {
  nvvm.setmaxregister decrease 40
  llvm.return
})",
             library);
    FAIL() << "setmaxnreg was taken";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "ptxas-loss");
    EXPECT_NE(error.diagnostic().message.find("'setmaxnreg' ignored"), std::string::npos);
    EXPECT_NE(error.diagnostic().help.find("install ptxas"), std::string::npos);
  }
}

TEST(NvJitLink, IsNotWhatHasItsNameOnly) {
  EXPECT_FALSE(hasNvJitLink("/nowhere/libnvJitLink.so.13"));
  EXPECT_FALSE(hasNvJitLink("libm.so.6"));
}

} // namespace
} // namespace wave::nvidia
