//===- CompilesTest.cpp - Many compiles, one after another and at once ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <dirent.h>
#include <malloc.h>

#include <atomic>
#include <barrier>
#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "Stress.h"

using namespace wave;
using namespace wave::stress;

namespace {

/// Sixteen threads, each with kernels of its own and kernels that all ask for.
TEST(Compiles, SixteenThreadsTimesTwoHundred) {
  const int each = times(200);
  const CompileStatistics before = compile_statistics();
  std::atomic<int> wrong{0};
  const Kernel shared = plusOne();
  inThreads(16, [&](int thread) {
    const Kernel own = plusOne();
    for (int i = 0; i < each; ++i) {
      // Of four requests one is this thread's alone.
      const int64_t size = i % 4 == 0 ? 10'000 + thread * each + i : 1'000 + i;
      wrong += !isPlusOne(wave_compile({.subs = {M = size}}, i % 2 ? shared : own), size);
    }
  });
  EXPECT_EQ(wrong.load(), 0);
  const CompileStatistics after = compile_statistics();
  EXPECT_EQ(after.requests - before.requests, uint64_t(16 * each));
  // The 150 shared sizes fit the cache beside what the threads add in the meantime
  // unless a thread falls far behind, so that most are compiled once.
  EXPECT_LT(after.compiles - before.compiles, uint64_t(16 * each) / 2);
}

TEST(Compiles, SixtyFourThreadsAskForOneKernel) {
  for (int round = 0; round < 5; ++round) {
    const int64_t size = 20'000 + round;
    const Kernel kernel = plusOne();
    const uint64_t before = compile_statistics().compiles;
    std::barrier start(64);
    std::atomic<int> wrong{0};
    std::vector<const CompiledKernel::Impl *> results(64);
    std::vector<CompiledKernel> kept;
    inThreads(64, [&](int thread) {
      start.arrive_and_wait();
      const CompiledKernel compiled = wave_compile({.subs = {M = size}}, kernel);
      results[static_cast<size_t>(thread)] = &compiled.impl();
      wrong += !isPlusOne(compiled, size);
    });
    EXPECT_EQ(compile_statistics().compiles - before, 1u);
    EXPECT_EQ(std::set(results.begin(), results.end()).size(), 1u);
    EXPECT_EQ(wrong.load(), 0);
  }
}

TEST(Compiles, SixtyFourThreadsGetOneError) {
  const Kernel kernel = plusOne();
  std::barrier start(64);
  std::atomic<int> errors{0};
  inThreads(64, [&](int) {
    start.arrive_and_wait();
    try {
      wave_compile({.subs = {M = -1}}, kernel);
    } catch (const Error &error) {
      errors += error.diagnostic().id == "negative-size";
    }
  });
  EXPECT_EQ(errors.load(), 64);
}

/// Of /proc/self/status, in its unit.
long statusField(const std::string &name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.rfind(name + ":", 0) == 0)
      return std::stol(line.substr(name.size() + 1));
  return -1;
}

long openFiles() {
  long count = 0;
  DIR *folder = ::opendir("/proc/self/fd");
  while (::readdir(folder))
    ++count;
  ::closedir(folder);
  return count;
}

/// Memory, descriptors and threads stay what they are once the cache is full.
TEST(Compiles, TwoThousandLeaveNothingBehind) {
  const Kernel kernel = plusOne();
  int64_t size = 30'000;
  auto compileMany = [&](int count) {
    for (int i = 0; i < count; ++i, ++size) {
      const CompiledKernel compiled = wave_compile({.subs = {M = size}}, kernel);
      if (i % 50 == 0) {
        EXPECT_TRUE(isPlusOne(compiled, size, 4));
      }
      if (i % 10 == 0) {
        EXPECT_THROW(wave_compile({.subs = {M = -1}}, kernel), Error);
      }
      if (i % 200 == 0) {
        EXPECT_FALSE(compiled.emit(Stage::Object).empty());
      }
    }
    ::malloc_trim(0);
  };
  compileMany(times(500)); // more than the cache holds
  const long kilobytes = statusField("VmRSS"), threads = statusField("Threads"),
             files = openFiles();
  compileMany(times(1500));
  // 1 kB for each compile would be 1.5 MB; the allocator moves by about 0.2 MB.
  if (!underSanitizer) {
    EXPECT_LT(statusField("VmRSS") - kilobytes, 1024);
  }
  EXPECT_EQ(statusField("Threads"), threads);
  EXPECT_EQ(openFiles(), files);
}

} // namespace
