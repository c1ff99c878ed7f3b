//===- UnrollTest.cpp - Unrolled loops ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <regex>
#include <set>

#include "ScheduleKernels.h"

using namespace wave;
using namespace wave::test;

namespace {

Schedule unrolled(int64_t factor) {
  return Schedule("unrolled by " + std::to_string(factor),
                  [&](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), factor); });
}

/// Unrolled between the selections and the pipeline: the stages have all copies.
Schedule unrolledPipeline(int64_t factor) {
  return Schedule("unrolled by " + std::to_string(factor) + ", pipelined", [&](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    auto [load_a, read_a] = s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_a"),
                                                         GLOBAL_ADDRESS_SPACE);
    auto [load_b, read_b] = s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_b"),
                                                         GLOBAL_ADDRESS_SPACE);
    s.unroll(k_loop, factor);
    auto write_a = s.get_node_by_tag_and_type<Write>("read_a");
    auto write_b = s.get_node_by_tag_and_type<Write>("read_b");
    auto loop = s.pipeline(k_loop);
    loop.set_stage({{load_a, load_b}, {write_a, write_b}});
    loop.set_stage({{read_a, read_b}, {s.get_node_by_tag("mma")}});
  });
}

/// Each copy is loaded while the one before is multiplied: copies have times of their own.
Schedule copiesInTurn() {
  return Schedule("copies in turn", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    std::vector<Nodes> clusters;
    for (int64_t copy : {0, 1}) {
      auto [load_a, read_a] = s.partition_by_address_space(
          s.get_node_by_tag_and_iteration<Read>("read_a", copy), GLOBAL_ADDRESS_SPACE);
      auto [load_b, read_b] = s.partition_by_address_space(
          s.get_node_by_tag_and_iteration<Read>("read_b", copy), GLOBAL_ADDRESS_SPACE);
      clusters.push_back(
          s.cluster({load_a, load_b, s.get_node_by_tag_and_iteration<Write>("read_a", copy),
                     s.get_node_by_tag_and_iteration<Write>("read_b", copy)}));
      clusters.push_back(s.cluster({read_a, read_b, s.get_node_by_tag_and_iteration("mma", copy)}));
    }
    std::swap(clusters[1], clusters[2]); // both loads first
    s.reorder_graph(k_loop, clusters);
  });
}

size_t countOf(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

} // namespace

class UnrolledLoops : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(OfAllKinds, UnrolledLoops, testing::ValuesIn(simulators),
                         [](const auto &info) { return std::string(info.param).substr(4); });

TEST_P(UnrolledLoops, GiveTheUnscheduledResultForAnyNumberOfIterations) {
  for (int64_t factor : {2, 3})
    for (int64_t iterations :
         std::set<int64_t>{0, 1, factor - 1, factor, factor + 1, 2 * factor + 1})
      for (const Schedule &schedule : {unrolled(factor), unrolledPipeline(factor)}) {
        if (iterations >= factor)
          expectUnscheduledResult(GetParam(), schedule, iterations, true);
        expectUnscheduledResult(GetParam(), schedule, iterations, false);
      }
}

TEST_P(UnrolledLoops, HaveCopiesWithTimesOfTheirOwn) {
  for (int64_t iterations : {2, 3, 7}) {
    expectUnscheduledResult(GetParam(), copiesInTurn(), iterations, true);
    expectUnscheduledResult(GetParam(), copiesInTurn(), iterations, false);
  }
}

TEST_P(UnrolledLoops, AreReadBackAsPrinted) {
  const Bindings known{M = 256, N = 256, K = 512};
  for (const auto &[schedule, sizes] : {std::pair(unrolled(2), known),
                                        {unrolled(3), {}},
                                        {unrolledPipeline(3), {}},
                                        {copiesInTurn(), known}})
    expectRoundTrip(optionsFor(GetParam(), SchedulingType::Manual, sizes), gemm(), schedule);
}

/// Copy 0 of an iteration uses the accumulator that copy 1 of the one before makes at the same
/// time: it is issued later, though its stage begins loads.
/// Of whatever characters it consists.
TEST(Unroll, SelectsALoopByItsTag) {
  constexpr const char *tag = "k\n\"loop\"\\0a\t1";
  Memory x("x", {M, K}, f32), y("y", {M}, f32);
  const Kernel kernel("total", {x, y}, {WorkgroupConstraint{M, 32, 0}, TilingConstraint{K, 16}},
                      [&] {
                        Register zero({M}, f32, 0.0);
                        write(iterate({.axis = K, .tag = tag}, {zero},
                                      [&](Register acc) { return sum(read(x), acc, K); }),
                              y);
                      });
  const Schedule twice("two\nlines",
                       [&](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag(tag), 2); });
  expectRoundTrip({.target = Target::named("sim:mi300x"),
                   .subs = {M = 64, K = 64},
                   .schedule = SchedulingType::Manual},
                  kernel, twice);
}

TEST(Unroll, AnMmaFollowsTheOneOfTheIterationBefore) {
  const Schedule schedule("at one time", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    std::vector<Nodes> loads, reads, writes, mmas;
    for (int64_t copy : {0, 1}) {
      auto [load_a, read_a] = s.partition_by_address_space(
          s.get_node_by_tag_and_iteration<Read>("read_a", copy), GLOBAL_ADDRESS_SPACE);
      auto [load_b, read_b] = s.partition_by_address_space(
          s.get_node_by_tag_and_iteration<Read>("read_b", copy), GLOBAL_ADDRESS_SPACE);
      loads.push_back(s.cluster({load_a, load_b}));
      reads.push_back(s.cluster({read_a, read_b}));
      writes.push_back(s.cluster({s.get_node_by_tag_and_iteration<Write>("read_a", copy),
                                  s.get_node_by_tag_and_iteration<Write>("read_b", copy)}));
      mmas.push_back(s.get_node_by_tag_and_iteration("mma", copy));
    }
    auto loop = s.pipeline(k_loop);
    loop.set_stage({{loads[0], writes[0]}});
    loop.set_stage({{reads[0]}});
    loop.set_stage({{}});
    loop.set_stage({{loads[1], writes[1], mmas[0]}});
    loop.set_stage({{reads[1], mmas[1]}});
  });
  for (int64_t iterations : {2, 9, 15})
    for (bool isKnown : {true, false})
      expectUnscheduledResult("sim:mi355x", schedule, iterations, isKnown);
}

/// 10 iterations in threes: 3 trips of the unrolled loop, and one more iteration.
TEST(Unroll, LeavesTheRemainderToASecondLoop) {
  const Bindings sizes = {M = 256, N = 256, K = 320};
  const std::string staged =
      wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizes), gemm(), unrolled(3))
          .emit(Stage::Scheduled);
  EXPECT_EQ(countOf(staged, "wave.iterate"), 2u) << staged;
  EXPECT_EQ(countOf(staged, "wave.mma"), 4u) << staged;
  EXPECT_EQ(countOf(staged, "wave.allocate \"a\""), 4u) << staged;
}

TEST(Unroll, LeavesNothingWhereTheFactorDividesTheCount) {
  const Bindings sizes = {M = 256, N = 256, K = 320};
  const std::string staged =
      wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizes), gemm(), unrolled(5))
          .emit(Stage::Scheduled);
  EXPECT_EQ(countOf(staged, "wave.iterate"), 1u) << staged;
  EXPECT_EQ(countOf(staged, "wave.mma"), 5u) << staged;
}

TEST(Unroll, OfOneChangesNothing) {
  const Bindings sizes = {M = 256, N = 256, K = 320};
  for (const char *target : simulators)
    EXPECT_EQ(
        wave_compile(optionsFor(target, SchedulingType::Manual, sizes), gemm(), unrolled(1))
            .emit(Stage::Llvm),
        wave_compile(optionsFor(target, SchedulingType::None, sizes), gemm()).emit(Stage::Llvm))
        << target;
}

TEST(Unroll, TwiceIsUnrollingByTheProduct) {
  const Schedule schedule("twice", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    s.unroll(k_loop, 3);
    s.getitem(s.get_node_by_tag_and_iteration("mma", 5), 0);
  });
  for (const char *target : simulators)
    for (int64_t iterations : {0, 1, 6, 7, 12, 17}) {
      const Bindings tiles = {BLOCK_M = 64, BLOCK_N = 32};
      expectUnscheduledResult(target, schedule, iterations, false, tiles);
      if (iterations >= 6)
        expectUnscheduledResult(target, schedule, iterations, true, tiles);
    }
}

namespace {

/// c = J * a * b^T: the loop over K runs once in each iteration of one over J.
Kernel nested() {
  const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32), d("d", {J}, f32);
  return Kernel("nested", {a, b, c, d},
                {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 32, 1},
                 TilingConstraint{K, 32}, TilingConstraint{J, 1}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  write(iterate({.axis = J, .tag = "j_loop"}, {zero},
                                [&](Register outer) {
                                  return iterate(
                                      {.axis = K, .tag = "k_loop"}, {outer}, [&](Register acc) {
                                        return mma(read(a, {.tag = "read_a"}),
                                                   read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
                                      });
                                }),
                        c);
                });
}

void expectNestedResult(const char *target, const Schedule &schedule) {
  const WaveCompileOptions plain{.target = Target::named(target), .retarget = true};
  WaveCompileOptions manual = plain;
  manual.schedule = SchedulingType::Manual;
  const CompiledKernel expected = wave_compile(plain, nested()),
                       unrolled = wave_compile(manual, nested(), schedule);
  for (int64_t j : {0, 1, 3})
    for (int64_t iterations : {0, 1, 5}) {
      SCOPED_TRACE(std::string(target) + ", " + schedule.name() + ", " + std::to_string(j) +
                   " of " + std::to_string(iterations) + " iterations");
      const Tensor a = Tensor::randint({70, iterations * 32}, f16, -5, 5, 1),
                   b = Tensor::randint({40, iterations * 32}, f16, -6, 6, 2),
                   d = Tensor::zeros({j}, f32);
      const auto run = [&](const CompiledKernel &compiled) {
        Tensor c = Tensor::full({70, 40}, f32, std::numeric_limits<double>::quiet_NaN());
        compiled(a, b, c, d);
        return std::string(static_cast<const char *>(c.data()), 70 * 40 * 4);
      };
      EXPECT_EQ(run(unrolled), run(expected));
    }
}

} // namespace

TEST(Unroll, OfLoopsInLoops) {
  const Schedule fromInside("from inside", [](ScheduleBuilder &s) {
    s.unroll(s.get_node_by_tag("k_loop"), 2);
    s.unroll(s.get_node_by_tag("j_loop"), 2);
  });
  const Schedule fromOutside("from outside", [](ScheduleBuilder &s) {
    auto k_loops = s.get_node_by_tag("k_loop");
    s.unroll(s.get_node_by_tag("j_loop"), 2);
    s.unroll(s.getitem(k_loops, 1), 2);
    s.unroll(s.get_node_by_tag_and_iteration("k_loop", 0), 3);
  });
  // On one chip of each vendor the one, on the other one the other.
  for (const auto &[target, schedule] : {std::pair("sim:mi300x", fromInside),
                                         {"sim:mi355x", fromOutside},
                                         {"sim:h200", fromOutside},
                                         {"sim:b200", fromInside}}) {
    expectNestedResult(target, schedule);
    expectRoundTrip(
        {.target = Target::named(target), .retarget = true, .schedule = SchedulingType::Manual},
        nested(), schedule);
  }
}

/// Copies log the iteration that they work on.
TEST(Unroll, KeepsWhatIsLogged) {
  const Memory a("a", {M, K}, f32), c("c", {M}, f32);
  const Kernel kernel("logs", {a, c}, {WorkgroupConstraint{M, 64, 0}, TilingConstraint{K, 4}}, [&] {
    Register zero({M}, f32, 0.0);
    Register all = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      Register next = sum(read(a), acc, K);
      debug_log(next, "next", {.at = {M = 3}});
      return next;
    });
    write(all, c);
  });
  const Tensor in = Tensor::randint({70, 26}, f32, -5, 5, 1), out = Tensor::zeros({70}, f32);
  const auto logOf = [&](const CompiledKernel &compiled) {
    std::string text;
    compiled.launch({in, out}, {.on_log = [&](const LogTile &tile) { text += tile.str(); }});
    return text;
  };
  for (const char *target : {"sim:mi300x", "sim:mi355x"}) {
    WaveCompileOptions options{.target = Target::named(target)};
    const std::string expected = logOf(wave_compile(options, kernel));
    EXPECT_NE(expected, "");
    options.schedule = SchedulingType::Manual;
    for (int64_t factor : {2, 3})
      EXPECT_EQ(logOf(wave_compile(options, kernel, unrolled(factor))), expected) << factor;
  }
}

/// What is left of the inner loop runs where that one does.
TEST(Unroll, InsideALoopThatIsScheduled) {
  const Schedule schedule("outer loop reordered", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    s.reorder_graph(s.get_node_by_tag("j_loop"), {k_loop});
  });
  for (const char *target : simulators)
    expectNestedResult(target, schedule);
}

/// The target's default with the loop unrolled after its roles: selections, roles, buffers and
/// stages hold the copies, and the remainder has the roles of what it does the rest of.
TEST(Unroll, KeepsRolesAndBuffersThatWereNamedBefore) {
  for (const char *target : {"sim:h200", "sim:b200"}) {
    const Bindings sizes = {M = 130, N = 70};
    std::string text =
        wave_compile(optionsFor(target, SchedulingType::None, sizes), gemm()).emit(Stage::Schedule);
    text =
        std::regex_replace(text, std::regex("buffers\\(\"([ab])\", \\d+\\)"), "buffers(\"$1\", 2)");
    const size_t end = text.find("k_loop_pipeline = ");
    text.insert(end == std::string::npos ? text.size() : end,
                "unroll(get_node_by_tag(\"k_loop\"), 2)\n");
    SCOPED_TRACE(text);
    for (int64_t iterations : {0, 1, 2, 5, 8})
      expectUnscheduledResult(target, Schedule::parse(text, "roles.schedule"), iterations, false);
  }
}
