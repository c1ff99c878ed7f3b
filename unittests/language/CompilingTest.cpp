//===- CompilingTest.cpp - Options, results and forms of a compile --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

/// c = a + 1 over tiles of BLOCK_M by N.
Kernel addOne() {
  Memory a("a", {M, N}, f32), c("c", {M, N}, f32);
  return Kernel("add_one", {a, c}, {WorkgroupConstraint{M, BLOCK_M, 0}},
                [&] { write(read(a) + 1, c); });
}

Kernel product(DType in, std::optional<MMAType> type = std::nullopt) {
  Memory a("a", {M, K}, in), b("b", {N, K}, in), c("c", {M, N}, f32);
  return Kernel("product", {a, b, c}, {HardwareConstraint{.mma_type = type}},
                [&] { write(mma(read(a), read(b)), c); });
}

TEST(Compiling, GridAndTiles) {
  CompiledKernel compiled = compile(addOne(), {M = 100, N = 7, BLOCK_M = 32});
  EXPECT_EQ(compiled.grid(), (std::array<int64_t, 3>{4, 1, 1}));
  EXPECT_EQ(compiled.tiles(), (std::vector<std::pair<std::string, int64_t>>{{"M", 32}}));
  EXPECT_GT(compiled.compile_ms(), 0);
  EXPECT_TRUE(compiled.remarks().empty());
}

TEST(Compiling, BindingsToExpressions) {
  CompiledKernel compiled = compile(addOne(), {M = 2 * N + 1, N = 7, BLOCK_M = ceildiv(M, 4)});
  EXPECT_EQ(compiled.grid()[0], 4);
  EXPECT_EQ(compiled.tiles()[0].second, 4);
}

/// One list of values for several kernels, as the tutorial's dictionary is.
TEST(Compiling, ADeclaredSymbolThatNothingUses) {
  constexpr Symbol N_TILES{"N_TILES"}, GROUP{"GROUP"};
  Bindings values = {M = 100, N = 7, BLOCK_M = 16, N_TILES = ceildiv(N, GROUP), GROUP = 4};
  values += (BLOCK_M = 32);
  values += GROUP = 2;
  for (const char *target : {"cpu", "sim:mi300x", "hip:gfx942"}) {
    SCOPED_TRACE(target);
    std::vector<std::string> heard;
    const CompiledKernel compiled = wave_compile(
        {.target = Target::named(target),
         .subs = values,
         .on_diagnostic = [&](Severity, const Diagnostic &each) { heard.push_back(each.id); }},
        addOne());
    EXPECT_EQ(compiled.tiles()[0].second, 32);
    ASSERT_EQ(std::ranges::count(heard, "unused-symbol"), 1);
    const auto &remarks = compiled.remarks();
    const auto remark = std::ranges::find(remarks, "unused-symbol", &Diagnostic::id);
    EXPECT_EQ(remark->message, "kernel 'add_one' has no symbol 'N_TILES', which is bound to "
                               "ceildiv(N, GROUP): it has no effect");
    EXPECT_TRUE(remark->where.is_known());
  }
  // The same values without a declaration are not the same request.
  Bindings named;
  for (const Binding &each : values)
    named.set(each.symbol, each.value);
  EXPECT_THROW(compile(addOne(), named), Error);
  // What the defaults of the kernel bind is declared by them, in text too.
  const Kernel withDefaults = addOne().set_defaults(values);
  EXPECT_EQ(compile(withDefaults, named).remarks().size(), 1u);
  EXPECT_EQ(compile(Kernel::parse(withDefaults.str(), "k.mlir"), named).remarks().size(), 1u);
}

TEST(Compiling, BindingsAreAdded) {
  Bindings values;
  values += (M = 128);
  values += M = 2 * N;
  values += {"N", 3};
  EXPECT_EQ(values.find("M")->str(), "N * 2");
  EXPECT_EQ(values.find("N")->str(), "3");
  EXPECT_EQ(std::distance(values.begin(), values.end()), 2);
  EXPECT_TRUE((values += (K = 1)).find("K") != nullptr);
}

TEST(Compiling, ConstraintsOfTheOptions) {
  Tensor a = Tensor::randn({50, 40}, f32, 1), c = Tensor::zeros({50, 40}, f32);
  CompiledKernel compiled = wave_compile(
      {.subs = {M = 50, N = 40},
       .constraints = Constraints{WorkgroupConstraint{N, 16, 0}, WorkgroupConstraint{M, 30, 1}}},
      addOne());
  EXPECT_EQ(compiled.grid(), (std::array<int64_t, 3>{3, 2, 1}));
  compiled(a, c);
  EXPECT_EQ(c.at({49, 39}), static_cast<double>(static_cast<float>(a.at({49, 39})) + 1.0f));
}

TEST(Compiling, HardwareOfTheOptions) {
  WaveCompileOptions options{.subs = {M = 32, N = 32, K = 32}, .compile_to_mlir = true};
  auto names = [&](const Kernel &kernel, const char *instruction) {
    std::string text = wave_compile(options, kernel).mlir();
    EXPECT_NE(text.find(instruction), std::string::npos) << text;
  };
  names(product(f16), "F32_FMA_F16");
  names(product(f16, MMAType::F32_32x32x8_F16), "F32_32x32x8_F16");
  options.hardware = HardwareConstraint{.mma_type = MMAType::F32_16x16x16_F16};
  names(product(f16, MMAType::F32_32x32x8_F16), "F32_16x16x16_F16");
  // Beside constraints of the options the hardware of the options counts.
  options.constraints = Constraints{HardwareConstraint{.mma_type = MMAType::F32_32x32x8_F16}};
  names(product(f16), "F32_16x16x16_F16");
}

TEST(Compiling, CompileToMlir) {
  CompiledKernel compiled =
      wave_compile({.subs = {M = 9, N = 7, BLOCK_M = 4}, .compile_to_mlir = true}, addOne());
  EXPECT_EQ(
      compiled.mlir(),
      R"(wave.kernel @add_one(%a: !wave.memory<[M = 9, N = 7], f32>, %c: !wave.memory<[M = 9, N = 7], f32>)
    bindings {BLOCK_M = 4, M = 9, N = 7}
    grid [3, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  wave.workgroup_constraint M tile 4 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.index "$0 * 4" (%WORKGROUP_0)
  %c0 = wave.index 0
  %1 = wave.read %a at [%0, %c0] : <[M = 9, N = 7], f32> -> <[M = 4, N = 7], f32>
  %2 = wave.register 1.000000e+00 : f32 : <[M = 4, N = 7], f32>
  %3 = wave.add %1, %2 : <[M = 4, N = 7], f32>, <[M = 4, N = 7], f32> -> <[M = 4, N = 7], f32>
  wave.write %3, %c at [%0, %c0] : <[M = 4, N = 7], f32>, <[M = 9, N = 7], f32>
}
)");
  EXPECT_EQ(compiled.emit(Stage::Bound), compiled.mlir());
  EXPECT_EQ(compiled.emit(Stage::Traced), addOne().str());
}

TEST(Compiling, TheBoundFormRunsFromText) {
  CompiledKernel first = compile(addOne(), {M = 9, N = 7, BLOCK_M = 4});
  CompiledKernel again = wave_compile({}, Kernel::parse(first.mlir(), "bound.mlir"));
  EXPECT_EQ(again.mlir(), first.mlir());
  Tensor a = Tensor::full({9, 7}, f32, 4), c = Tensor::zeros({9, 7}, f32);
  again(a, c);
  EXPECT_EQ(c.at({8, 6}), 5);
}

TEST(Compiling, EveryStageCanBeWritten) {
  CompiledKernel compiled = compile(addOne(), {M = 9, N = 7, BLOCK_M = 4});
  for (Stage stage : {Stage::Traced, Stage::Bound, Stage::Llvm, Stage::Assembly, Stage::Object})
    EXPECT_FALSE(compiled.emit(stage).empty());
  EXPECT_NE(compiled.emit(Stage::Llvm).find("define void @add_one"), std::string::npos);
  EXPECT_NE(compiled.emit(Stage::Assembly).find("add_one:"), std::string::npos);
  EXPECT_EQ(compiled.emit(Stage::Object).substr(0, 4), "\x7f"
                                                       "ELF");
}

TEST(Compiling, EqualInputGivesEqualBytes) {
  Bindings subs{M = 9, N = 7, BLOCK_M = 4};
  CompiledKernel first = compile(addOne(), subs), second = compile(addOne(), subs);
  for (Stage stage : {Stage::Traced, Stage::Bound, Stage::Llvm, Stage::Assembly, Stage::Object})
    EXPECT_EQ(first.emit(stage), second.emit(stage));
}

TEST(Compiling, Targets) {
  EXPECT_EQ(Target::named("cpu").name(), "cpu");
  EXPECT_EQ(Target::names().front(), "cpu");
  const Target level = Target::named("cpu:x86-64-v3");
  EXPECT_EQ(level.family(), "cpu");
  EXPECT_EQ(level.chip(), "x86-64-v3");
  ::setenv("WAVE_CUDA_DRIVER", "libno-such-driver.so", 1); // whatever this machine has
  EXPECT_EQ(set_default_run_config({.subs = {M = 3}}).target.name(), "cpu");
  EXPECT_EQ(set_default_run_config({.subs = {M = 3}}).subs.find("M")->str(), "3");
}

/// What nobody wrote contradicts no target.
TEST(Compiling, WavesHaveTheThreadsOfTheTargetWhereNoneAreWritten) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  Constraints constraints{WorkgroupConstraint{M, 64, 0}, WaveConstraint{M, 32},
                          HardwareConstraint{.waves_per_block = {2}}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  for (const auto &[target, threads] : {std::pair("sim:h200", "32"), {"sim:mi300x", "64"}}) {
    const CompiledKernel compiled = wave_compile(
        {.target = Target::named(target), .subs = {M = 64}, .compile_to_mlir = true}, kernel);
    EXPECT_NE(compiled.mlir().find(std::string("threads_per_wave ") + threads), std::string::npos)
        << compiled.mlir();
    EXPECT_TRUE(compiled.remarks().empty());
  }
}

TEST(Compiling, Retargets) {
  WaveCompileOptions options{.target = Target::named("sim:h200"),
                             .subs = {M = 32, N = 32, K = 32},
                             .retarget = true,
                             .compile_to_mlir = true};
  const Kernel kernel = product(f16, MMAType::F32_16x16x16_F16);
  CompiledKernel compiled = wave_compile(options, kernel);
  EXPECT_NE(compiled.mlir().find("threads_per_wave 32"), std::string::npos);
  EXPECT_NE(compiled.mlir().find("\"F32_16x8x16_F16\""), std::string::npos);
  std::vector<std::string> ids;
  for (const Diagnostic &remark : compiled.remarks())
    ids.push_back(remark.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"not-by-descriptor", "retargeted"}));
  EXPECT_TRUE(set_default_run_config({}).retarget);
  options.retarget = false;
  expectError(
      "mma-unavailable", [&] { wave_compile(options, kernel); },
      R"(FILE:above:29: error: mma: sm_90a has no instruction F32_16x16x16_F16, which is one of gfx942 gfx950 [mma-unavailable]
above |                 [&] { write(mma(read(a), read(b)), c); });
      |                             ^
help: leave mma_type out, use F32_16x8x16_F16, or retarget in the options)");
}

TEST(Remarks, NarrowingWrite) {
  Memory a("a", {M}, f32), c("c", {M}, f16);
  Kernel kernel("narrow", {a, c}, {}, [&] { write(read(a), c); });
  CompiledKernel compiled = compile(kernel, {M = 4});
  ASSERT_EQ(compiled.remarks().size(), 1u);
  EXPECT_EQ(compiled.remarks()[0].id, "narrowing-write");
  expectText(
      compiled.remarks()[0].render("remark"),
      R"(FILE:+2:45: remark: write: f32 values are narrowed to f16 in memory 'c' [narrowing-write]
+2 |   Kernel kernel("narrow", {a, c}, {}, [&] { write(read(a), c); });
      |                                             ^)");
}

TEST(Remarks, OnlyWhereSomeValueIsLost) {
  auto remarks = [](DType from, DType to) {
    Memory a("a", {M}, from), c("c", {M}, to);
    Kernel kernel("convert", {a, c}, {}, [&] { write(read(a), c); });
    return compile(kernel, {M = 4}).remarks().size();
  };
  for (auto [from, to] : {std::pair(f16, f32),
                          {bf16, f32},
                          {f32, f64},
                          {i8, i32},
                          {i1, i8},
                          {i8, f16},
                          {i8, bf16},
                          {i32, f64},
                          {i1, f16},
                          {f16, f16}})
    EXPECT_EQ(remarks(from, to), 0u) << dtype_name(from) << " to " << dtype_name(to);
  for (auto [from, to] : {std::pair(f32, f16),
                          {f16, bf16},
                          {bf16, f16},
                          {f64, f32},
                          {i32, i8},
                          {i32, f32},
                          {i64, f64},
                          {f32, i64},
                          {f16, i1},
                          {i8, i1}})
    EXPECT_EQ(remarks(from, to), 1u) << dtype_name(from) << " to " << dtype_name(to);
}

/// Every operation carries the line it was written on into the bound form.
TEST(Locations, OfEveryConstraintAndOperation) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f16);
  Constraints constraints{WorkgroupConstraint{M, 32, 0}, //
                          TilingConstraint{K, 24},       //
                          HardwareConstraint{}};
  constraints += WaveConstraint{M, 16};
  MMAType instruction = MMAType::F32_16x16x16_F16;
  Kernel kernel("gemm", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0);
    Register sum = iterate({.axis = K}, {zero}, [&](Register acc) {
      return mma(read(a), read(b), acc, {.mma_type = instruction});
    });
    write(sum, c);
  });
  int test = ::testing::UnitTest::GetInstance()->current_test_info()->line();
  auto lineOf = [&](const Bindings &subs, const WaveCompileOptions &more) {
    WaveCompileOptions options = more;
    options.subs = subs;
    options.compile_to_mlir = true;
    try {
      wave_compile(options, kernel);
    } catch (const Error &error) {
      std::vector<int> lines{static_cast<int>(error.diagnostic().where.line) - test};
      for (const Note &note : error.diagnostic().notes)
        lines.push_back(static_cast<int>(note.where.line) - test);
      return lines;
    }
    return std::vector<int>{};
  };
  Bindings sizes{M = 32, N = 32, K = 48};
  // mma-tile: the mma, and the TilingConstraint that gives its step.
  EXPECT_EQ(lineOf(sizes, {}), (std::vector<int>{10, 3}));
  // unbound-symbol: the memory.
  EXPECT_EQ(lineOf({M = 32, N = 32, K = Expr(Symbol("Q"))}, {}), (std::vector<int>{1, 1}));
  // waves-per-block: the hardware constraint of the options, the wave constraint.
  WaveCompileOptions options{.hardware = HardwareConstraint{.waves_per_block = {4}}};
  EXPECT_EQ(lineOf(sizes, options).at(1), 5);
}

/// Eight threads trace, compile and run; one kernel is shared.
TEST(Threads, CompileAndRunAtOnce) {
  Kernel shared = addOne();
  CompiledKernel compiled = compile(shared, {M = 33, N = 20, BLOCK_M = 5});
  std::vector<int> failures(8, 0);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < failures.size(); ++t)
    threads.emplace_back([&, t] {
      for (int repeat = 0; repeat < 3; ++repeat) {
        Tensor a = Tensor::full({33, 20}, f32, static_cast<double>(t)),
               b = Tensor::zeros({33, 20}, f32), c = b.clone();
        compile(t % 2 ? shared : addOne(), {M = 33, N = 20, BLOCK_M = 7})(a, b);
        compiled.launch({a, c}, {.threads = static_cast<unsigned>(t) % 3 + 1});
        Tensor expected = Tensor::full({33, 20}, f32, static_cast<double>(t) + 1);
        failures[t] += max_abs_difference(b, expected) != 0 || max_abs_difference(c, expected) != 0;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, std::vector<int>(8, 0));
}

} // namespace

TEST(Compiling, AKernelMayBeCalledLikeAFunctionOfTheJit) {
  Memory a("a", {M}, f32), b("b", {M}, f32);
  Kernel kernel("atexit", {a, b}, {}, [&] { write(read(a) * 2, b); });
  Tensor x = Tensor::full({5}, f32, 3), y = Tensor::zeros({5}, f32);
  compile(kernel, {M = 5})(x, y);
  EXPECT_EQ(y.at({4}), 6);
}

TEST(Compiling, NoElementMeansNoWorkHoweverLargeTheGrid) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  Kernel kernel("copy", {a, b}, {WorkgroupConstraint{M, BLOCK_M, 0}}, [&] { write(read(a), b); });
  int64_t rows = int64_t(1) << 40;
  Tensor x = Tensor::empty({rows, 0}, f32), y = Tensor::empty({rows, 0}, f32);
  compile(kernel, {M = rows, N = 0, BLOCK_M = 1})(x, y);
}
