//===- schedule.cpp - A kernel, and when its operations run ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows: tags; a schedule that prefetches, the same for every GPU; what the compiler makes of it
// for four of them; the refusal of a schedule that breaks a dependence.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

#include <cstdio>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// [kernel]
Kernel gemm_prefetch() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                          TilingConstraint{K, BLOCK_K}, WaveConstraint{M, BLOCK_M / 2},
                          WaveConstraint{N, BLOCK_N / 2}};

  return Kernel("gemm_prefetch", {a, b, c}, constraints, [&] {
    Register c_reg({M, N}, f32, 0.0);
    // [tags]
    Register repeat = iterate({.axis = K, .tag = "k_loop"}, {c_reg}, [&](Register acc) {
      Register a_reg = read(a, {.tag = "read_a"});
      Register b_reg = read(b, {.tag = "read_b"});
      return mma(a_reg, b_reg, acc, {.tag = "mma"});
    });
    // [/tags]
    write(repeat, c);
  });
}
// [/kernel]

// [schedule]
Schedule prefetch_schedule() {
  return Schedule("prefetch", [](ScheduleBuilder &s) {
    // Select what is scheduled.
    // [select]
    auto k_loop = s.get_node_by_tag("k_loop");
    auto load_a = s.get_node_by_tag_and_type<Read>("read_a");
    // [/select]
    // [partition]
    auto [global_load_a, shared_load_a] =
        s.partition_by_address_space(load_a, GLOBAL_ADDRESS_SPACE);
    auto shared_write_a = s.get_node_by_tag_and_type<Write>("read_a");
    // [/partition]
    auto load_b = s.get_node_by_tag_and_type<Read>("read_b");
    auto [global_load_b, shared_load_b] =
        s.partition_by_address_space(load_b, GLOBAL_ADDRESS_SPACE);
    auto shared_write_b = s.get_node_by_tag_and_type<Write>("read_b");
    auto mma = s.get_node_by_tag("mma");

    // Two stages of two tuples: the initiation interval is 2.
    // [stages]
    auto pipelined_loop = s.pipeline(k_loop);
    pipelined_loop.set_stage({{global_load_a, global_load_b}, {shared_write_a, shared_write_b}});
    pipelined_loop.set_stage({{shared_load_a, shared_load_b}, {mma}});
    // [/stages]
  });
}
// [/schedule]

static WaveCompileOptions options_for(const char *target) {
  return {.target = Target::named(target),
          .subs = {M = 256, N = 128, K = 192, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32,
                   ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
          .retarget = true,
          .schedule = SchedulingType::Manual};
}

int main() {
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"}) {
    // [compile]
    CompiledKernel compiled =
        wave_compile(options_for(target), gemm_prefetch(), prefetch_schedule());
    // [/compile]
    Tensor a = Tensor::randn({256, 192}, f16, 0), b = Tensor::randn({128, 192}, f16, 1);
    Tensor c = Tensor::zeros({256, 128}, f32);
    compiled(a, b, c);
    const bool isRight = allclose(c, matmul(a, b, /*transpose_b=*/true), 1e-2, 1e-2);
    std::printf("%s: %s\n", target, isRight ? "ok" : "wrong");
  }

  // [options]
  WaveCompileOptions options{.target = Target::named("hip:gfx942"),
                             .subs = {M = 256, N = 128, K = 192, BLOCK_M = 64, BLOCK_N = 64,
                                      BLOCK_K = 32, ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
                             .schedule = SchedulingType::Manual,
                             .use_scheduling_barriers = true,
                             .compile_to_mlir = true};
  CompiledKernel to_mlir = wave_compile(options, gemm_prefetch(), prefetch_schedule());
  // [/options]
  std::printf("hip:gfx942: %s\n", to_mlir.mlir().empty() ? "nothing" : "as MLIR");

  // [illegal]
  Schedule early("early", [](ScheduleBuilder &s) {
    auto [load, get] =
        s.partition_by_address_space(s.get_node_by_tag({"read_a", "read_b"}), GLOBAL_ADDRESS_SPACE);
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    loop.set_stage({{load}, {s.filter_nodes<Write>(get)}});
    loop.set_stage({{s.get_node_by_tag("mma")}, {s.filter_nodes<Read>(get)}});
  });
  // [/illegal]
  try {
    wave_compile(options_for("sim:mi300x"), gemm_prefetch(), early);
  } catch (const Error &error) {
    std::printf("%s\n", error.what());
  }
}

// clang-format off
// Prints:
//
// cpu: ok
// sim:mi300x: ok
// sim:mi355x: ok
// sim:h200: ok
// sim:b200: ok
// hip:gfx942: as MLIR
// examples/schedule.cpp:34:50: error: mma 'mma' uses shared_read 'read_a' in the same iteration, and would run at time 2, before time 3 [illegal-schedule]
//    34 |       return mma(a_reg, b_reg, acc, {.tag = "mma"});
//       |                                                  ^
// examples/schedule.cpp:34:50: note: mma 'mma' has time 2 (stage 1, tuple 0)
// examples/schedule.cpp:32:48: note: shared_read 'read_a' has time 3 (stage 1, tuple 1)
// examples/schedule.cpp:109:10: note: stage 1 is scheduled here
// help: move mma 'mma' to stage 1, tuple 1
