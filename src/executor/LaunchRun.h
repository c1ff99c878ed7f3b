//===- LaunchRun.h - The clusters of a launch, in which order they run ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where no two workgroups race on global memory, nobody sees in which order they run: each cluster
// runs to its end, on any host thread.  Where some do, what the kernel computes depends on the
// order, which therefore is the options' own: the first cluster first, the last one first, or with
// Order::Random several at once, of which a draw after each slice says who goes on.  So a report
// and the memory after a launch depend on the order and its seed, never on host threads.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <vector>

#include "executor/Executor.h"
#include "executor/GlobalMemory.h"
#include "executor/Grid.h"
#include "executor/WorkgroupRaces.h"

namespace wave::executor {

class Cluster;

class LaunchRun {
public:
  LaunchRun(const Program &program, const Launch &launch, const Options &options, const Grid &grid);
  LaunchRun(const LaunchRun &) = delete;
  LaunchRun &operator=(const LaunchRun &) = delete;
  ~LaunchRun();

  void onThreads();
  void inOrder();
  /// Whether the order of workgroups can be seen in what they computed.
  bool isOrderSeen() const { return races.any() || global.isWrittenByTwo(); }
  Report report() const;

  GlobalMemory global;
  WorkgroupRaces races;

private:
  void addClusters(uint64_t count);
  void interleave();

  const Program &program;
  const Options &options;
  const Grid grid;
  std::vector<std::unique_ptr<Cluster>> clusters; ///< each executes many, one after another
};

/// The memories that a launch may write, as they were before.
class WrittenMemory {
public:
  explicit WrittenMemory(const GlobalMemory &global);

  /// Gives back what the launch has written, and touches nothing else.
  void restore(const GlobalMemory &global, const WorkgroupRaces &races) const;

private:
  std::vector<std::vector<std::byte>> bytes; ///< by region
};

} // namespace wave::executor
