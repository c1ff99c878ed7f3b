//===- ScheduleTest.cpp - Schedules in C++ and as text --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

Kernel gemm() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32);
  return Kernel("gemm", {a, b, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                 TilingConstraint{K, BLOCK_K}, WaveConstraint{M, BLOCK_M / 2},
                 WaveConstraint{N, BLOCK_N / 2}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
                    return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc,
                               {.tag = "mma"});
                  });
                  write(sum, c);
                });
}

/// The program of the seed, with `between` empty stages.
Schedule prefetch(int64_t between = 0) {
  return Schedule("prefetch", [&](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    auto load_a = s.get_node_by_tag_and_type<Read>("read_a");
    auto [global_load_a, shared_load_a] =
        s.partition_by_address_space(load_a, GLOBAL_ADDRESS_SPACE);
    auto shared_write_a = s.get_node_by_tag_and_type<Write>("read_a");
    auto load_b = s.get_node_by_tag_and_type<Read>("read_b");
    auto [global_load_b, shared_load_b] =
        s.partition_by_address_space(load_b, GLOBAL_ADDRESS_SPACE);
    auto shared_write_b = s.get_node_by_tag_and_type<Write>("read_b");
    auto mma = s.get_node_by_tag("mma");
    auto pipelined_loop = s.pipeline(k_loop);
    pipelined_loop.set_stage({{global_load_a, global_load_b}, {shared_write_a, shared_write_b}});
    for (int64_t i = 0; i < between; ++i)
      pipelined_loop.set_stage({{}, {}});
    pipelined_loop.set_stage({{shared_load_a, shared_load_b}, {mma}});
  });
}

constexpr const char *simulators[] = {"sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};

WaveCompileOptions optionsFor(const std::string &target, SchedulingType type,
                              const Bindings &sizes) {
  WaveCompileOptions options{
      .target = Target::named(target),
      .subs = {BLOCK_M = 128, BLOCK_N = 64, BLOCK_K = 32, ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
      .retarget = true,
      .schedule = type};
  for (const Binding &size : sizes)
    options.subs.set(size.symbol, size.value);
  return options;
}

/// c = a * b^T for integers, so that every order of sums gives the same bits; c is poisoned.
Tensor product(const CompiledKernel &compiled, int64_t k) {
  const int64_t m = 130, n = 70;
  const Tensor a = Tensor::randint({m, k}, f16, -5, 5, 1);
  const Tensor b = Tensor::randint({n, k}, f16, -6, 6, 2);
  Tensor c = Tensor::full({m, n}, f32, std::numeric_limits<double>::quiet_NaN());
  compiled(a, b, c);
  return c;
}

bool areEqual(const Tensor &x, const Tensor &y) {
  return std::memcmp(x.data(), y.data(), static_cast<size_t>(130 * 70 * 4)) == 0;
}

} // namespace

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
