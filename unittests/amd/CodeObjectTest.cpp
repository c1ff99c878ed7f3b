//===- CodeObjectTest.cpp - What is read from the notes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/CodeObject.h"

#include <regex>

#include <gtest/gtest.h>

#include "TargetForm.h"
#include "targets/amd/MachineCode.h"

namespace wave::amd {
namespace {

/// Loads one f32 for each lane, and stores it through shared memory.
const char *const copy = R"(
  %lane = rocdl.workitem.id.x : i32
  %from = llvm.getelementptr %p[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %to = llvm.getelementptr %q[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %at = llvm.getelementptr %s[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %x = llvm.load %from : !llvm.ptr<1> -> f32
  llvm.store volatile %x, %at : f32, !llvm.ptr<3>
  %y = llvm.load volatile %at : !llvm.ptr<3> -> f32
  llvm.store %y, %to : f32, !llvm.ptr<1>)";

CodeObject read(const std::string &bytes) {
  auto object = readCodeObject(bytes);
  EXPECT_TRUE(bool(object));
  return object ? *object : CodeObject();
}

TEST(CodeObject, SaysWhatAKernelTakes) {
  const CodeObject object = read(codeObject(kernelWith(copy), "gfx950"));
  EXPECT_EQ(object.target, "amdgcn-amd-amdhsa--gfx950");
  EXPECT_TRUE(object.undefinedSymbols.empty());
  ASSERT_EQ(object.kernels.size(), 1u);
  const Resources &kernel = object.kernels[0];
  EXPECT_EQ(kernel.kernel, "kernel");
  EXPECT_EQ(kernel.sharedBytes, 768);
  EXPECT_EQ(kernel.scratchBytes, 0);
  EXPECT_EQ(kernel.lanesPerWave, 64);
  EXPECT_EQ(kernel.argumentBytes, 16);
  EXPECT_EQ(kernel.workgroup, (std::array<int64_t, 3>{64, 2, 1}));
  ASSERT_EQ(kernel.arguments.size(), 2u);
  EXPECT_EQ(kernel.arguments[0].name, "x");
  EXPECT_EQ(kernel.arguments[0].kind, "global_buffer");
  EXPECT_EQ(kernel.arguments[1].offset, 8);
  EXPECT_EQ(kernel.arguments[1].size, 8);
}

TEST(CodeObject, SpillsAreCounted) {
  // 36 vectors of 16 live at a time are 576 registers; a lane has 512.
  std::string body = "  %lane = rocdl.workitem.id.x : i32\n";
  auto access = [&](int i) {
    body += "  %a" + std::to_string(i) + " = llvm.getelementptr %p[%lane, " + std::to_string(i) +
            "] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<36 x vector<16xf32>>\n";
  };
  for (int i = 0; i < 36; ++i) {
    access(i);
    body += "  %v" + std::to_string(i) + " = llvm.load volatile %a" + std::to_string(i) +
            " : !llvm.ptr<1> -> vector<16xf32>\n";
  }
  for (int i = 0; i < 36; ++i)
    body +=
        "  llvm.store volatile %v" + std::to_string(i) + ", %q : vector<16xf32>, !llvm.ptr<1>\n";
  const std::vector<std::string> spills =
      spillsOf(read(codeObject(kernelWith(body))), *machine::chipNamed("gfx942"));
  ASSERT_EQ(spills.size(), 1U);
  std::smatch found;
  ASSERT_TRUE(std::regex_match(
      spills[0], found,
      std::regex("entry point 'kernel' spills ([0-9]+) vector registers to ([0-9]+) bytes "
                 "of memory of each lane; gfx942 has 512 of a SIMD's lane / 1 wave = 512 vector "
                 "registers")))
      << spills[0];
  EXPECT_GE(std::stoi(found[1]), 576 - 512);
  EXPECT_GE(std::stoi(found[2]), 4 * (576 - 512));
}

TEST(CodeObject, IsTheSameForTheSameModule) {
  EXPECT_EQ(codeObject(kernelWith(copy)), codeObject(kernelWith(copy)));
}

TEST(CodeObject, OtherBytesAreRefused) {
  EXPECT_EQ(llvm::toString(readCodeObject("").takeError()).empty(), false);
  EXPECT_EQ(llvm::toString(readCodeObject("no object").takeError()).empty(), false);
}

TEST(CodeObject, DamageIsNoCrash) {
  const std::string bytes = codeObject(kernelWith(copy));
  for (size_t size = 0; size < bytes.size(); size += 7)
    llvm::consumeError(readCodeObject(llvm::StringRef(bytes).take_front(size)).takeError());
  int refused = 0;
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (at % 3 == 0 ? 0x80 : 0x11));
    auto object = readCodeObject(damaged);
    refused += !object;
    llvm::consumeError(object.takeError());
  }
  EXPECT_GT(refused, 0);
}

TEST(CodeObject, VerifyNamesWhatNoLaunchCouldRepair) {
  const machine::Chip &chip = *machine::chipNamed("gfx942");
  auto message = [&](const CodeObject &object) {
    return llvm::toString(verifyCodeObject(object, chip));
  };
  CodeObject object{.target = "", .kernels = {Resources{}}, .undefinedSymbols = {}};
  object.kernels[0].kernel = "k";
  object.kernels[0].sharedBytes = 65536;
  EXPECT_EQ(message(object), "");
  object.kernels[0].arguments = {{"", 0, 4, "hidden_block_count_x"}};
  EXPECT_EQ(message(object), "kernel 'k' asks for the argument hidden_block_count_x");
  object.kernels[0].sharedBytes = 65537;
  EXPECT_EQ(message(object), "kernel 'k' takes 65537 bytes of shared memory, gfx942 has 65536");
  object.undefinedSymbols = {"sinf"};
  EXPECT_EQ(message(object), "symbol 'sinf' is undefined");
}

} // namespace
} // namespace wave::amd
