//===- MemoryTest.cpp - Too little memory is a LaunchError ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <sys/resource.h>

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "Stress.h"

using namespace wave;
using namespace wave::stress;

namespace {

/// Lets this process grow by that many bytes and no more.
void limitGrowth(size_t bytes) {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t limit = pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit both{limit, limit};
  ::setrlimit(RLIMIT_AS, &both);
}

/// The message of the LaunchError "out-of-memory" of `body`, or else another text.
template <typename Body> std::string outOfMemory(const Body &body) {
  try {
    body();
    return "done";
  } catch (const LaunchError &error) {
    return error.diagnostic().id == "out-of-memory" ? error.diagnostic().message : error.what();
  }
}

TEST(MemoryLimit, ACompileIsRefusedOrFinishes) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  const Kernel large("large", {a, c}, {}, [&] {
    Register value = read(a);
    for (int i = 0; i < 50; ++i)
      value = value * 2.0 + 1.0;
    write(value, c);
  });
  for (size_t megabytes = 0; megabytes <= 512; megabytes = megabytes ? 2 * megabytes : 1)
    EXPECT_TRUE(holdsInChild([&] {
      limitGrowth(megabytes << 20);
      const std::string text = outOfMemory([&] { wave_compile({.subs = {M = 9}}, large); });
      return text == "done" ? megabytes >= 64
                            : megabytes <= 256 && text.find(" bytes") != std::string::npos;
    })) << megabytes
        << " MB";
}

TEST(MemoryLimit, ALaunchNamesTheWorkspace) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  const Kernel kernel("wide", {a, c}, {WorkgroupConstraint{M, 10'000'000, 0}},
                      [&] { write(read(a) + 1, c); });
  const CompiledKernel compiled = wave_compile({.subs = {M = 10}}, kernel);
  const Tensor x = Tensor::zeros({10}, f32), y = x.clone();
  EXPECT_TRUE(holdsInChild([&] {
    limitGrowth(size_t{8} << 20);
    const std::string text = outOfMemory([&] { compiled.launch({x, y}, {.threads = 1}); });
    return text.find("workspace of ") != std::string::npos;
  }));
}

} // namespace
