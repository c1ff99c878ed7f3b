//===- ScheduleKernels.h - What the tests of schedules compile and run ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "Symbols.h"

namespace wave::test {

inline Kernel gemm() {
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

/// Expects that `body` throws an Error with that id, message and help, at a line that is known.
template <typename Body>
void expectRefusal(const std::string &id, Body &&body, const std::string &message,
                   const std::string &help) {
  try {
    body();
    ADD_FAILURE() << "nothing was thrown, in place of: " << message;
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, id);
    EXPECT_EQ(error.diagnostic().message, message);
    EXPECT_EQ(error.diagnostic().help, help);
    EXPECT_TRUE(error.diagnostic().where.is_known());
  }
}

/// The program of the seed, with `between` empty stages.
inline Schedule prefetch(int64_t between = 0) {
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

/// What the seed's program selects.
struct SeedNodes {
  explicit SeedNodes(ScheduleBuilder &s)
      : loop(s.get_node_by_tag("k_loop")),
        a(s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_a"),
                                       GLOBAL_ADDRESS_SPACE)),
        b(s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_b"),
                                       GLOBAL_ADDRESS_SPACE)),
        write_a(s.get_node_by_tag_and_type<Write>("read_a")),
        write_b(s.get_node_by_tag_and_type<Write>("read_b")), mma(s.get_node_by_tag("mma")) {}
  Nodes loop;
  std::array<Nodes, 2> a, b;
  Nodes write_a, write_b, mma;
};

inline Bindings sizesOf(int64_t k) { return {M = 130, N = 70, K = k}; }

inline constexpr const char *simulators[] = {"sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};

inline WaveCompileOptions optionsFor(const std::string &target, SchedulingType type,
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
inline Tensor product(const CompiledKernel &compiled, int64_t k) {
  const int64_t m = 130, n = 70;
  const Tensor a = Tensor::randint({m, k}, f16, -5, 5, 1);
  const Tensor b = Tensor::randint({n, k}, f16, -6, 6, 2);
  Tensor c = Tensor::full({m, n}, f32, std::numeric_limits<double>::quiet_NaN());
  compiled(a, b, c);
  return c;
}

inline bool areEqual(const Tensor &x, const Tensor &y) {
  return std::memcmp(x.data(), y.data(), static_cast<size_t>(130 * 70 * 4)) == 0;
}

/// Expects that a schedule of a product computes what the unscheduled kernel does, to the bit: for
/// `iterations` of 32, known when compiling or open.
inline void expectUnscheduledResult(const char *target, const Schedule &schedule,
                                    int64_t iterations, bool isKnown, const Bindings &tiles = {}) {
  const int64_t k = iterations * 32;
  SCOPED_TRACE(std::string(target) + ", " + std::to_string(iterations) + " iterations, " +
               (isKnown ? "known" : "open") + ", " + schedule.name());
  Bindings known = tiles;
  for (const Binding &size : Bindings{M = 130, N = 70, K = k})
    known.set(size.symbol, size.value);
  const Tensor expected =
      product(wave_compile(optionsFor(target, SchedulingType::None, known), gemm()), k);
  EXPECT_TRUE(areEqual(
      product(wave_compile(optionsFor(target, SchedulingType::Manual, isKnown ? known : tiles),
                           gemm(), schedule),
              k),
      expected));
}

/// Expects that what is printed of a schedule, read back, makes the same code and prints the same:
/// the target form, of which all later forms are made.
inline void expectRoundTrip(const WaveCompileOptions &options, const Kernel &kernel,
                            const Schedule &schedule) {
  const CompiledKernel compiled = wave_compile(options, kernel, schedule);
  const std::string text = compiled.emit(Stage::Schedule);
  SCOPED_TRACE(text);
  const CompiledKernel again =
      wave_compile(options, kernel, Schedule::parse(text, "printed.schedule"));
  EXPECT_EQ(again.emit(Stage::Schedule), text);
  EXPECT_EQ(again.emit(Stage::Target), compiled.emit(Stage::Target));
}

} // namespace wave::test
