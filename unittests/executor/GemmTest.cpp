//===- GemmTest.cpp - A whole kernel, and what happens when it is broken --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemm.h"

#include <random>

#include "executor/Floats.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

struct Matrices {
  Matrices(int64_t m, int64_t n, int64_t k) : m(m), n(n), k(k), a(m * k), b(n * k), c(m * n, -1) {
    std::mt19937 random(7);
    auto fill = [&](std::vector<uint16_t> &values) {
      for (uint16_t &value : values)
        value = halfOfFloat(static_cast<float>(static_cast<int>(random() % 9) - 4));
    };
    fill(a);
    fill(b);
  }
  Launch launch() { return Gemm::launch(regionOf(a), regionOf(b), regionOf(c), m, n, k); }
  std::vector<float> expected() const {
    std::vector<float> product(m * n, 0.0f);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        for (int64_t l = 0; l < k; ++l)
          product[i * n + j] += floatOfHalf(a[i * k + l]) * floatOfHalf(b[j * k + l]);
    return product;
  }

  int64_t m, n, k;
  std::vector<uint16_t> a, b;
  std::vector<float> c;
};

Report runGemm(const Gemm &gemm, Matrices &matrices, Options options = {}) {
  return execute(programOf(gemm.text()), matrices.launch(), options);
}

TEST(Gemm, IsRightAndClean) {
  Matrices matrices(256, 384, 96);
  const Report report = runGemm({}, matrices);
  EXPECT_EQ(textOf(report), "");
  EXPECT_EQ(matrices.c, matrices.expected());
  const uint64_t waves = 6 * 4, steps = 3;
  EXPECT_EQ(report.counters.matrix.at("mfma.f32.16x16x16f16"), waves * steps * 32);
  EXPECT_EQ(report.counters.barriers, waves * steps * 2);
  EXPECT_EQ(report.counters.globalLoads, waves * steps * 4);
  EXPECT_EQ(report.counters.sharedReads, waves * steps * 16);
  EXPECT_EQ(report.counters.globalStores, waves * 64);
}

TEST(Gemm, EveryOrderGivesTheSame) {
  const Program program = programOf(Gemm{}.text());
  for (Order order : {Order::First, Order::Last, Order::Random})
    for (uint64_t seed : {1, 2, 3}) {
      Matrices matrices(128, 128, 64);
      Options options;
      options.order = order;
      options.seed = seed;
      EXPECT_EQ(textOf(execute(program, matrices.launch(), options)), "");
      EXPECT_EQ(matrices.c, matrices.expected());
    }
}

TEST(Gemm, HostThreadsDoNotMatter) {
  // With findings, whose first witness must not depend on threads either.
  const Program program = programOf(Gemm{.acquire = false}.text());
  Matrices one(512, 256, 64);
  Options options;
  const Report first = execute(program, one.launch(), options);
  for (unsigned threads : {2u, 5u}) {
    Matrices several(512, 256, 64);
    options.threads = threads;
    const Report report = execute(program, several.launch(), options);
    EXPECT_EQ(textOf(report), textOf(first));
    EXPECT_EQ(report.counters.instructions, first.counters.instructions);
    EXPECT_EQ(report.counters.sectors, first.counters.sectors);
    EXPECT_EQ(several.c, one.c);
  }
}

TEST(Gemm, EveryPartOfTheSynchronisationIsNeeded) {
  for (const Gemm &gemm : {Gemm{.release = false}, Gemm{.barrier = false}, Gemm{.acquire = false},
                           Gemm{.firstBarrier = false}}) {
    Matrices matrices(128, 128, 64);
    const Report report = runGemm(gemm, matrices);
    ASSERT_TRUE(report.has(FindingKind::Race)) << textOf(report);
    const std::string text = textOf(report);
    EXPECT_NE(text.find("race on shared a [M "), std::string::npos) << text;
    EXPECT_NE(text.find("race on shared b [N "), std::string::npos) << text;
    // Without the check nothing is found.
    Options options;
    options.races = false;
    Matrices again(128, 128, 64);
    EXPECT_FALSE(runGemm(gemm, again, options).has(FindingKind::Race));
  }
}

TEST(Gemm, RacesAreFoundInEveryOrder) {
  for (Order order : {Order::First, Order::Last, Order::Random}) {
    Matrices matrices(128, 128, 64);
    Options options;
    options.order = order;
    EXPECT_TRUE(runGemm({.barrier = false}, matrices, options).has(FindingKind::Race));
  }
}

TEST(Gemm, TooSmallRegionIsFound) {
  Matrices matrices(128, 128, 64);
  Launch launch = matrices.launch();
  std::get<Region>(launch.arguments[0]).bytes -= 16;
  const Report report = execute(programOf(Gemm{}.text()), launch, {});
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::OutOfBounds);
  EXPECT_NE(textOf(report).find("at a, 0 bytes past its end"), std::string::npos) << textOf(report);
}

TEST(Gemm, OutputOutsideOfTheGridIsNeverWritten) {
  Matrices matrices(256, 128, 32);
  Launch launch = matrices.launch();
  launch.grid = {1, 1, 1};
  Report report = execute(programOf(Gemm{}.text()), launch, {});
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::NeverWritten);
  EXPECT_EQ(report.findings[0].count, 128u * 128u);
  EXPECT_NE(textOf(report).find("c[128, 0]"), std::string::npos) << textOf(report);
}

TEST(Gemm, GridThatIsTooLargeWritesTwice) {
  Matrices matrices(128, 128, 32);
  KernelText text = Gemm{}.text();
  // All workgroups along y compute the first columns.
  const std::string part = "rocdl.workgroup.id.y : i32";
  text.body.replace(text.body.find(part), part.size(), "llvm.mlir.constant(0 : i32) : i32");
  Launch launch = matrices.launch();
  launch.grid = {1, 3, 1};
  for (unsigned threads : {1u, 3u}) {
    Options options;
    options.threads = threads;
    const Report report = execute(programOf(text), launch, options);
    ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
    EXPECT_EQ(report.findings[0].kind, FindingKind::WrittenTwice);
    EXPECT_EQ(report.findings[0].count, 2u * 128u * 128u);
    EXPECT_NE(textOf(report).find("c[0, 0] is written by workgroup 0 and again by workgroup 1"),
              std::string::npos)
        << textOf(report);
  }
}

TEST(Gemm, PaddingAvoidsBankConflicts) {
  uint64_t conflicts[2];
  for (int i = 0; i < 2; ++i) {
    Matrices matrices(128, 128, 32);
    const Report report = runGemm({.padding = i == 0 ? 0 : 8}, matrices);
    EXPECT_EQ(textOf(report), "");
    conflicts[i] = report.counters.conflictCycles;
  }
  EXPECT_GT(conflicts[0], 4 * conflicts[1]);
}

} // namespace
} // namespace wave::executor
