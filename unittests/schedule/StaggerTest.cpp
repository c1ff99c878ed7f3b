//===- StaggerTest.cpp - Halves of a workgroup in anti-phase --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "ScheduleKernels.h"

using namespace wave;
using namespace wave::test;

namespace {

/// A product with places in this file.
Kernel gemmHere() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32);
  return Kernel("gemm", {a, b, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                 TilingConstraint{K, BLOCK_K}, WaveConstraint{M, BLOCK_M / 2},
                 WaveConstraint{N, BLOCK_N / 2}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
                    Register x = read(a, {.tag = "read_a"});
                    Register y = read(b, {.tag = "read_b"});
                    return mma(x, y, acc, {.tag = "mma"});
                  });
                  write(sum, c);
                });
}

using Selected = SeedNodes;

using Insert = std::function<void(ScheduleBuilder &, const Selected &)>;

/// Loads two iterations ahead of the MMAs, with what `insert` adds.  With a barrier before and
/// behind the MMAs two of them stand between what is in conflict.
Schedule pipelined(const Insert &insert) {
  return Schedule("staggered", [&](ScheduleBuilder &s) {
    const Selected at(s);
    auto loop = s.pipeline(at.loop, {.buffers = 3});
    loop.set_stage({{at.a[0], at.b[0]}, {at.write_a, at.write_b}});
    loop.set_stage({{}, {}});
    loop.set_stage({{at.a[1], at.b[1]}, {at.mma}});
    insert(s, at);
  });
}

void barriers(ScheduleBuilder &s, const Selected &at) {
  s.insert_before(at.mma, {s.barrier(), s.set_priority(1)});
  s.insert_after(at.mma, {s.set_priority(0), s.barrier()});
}

Schedule staggered() {
  return pipelined([](ScheduleBuilder &s, const Selected &at) {
    barriers(s, at);
    s.stagger(at.loop);
  });
}

constexpr const char *amd[] = {"sim:mi300x", "sim:mi355x"};

void compileFor(const char *target, const Schedule &schedule) {
  wave_compile(optionsFor(target, SchedulingType::Manual, {M = 128, N = 64, K = 160}), gemmHere(),
               schedule);
}

size_t countOf(const std::string &part, const std::string &text) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

} // namespace

TEST(ScheduleStagger, ChangesNoResult) {
  for (const char *target : amd)
    for (const int64_t iterations : {0, 1, 2, 3, 4, 7})
      for (const bool isKnown : {false, true})
        expectUnscheduledResult(target, staggered(), iterations, isKnown);
}

TEST(ScheduleStagger, IsPrintedAndReadBack) {
  for (const char *target : amd)
    expectRoundTrip(optionsFor(target, SchedulingType::Manual, {M = 130, N = 70, K = 160}), gemm(),
                    staggered());
  const std::string text =
      wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, {M = 130, N = 70, K = 160}),
                   gemm(), staggered())
          .emit(Stage::Schedule);
  EXPECT_EQ(countOf("\nstagger(k_loop)\n", text), 1u) << text;
}

// Half of the waves wait before the steady loop, not before its prologue, and the others behind it.
TEST(ScheduleStagger, IsOfTheSteadyLoop) {
  const std::string scheduled =
      wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, {M = 130, N = 70, K = 160}),
                   gemm(), staggered())
          .emit(Stage::Scheduled);
  const size_t second = scheduled.find("wave.barrier half <second>"),
               first = scheduled.find("wave.barrier half <first>"),
               loop = scheduled.find("wave.iterate"),
               prologue = scheduled.find("wave.shared_write"),
               epilogue = scheduled.rfind("wave.mma");
  EXPECT_EQ(countOf("half <", scheduled), 2u) << scheduled;
  EXPECT_LT(prologue, second);
  EXPECT_LT(second, loop);
  EXPECT_LT(loop, first);
  EXPECT_LT(first, epilogue);
}

TEST(ScheduleStagger, WithoutAPipelineItIsOfTheLoop) {
  const Schedule schedule("staggered", [](ScheduleBuilder &s) {
    const Selected at(s);
    for (const Nodes &read : {at.a[1], at.b[1]}) {
      s.insert_before(read, {s.barrier(), s.barrier()});
      s.insert_after(read, {s.barrier(), s.barrier()});
    }
    s.stagger(at.loop);
  });
  for (const int64_t iterations : {0, 1, 5})
    expectUnscheduledResult("sim:mi300x", schedule, iterations, false);
}

// Where no roles are needed NVIDIA's chips take it as well: their barriers count arriving warps.
TEST(ScheduleStagger, OfAKernelWithoutRolesOnEveryGpu) {
  Memory a("a", {M, K}, f32, SHARED_ADDRESS_SPACE), c("c", {M}, f32);
  const Kernel sums(
      "sums", {a, c},
      {WorkgroupConstraint{M, 64, 0}, WaveConstraint{M, 32}, TilingConstraint{K, 16}}, [&] {
        Register zero({M}, f32, 0.0);
        Register total = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
          return sum(read(a, {.tag = "read_a"}), acc, K);
        });
        write(total, c);
      });
  const Schedule schedule("staggered", [](ScheduleBuilder &s) {
    auto [load, read] = s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_a"),
                                                     GLOBAL_ADDRESS_SPACE);
    s.insert_before(read, {s.barrier(), s.barrier()});
    s.insert_after(read, {s.barrier(), s.barrier()});
    s.stagger(s.get_node_by_tag("k_loop"));
  });
  const Tensor in = Tensor::randint({64, 100}, f32, -5, 5, 1);
  for (const char *target : simulators) {
    const auto run = [&](SchedulingType type) {
      WaveCompileOptions options{.target = Target::named(target),
                                 .subs = {M = 64, K = 100},
                                 .retarget = true,
                                 .schedule = type};
      const CompiledKernel compiled = type == SchedulingType::Manual
                                          ? wave_compile(options, sums, schedule)
                                          : wave_compile(options, sums);
      if (type == SchedulingType::Manual) {
        EXPECT_EQ(countOf("wave.barrier half <", compiled.emit(Stage::Distributed)), 2u);
      }
      Tensor out = Tensor::full({64}, f32, std::numeric_limits<double>::quiet_NaN());
      compiled(in, out);
      return out;
    };
    const Tensor expected = run(SchedulingType::None), actual = run(SchedulingType::Manual);
    EXPECT_EQ(std::memcmp(expected.data(), actual.data(), 64 * 4), 0) << target;
  }
}

TEST(ScheduleStagger, ConditionalBarriersSayTheSame) {
  // The halves are apart while they multiply, in prologue, steady loop and epilogue.
  const Schedule schedule = pipelined([](ScheduleBuilder &s, const Selected &at) {
    barriers(s, at);
    s.insert_cond_barrier_before(at.mma, WaveHalf::Second);
    s.insert_cond_barrier_after(at.mma, WaveHalf::First);
  });
  for (const char *target : amd)
    for (const int64_t iterations : {0, 2, 5})
      expectUnscheduledResult(target, schedule, iterations, true);
  expectRoundTrip(optionsFor("sim:mi300x", SchedulingType::Manual, {M = 130, N = 70, K = 160}),
                  gemm(), schedule);
  expectRoundTrip(optionsFor("sim:mi355x", SchedulingType::Manual, {M = 130, N = 70, K = 160}),
                  gemm(), schedule);
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST(ScheduleStagger, ABodyWithoutABarrier) {
  const Schedule wrong =
      pipelined([](ScheduleBuilder &s, const Selected &at) { s.stagger(at.loop); });
  expectError(
      "schedule-stagger", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+2:64: error: stagger: the body of k_loop has no barrier, at which the halves of the workgroup would take turns [schedule-stagger]
+2 |       pipelined([](ScheduleBuilder &s, const Selected &at) { s.stagger(at.loop); });
      |                                                                ^
FILE:above:69: note: the loop is here
help: insert barriers between its phases, such as insert_before(node, barrier()) and insert_after(node, barrier()) around the MMAs)");
}

TEST(ScheduleStagger, TooFewBarriersBetweenWhatIsInConflict) {
  const Schedule wrong = pipelined([](ScheduleBuilder &s, const Selected &at) {
    s.insert_before(at.mma, s.barrier());
    s.stagger(at.loop);
  });
  expectError(
      "schedule-stagger", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:above:58: error: shared_read 'read_a' needs 1 more barrier between it and shared_write 'read_a' before it: the halves of the workgroup run a barrier apart [schedule-stagger]
above |                     Register x = read(a, {.tag = "read_a"});
      |                                                          ^
FILE:above:58: note: shared_write 'read_a' is here
help: insert 1 barrier between the two, with insert_before(node, barrier()), or let no half run behind the other)");
}

TEST(ScheduleStagger, HalfAConditionalBarrier) {
  const Schedule wrong = pipelined([](ScheduleBuilder &s, const Selected &at) {
    barriers(s, at);
    s.insert_cond_barrier_before(at.loop, WaveHalf::Second);
  });
  expectError(
      "schedule-stagger", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: the second half of the waves takes 1 barrier more than the other in the kernel, and would wait there for ever [schedule-stagger]
+3 |     s.insert_cond_barrier_before(at.loop, WaveHalf::Second);
      |       ^
FILE:above:10: note: the kernel is here
help: give each conditional barrier one of the other half behind it, as stagger(loop) does)");
}

TEST(ScheduleStagger, MoreInEachIteration) {
  const Schedule wrong = pipelined([](ScheduleBuilder &s, const Selected &at) {
    barriers(s, at);
    s.insert_cond_barrier_after(at.mma, WaveHalf::First);
  });
  expectError(
      "schedule-stagger", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: the first half of the waves takes 1 barrier more than the other in each iteration of the loop, and would wait there for ever [schedule-stagger]
+3 |     s.insert_cond_barrier_after(at.mma, WaveHalf::First);
      |       ^
FILE:above:69: note: the loop is here
help: give each conditional barrier one of the other half behind it, as stagger(loop) does)");
}

TEST(ScheduleStagger, AnOddNumberOfWaves) {
  Memory a("a", {M, K}, f32, SHARED_ADDRESS_SPACE), c("c", {M}, f32);
  const Kernel alone("alone", {a, c}, {WorkgroupConstraint{M, 16, 0}, TilingConstraint{K, 16}},
                     [&] {
                       Register zero({M}, f32, 0.0);
                       Register total = iterate({.axis = K, .tag = "k_loop"}, {zero},
                                                [&](Register acc) { return sum(read(a), acc, K); });
                       write(total, c);
                     });
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.stagger(s.get_node_by_tag("k_loop")); });
  expectError(
      "schedule-stagger",
      [&] {
        wave_compile({.target = Target::named("sim:mi300x"),
                      .subs = {M = 64, K = 64},
                      .schedule = SchedulingType::Manual},
                     alone, wrong);
      },
      R"(FILE:+9:60: error: stagger: half of the waves wait, and a workgroup of kernel 'alone' has 1 wave [schedule-stagger]
+9 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.stagger(s.get_node_by_tag("k_loop")); });
      |                                                            ^
help: give the workgroup an even number of waves, with WaveConstraint)");
}

TEST(ScheduleStagger, Twice) {
  const Schedule wrong = pipelined([](ScheduleBuilder &s, const Selected &at) {
    barriers(s, at);
    s.stagger(at.loop);
    s.stagger(at.loop);
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: stagger: k_loop is staggered already [scheduled-twice]
+4 |     s.stagger(at.loop);
      |       ^
FILE:+3:7: note: it is staggered here
help: leave one of the two out)");
}

TEST(ScheduleStagger, UnrolledAfterwards) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.stagger(s.get_node_by_tag("k_loop"));
    s.unroll(s.get_node_by_tag("k_loop"), 2);
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: unroll: k_loop is unrolled after stagger [schedule-loop]
+3 |     s.unroll(s.get_node_by_tag("k_loop"), 2);
      |       ^
FILE:+2:7: note: the stagger is here
help: unroll loops first, and stagger then)");
}

TEST(ScheduleStagger, InARole) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected at(s);
    auto loop = s.pipeline(at.loop);
    loop.set_stage({{at.a[0], at.b[0]}, {at.write_a, at.write_b}});
    loop.set_stage({{at.a[1], at.b[1]}, {at.mma}});
    s.stagger(at.loop);
  });
  expectError(
      "schedule-barrier", [&] { compileFor("sim:h200", wrong); },
      R"(FILE:+6:7: error: stagger: a barrier is for all waves of the workgroup, and iterate 'k_loop' is run by roles 'load', 'consumer', each at a time of its own [schedule-barrier]
+6 |     s.stagger(at.loop);
      |       ^
FILE:above:69: note: iterate 'k_loop' is here
help: leave the barrier out: roles wait for each other at the slots of channels)");
}

TEST(ScheduleStagger, AHalfThatIsNone) {
  const Schedule wrong =
      Schedule::parse("wave_schedule 1 \"wrong\"\n"
                      "insert_cond_barrier_before(get_node_by_tag(\"k_loop\"), THIRD)\n",
                      "wrong.schedule");
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(wrong.schedule:2:1: error: insert_cond_barrier_before: there is no half 'THIRD' of the waves [schedule-argument]
help: the halves are FIRST and SECOND)");
}
