//===- SimulatedProgram.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/SimulatedProgram.h"

#include <algorithm>
#include <optional>

#include "diagnostic/Fail.h"
#include "driver/EntryPoints.h"
#include "driver/LogBuffers.h"
#include "machine/Chip.h"
#include "machine/HostCpu.h"
#include "runtime/EntryChoice.h"

using namespace mlir;

namespace wave {

SimulatedProgram::SimulatedProgram(ModuleOp module, const std::string &name,
                                   std::array<Expr, 3> grid, const machine::Chip &chip,
                                   std::vector<LogSite> logSites)
    : name(name), entries(entryPointsOf(module, name)), grid(std::move(grid)), units(chip.units),
      logSites(std::move(logSites)) {
  for (const EntryPoint &entry : entries)
    programs.push_back(executor::decode(module, entry.name, chip));
}

static executor::Order orderOf(uint64_t number) {
  return number == 0   ? executor::Order::First
         : number == 1 ? executor::Order::Last
                       : executor::Order::Random;
}

static SimulationReport reportOf(const executor::Report &report) {
  SimulationReport result;
  for (const executor::Finding &finding : report.findings)
    result.findings.push_back(
        {.id = finding.isBetweenWorkgroups() ? ErrorId("workgroup-race") : ErrorId("simulation"),
         .message = finding.render(),
         .where = {},
         .notes = {},
         .help = {}});
  const executor::Counters &counters = report.counters;
  result.counters = {{"instructions", counters.instructions},
                     {"mfma", counters.matrixInstructions()},
                     {"barriers", counters.barriers},
                     {"shared_reads", counters.sharedReads},
                     {"shared_writes", counters.sharedWrites},
                     {"global_bytes", counters.globalBytes},
                     {"shared_cycles", counters.sharedCycles},
                     {"bank_conflicts", counters.conflictCycles},
                     {"global_loads", counters.globalLoads},
                     {"global_stores", counters.globalStores},
                     {"copies", counters.copies},
                     {"global_sectors", counters.sectors},
                     {"global_sectors_needed", counters.sectorsNeeded}};
  if (const auto &time = report.issueTime) {
    result.counters["steady_cycles"] = time->cycles;
    result.counters["steady_matrix_cycles"] = time->matrixCycles;
    result.counters["steady_trips"] = time->trips;
    result.counters["steady_trip_cycles"] = time->tripCycles;
    result.counters["steady_trip_matrix_cycles"] = time->tripMatrixCycles;
  }
  return result;
}

std::vector<executor::Argument> executorArguments(const std::vector<LaunchArgument> &arguments) {
  std::vector<executor::Argument> result;
  for (const LaunchArgument &argument : arguments) {
    if (const auto *region = std::get_if<MemoryRegion>(&argument)) {
      result.emplace_back(executor::Region{region->data, region->bytes, true});
      continue;
    }
    if (const auto *map = std::get_if<BoxMap>(&argument)) {
      const auto whole = std::ranges::find_if(result, [&](const executor::Argument &other) {
        const auto *region = std::get_if<executor::Region>(&other);
        return region && region->data == map->base;
      });
      result.emplace_back(executor::BoxArgument{*map, std::get<executor::Region>(*whole)});
      continue;
    }
    result.emplace_back(std::get<int64_t>(argument));
  }
  return result;
}

void SimulatedProgram::run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
                           const LaunchOptions &options) const {
  executor::Launch launch;
  launch.grid = gridFor(grid, sizes);
  std::optional<LogBuffers> logs;
  if (log && std::ranges::count(launch.grid, 0) == 0) // without a workgroup nobody sends
    logs.emplace(logSites, sizes);
  const std::vector<Tensor> tensors =
      withLogs(arguments, entries.front(), logSites, logs ? &*logs : nullptr);
  if (options.on_diagnostic)
    if (const std::optional<Diagnostic> remark = slowLaunch(entries, tensors))
      options.on_diagnostic(Severity::Remark, *remark);
  const EntryPoint &entry = *chooseEntry(entries, tensors);
  launch.arguments = executorArguments(packArguments(entry, tensors, sizes));
  executor::Options settings;
  settings.threads = options.threads ? options.threads : machine::hostThreads();
  settings.order = orderOf(options.simulation.order);
  settings.seed = options.simulation.order;
  settings.counters = static_cast<bool>(options.on_simulated); // nothing else shows them
  std::string trace;
  if (options.simulation.trace)
    settings.trace = &trace;
  SimulationReport report = reportOf(
      executor::execute(programs[static_cast<size_t>(&entry - entries.data())], launch, settings));
  report.trace = std::move(trace);
  if (logs)
    logs->collect(launch.grid, *log);
  if (options.on_simulated)
    return options.on_simulated(report);
  if (!report.findings.empty())
    throw Error(
        {.id = report.findings.front().id,
         .message = "kernel '" + name + "' was executed with " +
                    std::to_string(report.findings.size()) +
                    (report.findings.size() == 1 ? " finding: " : " findings, the first: ") +
                    report.findings.front().message,
         .where = {},
         .notes = {},
         .help = {}});
}

} // namespace wave
