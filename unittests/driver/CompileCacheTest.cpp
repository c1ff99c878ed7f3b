//===- CompileCacheTest.cpp - What is compiled again, and what is not -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompileCache.h"

#include <functional>
#include <source_location>
#include <vector>

#include <gtest/gtest.h>
#include <wave/wave.h>

#include "driver/CompiledKernel.h"

using namespace wave;

namespace {

constexpr Symbol M{"M"}, N{"N"};

Kernel scaled(double factor) {
  Memory a("a", {M, N}, f32), c("c", {M, N}, f16);
  return Kernel("scaled", {a, c}, {WorkgroupConstraint{M, 16, 0}},
                [&] { write(read(a) * factor, c); });
}

/// Compiles that `requests` leads to.
uint64_t compilesOf(const std::function<void()> &requests) {
  const uint64_t before = compile_statistics().compiles;
  requests();
  return compile_statistics().compiles - before;
}

TEST(CompileCache, EqualRequestsShareTheCode) {
  std::vector<CompiledKernel> kept;
  const uint64_t requests = compile_statistics().requests;
  EXPECT_EQ(compilesOf([&] {
              for (int i = 0; i < 5; ++i)
                kept.push_back(wave_compile({.subs = {M = 40, N = 3}}, scaled(2)));
            }),
            1u);
  EXPECT_EQ(compile_statistics().requests - requests, 5u);
  for (const CompiledKernel &kernel : kept)
    EXPECT_EQ(&kernel.impl(), &kept.front().impl());
}

TEST(CompileCache, EverythingThatMattersMakesADifference) {
  const HardwareConstraint hardware{.threads_per_wave = 32};
  const Constraints constraints{WorkgroupConstraint{M, 16, 0}};
  const std::vector<WaveCompileOptions> different = {
      {.subs = {M = 41, N = 3}},
      {.subs = {M = 41, N = 4}},
      {.subs = {M = 41, N = 3}, .hardware = hardware},
      {.subs = {M = 41, N = 3}, .hardware = HardwareConstraint{}},
      {.subs = {M = 41, N = 3}, .hardware = HardwareConstraint{.waves_per_block = {1}}},
      {.subs = {M = 41, N = 3}, .constraints = constraints},
      {.subs = {M = 41, N = 3}, .constraints = Constraints{WorkgroupConstraint{M, 8, 0}}},
      {.subs = {M = 41, N = 3}, .constraints = Constraints{}},
      {.subs = {M = 41, N = 3}, .compile_to_mlir = true},
  };
  std::vector<CompiledKernel> kept;
  auto all = [&] {
    for (const WaveCompileOptions &options : different)
      kept.push_back(wave_compile(options, scaled(2)));
  };
  EXPECT_EQ(compilesOf(all), different.size());
  EXPECT_EQ(compilesOf(all), 0u);
  EXPECT_EQ(compilesOf([&] { wave_compile(different.front(), scaled(3)); }), 1u);
}

TEST(CompileCache, WhatShowsThePassesCompilesEachTime) {
  const uint64_t requests = compile_statistics().requests;
  const std::vector<WaveCompileOptions> shown = {
      {.subs = {M = 40, N = 5}, .print_ir_after = "wave-bind-symbols"},
      {.subs = {M = 40, N = 5}, .time_passes = true},
  };
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(compilesOf([&] {
              for (const WaveCompileOptions &options : shown)
                for (int i = 0; i < 2; ++i)
                  wave_compile(options, scaled(2));
            }),
            4u);
  EXPECT_NE(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(compile_statistics().requests - requests, 4u);
}

/// Remarks and errors name lines, so that the same text elsewhere is another kernel.
TEST(CompileCache, LinesMatter) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  auto copy = [&](std::source_location where) {
    return Kernel("copy", {a, c}, {}, [&] { write(read(a), c); }, where);
  };
  auto request = [&](const Kernel &kernel) {
    return compilesOf([&] { wave_compile({.subs = {M = 42}}, kernel); });
  };
  const Kernel here = copy(std::source_location::current());
  const Kernel there = copy(std::source_location::current());
  EXPECT_EQ(request(here), 1u);
  EXPECT_EQ(request(there), 1u);
  EXPECT_EQ(request(here), 0u);
}

TEST(CompileCache, FailuresAreNotKept) {
  auto fail = [] { wave_compile({.subs = {M = 43, N = -1}}, scaled(2)); };
  EXPECT_EQ(compilesOf([&] { EXPECT_THROW(fail(), Error); }), 1u);
  EXPECT_EQ(compilesOf([&] { EXPECT_THROW(fail(), Error); }), 1u);
}

//===----------------------------------------------------------------------===//
// Keeping and dropping, on caches of the test's own
//===----------------------------------------------------------------------===//

class OwnCache : public ::testing::Test {
protected:
  /// Asks for number `i` and drops the result.
  bool compiles(size_t i) {
    bool called = false;
    cache.get(std::to_string(i), [&] {
      called = true;
      return make();
    });
    return called;
  }
  static CompileCache::Result make() { return std::make_shared<CompiledKernel::Impl>(); }

  CompileCache cache;
};

TEST_F(OwnCache, KeepsTheLastOnesThatWereAskedFor) {
  for (size_t i = 0; i < CompileCache::capacity; ++i)
    EXPECT_TRUE(compiles(i));
  EXPECT_FALSE(compiles(0)); // now the youngest
  EXPECT_TRUE(compiles(CompileCache::capacity));
  EXPECT_FALSE(compiles(0));
  EXPECT_TRUE(compiles(1)); // had been the oldest
}

TEST_F(OwnCache, FindsWhatSomebodyHoldsHoweverOld) {
  const CompileCache::Result held = cache.get("held", make);
  for (size_t i = 0; i < 5 * CompileCache::capacity; ++i)
    compiles(i);
  bool called = false;
  const auto again = cache.get("held", [&] {
    called = true;
    return make();
  });
  EXPECT_FALSE(called);
  EXPECT_EQ(again.use_count(), held.use_count());
}

TEST_F(OwnCache, AnExceptionPassesAndLeavesNothing) {
  EXPECT_THROW(cache.get("0", []() -> CompileCache::Result { throw 7; }), int);
  EXPECT_TRUE(compiles(0));
  EXPECT_FALSE(compiles(0));
}

} // namespace
