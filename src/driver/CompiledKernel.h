//===- CompiledKernel.h - What a compile leaves behind --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <mutex>

#include "driver/Program.h"
#include "runtime/Assumptions.h"
#include "runtime/DebugLog.h"
#include "runtime/LaunchIndices.h"
#include "runtime/ScalarRanges.h"
#include "runtime/TileCoverage.h"
#include "runtime/WorkgroupIndependence.h"
#include "schedule/Program.h"
#include "wave/argument.h"
#include "wave/compile.h"

namespace wave {

struct CompiledKernel::Impl {
  Target target = Target::cpu();
  std::string name;
  std::string tracedText;
  std::string boundText;             ///< for people
  std::string boundLocated;          ///< with locations, to be lowered again by emit
  mutable std::string scheduledText; ///< the form that has the schedule; empty until asked for
  mutable std::once_flag isScheduled;
  std::vector<Argument> arguments;
  Bindings known; ///< values that the compile has given to symbols
  std::array<Expr, 3> grid = {1, 1, 1};
  /// The number of workgroups of a device with the compute units that the target's chip has.
  Bindings withComputeUnits(Bindings sizes) const;
  std::vector<std::pair<std::string, int64_t>> tiles;
  std::vector<LogSite> logSites;
  Assumptions assumptions;
  mutable LaunchAssumptions launchAssumptions;
  std::vector<LaunchIndex> indices; ///< that may have no value in a launch
  mutable LaunchIndices launchIndices;
  std::vector<TileCoverage> coverage;    ///< of the kernel's writes
  std::optional<Unchecked> unchecked;    ///< why nothing is checked of them
  Precision precision = Precision::Full; ///< of the MMA that keeps least
  mutable LaunchCoverage launchCoverage;
  std::vector<WorkgroupIndependence> independence; ///< of memories that it reads and writes
  mutable LaunchIndependence launchIndependence;
  std::vector<ScalarRange> openScalars; ///< whose range depends on the sizes of a launch
  mutable LaunchRanges launchRanges;
  std::vector<Diagnostic> remarks;
  double compileMs = 0;
  std::string printIrAfter; ///< as the options say, for emit
  bool timePasses = false;
  SchedulingType schedule = SchedulingType::None;
  bool schedulingBarriers = false;         ///< where the target's chip has them
  std::optional<schedule::Program> manual; ///< the schedule, where that is Manual
  std::vector<std::string> require;        ///< as the options say, for emit and explain
  std::unique_ptr<Program> program;        ///< null where there is nothing to run
};

/// wave_compile for who asks about coverage: what is not covered is no error, and is not to be
/// launched.  Nothing is cached, and no remark is reported.
CompiledKernel compileToCheck(const WaveCompileOptions &options, const Kernel &kernel,
                              const Schedule *schedule = nullptr);

} // namespace wave
