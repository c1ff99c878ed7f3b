//===- schedule.cpp - A kernel, and when its operations run ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows: the kernel and the schedule of Wave's document on schedules, as written there, the same
// for every GPU; its example of two stages with eight operations, and when each of them runs; the
// refusal of a schedule that breaks a dependence.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

#include <cstdio>
#include <sstream>
#include <string>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"}, ADDRESS_SPACE_0{"ADDRESS_SPACE_0"};

// [kernel]
Kernel gemm_prefetch() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE_0), b("b", {K, N}, f16, ADDRESS_SPACE_0),
      c("c", {M, N}, f16, ADDRESS_SPACE);
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

// A loop of eight operations: beside c = a * b the sums of the rows of a, which correct c where b
// is stored with an offset.

// [eight]
Kernel gemm_and_rows() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE_0), b("b", {K, N}, f16, ADDRESS_SPACE_0),
      c("c", {M, N}, f16, ADDRESS_SPACE), rows("rows", {M}, f32, ADDRESS_SPACE);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}, TilingConstraint{K, BLOCK_K}};

  return Kernel("gemm_and_rows", {a, b, c, rows}, constraints, [&] {
    Register zero({M, N}, f32, 0.0), zeros({M}, f32, 0.0);
    auto [product, row_sums] = iterate(
        {.axis = K, .tag = "k_loop"}, {zero, zeros}, [&](Register product, Register row_sums) {
          Register x = read(a, {.tag = "read_a"}), y = read(b, {.tag = "read_b"});
          return yield(mma(x, y, product, {.tag = "mma"}),
                       sum(cast(x, f32), row_sums, K, {.tag = "sum"}));
        });
    write(product, c);
    write(row_sums, rows);
  });
}

Schedule two_stages_of_eight() {
  return Schedule("two stages", [](ScheduleBuilder &s) {
    const auto [op1, op5] = s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_a"),
                                                         GLOBAL_ADDRESS_SPACE);
    const auto [op2, op6] = s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_b"),
                                                         GLOBAL_ADDRESS_SPACE);
    const auto op3 = s.get_node_by_tag_and_type<Write>("read_a");
    const auto op4 = s.get_node_by_tag_and_type<Write>("read_b");
    const auto op7 = s.get_node_by_tag("mma"), op8 = s.get_node_by_tag("sum");

    auto pipelined_loop = s.pipeline(s.get_node_by_tag("k_loop"));
    pipelined_loop.set_stage({{op1, op2}, {op3, op4}});
    pipelined_loop.set_stage({{op5, op6}, {op7, op8}});
  });
}
// [/eight]

static WaveCompileOptions options_for(const char *target) {
  return {.target = Target::named(target),
          .subs = {M = 256, N = 128, K = 192, BLOCK_M = 64, BLOCK_K = 32,
                   ADDRESS_SPACE_0 = SHARED_ADDRESS_SPACE, ADDRESS_SPACE = GLOBAL_ADDRESS_SPACE},
          .retarget = true,
          .schedule = SchedulingType::Manual};
}
static WaveCompileOptions gemm_options_for(const char *target) {
  WaveCompileOptions options = options_for(target);
  options.subs.set("BLOCK_N", 64);
  return options;
}

/// When each operation with a tag runs, as the compiler explains it.
static std::string times_of(const CompiledKernel &compiled) {
  const std::string text = compiled.explain();
  const size_t begin = text.find("  time  stage"), end = text.find("  part ", begin);
  std::istringstream lines(text.substr(begin, end - begin));
  std::string times;
  for (std::string line; std::getline(lines, line);)
    if (line.find(" - ") == std::string::npos)
      times += line + '\n';
  return times;
}

int main() {
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"}) {
    // [compile]
    CompiledKernel compiled =
        wave_compile(gemm_options_for(target), gemm_prefetch(), prefetch_schedule());
    // [/compile]
    Tensor a = Tensor::randn({256, 192}, f16, 0), b = Tensor::randn({192, 128}, f16, 1);
    Tensor c = Tensor::zeros({256, 128}, f16);
    compiled(a, b, c);
    const Tensor expected = matmul(a, b);
    const bool isRight = allclose(c, expected, 1e-2, 1e-2);

    CompiledKernel both = wave_compile(options_for(target), gemm_and_rows(), two_stages_of_eight());
    Tensor product = Tensor::zeros({256, 128}, f16), rows = Tensor::zeros({256}, f32);
    both(a, b, product, rows);
    const Tensor ones = Tensor::full({192, 1}, f16, 1);
    bool areRight = allclose(product, expected, 1e-2, 1e-2) &&
                    allclose(Tensor::view(rows.data(), f32, {256, 1}), matmul(a, ones), 1e-2, 1e-2);
    std::printf("%s: %s, %s\n", target, isRight ? "ok" : "wrong", areRight ? "ok" : "wrong");
  }
  std::printf("%s", times_of(wave_compile(options_for("sim:mi300x"), gemm_and_rows(),
                                          two_stages_of_eight()))
                        .c_str());

  // [options]
  WaveCompileOptions options{.target = Target::named("hip:gfx942"),
                             .subs = {M = 256, N = 128, K = 192, BLOCK_M = 64, BLOCK_N = 64,
                                      BLOCK_K = 32, ADDRESS_SPACE_0 = SHARED_ADDRESS_SPACE,
                                      ADDRESS_SPACE = GLOBAL_ADDRESS_SPACE},
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
    wave_compile(gemm_options_for("sim:mi300x"), gemm_prefetch(), early);
  } catch (const Error &error) {
    std::printf("%s\n", error.what());
  }
}

// clang-format off
// Prints:
//
// cpu: ok, ok
// sim:mi300x: ok, ok
// sim:mi355x: ok, ok
// sim:h200: ok, ok
// sim:b200: ok, ok
//   time  stage  position  operation     tag     line
//      0      0         0  read          read_a  examples/schedule.cpp:87
//      0      0         0  read          read_b  examples/schedule.cpp:87
//      1      0         1  shared_write  read_a  examples/schedule.cpp:87
//      1      0         1  shared_write  read_b  examples/schedule.cpp:87
//      2      1         0  shared_read   read_a  examples/schedule.cpp:87
//      2      1         0  shared_read   read_b  examples/schedule.cpp:87
//      3      1         1  mma           mma     examples/schedule.cpp:88
//      3      1         1  reduce        sum     examples/schedule.cpp:89
// hip:gfx942: as MLIR
// examples/schedule.cpp:37:50: error: mma 'mma' uses shared_read 'read_a' in the same iteration, and would run at time 2, before time 3 [illegal-schedule]
//    37 |       return mma(a_reg, b_reg, acc, {.tag = "mma"});
//       |                                                  ^
// examples/schedule.cpp:37:50: note: mma 'mma' has time 2 (stage 1, tuple 0)
// examples/schedule.cpp:35:48: note: shared_read 'read_a' has time 3 (stage 1, tuple 1)
// examples/schedule.cpp:180:10: note: stage 1 is scheduled here
// help: move mma 'mma' to stage 1, tuple 1
