//===- TensorTest.cpp - Tensor memory, and products in it -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"

#include "executor/TensorProduct.h"
#include "wave/diagnostic.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

// B begins behind A.
constexpr uint32_t behind = 32768;
constexpr Placed rowsOfA = {0, 16, 1024, 128}, rowsOfB = {behind, 16, 1024, 128};

const TensorCase cases[] = {
    {.name = "K128", .a = rowsOfA, .b = rowsOfB},
    {.name = "K128Second", .a = {32, 16, 1024, 128}, .b = {behind + 64, 16, 1024, 128}},
    {.name = "K64", .a = {0, 16, 512, 64}, .b = {behind, 16, 512, 64}},
    {.name = "K32", .a = {0, 16, 256, 32}, .b = {behind, 16, 256, 32}},
    {.name = "KNone", .a = {0, 128, 256, 0}, .b = {behind, 2048, 128, 0}},
    {.name = "M128N128",
     .bits = {.transposesA = true, .transposesB = true},
     .a = {0, 8192, 1024, 128, true},
     .b = {behind, 4096, 1024, 128, true}},
    {.name = "M64N32",
     .bits = {.n = 64, .transposesA = true, .transposesB = true},
     .a = {0, 1024, 512, 64, true},
     .b = {behind, 512, 256, 32, true}},
    {.name = "MNoneNNone",
     .bits = {.n = 64, .transposesA = true, .transposesB = true},
     .a = {0, 2048, 128, 0, true},
     .b = {behind, 128, 256, 0, true}},
    {.name = "Wide", .bits = {.n = 256}, .a = rowsOfA, .b = rowsOfB},
    {.name = "Narrow", .bits = {.n = 16}, .a = rowsOfA, .b = rowsOfB},
    {.name = "Rows64", .bits = {.m = 64, .n = 40}, .a = rowsOfA, .b = rowsOfB},
    {.name = "Rows64Upper",
     .bits = {.m = 64, .n = 8},
     .a = rowsOfA,
     .b = rowsOfB,
     .laneOfSums = 16},
    {.name = "Rows64By16", .bits = {.m = 64, .n = 40}, .a = rowsOfA, .b = rowsOfB, .loads16 = true},
    {.name = "Rows64UpperBy16",
     .bits = {.m = 64, .n = 200},
     .a = rowsOfA,
     .b = rowsOfB,
     .laneOfSums = 16,
     .loads16 = true},
    {.name = "Brain", .bits = {.isBrain = true}, .a = rowsOfA, .b = rowsOfB},
    {.name = "NegatesA", .bits = {.negatesA = true}, .a = rowsOfA, .b = rowsOfB},
    {.name = "NegatesBoth",
     .bits = {.negatesA = true, .negatesB = true},
     .a = rowsOfA,
     .b = rowsOfB},
    {.name = "NegatesB", .bits = {.negatesB = true}, .a = rowsOfA, .b = rowsOfB},
    {.name = "TensorOfA", .b = rowsOfB, .hasTensorOfA = true},
    {.name = "Pair", .bits = {.m = 256}, .a = rowsOfA, .b = rowsOfB, .isOfPair = true},
    {.name = "PairWide",
     .bits = {.m = 256, .n = 256},
     .a = rowsOfA,
     .b = rowsOfB,
     .isOfPair = true},
    {.name = "PairOf128", .bits = {.n = 96}, .a = rowsOfA, .b = rowsOfB, .isOfPair = true},
    {.name = "PairTensorOfA",
     .bits = {.m = 256, .isBrain = true},
     .b = rowsOfB,
     .isOfPair = true,
     .hasTensorOfA = true},
};
constexpr int tensorOfA = 18, pair = 19;

class EveryTensorProduct : public testing::TestWithParam<TensorCase> {};

TEST_P(EveryTensorProduct, EqualsTheNaiveProduct) {
  for (const Order order : {Order::First, Order::Last, Order::Random}) {
    const TensorResult result = runCase(GetParam(), {}, {.order = order, .seed = 5});
    EXPECT_EQ(textOf(result.report), "");
    EXPECT_TRUE(result.isRight);
    EXPECT_EQ(result.report.counters.matrixInstructions(), 2u);
  }
}

INSTANTIATE_TEST_SUITE_P(Tensor, EveryTensorProduct, testing::ValuesIn(cases),
                         [](const auto &info) { return info.param.name; });

std::string findings(const TensorParts &parts, int which = 0, Order order = Order::First) {
  return textOf(runCase(cases[which], parts, {.order = order}).report);
}

TEST(TensorProduct, NeedsItsFences) {
  for (int which : {0, pair}) {
    EXPECT_TRUE(says(findings({.proxy = ""}, which), "no fence.proxy.async stands between"));
    EXPECT_TRUE(says(findings({.fenceLoads = ""}, which), "race on lanes"));
    EXPECT_TRUE(says(findings({.phaseFence = ""}, which), "no fence.mbarrier.init stands"));
  }
}

TEST(TensorProduct, IsWaitedFor) {
  for (int which : {0, pair}) {
    EXPECT_TRUE(says(findings({.wait = "%no"}, which), "race on lanes"));
    EXPECT_TRUE(says(findings({.wait = "%no"}, which), "not-waited"));
    EXPECT_TRUE(says(findings({.wait = "%no"}, which),
                     "mbarrier at shared byte 65544: a commit arrives at it that no wave waits for "
                     "before the workgroup ends"));
    EXPECT_TRUE(says(findings({.commits = false}, which), "deadlock"));
  }
}

TEST(TensorProduct, ReadsItsMatricesUntilTheCommit) {
  const std::string overwrite = "scf.if %isOne {\n" +
                                addressText("pb", "%s", 3, std::to_string(behind), "i8") +
                                "llvm.store %i, %pb : i32, !llvm.ptr<3>\n}\n";
  TensorParts parts;
  parts.between = overwrite;
  EXPECT_TRUE(says(findings(parts), "an asynchronous read whose end was not waited for"));
  parts.between = "";
  parts.fenceLoads = overwrite + "nvvm.tcgen05.fence <after>\n";
  EXPECT_EQ(findings(parts), "");
}

TEST(TensorProduct, OfDescriptorsThatThereAreNot) {
  auto problem = [](TensorBits bits, bool isOfPair = false, bool hasTensorOfA = false) {
    return TensorProduct::problemOf(bits.descriptor(), TensorKind::F16, isOfPair, hasTensorOfA);
  };
  EXPECT_EQ(problem({}), "");
  EXPECT_TRUE(says(problem({.m = 256}), "M is 64 or 128"));
  EXPECT_TRUE(says(problem({.m = 64}, true), "M is 128 or 256"));
  EXPECT_TRUE(says(problem({.n = 8}), "a multiple of 16"));
  EXPECT_EQ(problem({.m = 64, .n = 8}), "");
  EXPECT_TRUE(says(problem({.m = 256, .n = 16}, true), "a multiple of 32"));
  EXPECT_TRUE(says(problem({.m = 64}, false, true), "A in tensor memory"));
  EXPECT_TRUE(says(problem({.transposesA = true}, false, true), "A in tensor memory"));
  const uint32_t good = TensorBits{}.descriptor();
  for (auto [bit, part] : {std::pair(0, "sparse"), std::pair(2, "sparse"), std::pair(3, "saturate"),
                           std::pair(5, "type of D"), std::pair(8, "types of A"),
                           std::pair(11, "types of A"), std::pair(6, "bits 6, 23 and 29"),
                           std::pair(23, "bits 6, 23 and 29"), std::pair(30, ".ws")})
    EXPECT_TRUE(
        says(TensorProduct::problemOf(good ^ 1u << bit, TensorKind::F16, false, false), part))
        << bit;
  // tf32 is 2, on both sides, and lies along K.
  auto problemOfTf32 = [&](uint32_t bits) {
    return TensorProduct::problemOf(bits, TensorKind::TF32, false, false);
  };
  const uint32_t none = TensorBits{}.descriptor() & ~(7u << 7 | 7u << 10),
                 tf32 = none | 2u << 7 | 2u << 10;
  EXPECT_EQ(problemOfTf32(tf32), "");
  EXPECT_TRUE(says(problemOfTf32(none), "2 is tf32"));
  EXPECT_TRUE(says(problemOfTf32(none | 2u << 7), "2 is tf32"));
  EXPECT_TRUE(says(problemOfTf32(tf32 | 1u << 15), "in atoms of 32 bytes"));
  EXPECT_TRUE(says(TensorProduct::problemOf(tf32, TensorKind::F16, false, false), "1 is bf16"));
  EXPECT_TRUE(says(findings({.descriptor = "0"}), "the instruction descriptor: bits 4-5"));
}

TEST(TensorProduct, OfMatricesThatThereAreNot) {
  const uint64_t good = tensorDescriptor(rowsOfA);
  EXPECT_EQ(MatrixDescriptor::problemOfTensor(good), "");
  EXPECT_TRUE(says(MatrixDescriptor::problemOfTensor(good ^ uint64_t{1} << 46), "bits 46-48"));
  EXPECT_TRUE(says(MatrixDescriptor::problemOfTensor(good ^ uint64_t{1} << 52), "bit 52"));
  EXPECT_TRUE(says(MatrixDescriptor::problemOfTensor(good ^ uint64_t{1} << 53), "bits 53-60"));
  EXPECT_TRUE(says(MatrixDescriptor::problemOfTensor(good ^ uint64_t{1} << 61), "bits 61-63"));
  EXPECT_EQ(MatrixDescriptor::problemOfTensor(good ^ uint64_t{1} << 14), "bits 14-15 are 1, not 0");
  EXPECT_EQ(MatrixDescriptor::problemOfTensor(good ^ uint64_t{1} << 31), "bits 30-31 are 2, not 0");
  const Placed last = {tensorImageBytes, 16, 1024, 128};
  EXPECT_TRUE(says(findings({.b = std::to_string(tensorDescriptor(last))}),
                   "outside of the 65552 bytes of shared memory"));
  EXPECT_TRUE(says(findings({.b = "0"}), "the descriptor of B: bits 46-48"));
  EXPECT_TRUE(says(textOf(runCase(cases[0], {.columns = "64"}).report),
                   "of which column 64 is not allocated"));
}

TEST(TensorProduct, OfAnotherShapeDoesNotRunInOrder) {
  TensorParts parts;
  parts.between = "%wide = llvm.mlir.constant(" + std::to_string(TensorBits{.n = 64}.descriptor()) +
                  " : i32) : i32\nnvvm.tcgen05.mma %sums, %da, %db, %wide, %yes {kind = "
                  "#nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : "
                  "(!llvm.ptr<6>, i64, i64, i32, i1)\n";
  EXPECT_TRUE(says(findings(parts), "race on lanes"));
}

TEST(TensorProduct, OfManyLanesIsFound) {
  EXPECT_TRUE(says(findings({.issuer = "%isFirst"}), "32 lanes issue the MMA"));
}

TEST(TensorAccess, IsOfTheWarpsLanes) {
  EXPECT_TRUE(says(findings({.lanes = "%c0"}), "warp 1 may access lanes 32-63"));
}

TEST(TensorAccess, IsWaitedFor) {
  EXPECT_TRUE(says(findings({.waitLoads = ""}),
                   "registers of a load from tensor memory that was not waited for"));
  EXPECT_TRUE(says(findings({.waitLoads = ""}), "not-waited"));
  EXPECT_TRUE(says(findings({.waitStores = ""}, tensorOfA), "for which no tcgen05.wait waits"));
  EXPECT_TRUE(says(findings({.fenceStores = ""}, tensorOfA), "with no tcgen05.fence before"));
  EXPECT_TRUE(says(findings({.fenceProducts = ""}, tensorOfA), "with no tcgen05.fence before"));
}

TEST(TensorAccess, IsWaitedForByAssemblyToo) {
  EXPECT_EQ(
      findings({.waitLoads = "llvm.inline_asm has_side_effects "
                             "\"tcgen05.wait::ld.sync.aligned;\", \"~{memory}\" : () -> ()\n"}),
      "");
  EXPECT_TRUE(says(findings({.waitLoads = "llvm.inline_asm has_side_effects "
                                          "\"tcgen05.wait::st.sync.aligned;\", \"~{memory}\" : "
                                          "() -> ()\n"}),
                   "in-flight"));
}

TEST(TensorAccess, OfWhatNothingHasWrittenIsFound) {
  TensorParts parts;
  parts.descriptor = std::to_string(TensorBits{.n = 64}.descriptor());
  EXPECT_TRUE(says(findings(parts), "uninitialised"));
}

TEST(TensorAllocation, IsByPowersOfTwo) {
  EXPECT_TRUE(says(findings({.columns = "16"}), "a power of two from 32 to 512"));
  EXPECT_TRUE(says(findings({.columns = "96"}), "a power of two from 32 to 512"));
  EXPECT_TRUE(says(findings({.columns = "1024"}), "a power of two from 32 to 512"));
}

TEST(TensorAllocation, IsFreedOnce) {
  for (int which : {0, pair}) {
    EXPECT_TRUE(says(findings({.freed = ""}, which), "not freed before the workgroup ends"));
    EXPECT_TRUE(says(findings({.freed = "%c32"}, which), "were allocated there"));
    const std::string again = "scf.if %isFirst {\nnvvm.tcgen05.dealloc %d, %columns {group = "
                              "#nvvm.cta_group<cta_" +
                              std::string(which == pair ? "2" : "1") +
                              ">} : !llvm.ptr<6>, i32\n}\n";
    EXPECT_TRUE(says(findings({.after = again}, which), "or they are free again"));
  }
}

TEST(TensorAllocation, IsFreedBehindItsUses) {
  EXPECT_TRUE(says(findings({.meetEnd = "nvvm.bar.warp.sync %c0 : i32\n"}, 0, Order::Last),
                   "it is freed here"));
}

TEST(TensorAllocation, NotAfterThePermitIsGivenBack) {
  const std::string relinquish = "nvvm.tcgen05.relinquish_alloc_permit\n";
  EXPECT_EQ(findings({.relinquish = relinquish}), "");
  EXPECT_TRUE(says(
      findings({.relinquish = relinquish + "nvvm.tcgen05.alloc %slot, %c32 : !llvm.ptr<3>, i32\n"}),
      "has relinquished the permit"));
}

TEST(TensorAllocation, WaitsForColumns) {
  // Another warp asks for all, and gets them when they are free.
  TensorParts parts;
  parts.relinquish = "";
  parts.after = "%isSecond = llvm.icmp \"eq\" %warp, %one : i32\nscf.if %isSecond {\n"
                "%all = llvm.mlir.constant(512 : i32) : i32\n"
                "nvvm.tcgen05.alloc %slot, %all : !llvm.ptr<3>, i32\n"
                "%t2 = llvm.load %slot : !llvm.ptr<3> -> i32\n"
                "%d2 = llvm.inttoptr %t2 : i32 to !llvm.ptr<6>\n"
                "nvvm.tcgen05.dealloc %d2, %all : !llvm.ptr<6>, i32\n}\n";
  for (const Order order : {Order::First, Order::Last})
    EXPECT_EQ(findings(parts, 0, order), "");
  parts.freed = "";
  EXPECT_TRUE(says(findings(parts), "waits forever for columns of tensor memory that are free"));
}

TEST(TensorMemory, IsOfBlackwellAlone) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "32, 1, 1";
  text.body = "nvvm.tcgen05.fence <before>";
  EXPECT_THROW(programOf(text), Error);
  text.chip = "b200";
  EXPECT_NO_THROW(programOf(text));
  text.body = "nvvm.tcgen05.relinquish_alloc_permit\n"
              "nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}";
  EXPECT_THROW(programOf(text), Error);
}

} // namespace
} // namespace wave::executor
