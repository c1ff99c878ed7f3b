//===- DebugLogTest.cpp - Values on their way, on the host ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <new>

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

/// Logs its accumulator in every step, and the product at the end.
Kernel loggingGemm(const DebugLogOptions &inside, const DebugLogOptions &outside) {
  Memory a("a", {M, K}, f32), b("b", {N, K}, f32), c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 3, 1},
                          TilingConstraint{K, 2}};
  return Kernel("gemm", {a, b, c}, constraints, [&] {
    Register sum = iterate({.axis = K}, {Register({M, N}, f32, 0)}, [&](Register acc) {
      Register next = mma(read(a), read(b), acc);
      debug_log(next, "next", inside);
      return next;
    });
    debug_log(sum, "sum", outside);
    write(sum, c);
  });
}

struct Gemm {
  Tensor a = Tensor::randint({7, 5}, f32, -5, 5, 1), b = Tensor::randint({8, 5}, f32, -5, 5, 2);
  Tensor c = Tensor::zeros({7, 8}, f32);

  std::vector<LogTile> run(const Kernel &kernel, unsigned threads, const Bindings &subs = {}) {
    std::vector<LogTile> tiles;
    wave_compile({.subs = subs}, kernel)
        .launch({a, b, c},
                {.threads = threads, .on_log = [&](const LogTile &t) { tiles.push_back(t); }});
    return tiles;
  }
};

std::string textOf(const std::vector<LogTile> &tiles) {
  std::string text;
  for (const LogTile &tile : tiles)
    text += tile.str();
  return text;
}

} // namespace

TEST(DebugLog, OncePerTileInLogicalCoordinates) {
  Gemm gemm;
  std::vector<LogTile> tiles = gemm.run(loggingGemm({}, {}), 2);
  // 2 by 3 workgroups, each with 3 steps and the result.
  ASSERT_EQ(tiles.size(), 24u);
  EXPECT_EQ(tiles[0].label, "next");
  EXPECT_EQ(tiles[0].dims, (std::vector<std::string>{"M", "N"}));
  EXPECT_EQ(tiles[1].steps, (std::vector<std::pair<std::string, int64_t>>{{"K", 1}}));
  EXPECT_EQ(tiles[3].label, "sum");
  EXPECT_TRUE(tiles[3].steps.empty());
  // The last workgroup's tile is cut at both edges.
  EXPECT_EQ(tiles[23].start, (std::vector<int64_t>{4, 6}));
  EXPECT_EQ(tiles[23].values.shape(), (Shape{3, 2}));
  Tensor expected = matmul(gemm.a, gemm.b, /*transpose_b=*/true), seen = Tensor::zeros({7, 8}, f32);
  for (const LogTile &tile : tiles)
    if (tile.label == "sum")
      for (int64_t i = 0; i < tile.values.shape()[0]; ++i)
        for (int64_t j = 0; j < tile.values.shape()[1]; ++j)
          seen.set({tile.start[0] + i, tile.start[1] + j}, tile.values.at({i, j}));
  EXPECT_TRUE(allclose(seen, expected, 0, 0));
  EXPECT_TRUE(allclose(gemm.c, expected, 0, 0));
}

TEST(DebugLog, TheOrderDoesNotDependOnThreads) {
  Kernel kernel = loggingGemm({}, {});
  const std::string once = textOf(Gemm().run(kernel, 1));
  for (unsigned threads : {2u, 3u, 8u})
    EXPECT_EQ(textOf(Gemm().run(kernel, threads)), once);
  EXPECT_EQ(textOf(Gemm().run(kernel, 2, {M = 7, N = 8, K = 5})), once);
}

TEST(DebugLog, ChosenCoordinates) {
  Gemm gemm;
  // One element of the accumulator, and the last row of the result.
  std::vector<LogTile> tiles =
      gemm.run(loggingGemm({.at = {M = 5, N = 2}}, {.at = {M = M - 1}}), 3);
  ASSERT_EQ(tiles.size(), 3u + 3u);
  EXPECT_EQ(tiles[0].start, (std::vector<int64_t>{5, 2}));
  EXPECT_EQ(tiles[0].values.shape(), (Shape{1, 1}));
  for (const LogTile &tile : tiles)
    if (tile.label == "sum") {
      EXPECT_EQ(tile.start[0], 6);
      EXPECT_EQ(tile.values.at({0, 1}), gemm.c.at({6, tile.start[1] + 1}));
    }
}

TEST(DebugLog, CoordinatesThatAreNotThere) {
  Gemm gemm;
  const std::string text =
      R"(FILE:+7:51: error: debug_log 'next': coordinate 7 of M, whose elements are 0 to 6 [debug-log-range]
+7 |   const Kernel kernel = loggingGemm({.at = {M = 7}}, {});
      |                                                   ^
help: choose one of them, or leave out M to send all)";
  const Kernel kernel = loggingGemm({.at = {M = 7}}, {});
  expectError("debug-log-range", [&] { gemm.run(kernel, 2); }, text);
  expectError("debug-log-range", [&] { gemm.run(kernel, 2, {M = 7, N = 8, K = 5}); }, text);
  auto interpreted = [&] {
    interpret(kernel, {.on_log = [](const LogTile &) {}}, {gemm.a, gemm.b, gemm.c});
  };
  expectError("debug-log-range", interpreted, text);
  EXPECT_THROW(gemm.run(loggingGemm({}, {.at = {N = -1}}), 1), Error);
  // Without elements none is outside.
  gemm.a = Tensor::zeros({0, 5}, f32);
  gemm.c = Tensor::zeros({0, 8}, f32);
  EXPECT_TRUE(gemm.run(loggingGemm({.at = {M = M - 1}}, {.at = {M = 0}}), 1).empty());
}

TEST(DebugLog, TooMuchIsRefusedBeforeItRuns) {
  Gemm gemm;
  gemm.a = Tensor::zeros({1000, 600}, f32);
  gemm.b = Tensor::zeros({1000, 600}, f32);
  gemm.c = Tensor::full({1000, 1000}, f32, 1);
  auto attempt = [&] { gemm.run(loggingGemm({}, {.at = {M = 1, N = 1}}), 2); };
  expectError(
      "debug-log-too-large", attempt,
      R"(FILE:+5:46: error: debug_log would send 1200000004 bytes, a launch takes 1073741824 [debug-log-too-large]
+5 |   auto attempt = [&] { gemm.run(loggingGemm({}, {.at = {M = 1, N = 1}}), 2); };
      |                                              ^
FILE:+5:46: note: 'next' sends 4 bytes * 1000 (M) * 1000 (N) * 300 (steps)
help: choose coordinates: debug_log(value, label, {.at = {M = 0}}))");
  EXPECT_EQ(gemm.c.at({0, 0}), 1) << "it ran";
}

TEST(DebugLog, WhatWorkgroupsShareArrivesOnce) {
  Memory a("a", {M}, f16), c("c", {N, M}, f16);
  Kernel kernel("share", {a, c}, {WorkgroupConstraint{N, 2, 0}, WorkgroupConstraint{M, 4, 1}}, [&] {
    Register x = read(a);
    debug_log(x, "x");
    write(Register({N, M}, f16, 0.0) + x, c);
  });
  Tensor in = Tensor::randint({9}, f16, 0, 9, 1), out = Tensor::zeros({7, 9}, f16);
  std::vector<LogTile> tiles;
  wave_compile({}, kernel).launch({in, out}, {.on_log = [&](const LogTile &t) {
                                    tiles.push_back(t);
                                  }});
  ASSERT_EQ(tiles.size(), 3u);
  EXPECT_EQ(tiles[2].start, (std::vector<int64_t>{8}));
  EXPECT_EQ(tiles[2].values.dtype(), f16);
  EXPECT_EQ(tiles[2].values.at({0}), in.at({8}));
}

TEST(DebugLog, TheInterpreterSendsEverythingAtOnce) {
  Gemm gemm;
  std::vector<LogTile> tiles;
  interpret(loggingGemm({.at = {M = 5}}, {}),
            {.on_log = [&](const LogTile &t) { tiles.push_back(t); }}, {gemm.a, gemm.b, gemm.c});
  ASSERT_EQ(tiles.size(), 4u);
  EXPECT_EQ(tiles[2].steps, (std::vector<std::pair<std::string, int64_t>>{{"K", 2}}));
  EXPECT_EQ(tiles[2].start, (std::vector<int64_t>{5, 0}));
  EXPECT_EQ(tiles[2].values.shape(), (Shape{1, 8}));
  EXPECT_TRUE(allclose(tiles[3].values, gemm.c, 0, 0));
  EXPECT_EQ(tiles[2].values.at({0, 3}), gemm.c.at({5, 3}));
}

TEST(DebugLog, Text) {
  LogTile tile{"sum", {}, {{"K", 2}}, {"M", "N"}, {4, 6}, Tensor::full({2, 3}, f32, 1.5)};
  EXPECT_EQ(tile.str(), "log 'sum' M=4..5, N=6..8, step 2 of K\n"
                        "  [4, 6..8] 1.5 1.5 1.5\n"
                        "  [5, 6..8] 1.5 1.5 1.5\n");
  LogTile one{"x", {"k.cpp", 3, 1}, {}, {"M"}, {7}, Tensor::full({1}, i8, -3)};
  EXPECT_EQ(one.str(), "log 'x' M=7 (k.cpp:3)\n  [7] -3\n");
  // What no double holds, and what nine digits do not tell from its neighbour.
  std::vector<int64_t> large = {(int64_t{1} << 53) + 1, INT64_MIN, 1234567890};
  LogTile integers{"x", {}, {}, {"M"}, {0}, Tensor::view(large.data(), {3})};
  EXPECT_EQ(integers.str(),
            "log 'x' M=0..2\n  [0..2] 9007199254740993 -9223372036854775808 1234567890\n");
  std::vector<double> close = {1, 1 + 0x1p-52, 0.1, 1e300, NAN, -INFINITY};
  LogTile doubles{"x", {}, {}, {"M"}, {0}, Tensor::view(close.data(), {6})};
  EXPECT_EQ(doubles.str(), "log 'x' M=0..5\n  [0..5] 1 1.0000000000000002 0.1 1e+300 nan -inf\n");
}

TEST(DebugLog, AnEmptyHandlerSendsNothingAndAnExceptionReachesTheCaller) {
  Gemm gemm;
  CompiledKernel compiled = wave_compile({}, loggingGemm({}, {}));
  ::testing::internal::CaptureStderr();
  compiled.launch({gemm.a, gemm.b, gemm.c}, {.on_log = {}});
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  auto handler = [](const LogTile &) { throw std::runtime_error("enough"); };
  EXPECT_THROW(compiled.launch({gemm.a, gemm.b, gemm.c}, {.on_log = handler}), std::runtime_error);
  auto greedy = [](const LogTile &) { throw std::bad_alloc(); };
  EXPECT_THROW(compiled.launch({gemm.a, gemm.b, gemm.c}, {.on_log = greedy}), LaunchError);
  // Unless told otherwise a launch prints.
  ::testing::internal::CaptureStderr();
  compiled(gemm.a, gemm.b, gemm.c);
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("log 'next' M=0..3, N=0..2, step 0 of K"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

namespace {

/// What a launch on random integers prints, on the CPU and on simulated GPUs, with sizes
/// known and open.
void expectSameLog(const Kernel &kernel, const Bindings &sizes, const Bindings &known,
                   const std::vector<Tensor> &tensors) {
  std::vector<std::string> texts;
  auto run = [&](WaveCompileOptions options) {
    for (const Bindings &subs : {sizes, known}) {
      options.subs = subs;
      texts.emplace_back();
      LaunchOptions launch{.on_log = [&](const LogTile &tile) { texts.back() += tile.str(); }};
      launch.on_simulated = [&](const SimulationReport &report) {
        for (const Diagnostic &finding : report.findings)
          ADD_FAILURE() << finding.message;
      };
      wave_compile(options, kernel).launch(tensors, launch);
    }
  };
  run({});
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    for (SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch})
      run({.target = Target::named(target), .schedule = schedule});
  EXPECT_FALSE(texts.front().empty());
  for (size_t i = 1; i < texts.size(); ++i)
    EXPECT_EQ(texts[i], texts.front()) << i;
}

Tensor integers(Shape shape, DType dtype, uint64_t seed) {
  return Tensor::randint(std::move(shape), dtype, -5, 5, seed);
}

} // namespace

TEST(DebugLogOnGpus, ProductsInLoops) {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16), c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 16, 1},
                          TilingConstraint{K, 32}, WaveConstraint{M, 16}};
  Kernel kernel("gemm", {a, b, c}, constraints, [&] {
    Register sum = iterate({.axis = K}, {Register({M, N}, f32, 0)}, [&](Register acc) {
      Register x = read(a), next = mma(x, read(b), acc);
      debug_log(x, "x", {.at = {K = K - 1}});
      debug_log(next, "next", {.at = {M = 3, N = 5}});
      return next;
    });
    debug_log(sum, "sum", {.at = {M = M - 1}});
    write(sum, c);
  });
  expectSameLog(
      kernel, {M = 37, N = 21, K = 40}, {},
      {integers({37, 40}, f16, 1), integers({21, 40}, f16, 2), Tensor::zeros({37, 21}, f32)});
}

TEST(DebugLogOnGpus, WhatLanesWavesAndWorkgroupsShareArrivesOnce) {
  Memory a("a", {M, N}, f32), bias("bias", {N}, f32), c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, WaveConstraint{N, 64}};
  Kernel kernel("rows", {a, bias, c}, constraints, [&] {
    Register shift = read(bias), x = read(a) + shift, highest = max(x, N);
    debug_log(shift, "shift");
    debug_log(highest, "highest");
    debug_log(x < highest, "below", {.at = {N = 70}});
    write(x - highest, c);
  });
  expectSameLog(
      kernel, {M = 11, N = 133}, {N = 133},
      {integers({11, 133}, f32, 1), integers({133}, f32, 2), Tensor::zeros({11, 133}, f32)});
}

TEST(DebugLogOnGpus, LoopsInLoops) {
  Memory a("a", {M, K, N}, i32), c("c", {M}, i32);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, TilingConstraint{K, 3},
                          TilingConstraint{N, 8}};
  Kernel kernel("planes", {a, c}, constraints, [&] {
    Register zero({M}, i32, 0);
    Register total = iterate({.axis = K}, {zero}, [&](Register outer) {
      debug_log(outer, "outer");
      Register next = iterate({.axis = N}, {outer}, [&](Register inner) {
        Register x = read(a);
        debug_log(x, "x", {.at = {N = 9}});
        Register sums = sum(x, N);
        debug_log(sums, "sums");
        return sum(sums, inner, K);
      });
      debug_log(next, "next");
      return next;
    });
    write(total, c);
  });
  expectSameLog(kernel, {M = 6, K = 7, N = 19}, {},
                {integers({6, 7, 19}, i32, 1), Tensor::zeros({6}, i32)});
}

TEST(DebugLogOnGpus, TooLargeBeforeAnythingRuns) {
  Memory a("a", {M, K}, f32), c("c", {M, K}, f32);
  Kernel kernel("copy", {a, c}, {WorkgroupConstraint{M, 64, 0}, TilingConstraint{K, 1}}, [&] {
    iterate({.axis = K}, [&] {
      debug_log(Register({M, N}, f32, 1), "ones");
      write(read(a), c);
    });
  });
  CompiledKernel compiled = wave_compile(
      {.target = Target::named("sim:mi300x"), .subs = {M = 1024, N = 64, K = 5000}}, kernel);
  Tensor in = Tensor::zeros({1024, 5000}, f32), out = Tensor::zeros({1024, 5000}, f32);
  auto launch = [&](const LogHandler &handler) { compiled.launch({in, out}, {.on_log = handler}); };
  try {
    launch([](const LogTile &) {});
    ADD_FAILURE() << "it was launched";
  } catch (const Error &error) {
    EXPECT_EQ(std::string(error.diagnostic().id), "debug-log-too-large");
    EXPECT_EQ(error.diagnostic().message,
              "debug_log would send 1310720000 bytes, a launch takes 1073741824");
  }
}

TEST(DebugLogOnGpus, WithoutAWorkgroupNobodySends) {
  Memory a("a", {M}, f32), c("c", {M, N}, f32);
  Kernel kernel("columns", {a, c}, {WorkgroupConstraint{N, 4, 0}}, [&] {
    Register x = read(a);
    debug_log(x, "x");
    write(Register({M, N}, f32, 0) + x, c);
  });
  Tensor in = integers({9}, f32, 1);
  for (int64_t columns : {0, 5}) {
    int64_t sent = 0;
    wave_compile({.target = Target::named("sim:mi300x"), .subs = {M = 9}}, kernel)
        .launch({in, Tensor::zeros({9, columns}, f32)},
                {.on_log = [&](const LogTile &tile) { sent += tile.values.num_elements(); }});
    EXPECT_EQ(sent, columns == 0 ? 0 : 9);
  }
}

TEST(DebugLogOnGpus, AnEmptyHandlerTakesNothing) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  Kernel kernel("copy", {a, c}, {WorkgroupConstraint{M, 64, 0}}, [&] {
    Register x = read(a);
    debug_log(x, "x");
    write(x, c);
  });
  Tensor in = integers({100}, f32, 1), out = Tensor::zeros({100}, f32);
  wave_compile({.target = Target::named("sim:mi355x"), .subs = {M = 100}}, kernel)
      .launch({in, out}, {.on_log = {}});
  EXPECT_TRUE(allclose(out, in, 0, 0));
}

TEST(DebugLogOnGpus, EveryElementType) {
  for (DType dtype : {f16, bf16, f32, f64, i8, i32, i64, i1}) {
    Memory a("a", {M, N}, dtype), c("c", {M, N}, dtype);
    Kernel kernel("copy", {a, c}, {WorkgroupConstraint{M, 2, 0}, WorkgroupConstraint{N, 2, 1}},
                  [&] {
                    Register x = read(a);
                    debug_log(x, "x");
                    write(x, c);
                  });
    expectSameLog(kernel, {M = 3, N = 3}, {},
                  {Tensor::randint({3, 3}, dtype, 0, 1, 3), Tensor::zeros({3, 3}, dtype)});
  }
}

TEST(DebugLog, EveryElementType) {
  for (DType dtype : {f16, bf16, f32, f64, i8, i32, i64, i1}) {
    Memory a("a", {M, N}, dtype), c("c", {M, N}, dtype);
    Kernel kernel("copy", {a, c}, {WorkgroupConstraint{M, 2, 0}, WorkgroupConstraint{N, 2, 1}},
                  [&] {
                    Register x = read(a);
                    debug_log(x, "x");
                    write(x, c);
                  });
    Tensor in = Tensor::randint({3, 3}, dtype, 0, 1, 3), out = Tensor::zeros({3, 3}, dtype);
    int64_t elements = 0;
    wave_compile({}, kernel).launch({in, out}, {.on_log = [&](const LogTile &tile) {
                                      EXPECT_EQ(tile.values.dtype(), dtype);
                                      elements += tile.values.num_elements();
                                      EXPECT_EQ(tile.values.at({0, 0}),
                                                in.at({tile.start[0], tile.start[1]}));
                                    }});
    EXPECT_EQ(elements, 9) << dtype_name(dtype);
  }
}

TEST(DebugLog, NoSuchDimension) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  auto attempt = [&] {
    Kernel("k", {a, c}, {}, [&] {
      Register x = read(a);
      debug_log(x, "x", {.at = {N = 3}});
      write(x, c);
    });
  };
  expectError(
      "debug_log-c1", attempt,
      R"(FILE:+5:39: error: debug_log: the value has no dimension N to choose from [debug_log-c1]
+5 |       debug_log(x, "x", {.at = {N = 3}});
      |                                       ^
FILE:+4:20: note: the value is [M] f32, read from 'a'
help: name dimensions of the value; those that are not named are sent whole)");
}

TEST(DebugLog, TwoEffectsInOneExpression) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  auto attempt = [&] {
    Kernel("k", {a, c}, {}, [&] { debug_log(read(a), "x"), write(read(a), c); });
  };
  expectError(
      "two-effects", attempt,
      R"(FILE:+3:60: error: two operations with an effect in one full expression [two-effects]
+3 |     Kernel("k", {a, c}, {}, [&] { debug_log(read(a), "x"), write(read(a), c); });
      |                                                            ^
FILE:+3:35: note: the other one is here
help: C++ does not say which comes first: write two statements)");
}

TEST(DebugLog, ACoordinateWithoutAValue) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  Kernel kernel("k", {a, c}, {}, [&] {
    Register x = read(a);
    debug_log(x, "x", {.at = {M = M / 2}});
    write(x, c);
  });
  Tensor t = Tensor::zeros({5}, f32);
  auto attempt = [&] { wave_compile({}, kernel)(t, t.clone()); };
  expectError(
      "inexact-quotient", attempt,
      R"(FILE:+4:41: error: debug_log 'x': a coordinate: M / 2 is not exact for M = 5 [inexact-quotient]
+4 |     debug_log(x, "x", {.at = {M = M / 2}});
      |                                         ^
help: choose a coordinate that has a value for these sizes)");
}
