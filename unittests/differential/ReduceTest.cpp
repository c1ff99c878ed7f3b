//===- ReduceTest.cpp - Kernels made smaller ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "Failures.h"
#include "RandomProgram.h"
#include "Reduce.h"

using namespace wave;
using namespace wave::test;

namespace {

bool has(const Kernel &kernel, const char *text) {
  return kernel.str().find(text) != std::string::npos;
}

int count(const std::string &text, const std::string &part) {
  int found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// A product in a loop, a second loop beside it, masks, two outputs.
Kernel elaborate() {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16), bias("bias", {N}, f32),
      c("c", {M, N}, f32), d("d", {M, N}, f16);
  const Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 32, 1},
                                TilingConstraint{K, 32}, WaveConstraint{M, 32}};
  Kernel kernel("elaborate", {a, b, bias, c, d}, constraints, [&] {
    Register zero({M, N}, f32, 0), one({M}, f32, 1);
    auto [product, sums] = iterate({.axis = K}, {zero, one}, [&](Register acc, Register rows) {
      Register x = read(a);
      return yield(mma(exp2(x), read(b), acc), sum(exp(cast(x, f32)), rows, K));
    });
    Register scaled = product / sums + read(bias);
    write(select(scaled < 0, scaled * 2, exp(scaled)), c);
    write(cast(maximum(scaled, 0), f16), d);
  });
  kernel.set_defaults({M = 40, N = 17, K = 90});
  return kernel;
}

} // namespace

TEST(Reduce, WhatAPropertyNeedsIsLeft) {
  const Reduction reduced = reduce(elaborate(), [](const Kernel &kernel) {
    return has(kernel, "wave.unary exp2") && has(kernel, "wave.reduce");
  });
  const std::string text = reduced.kernel.str();
  EXPECT_LE(count(text, " = wave."), 9) << text;
  EXPECT_EQ(count(text, "wave.write"), 1) << text;
  EXPECT_EQ(count(text, "wave.memory"), 1) << text;
  EXPECT_EQ(count(text, "_constraint") + count(text, "defaults"), 0) << text;
}

TEST(Reduce, WhatIsUnusedMayBeNeeded) {
  const Kernel kernel = Kernel::parse("wave.kernel @unused(%a: !wave.memory<[M], f32>) {\n"
                                      "  wave.workgroup_constraint M tile 4 dim 0\n"
                                      "  %0 = wave.read %a : <[M], f32> -> <[M], f32>\n"
                                      "  %1 = wave.unary exp2 %0 : <[M], f32> -> <[M], f32>\n"
                                      "}\n",
                                      "unused.mlir");
  EXPECT_EQ(reduce(kernel, [](const Kernel &smaller) { return has(smaller, "exp2"); }).kernel.str(),
            "wave.kernel @unused() {\n"
            "  %0 = wave.register 1.000000e+00 : f32 : <[M], f32>\n"
            "  %1 = wave.unary exp2 %0 : <[M], f32> -> <[M], f32>\n"
            "}\n");
}

TEST(Reduce, LoopsStayWhereTheyAreNeeded) {
  const Reduction reduced = reduce(elaborate(), [](const Kernel &kernel) {
    EXPECT_EQ(Kernel::parse(kernel.str(), "printed").str(), kernel.str());
    return has(kernel, "wave.iterate") && has(kernel, "wave.mma");
  });
  const std::string text = reduced.kernel.str();
  EXPECT_LE(count(text, " = wave."), 6) << text;
  EXPECT_EQ(count(text, "_constraint"), 1) << text;
  EXPECT_EQ(count(text, "tiling_constraint K tile 1\n"), 1) << text;
}

/// Found by a random program: the count of an inner loop lost its operand.
TEST(Reduce, LoopsWhoseCounterIsUsedStay) {
  const Kernel kernel = Kernel::parse("wave.kernel @nest(%a: !wave.memory<[K], f32>) {\n"
                                      "  wave.tiling_constraint K tile 2\n"
                                      "  wave.tiling_constraint J tile 1\n"
                                      "  wave.iterate K at %k {\n"
                                      "    %0 = wave.index \"$0 + 1\" (%k)\n"
                                      "    wave.iterate J end %0 {\n"
                                      "    }\n"
                                      "  }\n"
                                      "}\n",
                                      "nest.mlir");
  const Reduction reduced =
      reduce(kernel, [](const Kernel &smaller) { return has(smaller, "iterate J"); });
  EXPECT_TRUE(has(reduced.kernel, "wave.iterate J end %K {")) << reduced.kernel.str();
}

TEST(Reduce, NothingWhereItDoesNotHold) {
  const Kernel kernel = elaborate();
  const Reduction reduced = reduce(kernel, [](const Kernel &) { return false; });
  EXPECT_EQ(reduced.kernel.str(), kernel.str());
  EXPECT_GT(reduced.tries, 20);
}

TEST(Reduce, NoMoreTriesThanAllowed) {
  EXPECT_EQ(reduce(elaborate(), [](const Kernel &) { return true; }, 5).tries, 5);
}

/// A planted property of random programs.
TEST(Reduce, RandomPrograms) {
  Histogram histogram;
  int found = 0;
  for (uint64_t i = 0; found < 5; ++i) {
    Random random(testSeed() + i * 104729);
    Setting setting(random, histogram);
    const Kernel kernel = RandomProgram(setting, Aim::Gpu).make();
    const auto holds = [](const Kernel &candidate) {
      return has(candidate, "wave.unary exp2") && has(candidate, "wave.reduce");
    };
    if (!holds(kernel))
      continue;
    ++found;
    const Reduction reduced = reduce(kernel, holds);
    // Operands, the two, and what makes the result fit an output.
    EXPECT_LE(count(reduced.kernel.str(), " = wave."), 10) << reduced.kernel.str();
    std::printf("%zu characters to %zu in %d tries\n", kernel.str().size(),
                reduced.kernel.str().size(), reduced.tries);
  }
}

/// The order of a sum is not specified, which bit for bit is a failure.
TEST(Reduce, FailuresAreKept) {
  const std::filesystem::path folder = ::testing::TempDir() + "wave-failures";
  std::filesystem::remove_all(folder);
  ::setenv("WAVE_TEST_FAILURES", folder.c_str(), 1);
  Trial trial{
      .kernel = elaborate(),
      .options = {.target = Target::named("sim:mi300x"), .schedule = SchedulingType::Prefetch},
      .open = {"M"},
      .layouts = {{"a", Layout::Padded}}};
  EXPECT_EQ(attempt(trial).id, "wrong-bits");
  const std::string message = keepFailure(trial);
  ::unsetenv("WAVE_TEST_FAILURES");
  const std::string file =
      (folder / ("wrong-bits-" + std::to_string(testSeed()) + ".mlir")).string();
  EXPECT_EQ(message.substr(0, message.find("wave.kernel")),
            "reduced to " + file + "\nwave run " + file +
                " --target sim:mi300x --check --repeat 1\n");
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_NE(text.str().find(
                "// RUN: %wave run %s --target sim:mi300x --check --repeat 1\n// [wrong-bits], "),
            std::string::npos)
      << text.str();
  EXPECT_NE(text.str().find("// argument 0: "), std::string::npos) << text.str();
  trial = {.kernel = Kernel::parse(text.str(), file),
           .options = {.target = Target::named("sim:mi300x")}};
  EXPECT_EQ(attempt(trial).id, "wrong-bits") << text.str();
  EXPECT_TRUE(has(trial.kernel, "wave.reduce sum")) << text.str();
  EXPECT_FALSE(has(trial.kernel, "wave.mma")) << text.str();
  EXPECT_LE(count(text.str(), " = wave."), 7) << text.str();
}
