//===- InsertionsTest.cpp - Barriers and hints in schedules ---------------===//
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

constexpr int64_t rows = 130, columns = 70;

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
                  write(sum, c, {.tag = "write_c"});
                });
}

struct Selected {
  Nodes loop, load, sharedLoad, mma;
};

/// The program of the seed, with what `insert` adds.
Schedule prefetch(const std::function<void(ScheduleBuilder &, const Selected &)> &insert) {
  return Schedule("prefetch", [&](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    auto [load_a, shared_load_a] = s.partition_by_address_space(
        s.get_node_by_tag_and_type<Read>("read_a"), GLOBAL_ADDRESS_SPACE);
    auto [load_b, shared_load_b] = s.partition_by_address_space(
        s.get_node_by_tag_and_type<Read>("read_b"), GLOBAL_ADDRESS_SPACE);
    auto shared_write_a = s.get_node_by_tag_and_type<Write>("read_a");
    auto shared_write_b = s.get_node_by_tag_and_type<Write>("read_b");
    auto mma = s.get_node_by_tag("mma");
    auto pipelined_loop = s.pipeline(k_loop);
    pipelined_loop.set_stage({{load_a, load_b}, {shared_write_a, shared_write_b}});
    pipelined_loop.set_stage({{shared_load_a, shared_load_b}, {mma}});
    insert(s, {k_loop, load_a, shared_load_a, mma});
  });
}

Schedule plain() {
  return prefetch([](ScheduleBuilder &, const Selected &) {});
}

/// Each hint, at each place.
Schedule hinted() {
  return prefetch([](ScheduleBuilder &s, const Selected &at) {
    s.insert_before(at.mma, s.set_priority(1));
    s.insert_after(at.mma, {s.set_priority(0), s.sched_barrier()});
    s.insert_before(at.load, s.sched_barrier({InstructionClass::VALU, InstructionClass::DS_READ}));
    s.insert_at_start(at.loop, {s.wait({.vmcnt = 2, .lgkmcnt = 1}), s.set_priority(2)});
    s.insert_at_end(at.loop, s.sched_group_barrier(InstructionClass::MFMA, 4, 1));
    s.insert_after(at.loop, s.set_priority(3));
  });
}

WaveCompileOptions optionsFor(const std::string &target, int64_t k) {
  WaveCompileOptions options{
      .target = Target::named(target),
      .subs = {BLOCK_M = 128, BLOCK_N = 64, BLOCK_K = 32, ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
      .retarget = true,
      .schedule = SchedulingType::Manual};
  if (k >= 0)
    for (const Binding &size : Bindings{M = rows, N = columns, K = k})
      options.subs.set(size.symbol, size.value);
  return options;
}

/// c = a * b^T for integers, so that every order of sums gives the same bits; c is poisoned.
Tensor product(const CompiledKernel &compiled, int64_t k) {
  const Tensor a = Tensor::randint({rows, k}, f16, -5, 5, 1);
  const Tensor b = Tensor::randint({columns, k}, f16, -6, 6, 2);
  Tensor c = Tensor::full({rows, columns}, f32, std::numeric_limits<double>::quiet_NaN());
  compiled(a, b, c);
  return c;
}

bool areEqual(const Tensor &x, const Tensor &y) {
  return std::memcmp(x.data(), y.data(), static_cast<size_t>(rows * columns * 4)) == 0;
}

size_t countOf(const std::string &part, const std::string &text) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

size_t countOf(const std::string &id, const std::vector<Diagnostic> &remarks) {
  size_t count = 0;
  for (const Diagnostic &remark : remarks)
    count += remark.id == id;
  return count;
}

constexpr const char *simulators[] = {"sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};
constexpr const char *withHints[] = {"sim:mi300x", "sim:mi355x"};

} // namespace

TEST(ScheduleInsertions, HintsChangeNoResult) {
  for (const char *target : simulators)
    for (int64_t k : {0, 32, 64, 100}) { // 0, 1, 2 and 4 iterations
      SCOPED_TRACE(std::string(target) + ", K = " + std::to_string(k));
      const Tensor expected = product(wave_compile(optionsFor(target, k), gemm(), plain()), k);
      for (const int64_t known : {k, int64_t{-1}})
        EXPECT_TRUE(areEqual(product(wave_compile(optionsFor(target, known), gemm(), hinted()), k),
                             expected));
    }
}

TEST(ScheduleInsertions, BarriersStayAndChangeNoResult) {
  const auto barriers = prefetch([](ScheduleBuilder &s, const Selected &at) {
    s.insert_before(at.mma, s.barrier());
    s.insert_at_end(at.loop, s.barrier());
    s.insert_before(at.loop, s.barrier());
  });
  for (const char *target : withHints)
    for (int64_t k : {0, 32, 100}) {
      const CompiledKernel compiled = wave_compile(optionsFor(target, k), gemm(), barriers);
      EXPECT_TRUE(areEqual(product(compiled, k),
                           product(wave_compile(optionsFor(target, k), gemm(), plain()), k)))
          << target << ", K = " << k;
      // Before the loop; before each MMA, of the steady loop and the epilogue; at the end of the
      // loop.
      const size_t expected = k == 0 ? 3 : 4;
      EXPECT_EQ(countOf("#wave.inserted<", compiled.emit(Stage::Distributed)), expected)
          << target << ", K = " << k;
    }
}

TEST(ScheduleInsertions, AnOperationTakesItsHintsAlong) {
  const std::string scheduled =
      wave_compile(optionsFor("sim:mi300x", 100), gemm(), hinted()).emit(Stage::Scheduled);
  EXPECT_EQ(countOf("wave.mma", scheduled), 2u); // in the steady loop and in the epilogue
  EXPECT_EQ(countOf("wave.set_priority 1", scheduled), 2u);
  EXPECT_EQ(countOf("wave.set_priority 0", scheduled), 2u);
  EXPECT_EQ(countOf("wave.sched_barrier allow <valu, ds_read>", scheduled), 2u);
  EXPECT_EQ(countOf("wave.set_priority 2", scheduled), 1u);
  EXPECT_EQ(countOf("wave.wait_counters vmcnt 2 lgkmcnt 1", scheduled), 1u);
  EXPECT_EQ(countOf("wave.sched_group_barrier <mfma> count 4 sync 1", scheduled), 1u);
  EXPECT_EQ(countOf("wave.set_priority 3", scheduled), 1u);
}

TEST(ScheduleInsertions, ThePrintedScheduleHasThem) {
  for (const char *target : simulators) {
    const CompiledKernel compiled = wave_compile(optionsFor(target, 100), gemm(), hinted());
    const std::string text = compiled.emit(Stage::Schedule);
    EXPECT_EQ(countOf("insert_", text), 8u) << text;
    const CompiledKernel again =
        wave_compile(optionsFor(target, 100), gemm(), Schedule::parse(text, "printed"));
    EXPECT_EQ(again.emit(Stage::Schedule), text);
    EXPECT_EQ(again.emit(Stage::Llvm), compiled.emit(Stage::Llvm));
  }
}

TEST(ScheduleInsertions, WhatTheTargetDoesNotTakeIsSaidOnce) {
  for (const char *target : {"sim:h200", "sim:b200"}) {
    const CompiledKernel compiled = wave_compile(optionsFor(target, 100), gemm(), hinted());
    EXPECT_EQ(countOf("hint-unused", compiled.remarks()), 1u) << target;
    EXPECT_EQ(compiled.emit(Stage::Llvm),
              wave_compile(optionsFor(target, 100), gemm(), plain()).emit(Stage::Llvm));
  }
  for (const char *target : withHints)
    EXPECT_EQ(
        countOf("hint-unused", wave_compile(optionsFor(target, 100), gemm(), hinted()).remarks()),
        0u);
}

TEST(ScheduleInsertions, ABarrierInARoleIsRefusedAtItsLine) {
  unsigned line = 0;
  const auto barrier = prefetch([&](ScheduleBuilder &s, const Selected &at) {
    line = __LINE__ + 1;
    s.insert_before(at.mma, s.barrier());
  });
  try {
    wave_compile(optionsFor("sim:h200", 100), gemm(), barrier);
    FAIL() << "the others wait for ever";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "schedule-barrier");
    EXPECT_EQ(error.diagnostic().where.line, line);
    EXPECT_EQ(error.diagnostic().message, "insert_before: a barrier is for all waves of the "
                                          "workgroup, and mma 'mma' is run by role 'consumer' "
                                          "alone");
    ASSERT_EQ(error.diagnostic().notes.size(), 1u);
    EXPECT_TRUE(error.diagnostic().notes.front().where.is_known());
  }
}

//===----------------------------------------------------------------------===//
// use_scheduling_barriers
//===----------------------------------------------------------------------===//

TEST(SchedulingBarriers, KeepTheOrderOfTuplesWhereTheTargetTakesThem) {
  for (const char *target : withHints) {
    WaveCompileOptions options = optionsFor(target, 100);
    const CompiledKernel without = wave_compile(options, gemm(), plain());
    options.use_scheduling_barriers = true;
    const CompiledKernel with = wave_compile(options, gemm(), plain());
    EXPECT_EQ(countOf("wave.sched_barrier", without.emit(Stage::Scheduled)), 0u);
    EXPECT_EQ(countOf("wave.sched_barrier", with.emit(Stage::Scheduled)), 1u); // of two tuples
    EXPECT_EQ(countOf("hint-unused", with.remarks()), 0u);
    EXPECT_TRUE(areEqual(product(with, 100), product(without, 100)));
  }
}

TEST(SchedulingBarriers, SayWhereTheyHaveNoEffect) {
  for (const char *target : {"cpu", "sim:h200", "sim:b200"}) {
    WaveCompileOptions options = optionsFor(target, 100);
    const CompiledKernel without = wave_compile(options, gemm(), plain());
    options.use_scheduling_barriers = true;
    const CompiledKernel with = wave_compile(options, gemm(), plain());
    EXPECT_EQ(countOf("hint-unused", with.remarks()), 1u) << target;
    EXPECT_EQ(with.emit(Stage::Llvm), without.emit(Stage::Llvm)) << target;
  }
  // Where no loop is pipelined there is nothing to keep in order.
  WaveCompileOptions options = optionsFor("sim:mi300x", 100);
  options.schedule = SchedulingType::None;
  options.use_scheduling_barriers = true;
  EXPECT_EQ(countOf("hint-unused", wave_compile(options, gemm()).remarks()), 1u);
}

/// The options of the seed, as it writes them.
TEST(SchedulingBarriers, AreAnOptionOfTheSeed) {
  const CompiledKernel compiled =
      wave_compile({.target = Target::named("hip:gfx942"),
                    .subs = {M = rows, N = columns, K = 100, BLOCK_M = 128, BLOCK_N = 64,
                             BLOCK_K = 32, ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
                    .schedule = SchedulingType::Manual,
                    .use_scheduling_barriers = true,
                    .compile_to_mlir = true},
                   gemm(), plain());
  EXPECT_EQ(countOf("wave.sched_barrier", compiled.emit(Stage::Scheduled)), 1u);
}
