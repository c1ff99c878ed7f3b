//===- CpuTrafficTest.cpp - What threads read, and what a cache leaves ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For processors of which the test says how many threads and which cache they have.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>
#include <wave/wave.h>

#include <algorithm>
#include <list>
#include <set>
#include <tuple>

#include "analysis/BlockReads.h"
#include "driver/CompiledKernel.h"
#include "driver/Session.h"
#include "frontend/KernelTrace.h"
#include "kernels/library.h"
#include "report/Gather.h"

namespace wave {
namespace {

/// The GEMM of the library: 512 x 512 x 512 in tiles of 64 x 64, with steps of 32 along K.
constexpr int64_t tiles = 8, steps = 16, stepBytes = 64 * 32 * 2, outputBytes = 64 * 64 * 4;

report::Cpu explained(const std::optional<report::HostThreads> &host, int64_t rows = 512) {
  const std::vector<KernelEntry> library = kernels::library();
  const auto entry = std::ranges::find_if(
      library, [](const KernelEntry &each) { return each.make(each.dtypes).name() == "gemm"; });
  const Kernel gemm = entry->make(entry->dtypes);
  Bindings sizes = gemm.defaults();
  sizes.set("M", rows), sizes.set("N", 512), sizes.set("K", 512);
  const CompiledKernel compiled =
      wave_compile({.target = Target::named("cpu"), .subs = sizes}, gemm);
  const Session session(compiled.impl());
  const auto kernel = frontend::onlyKernel(*session.module);
  report::Cpu cpu{.isa = {},
                  .vectorBytes = 0,
                  .blockRows = 0,
                  .blockVectors = 0,
                  .workspaceBytes = 0,
                  .traffic = {},
                  .run = {}};
  report::addTraffic(cpu, analysis::blockReadsOf(kernel), analysis::writtenBytesOf(kernel),
                     compiled.impl().grid, compiled.impl().withComputeUnits({}), host);
  return cpu;
}

report::HostThreads processor(int64_t threads, int64_t cacheBytes, int64_t caches = 1) {
  return {
      .threads = threads,
      .cache = machine::HostCache{
          .level = 3, .bytes = cacheBytes, .count = caches, .processors = threads, .source = ""}};
}

/// What was used last, in a list.
class Recent {
public:
  explicit Recent(int64_t capacity) : capacity(capacity) {}

  /// The bytes that had to come from memory.
  int64_t use(const std::vector<int64_t> &what, int64_t bytes) {
    const auto found = std::ranges::find(lines, what, &Line::what);
    const int64_t missing = found == lines.end() ? bytes : 0;
    if (found != lines.end())
      lines.erase(found);
    lines.push_front({what, bytes});
    int64_t used = 0;
    auto last = lines.begin();
    for (; last != lines.end() && used + last->bytes <= capacity; ++last)
      used += last->bytes;
    lines.erase(last, lines.end());
    return missing;
  }

private:
  struct Line {
    std::vector<int64_t> what;
    int64_t bytes;
  };
  std::list<Line> lines;
  int64_t capacity;
};

/// Of one thread that computes the tiles in the order of the workgroups.
int64_t readByOneThread(int64_t cacheBytes) {
  Recent cache(cacheBytes);
  int64_t bytes = 0;
  for (int64_t workgroup = 0; workgroup < tiles * tiles; ++workgroup) {
    for (int64_t step = 0; step < steps; ++step) {
      bytes += cache.use({0, workgroup % tiles, step}, stepBytes);
      bytes += cache.use({1, workgroup / tiles, step}, stepBytes);
    }
    cache.use({2, workgroup}, outputBytes);
  }
  return bytes;
}

int64_t predicted(const report::Cpu &cpu) {
  int64_t bytes = 0;
  for (const report::TileOrder::Input &input : cpu.traffic.order->inputs)
    bytes += input.fromMemory;
  return bytes;
}

TEST(CpuTraffic, OfOneThreadIsThatOfACacheOfWhatWasUsedLast) {
  std::set<int64_t> different;
  for (const int64_t cacheBytes : {1 << 16, 1 << 18, 1 << 19, 700'000, 1 << 20, 1 << 22}) {
    const int64_t expected = readByOneThread(cacheBytes);
    EXPECT_EQ(predicted(explained(processor(1, cacheBytes))), expected) << cacheBytes;
    different.insert(expected);
  }
  EXPECT_GE(different.size(), 3u);
}

TEST(CpuTraffic, SaysHowThreadsTakeWorkgroups) {
  // 2 threads take 64 / (2 * 16) at a time: tiles (0, 0) and (2, 0).
  const report::Cpu two = explained(processor(2, 1 << 20));
  EXPECT_EQ(two.run->threads, 2);
  EXPECT_EQ(two.run->chunk, 2);
  EXPECT_EQ(two.traffic.workgroups, 2);
  const auto &[a, b] = std::tie(two.traffic.inputs[0], two.traffic.inputs[1]);
  EXPECT_EQ(std::pair(a.use->panels, a.use->workgroups), std::pair(int64_t{2}, int64_t{1}));
  EXPECT_EQ(std::pair(b.use->panels, b.use->workgroups), std::pair(int64_t{1}, int64_t{2}));
  EXPECT_EQ(two.traffic.order->rounds, 32);
  EXPECT_EQ(two.traffic.order->inputs[0].blocks, 2 * steps);
  EXPECT_EQ(two.traffic.order->inputs[1].blocks, steps);
  EXPECT_EQ(two.traffic.order->inputs[0].requested, tiles * tiles * steps * stepBytes);
  EXPECT_EQ(two.traffic.order->inputs[0].least, tiles * steps * stepBytes);
  // 48 threads take one at a time: six columns of tiles.
  const report::Cpu many = explained(processor(48, 1 << 20));
  EXPECT_EQ(many.run->chunk, 1);
  EXPECT_EQ(many.traffic.inputs[0].use->panels, 8);
  EXPECT_EQ(many.traffic.inputs[0].use->workgroups, 6);
  EXPECT_EQ(many.traffic.inputs[1].use->panels, 6);
  EXPECT_EQ(many.traffic.inputs[1].use->workgroups, 8);
  // More threads than workgroups: each has one.
  EXPECT_EQ(explained(processor(1000, 1 << 20)).run->threads, 64);
}

TEST(CpuTraffic, OfSeveralCachesIsThatOfEach) {
  // Threads 0 and 2 have one cache, 1 and 3 another; each reads all of B, which fits.
  const report::Cpu cpu = explained(processor(4, 1 << 22, 2));
  for (const report::TileOrder::Input &input : cpu.traffic.order->inputs)
    EXPECT_EQ(input.onDie.size(), 2u);
  EXPECT_EQ(cpu.traffic.order->inputs[1].fromMemory, 2 * tiles * steps * stepBytes);
  EXPECT_EQ(cpu.traffic.order->inputs[1].least, tiles * steps * stepBytes);
}

TEST(CpuTraffic, PredictsNothingWithoutACache) {
  const report::Cpu cpu = explained(report::HostThreads{.threads = 2, .cache = {}});
  EXPECT_FALSE(cpu.traffic.order->isPredicted);
  EXPECT_EQ(cpu.traffic.order->inputs[0].blocks, 2 * steps);
  EXPECT_EQ(cpu.traffic.order->inputs[0].requested, tiles * tiles * steps * stepBytes);
}

TEST(CpuTraffic, CountsNothingOfAProcessorThatIsNotKnown) {
  const report::Cpu cpu = explained(std::nullopt);
  EXPECT_FALSE(cpu.run);
  EXPECT_FALSE(cpu.traffic.workgroups);
  EXPECT_FALSE(cpu.traffic.order);
  EXPECT_EQ(cpu.traffic.inputs.size(), 2u);
}

TEST(CpuTraffic, OfAnEmptyGridIsNone) {
  const report::Cpu cpu = explained(processor(2, 1 << 20), /*rows=*/0);
  EXPECT_EQ(cpu.run->threads, 0);
  EXPECT_FALSE(cpu.traffic.order);
}

} // namespace
} // namespace wave
