//===- WgmmaTest.cpp - Products of a warpgroup against a naive one --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaKernel.h"

#include "gtest/gtest.h"

namespace wave::executor {
namespace {

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

// B begins behind A.
constexpr uint32_t behind = 16384;

const WgmmaCase cases[] = {
    {.name = "K128", .a = {0, 16, 1024, 128}, .b = {behind, 16, 1024, 128}},
    {.name = "K128Second", .a = {32, 16, 1024, 128}, .b = {behind + 64, 16, 1024, 128}},
    {.name = "K64", .a = {0, 16, 512, 64}, .b = {behind, 16, 512, 64}},
    {.name = "K32", .a = {0, 16, 256, 32}, .b = {behind, 16, 256, 32}},
    {.name = "KNone", .a = {0, 128, 256, 0}, .b = {behind, 1024, 128, 0}},
    {.name = "M128N128", .a = {0, 8192, 1024, 128, true}, .b = {behind, 4096, 1024, 128, true}},
    {.name = "M64N32", .a = {0, 1024, 512, 64, true}, .b = {behind, 512, 256, 32, true}},
    {.name = "MNoneNNone", .a = {0, 1024, 128, 0, true}, .b = {behind, 128, 256, 0, true}},
    {.name = "Wide", .n = 256, .a = {0, 16, 1024, 128}, .b = {8192, 4096, 1024, 128, true}},
    {.name = "Narrow", .n = 8, .a = {0, 16, 1024, 128}, .b = {behind, 16, 1024, 128}},
    {.name = "Odd", .n = 200, .a = {0, 16, 256, 32}, .b = {behind, 16, 256, 32}},
    {.name = "Brain",
     .type = WarpType::BF16,
     .a = {0, 16, 1024, 128},
     .b = {behind, 4096, 1024, 128, true}},
    {.name = "Tf32",
     .type = WarpType::TF32,
     .k = 8,
     .a = {0, 16, 1024, 128},
     .b = {behind, 16, 1024, 128}},
    {.name = "E4M3",
     .type = WarpType::E4M3,
     .k = 32,
     .a = {0, 16, 1024, 128},
     .b = {behind, 16, 1024, 128}},
    {.name = "E5M2",
     .type = WarpType::E5M2,
     .k = 32,
     .a = {0, 16, 512, 64},
     .b = {behind, 16, 1024, 128}},
    {.name = "Integers",
     .type = WarpType::I8,
     .n = 32,
     .k = 32,
     .a = {0, 16, 1024, 128},
     .b = {behind, 16, 1024, 128}},
    {.name = "RegistersOfA", .b = {behind, 16, 1024, 128}, .hasRegistersOfA = true},
    {.name = "RegistersOfATransposed",
     .b = {behind, 4096, 1024, 128, true},
     .hasRegistersOfA = true},
    {.name = "RegistersOfE4M3",
     .type = WarpType::E4M3,
     .k = 32,
     .b = {behind, 16, 1024, 128},
     .hasRegistersOfA = true},
};

class EveryWgmma : public testing::TestWithParam<WgmmaCase> {};

TEST_P(EveryWgmma, EqualsTheNaiveProduct) {
  const WgmmaResult result = runCase(GetParam());
  EXPECT_EQ(textOf(result.report), "");
  EXPECT_TRUE(result.isRight);
  EXPECT_EQ(result.report.counters.matrixInstructions(), 4u); // one of each warp
}

TEST_P(EveryWgmma, WithoutTheSumBefore) {
  const WgmmaResult result = runCase(GetParam(), {.scale = "zero"});
  EXPECT_EQ(textOf(result.report), "");
  EXPECT_TRUE(result.isRight);
}

INSTANTIATE_TEST_SUITE_P(Wgmma, EveryWgmma, testing::ValuesIn(cases),
                         [](const auto &info) { return info.param.name; });

std::string findings(const WgmmaParts &parts, int which = 0, Order order = Order::First) {
  return textOf(runCase(cases[which], parts, {.order = order}).report);
}

constexpr int registersCase = 16;

TEST(Wgmma, NeedsItsFences) {
  EXPECT_TRUE(says(findings({.fence = ""}), "no wgmma.fence orders"));
  EXPECT_TRUE(says(findings({.proxy = ""}), "no fence.proxy.async stands between"));
  EXPECT_TRUE(says(findings({.meet = ""}), "race on"));
  EXPECT_TRUE(says(findings({.fence = ""}, registersCase), "no wgmma.fence orders"));
}

TEST(Wgmma, HoldsItsRegistersUntilTheWait) {
  for (int which : {0, registersCase}) {
    EXPECT_TRUE(says(findings({.wait = ""}, which),
                     "reads registers of a product that was not waited for"));
    EXPECT_TRUE(says(findings({.commit = ""}, which), "in-flight"));
    EXPECT_TRUE(
        says(findings({.wait = "nvvm.wgmma.wait.group.sync.aligned 1\n"}, which), "in-flight"));
  }
}

TEST(Wgmma, AddsToNothingThatHasNoValue) {
  EXPECT_TRUE(says(findings({.sum = "%b0"}), "sum"));
  EXPECT_EQ(findings({.scale = "zero", .sum = "%b0"}), "");
}

TEST(Wgmma, ReadsItsMatricesUntilTheWait) {
  // All warps read B.
  const std::string overwrite = addressText("pb", "%s", 3, std::to_string(behind), "i8") +
                                "llvm.store %i, %pb : i32, !llvm.ptr<3>\n";
  const WgmmaCase &test = cases[0];
  WgmmaParts parts;
  parts.after = "%first = llvm.icmp \"eq\" %i, %c0 : i32\nscf.if %first {\n" + overwrite + "}\n";
  EXPECT_TRUE(says(textOf(runCase(test, parts).report), "race on"));
  parts.after = "nvvm.barrier0\n" + parts.after;
  EXPECT_EQ(textOf(runCase(test, parts).report), "");
}

/// Also what its own rows are: a warp knows the end of its own part of the product alone.
TEST(Wgmma, OfWhichAnyWarpReadsAllOfA) {
  const WgmmaCase &test = cases[0];
  WgmmaParts parts;
  parts.after = "%first = llvm.icmp \"eq\" %i, %c0 : i32\nscf.if %first {\n" +
                addressText("pa", "%s", 3, std::to_string(test.a.place(0, 0, 2)), "i8") +
                "llvm.store %i, %pa : i32, !llvm.ptr<3>\n}\n";
  EXPECT_TRUE(says(textOf(runCase(test, parts).report), "race on"));
  parts.after = "nvvm.barrier0\n" + parts.after;
  EXPECT_EQ(textOf(runCase(test, parts).report), "");
}

TEST(Wgmma, ThatIsNotWaitedForWhenItsWarpsEndIsFound) {
  EXPECT_TRUE(says(findings({.wait = ""}), "not-waited"));
}

TEST(Wgmma, OfAllWarpsOfAWarpgroup) {
  KernelText text = wgmmaKernel(cases[0], {});
  text.body.replace(text.body.find("%da = llvm.add "), 3, "%dz");
  text.body.insert(text.body.find("%db = llvm.add "),
                   "%c32 = llvm.mlir.constant(32 : i32) : i32\n"
                   "%low = llvm.icmp \"ult\" %i, %c32 : i32\n"
                   "%two = llvm.mlir.constant(2 : i64) : i64\n"
                   "%dy = llvm.add %dz, %two : i64\n"
                   "%da = llvm.select %low, %dy, %dz : i1, i64\n");
  std::vector<std::byte> memory(wgmmaSharedBytes), sum(128 * 32 * 4), unused(16);
  EXPECT_TRUE(says(textOf(run(text, {regionOf(memory), regionOf(sum), regionOf(unused)})),
                   "warpgroup-apart"));
}

TEST(Wgmma, OfFewerWarpsThanFourIsFound) {
  KernelText text = wgmmaKernel(cases[0], {});
  text.workgroup = "96, 1, 1";
  std::vector<std::byte> memory(wgmmaSharedBytes), sum(128 * 32 * 4), unused(16);
  EXPECT_TRUE(says(textOf(run(text, {regionOf(memory), regionOf(sum), regionOf(unused)})),
                   "a warp of a warpgroup runs 0 of its 1 products"));
}

TEST(Wgmma, OfReservedBitsOfADescriptor) {
  const uint64_t good = cases[0].a.descriptor();
  EXPECT_EQ(MatrixDescriptor::problemOf(good), "");
  for (auto [bit, bits, value] :
       {std::tuple(14, "14-15", 1), std::tuple(15, "14-15", 2), std::tuple(30, "30-31", 1),
        std::tuple(46, "46-48", 1), std::tuple(52, "52-61", 1), std::tuple(61, "52-61", 512)})
    EXPECT_EQ(MatrixDescriptor::problemOf(good | uint64_t{1} << bit),
              std::string("bits ") + bits + " are " + std::to_string(value) + ", not 0");
  WgmmaCase test = cases[0];
  test.b.leading = 1 << 18; // one more than its 14 bits
  KernelText text = wgmmaKernel(test, {});
  std::vector<std::byte> memory(wgmmaSharedBytes), sum(128 * 32 * 4), unused(16);
  const std::string found = textOf(run(text, {regionOf(memory), regionOf(sum), regionOf(unused)}));
  EXPECT_TRUE(says(found, "bad-descriptor") &&
              says(found, "the descriptor of B in shared memory: bits 30-31 are 1, not 0"))
      << found;
}

/// Where shared memory begins nobody knows but for its alignment.
TEST(Wgmma, OfAPatternThatAlignmentDoesNotGive) {
  KernelText text = wgmmaKernel(cases[0], {});
  text.sharedAlignment = 16;
  std::vector<std::byte> memory(wgmmaSharedBytes), sum(128 * 32 * 4), unused(16);
  const Program program = programOf(text);
  int wrong = 0;
  const PreparedWgmma prepared = prepare(cases[0], true);
  for (uint64_t seed = 0; seed < 4; ++seed) {
    PreparedWgmma some = prepared;
    const Report report = execute(
        program,
        {{1, 1, 1}, {regionOf(some.memory), regionOf(some.sum), regionOf(some.registersOfA)}},
        {.order = Order::Random, .seed = seed});
    wrong += !report.isClean() || some.sum != some.expected;
  }
  EXPECT_EQ(wrong, 4);
}

TEST(Wgmma, OutsideOfSharedMemoryIsFound) {
  WgmmaCase test = cases[0];
  test.b.start = 31744;
  KernelText text = wgmmaKernel(test, {});
  std::vector<std::byte> memory(wgmmaSharedBytes), sum(128 * 32 * 4), unused(16);
  EXPECT_TRUE(says(textOf(run(text, {regionOf(memory), regionOf(sum), regionOf(unused)})),
                   "outside of the 32768 bytes"));
}

TEST(Wgmma, WhatThereIsNotIsAnError) {
  Wgmma wgmma = {.n = 64, .k = 16};
  EXPECT_EQ(wgmma.problem(), "");
  wgmma.n = 12;
  EXPECT_NE(wgmma.problem(), "");
  wgmma = {.n = 64, .k = 8};
  EXPECT_NE(wgmma.problem(), "");
  wgmma = {.n = 64, .k = 16, .b = WarpType::BF16};
  EXPECT_NE(wgmma.problem(), "");
  wgmma = {.n = 64, .k = 32, .a = WarpType::E4M3, .b = WarpType::E5M2};
  EXPECT_EQ(wgmma.problem(), "");
  wgmma.transposesB = true;
  EXPECT_NE(wgmma.problem(), "");
}

TEST(Registers, AreTakenFromWhatOthersGiveBack) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "256, 1, 1";
  // 65536 registers are 248 for each of 256 lanes' threads at most.
  auto findings = [&](int fewer, int more) {
    text.body = "%i = nvvm.read.ptx.sreg.tid.x : i32\n%c = llvm.mlir.constant(128 : i32) : i32\n"
                "%low = llvm.icmp \"ult\" %i, %c : i32\nscf.if %low {\n"
                "nvvm.setmaxregister decrease " +
                std::to_string(fewer) + "\n} else {\nnvvm.setmaxregister increase " +
                std::to_string(more) + "\n}";
    return textOf(run(text, {}));
  };
  EXPECT_EQ(findings(240, 256), "");
  EXPECT_TRUE(says(findings(248, 256), "waits forever for registers"));
  EXPECT_TRUE(says(findings(256, 256), "fewer registers are asked for"));
  EXPECT_TRUE(says(findings(240, 232), "more registers are asked for"));
}

} // namespace
} // namespace wave::executor
