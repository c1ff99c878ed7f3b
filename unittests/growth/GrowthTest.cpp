//===- GrowthTest.cpp - Compile time over the size of a kernel ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The time to compile t(n) grows like n to the power of an exponent, which two sizes give:
// log(t(b) / t(a)) / log(b / a).  An algorithm that is quadratic in what is varied has the exponent
// 2 at sizes that are far enough apart; what is measured is the time of the processor, of which
// other processes take none, and of several runs the shortest counts.  A limit is thus missed by
// what grows, not by a busy machine.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "wave/wave.h"

using namespace wave;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, KB{"KB"}, NB{"NB"};

double processorSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// No two kernels of a test have one name: equal ones would be compiled once.
std::string newName() {
  static int number = 0;
  return "kernel_" + std::to_string(number++);
}

/// The exponent between two sizes, at most `limit` or as it is after three more attempts.
double exponent(int small, int large, double limit, const std::function<void(int)> &compile,
                int runs = 3) {
  double ofSmall = std::numeric_limits<double>::infinity(), ofLarge = ofSmall, result = 0;
  const auto measure = [&](int size, double &shortest) {
    const double begin = processorSeconds();
    compile(size);
    shortest = std::min(shortest, processorSeconds() - begin);
  };
  if (runs > 1)
    compile(small); // what is done once in a process is done here
  for (int attempt = 0; attempt < 4; ++attempt) {
    for (int run = 0; run < runs; ++run)
      measure(small, ofSmall);
    measure(large, ofLarge);
    result = std::log(ofLarge / ofSmall) / std::log(double(large) / small);
    if (result <= limit)
      break;
  }
  std::printf("%.1f ms with %d, %.1f ms with %d: exponent %.2f\n", 1e3 * ofSmall, small,
              1e3 * ofLarge, large, result);
  return result;
}

struct Simulated : testing::TestWithParam<const char *> {
  WaveCompileOptions options(SchedulingType schedule = SchedulingType::None) const {
    return {.target = Target::named(GetParam()), .retarget = true, .schedule = schedule};
  }
};
std::string nameOf(const testing::TestParamInfo<const char *> &info) {
  return std::string(info.param).substr(4);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

using Step = Register (*)(const Register &value, const Register &first);

/// What a lane holds is counted at each operation, of which each chain here has `steps`.
void compileChain(const WaveCompileOptions &options, int steps, Step step) {
  Memory x("x", {M}, f32), y("y", {M}, f32);
  Kernel kernel(newName(), {x, y}, {WorkgroupConstraint{M, 64, 0}}, [&] {
    const Register first = read(x);
    Register value = first;
    for (int i = 0; i < steps; ++i)
      value = step(value, first);
    write(value, y);
  });
  kernel.set_defaults({M = 64});
  WaveCompileOptions all = options;
  all.subs = kernel.defaults();
  wave_compile(all, kernel);
}

using Elementwise = Simulated;

TEST_P(Elementwise, AChainOfSteps) {
  const auto compile = [&](int steps) {
    compileChain(options(), steps,
                 [](const Register &value, const Register &) { return value * 0.5 + 1.0; });
  };
  EXPECT_LE(exponent(200, 1600, 1.3, compile), 1.3);
}

TEST_P(Elementwise, AChainThatUsesOneTileInEachStep) {
  const auto compile = [&](int steps) {
    compileChain(options(), steps, [](const Register &value, const Register &first) {
      return value * first + first;
    });
  };
  EXPECT_LE(exponent(200, 1600, 1.3, compile), 1.3);
}

/// All of which are held when the last one is read.
TEST_P(Elementwise, ManyTilesAtOneTime) {
  const auto compile = [&](int count) {
    Memory x("x", {M}, f32), y("y", {M}, f32);
    Kernel kernel(newName(), {x, y}, {WorkgroupConstraint{M, 64, 0}}, [&] {
      std::vector<Register> tiles{read(x)};
      for (int i = 0; i < count; ++i)
        tiles.push_back(tiles.back() * 0.5);
      Register sum = tiles.back();
      for (int i = 0; i < count; ++i)
        sum = sum + tiles[static_cast<size_t>(i)];
      write(sum, y);
    });
    WaveCompileOptions all = options();
    all.subs = {M = 64};
    wave_compile(all, kernel);
  };
  EXPECT_LE(exponent(40, 240, 1.3, compile), 1.3);
}

INSTANTIATE_TEST_SUITE_P(, Elementwise, testing::Values("sim:mi300x", "sim:h200"), nameOf);

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

Kernel gemm() {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32);
  Kernel kernel(
      newName(), {a, b, c},
      {WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 32, 1}, TilingConstraint{K, 16}}, [&] {
        Register sum =
            iterate({.axis = K, .tag = "k_loop"}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
              return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc,
                         {.tag = "mma"});
            });
        write(sum, c);
      });
  kernel.set_defaults({M = 64, N = 64, K = 65536});
  return kernel;
}

using Schedules = Simulated;

TEST_P(Schedules, UnrolledLoops) {
  const auto compile = [&](int factor) {
    const Kernel kernel = gemm();
    WaveCompileOptions all = options(SchedulingType::Manual);
    all.subs = kernel.defaults();
    wave_compile(all, kernel, Schedule("unrolled", [&](ScheduleBuilder &s) {
                   s.unroll(s.get_node_by_tag("k_loop"), factor);
                 }));
  };
  EXPECT_LE(exponent(4, 24, 1.3, compile), 1.3);
}

INSTANTIATE_TEST_SUITE_P(, Schedules,
                         testing::Values("sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"),
                         nameOf);

/// Tiles that are read so many iterations before they are written to shared memory, each in
/// registers of its own.
TEST(Pipelines, StagesInRegisters) {
  const auto compile = [&](int stages) {
    const Kernel kernel = gemm();
    WaveCompileOptions all{.target = Target::named("sim:mi300x"),
                           .subs = kernel.defaults(),
                           .retarget = true,
                           .schedule = SchedulingType::Manual};
    wave_compile(all, kernel, Schedule("stages", [&](ScheduleBuilder &s) {
                   const auto readOf = [&](const char *tag) {
                     return s.partition_by_address_space(s.get_node_by_tag_and_type<Read>(tag),
                                                         GLOBAL_ADDRESS_SPACE);
                   };
                   auto [global_a, shared_a] = readOf("read_a");
                   auto [global_b, shared_b] = readOf("read_b");
                   auto write_a = s.get_node_by_tag_and_type<Write>("read_a");
                   auto write_b = s.get_node_by_tag_and_type<Write>("read_b");
                   auto pipelined = s.pipeline(s.get_node_by_tag("k_loop"));
                   pipelined.set_stage({{global_a, global_b}, {}});
                   for (int i = 2; i < stages; ++i)
                     pipelined.set_stage({{}, {}});
                   pipelined.set_stage(
                       {{write_a, write_b}, {shared_a, shared_b, s.get_node_by_tag("mma")}});
                 }));
  };
  EXPECT_LE(exponent(16, 128, 1.3, compile), 1.3);
}

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);

using Mappings = Simulated;

TEST_P(Mappings, NestedQuotientsAndRemainders) {
  const auto compile = [&](int terms) {
    Memory x("x", {M}, f32), y("y", {M}, f32);
    Kernel kernel(newName(), {x, y}, {WorkgroupConstraint{M, 1024, 0}}, [&] {
      Expr at = i;
      for (int term = 0; term < terms; ++term)
        at = floordiv(at * 3 + i, 2) % (1000 + term);
      write(read(x, {.mapping = IndexMapping{.inputs = {M = at}, .outputs = {M = i}}}), y);
    });
    WaveCompileOptions all = options();
    all.subs = {M = 2000};
    wave_compile(all, kernel);
  };
  EXPECT_LE(exponent(8, 64, 1.3, compile), 1.3);
}

INSTANTIATE_TEST_SUITE_P(, Mappings, testing::Values("sim:mi300x", "sim:h200"), nameOf);

//===----------------------------------------------------------------------===//
// Machine code
//===----------------------------------------------------------------------===//

/// Scales for each row and 128 columns of an operand, in the element type of another chip: most of
/// a lane's registers hold tiles, and LLVM takes a multiple of its time where all do.
TEST(MachineCode, AGemmWithScales) {
  const auto compile = [](int times) {
    Memory a("a", {M, K}, f8e4m3fn, SHARED_ADDRESS_SPACE),
        b("b", {N, K}, f8e4m3fn, SHARED_ADDRESS_SPACE), sa("sa", {M, KB}, f32),
        sb("sb", {NB, KB}, f32), c("c", {M, N}, bf16);
    Kernel kernel(
        newName(), {a, b, sa, sb, c},
        {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 128, 1}, TilingConstraint{K, 128}},
        [&] {
          const IndexMapping of_a{.inputs = {M = i, KB = floordiv(j, 128)},
                                  .outputs = {M = i, K = j}};
          const IndexMapping of_b{.inputs = {NB = floordiv(i, 128), KB = floordiv(j, 128)},
                                  .outputs = {N = i, K = j}};
          Register sum = iterate({.axis = K}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
            const Register part = mma(cast(read(a), f16), cast(read(b), f16));
            for (int time = 0; time < times; ++time)
              acc = acc + part * max(read(sa, {.mapping = of_a}), K) *
                              max(read(sb, {.mapping = of_b}), K);
            return acc;
          });
          write(cast(sum, bf16), c);
        });
    wave_compile({.target = Target::named("hip:gfx942"),
                  .subs = {M = 150, N = 200, K = 384, KB = 3, NB = 2},
                  .retarget = true},
                 kernel)
        .emit(Stage::Object);
  };
  EXPECT_LE(exponent(1, 4, 1.2, compile, 1), 1.2);
}

} // namespace
