//===- Cluster.h - Workgroups that run together ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workgroups of a cluster share clocks and reach each other's shared memory; on chips without
// clusters each is one of its own.  One host thread has one of these.
// Source: PTX ISA 9.0, 2.2.2 "Cluster of cooperative thread arrays", 9.7.13.4
// "barrier.cluster".
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "executor/Clocks.h"
#include "executor/GlobalRaces.h"
#include "executor/IssueTime.h"
#include "executor/Workgroup.h"
#include "executor/WorkgroupRaces.h"

namespace wave::executor {

class Cluster {
public:
  Cluster(const Program &program, const Options &options, GlobalMemory &global,
          WorkgroupRaces &workgroupRaces, const Grid &grid);
  Cluster(const Cluster &) = delete;
  Cluster &operator=(const Cluster &) = delete;

  /// Executes the cluster of that number.
  void run(uint64_t number) {
    start(number);
    while (advance())
      continue;
    finish();
  }
  // The same in parts, between which other clusters may run.
  void start(uint64_t number);
  /// One wave for a while; false when nobody can go on.
  bool advance();
  void finish();
  const std::vector<std::unique_ptr<Workgroup>> &workgroups() const { return groups; }

  // For its workgroups.
  /// Null if there is none of that rank.
  Workgroup *at(uint32_t rank) { return rank < groups.size() ? groups[rank].get() : nullptr; }
  /// What orders accesses to global memory: where fences may be of one memory alone, others than
  /// those of shared memory.
  Clocks &clocksOfGlobal() { return program.chip->fencesEachMemory ? ofGlobal : clocks; }
  GlobalRaces &globalRaces() { return races; }
  WorkgroupRaces &workgroupRaces() { return racesOfLaunch; }
  uint64_t number() const { return current; }
  /// Whether a copy, or a commit, is on its way to that mbarrier of the workgroup.
  bool anyTransferTo(const Workgroup &holder, uint32_t barrier) const;
  bool anyCommitTo(const Workgroup &holder, uint32_t barrier) const;
  void giveUp();
  uint64_t draw() { return random(); }
  /// While the first workgroup runs, where somebody asks for its time; else null.
  IssueTrace *timing() { return isTimed ? issues.get() : nullptr; }
  std::optional<IssueTime> issueTime() const {
    return issues && options.counters ? issues->issueTime() : std::nullopt;
  }
  void arrive(Wave &wave, const Instruction &at);
  void wait(Wave &wave, const Instruction &at);
  /// After a wave has arrived or ended.
  void endPhaseIfComplete();
  std::string awaited() const;

private:
  Workgroup &of(const Wave &wave) { return *groups[wave.number / program.waves()]; }
  Wave *choose();
  uint64_t slice();
  bool landNext();
  /// When no wave can go on: whether one can now.
  bool unblock();

  const Program &program;
  const Options &options;
  const Grid grid;
  Clocks clocks, ofGlobal;
  GlobalRaces races;
  WorkgroupRaces &racesOfLaunch;
  uint64_t current = 0;
  std::vector<std::unique_ptr<Workgroup>> groups; ///< by rank
  std::vector<Wave *> waves;                      ///< of all
  std::unique_ptr<IssueTrace> issues;             ///< of the first workgroup
  bool isTimed = false;
  std::mt19937_64 random;
  bool isStuck = false;
  // The cluster's barrier.
  uint64_t phase = 0;
  Clock arriving, ended;
};

} // namespace wave::executor
