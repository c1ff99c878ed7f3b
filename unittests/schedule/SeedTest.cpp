//===- SeedTest.cpp - Schedules in C++ and as text ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleKernels.h"

using namespace wave;
using namespace wave::test;

TEST(Schedules, TheSeedsProgramGivesTheUnscheduledResultEverywhere) {
  for (const char *target : simulators)
    for (int64_t k : {0, 32, 33, 64, 100}) { // 0, 1, 2, 2 and 4 iterations of 32
      SCOPED_TRACE(std::string(target) + ", K = " + std::to_string(k));
      const Bindings known = {M = 130, N = 70, K = k}, open = {};
      const Tensor expected =
          product(wave_compile(optionsFor(target, SchedulingType::None, known), gemm()), k);
      for (const Bindings &sizes : {known, open})
        EXPECT_TRUE(areEqual(product(wave_compile(optionsFor(target, SchedulingType::Manual, sizes),
                                                  gemm(), prefetch()),
                                     k),
                             expected));
    }
}

TEST(Schedules, DeeperPipelinesGiveTheSameForAnyNumberOfIterations) {
  for (const char *target : simulators)
    for (int64_t between : {1, 2})
      for (int64_t iterations : {0, 1, 2, 3, 4, 5}) {
        const int64_t k = iterations * 32;
        SCOPED_TRACE(std::string(target) + ", " + std::to_string(between + 2) + " stages, " +
                     std::to_string(iterations) + " iterations");
        const Bindings known = {M = 130, N = 70, K = k};
        const Tensor expected =
            product(wave_compile(optionsFor(target, SchedulingType::None, known), gemm()), k);
        for (const Bindings &sizes : {known, Bindings{}})
          EXPECT_TRUE(
              areEqual(product(wave_compile(optionsFor(target, SchedulingType::Manual, sizes),
                                            gemm(), prefetch(between)),
                               k),
                       expected));
      }
}

TEST(Schedules, PrefetchIsTheSeedsProgram) {
  for (const char *target : simulators) {
    const auto emit = [&](const CompiledKernel &compiled) { return compiled.emit(Stage::Llvm); };
    const Bindings sizes = {M = 256, N = 256, K = 512};
    EXPECT_EQ(
        emit(wave_compile(optionsFor(target, SchedulingType::Prefetch, sizes), gemm())),
        emit(wave_compile(optionsFor(target, SchedulingType::Manual, sizes), gemm(), prefetch())))
        << target;
  }
}

/// 1, 2, 3 slots where lanes store, 2, 3, 4 where copies fill the slot.
TEST(Schedules, RingsHaveAsManySlotsAsTheStagesNeed) {
  for (const char *target : simulators)
    for (int64_t between : {0, 1, 2}) {
      const int64_t slots = between + (std::string(target) == "sim:mi300x" ? 1 : 2);
      const Bindings sizes = {M = 256, N = 256, K = 2048};
      const CompiledKernel compiled = wave_compile(
          optionsFor(target, SchedulingType::Manual, sizes), gemm(), prefetch(between));
      const std::string scheduled = compiled.emit(Stage::Scheduled);
      EXPECT_NE(scheduled.find("wave.allocate \"a\" : <" + std::to_string(slots) + ","),
                std::string::npos)
          << target << ": " << scheduled.substr(0, 2000);
    }
}

TEST(Schedules, TextIsTheSchedule) {
  const Schedule written = prefetch();
  const Schedule read = Schedule::parse(written.str(), "prefetch.schedule");
  EXPECT_EQ(read.str(), written.str());
  EXPECT_EQ(read.name(), "prefetch");
  const Bindings sizes = {M = 256, N = 256, K = 512};
  const auto emit = [&](const Schedule &schedule) {
    return wave_compile(optionsFor("sim:mi355x", SchedulingType::Manual, sizes), gemm(), schedule)
        .emit(Stage::Llvm);
  };
  EXPECT_EQ(emit(read), emit(written));
}

TEST(Schedules, TheCpuRunsLoopsInOrderAndSaysSo) {
  const Bindings sizes = {M = 130, N = 70, K = 200};
  const CompiledKernel compiled =
      wave_compile(optionsFor("cpu", SchedulingType::Manual, sizes), gemm(), prefetch());
  bool isSaid = false;
  for (const Diagnostic &remark : compiled.remarks())
    isSaid |= remark.id == "schedule-unused";
  EXPECT_TRUE(isSaid);
  EXPECT_TRUE(
      areEqual(product(compiled, 200),
               product(wave_compile(optionsFor("cpu", SchedulingType::None, sizes), gemm()), 200)));
}

TEST(Schedules, AnOperandThatIsReadByDescriptorHasNoSharedLoad) {
  const Bindings sizes = {M = 256, N = 256, K = 512};
  const CompiledKernel compiled =
      wave_compile(optionsFor("sim:h200", SchedulingType::Manual, sizes), gemm(), prefetch());
  int said = 0;
  for (const Diagnostic &remark : compiled.remarks())
    said += remark.id == "empty-selection";
  EXPECT_EQ(said, 2);
}

/// The product, with tags or without.
static Kernel productOf(bool isTagged) {
  const auto tag = [&](const char *name) { return std::string(isTagged ? name : ""); };
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32);
  return Kernel("product", {a, b, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                 TilingConstraint{K, BLOCK_K}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  Register sum =
                      iterate({.axis = K, .tag = tag("k_loop")}, {zero}, [&](Register acc) {
                        Register x = read(a, {.tag = tag("read_a")}),
                                 y = read(b, {.tag = tag("read_b")});
                        return mma(x, y, acc, {.tag = tag("mma")});
                      });
                  write(sum, c, {.tag = tag("write_c")});
                });
}

TEST(Schedules, TagsChangeNothingElse) {
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
    for (const SchedulingType type : {SchedulingType::None, SchedulingType::Prefetch}) {
      SCOPED_TRACE(target);
      const auto code = [&](bool isTagged) {
        return wave_compile(optionsFor(target, type, {}), productOf(isTagged)).emit(Stage::Llvm);
      };
      EXPECT_EQ(code(true), code(false));
    }
}
