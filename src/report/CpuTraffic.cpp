//===- CpuTraffic.cpp - What the threads of a CPU load --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread computes one workgroup at a time, and loads a step of each input into its workspace
// (targets/cpu/LowerToLoops.cpp): so a block is read once for each tile.  Bytes from memory are
// predicted as if all threads were equally fast, through the cache that the processors share last;
// what hardware fetches ahead, and lines of which two blocks have a part, are left out.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <limits>

#include "analysis/ThreadOrder.h"
#include "machine/Chip.h"
#include "report/Gather.h"
#include "report/TrafficParts.h"
#include "runtime/ThreadPool.h"
#include "symbolic/Evaluate.h"
#include "symbolic/MapWalk.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::report {

/// The caches as those of dies, beside a memory that nobody waits for: threads stay in step.
static machine::Chip asChip(const std::optional<machine::HostCache> &cache) {
  machine::Chip chip{};
  chip.l2ReuseBytes = cache ? cache->bytes : 0;
  chip.memoryBytesPerCycle = std::numeric_limits<double>::infinity();
  return chip;
}

static analysis::TileTime tileTimeOf(const Expr &written, const Bindings &sizes) {
  const symbolic::Evaluation bytes = symbolic::evaluate(written, sizes);
  return {.stepCycles = 1, .ahead = 1, .outputBytes = bytes ? bytes.value() : 0};
}

static void addOrder(Cpu &cpu, const std::vector<analysis::BlockOrder> &orders, const Expr &written,
                     const Bindings &sizes) {
  const std::vector<analysis::BlockOrder> chunks = analysis::ofChunks(orders, cpu.run->chunk);
  const analysis::LaunchOrder launch{.running = cpu.run->threads, .dies = cpu.traffic.dies};
  cpu.traffic.order =
      tileOrderOf(chunks, launch,
                  analysis::memoryTrafficOf(chunks, launch, tileTimeOf(written, sizes),
                                            asChip(cpu.run->cache)));
  cpu.traffic.order->whyNoMap = "Threads take workgroups in chunks, at times of their own: of the "
                                "CPU it is counted only with which tiles they begin.";
}

/// Of the first workgroups of the threads.
static std::optional<InputLoad::Use> useOf(const analysis::BlockRead &read, const Cpu::Run &run,
                                           const std::array<int64_t, 3> &grid,
                                           const Bindings &sizes) {
  std::vector<analysis::Trip> first;
  for (int64_t thread = 0; thread < run.threads; ++thread)
    first.push_back({.workgroup = static_cast<uint32_t>(thread * run.chunk), .number = 0});
  const int64_t workgroups = first.empty() ? 0 : first.back().workgroup + 1;
  const auto blocks = analysis::firstBlocksOf(read, sizes, workgroups);
  if (!blocks)
    return std::nullopt;
  const analysis::BlockUse use =
      analysis::blockUseOf(analysis::readersOf(*blocks, first), grid, {1, 1, 1});
  return InputLoad::Use{
      .panels = use.blocks, .workgroups = use.workgroups, .clusters = use.clusters};
}

void addTraffic(Cpu &cpu, const std::vector<analysis::BlockRead> &reads, const Expr &written,
                const std::array<Expr, 3> &grid, const Bindings &sizes,
                const std::optional<HostThreads> &host) {
  for (const analysis::BlockRead &read : reads)
    cpu.traffic.inputs.push_back(partOf(read, {}).load);
  const std::optional<std::array<int64_t, 3>> counts = gridOf(grid, sizes);
  const std::optional<int64_t> workgroups =
      counts ? symbolic::volumeOf({counts->begin(), counts->end()}, symbolic::mostWorkgroups)
             : std::nullopt;
  if (!host) {
    cpu.traffic.whyNoOrder = "which threads and caches the processor has is not known";
    return;
  }
  if (!workgroups) {
    cpu.traffic.whyNoOrder = whyNoOrder(reads, workgroups, sizes);
    return;
  }
  const int64_t threads = std::min<int64_t>({host->threads, ThreadPool::maxSize, *workgroups});
  cpu.traffic.workgroups = threads;
  if (host->cache)
    cpu.traffic.dies = std::clamp<int64_t>(host->cache->count, 1, std::max<int64_t>(threads, 1));
  cpu.run = {.threads = threads,
             .chunk = ThreadPool::chunkOf(*workgroups, static_cast<unsigned>(threads)),
             .cache = host->cache};
  for (auto [load, read] : llvm::zip_equal(cpu.traffic.inputs, reads))
    load.use = useOf(read, *cpu.run, *counts, sizes);
  const auto orders = blockOrdersOf(reads, sizes);
  if (orders && !orders->empty() && threads != 0)
    addOrder(cpu, *orders, written, sizes);
  else
    cpu.traffic.whyNoOrder = whyNoOrder(reads, threads, sizes);
}

} // namespace wave::report
