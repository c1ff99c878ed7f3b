//===- LaunchRun.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/LaunchRun.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <memory>
#include <numeric>
#include <random>
#include <system_error>
#include <thread>

#include "diagnostic/Fail.h"
#include "executor/Cluster.h"

namespace wave::executor {
namespace {

/// Clusters that run at once with Order::Random: a GPU has more, whose memory here would cost more.
constexpr uint64_t mostAtOnce = 8;

/// Host threads that are joined whatever happens.
class HostThreads {
public:
  HostThreads() = default;
  HostThreads(const HostThreads &) = delete;
  HostThreads &operator=(const HostThreads &) = delete;
  ~HostThreads() {
    for (std::thread &thread : threads)
      thread.join();
  }
  void reserve(size_t count) { threads.reserve(count); }
  template <typename Action> void start(Action action) { threads.emplace_back(std::move(action)); }

private:
  std::vector<std::thread> threads;
};

} // namespace

LaunchRun::LaunchRun(const Program &program, const Launch &launch, const Options &options,
                     const Grid &grid)
    : global(program, launch, grid, options.writtenOnce),
      races(program, global, grid, options.races), program(program), options(options), grid(grid) {}

LaunchRun::~LaunchRun() = default;

void LaunchRun::addClusters(uint64_t count) {
  while (clusters.size() < count)
    clusters.push_back(std::make_unique<Cluster>(program, options, global, races, grid));
}

void LaunchRun::onThreads() {
  const uint64_t count = grid.clusters();
  addClusters(std::clamp<uint64_t>(options.threads, 1, std::max<uint64_t>(count, 1)));
  std::atomic<uint64_t> next = 0;
  std::vector<std::exception_ptr> failures(clusters.size());
  // Takes clusters until there are none left.
  const auto work = [&](size_t worker) noexcept {
    try {
      for (uint64_t number = next++; number < count; number = next++)
        clusters[worker]->run(number);
    } catch (...) {
      failures[worker] = std::current_exception();
      next = count;
    }
  };
  {
    HostThreads threads;
    threads.reserve(clusters.size());
    try {
      for (size_t worker = 1; worker < clusters.size(); ++worker)
        threads.start([&work, worker] { work(worker); });
    } catch (const std::system_error &error) {
      next = count; // those that have begun end with the cluster that they are in
      fail<LaunchError>("out-of-memory",
                        "the system starts no " + std::to_string(clusters.size()) +
                            " threads to execute kernel '" + program.name +
                            "': " + error.code().message(),
                        "execute with fewer threads, or raise the limits of the process (ulimit "
                        "-u and -v)");
    }
    work(0);
  }
  for (const std::exception_ptr &failure : failures)
    if (failure)
      std::rethrow_exception(failure);
}

void LaunchRun::inOrder() {
  if (options.order == Order::Random)
    return interleave();
  addClusters(1);
  const uint64_t count = grid.clusters();
  for (uint64_t i = 0; i < count; ++i)
    clusters[0]->run(options.order == Order::Last ? count - 1 - i : i);
}

/// The clusters begin in a drawn order too: from a drawn one on, by a stride that reaches all.
void LaunchRun::interleave() {
  const uint64_t count = grid.clusters();
  if (count == 0)
    return;
  std::mt19937_64 random(options.seed);
  uint64_t stride = 1 + random() % count, next = random() % count, begun = 0;
  while (std::gcd(stride, count) != 1)
    ++stride;
  addClusters(std::min(count, mostAtOnce));
  std::vector<Cluster *> running;
  const auto begin = [&](Cluster &cluster) {
    cluster.start(next);
    next = (next + stride) % count;
    ++begun;
  };
  for (const auto &cluster : clusters)
    begin(*running.emplace_back(cluster.get()));
  while (!running.empty()) {
    const size_t which = random() % running.size();
    Cluster &cluster = *running[which];
    if (cluster.advance())
      continue;
    cluster.finish();
    if (begun < count)
      begin(cluster);
    else
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

Report LaunchRun::report() const {
  Report report;
  Findings findings(program);
  for (const auto &cluster : clusters) {
    if (const std::optional<IssueTime> time = cluster->issueTime())
      report.issueTime = time;
    for (const auto &workgroup : cluster->workgroups()) {
      findings.merge(workgroup->findings());
      report.counters.add(workgroup->counters());
    }
  }
  global.reportElements(findings);
  races.report(findings);
  report.findings = findings.sorted(options.findingLimit, report.findingsLeftOut);
  return report;
}

WrittenMemory::WrittenMemory(const GlobalMemory &global) : bytes(global.countOfRegions()) {
  for (size_t region = 0; region < bytes.size(); ++region)
    if (global.mayBeWritten(region)) {
      const std::byte *begin = global.host({region, 0});
      bytes[region].assign(begin, begin + global.bytesOf(region));
    }
}

void WrittenMemory::restore(const GlobalMemory &global, const WorkgroupRaces &races) const {
  for (size_t region = 0; region < bytes.size(); ++region) {
    if (bytes[region].empty())
      continue;
    const uint64_t unit = races.tracks(region)            ? races.granuleBytes(region)
                          : global.tracksElements(region) ? global.elementBytesOf(region)
                                                          : 0;
    if (unit == 0) // nobody knows what was written
      std::memcpy(global.host({region, 0}), bytes[region].data(), bytes[region].size());
    else
      for (uint64_t offset = 0; offset < bytes[region].size(); offset += unit)
        if (races.tracks(region) ? races.wasWritten({region, offset})
                                 : global.wasElementWritten(region, offset / unit))
          std::memcpy(global.host({region, offset}), bytes[region].data() + offset,
                      std::min<uint64_t>(unit, bytes[region].size() - offset));
  }
}

} // namespace wave::executor
