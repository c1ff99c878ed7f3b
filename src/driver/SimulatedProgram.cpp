//===- SimulatedProgram.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/SimulatedProgram.h"

#include <algorithm>
#include <optional>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "diagnostic/Fail.h"
#include "driver/LogBuffers.h"
#include "machine/Chip.h"
#include "machine/HostCpu.h"
#include "symbolic/Evaluate.h"

using namespace mlir;

namespace wave {

static std::vector<bool> areArguments(Attribute positions) {
  std::vector<bool> result;
  for (Attribute position : cast<ArrayAttr>(positions))
    result.push_back(cast<IntegerAttr>(position).getInt() >= 0);
  return result;
}

SimulatedProgram::SimulatedProgram(ModuleOp module, const std::string &name,
                                   std::array<Expr, 3> grid, const machine::Chip &chip,
                                   std::vector<LogSite> logSites)
    : name(name), aligned(executor::decode(module, name, chip)),
      any(executor::decode(module, machine::anyEntry(name, chip.vendor()), chip)),
      grid(std::move(grid)), logSites(std::move(logSites)) {
  auto descriptionsOf = [&](const std::string &entry) {
    return module.lookupSymbol<LLVM::LLVMFuncOp>(entry)
        ->getAttrOfType<ArrayAttr>("wave.memories")
        .getAsRange<DictionaryAttr>();
  };
  auto memoriesOf = [&](const std::string &entry) {
    std::vector<Memory> memories;
    for (DictionaryAttr fields : descriptionsOf(entry))
      if (!fields.contains("log"))
        memories.push_back(
            {areArguments(fields.get("sizes")), areArguments(fields.get("strides"))});
    return memories;
  };
  for (DictionaryAttr fields : descriptionsOf(name))
    if (auto site = fields.getAs<IntegerAttr>("log"))
      loggedSites.push_back(static_cast<size_t>(site.getInt()));
  alignedMemories = memoriesOf(name);
  anyMemories = memoriesOf(machine::anyEntry(name, chip.vendor()));
}

/// Whether lanes may access 16 bytes at once: see Arguments::Aligned of the GPU targets.
static bool isAligned(const Tensor &tensor) {
  if (reinterpret_cast<uintptr_t>(tensor.data()) % machine::widestAccess != 0)
    return false;
  const Shape &shape = tensor.shape(), &strides = tensor.strides();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] <= 1)
      continue;
    bool isLast = i + 1 == shape.size();
    if (isLast ? strides[i] != 1
               : strides[i] * size_in_bytes(tensor.dtype()) % machine::widestAccess != 0)
      return false;
  }
  return true;
}

/// From the first element to behind the last one.
static executor::Region regionOf(const Tensor &tensor) {
  int64_t last = 0;
  for (size_t i = 0; i < tensor.shape().size(); ++i) {
    if (tensor.shape()[i] == 0)
      return {tensor.data(), 0, true};
    last += (tensor.shape()[i] - 1) * tensor.strides()[i];
  }
  return {tensor.data(), static_cast<size_t>((last + 1) * size_in_bytes(tensor.dtype())), true};
}

static executor::Order orderOf(uint64_t number) {
  return number == 0   ? executor::Order::First
         : number == 1 ? executor::Order::Last
                       : executor::Order::Random;
}

static SimulationReport reportOf(const executor::Report &report) {
  SimulationReport result;
  for (const executor::Finding &finding : report.findings)
    result.findings.push_back({.id = ErrorId("simulation"),
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
                     {"shared_cycles", counters.sharedCycles},
                     {"bank_conflicts", counters.conflictCycles},
                     {"global_loads", counters.globalLoads},
                     {"global_stores", counters.globalStores},
                     {"copies", counters.copies},
                     {"global_sectors", counters.sectors},
                     {"global_sectors_needed", counters.sectorsNeeded}};
  return result;
}

/// Where a call of debug_log sends its elements; without a buffer it sends none.
static void addLog(executor::Launch &launch, const LogSite &site,
                   const LogBuffers::Buffer *buffer) {
  const size_t axes = site.loops.size() + site.dims.size();
  const Shape extents = buffer ? buffer->values.shape() : Shape(axes, 0);
  const std::vector<int64_t> strides = buffer ? buffer->strides : std::vector<int64_t>(axes, 0);
  if (buffer)
    launch.arguments.push_back(regionOf(buffer->values));
  else
    launch.arguments.push_back(executor::Region{nullptr, 0, true});
  launch.arguments.insert(launch.arguments.end(), extents.begin(), extents.end());
  launch.arguments.insert(launch.arguments.end(), strides.begin(), strides.end());
}

void SimulatedProgram::run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
                           const LaunchOptions &options) const {
  const bool isAlignedLaunch = std::ranges::all_of(arguments, isAligned);
  const std::vector<Memory> &memories = isAlignedLaunch ? alignedMemories : anyMemories;
  executor::Launch launch;
  for (size_t i = 0; i < 3; ++i) {
    const symbolic::Evaluation count = symbolic::evaluate(grid[i], sizes);
    if (!count)
      fail<Error>("grid-too-large",
                  "the number of workgroups: " + symbolic::describe(count.failure()),
                  "choose larger tiles, or smaller sizes");
    launch.grid[i] = count.value();
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Tensor &tensor = arguments[i];
    launch.arguments.push_back(regionOf(tensor));
    for (size_t dim = 0; dim < tensor.shape().size(); ++dim)
      if (memories[i].sizes[dim])
        launch.arguments.push_back(tensor.shape()[dim]);
    for (size_t dim = 0; dim < tensor.shape().size(); ++dim)
      if (memories[i].strides[dim])
        // A dimension of one position takes no step.
        launch.arguments.push_back(tensor.shape()[dim] <= 1 ? 0 : tensor.strides()[dim]);
  }
  std::optional<LogBuffers> logs;
  if (log && std::ranges::count(launch.grid, 0) == 0) // without a workgroup nobody sends
    logs.emplace(logSites, sizes);
  for (size_t site : loggedSites)
    addLog(launch, logSites[site], logs ? &logs->buffers()[site] : nullptr);
  executor::Options settings;
  settings.threads = options.threads ? options.threads : machine::hostThreads();
  settings.order = orderOf(options.simulation.order);
  settings.seed = options.simulation.order;
  std::string trace;
  if (options.simulation.trace)
    settings.trace = &trace;
  SimulationReport report =
      reportOf(executor::execute(isAlignedLaunch ? aligned : any, launch, settings));
  report.trace = std::move(trace);
  if (logs)
    logs->collect(launch.grid, *log);
  if (options.on_simulated)
    return options.on_simulated(report);
  if (!report.findings.empty())
    fail<Error>("simulation", "kernel '" + name + "' was executed with " +
                                  std::to_string(report.findings.size()) +
                                  " findings, the first: " + report.findings.front().message);
}

} // namespace wave
