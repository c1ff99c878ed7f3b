//===- ScheduleRun.h - What the functions of a schedule work on -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of the language of schedules reads the arguments of its call (ScheduleCall.h), changes
// what the statements have said so far, and gives the values of the names before the "=".  Which
// name stands for which function is a table of ManualSchedule.cpp.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "machine/Chip.h"
#include "passes/schedule/InsertionRequest.h"
#include "passes/schedule/PipelineRequest.h"
#include "passes/schedule/ScheduleCall.h"

namespace wave {

/// role(name, nodes, warps=n, registers=r)
struct RoleRequest {
  std::string name;
  analysis::NodeList members;
  int64_t waves;
  std::optional<int64_t> registers; ///< of each lane
  mlir::Location where;
};

/// buffers("a", count), of one ring of that name
struct BuffersRequest {
  ir::AllocateOp ring;
  int64_t count;
  mlir::Location where;
};

/// stagger(loop)
struct StaggerRequest {
  ir::IterateOp loop;
  mlir::Location where;
};

/// barriers(policy): whether each trip of a loop over tiles reinitialises the mbarriers
struct BarriersRequest {
  bool reinitialises;
  mlir::Location where;
};

/// What the statements have said of a kernel so far.
struct ScheduleRun {
  ScheduleRun(ir::KernelOp kernel, const machine::Chip *chip)
      : kernel(kernel), chip(chip), nodes(analysis::nodesOf(kernel)) {}

  ir::KernelOp kernel;
  const machine::Chip *chip;
  analysis::NodeList nodes; ///< of the kernel as it is now
  Variables variables;
  std::vector<RoleRequest> roles;
  std::vector<BuffersRequest> buffers;
  std::vector<PipelineRequest> pipelines;
  std::vector<InsertionRequest> insertions;
  std::vector<StaggerRequest> staggers;
  std::optional<BarriersRequest> barriers;
  std::vector<std::string> choices; ///< calls, as text
  /// Operations of an unrolled loop, with those that do the same in its remainder.
  std::vector<std::pair<mlir::Operation *, mlir::Operation *>> remainders;
};

using ScheduleFunction = std::vector<Held> (*)(ScheduleRun &run, ScheduleCall &call);

// SelectNodes.cpp
std::vector<Held> getNodeByTag(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> getNodeByTagAndType(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> getNodeByTagAndIteration(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> getNodeByPath(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> partitionByAddressSpace(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> getItem(ScheduleRun &run, ScheduleCall &call);

// ScheduleChoices.cpp
std::vector<Held> pair(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> store(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> subs(ScheduleRun &run, ScheduleCall &call);

// FilterNodes.cpp
std::vector<Held> filterNodes(ScheduleRun &run, ScheduleCall &call);
/// Keeps those of a type; one that there is not is refused.
void keepType(const ScheduleRun &run, ScheduleCall &call, analysis::NodeList &nodes,
              const std::string &type);

// PartitionNodes.cpp
std::vector<Held> partitionByDim(ScheduleRun &run, ScheduleCall &call);

// HardwareNumbers.cpp
std::vector<Held> getHardwareConstraint(ScheduleRun &run, ScheduleCall &call);

// OrderNodes.cpp
std::vector<Held> cluster(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> interleaveOps(ScheduleRun &run, ScheduleCall &call);

// ScheduleInsertions.cpp
std::vector<Held> insertBefore(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> insertAfter(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> insertAtStart(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> insertAtEnd(ScheduleRun &run, ScheduleCall &call);

// ScheduleStagger.cpp
std::vector<Held> insertCondBarrierBefore(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> insertCondBarrierAfter(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> stagger(ScheduleRun &run, ScheduleCall &call);
/// To be called when all else has been inserted: a staggered loop has barriers.
void writeStaggers(ScheduleRun &run);

// ScheduleRoles.cpp
std::vector<Held> role(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> setBuffersOf(ScheduleRun &run, ScheduleCall &call);
/// The rings of the name that the call gives first: "a", or "a:1" for the second one.
mlir::SmallVector<ir::AllocateOp> ringsNamed(const ScheduleRun &run, ScheduleCall &call);
/// Writes the slots that have been asked for.  Rings of a channel have equally many.
void writeBuffers(const ScheduleRun &run);
/// Writes what has been said of roles, where anything has, and what follows from it.
void writeRoles(ScheduleRun &run);

// ScheduleLoads.cpp
std::vector<Held> swizzle(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> multicast(ScheduleRun &run, ScheduleCall &call);

// ScheduleBarriers.cpp
std::vector<Held> barriers(ScheduleRun &run, ScheduleCall &call);
/// To be called when roles and slots have been written.
void writeBarriers(const ScheduleRun &run);

// ScheduleScalars.cpp
/// Lets what the role reads as an index reach other roles through channels.
void stageScalars(ScheduleRun &run, const RoleRequest &role);
/// To be called when all loops have been scheduled: what is pipelined hands no scalars over.
void checkScalars(const ScheduleRun &run);

// ScheduleLoops.cpp
/// The loop that counts its iterations, in the place of one that runs while a condition holds; the
/// loop itself where it counts already, or cannot (CountLoop.h).
ir::IterateOp counted(ScheduleRun &run, ir::IterateOp loop);
/// Lets what was said of loops hold of those that are in their place now.
void replaceLoops(ScheduleRun &run,
                  const llvm::DenseMap<mlir::Operation *, mlir::Operation *> &replaced);
std::vector<Held> pipeline(ScheduleRun &run, ScheduleCall &call);
void setStage(PipelineRequest &pipeline, ScheduleCall &call);
std::vector<Held> reorderGraph(ScheduleRun &run, ScheduleCall &call);
std::vector<Held> unroll(ScheduleRun &run, ScheduleCall &call);

} // namespace wave
