//===- Targets.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Targets.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "driver/CudaProgram.h"
#include "driver/CudaTools.h"
#include "driver/EntryPoints.h"
#include "driver/Environment.h"
#include "driver/Packages.h"
#include "driver/SimulatedProgram.h"
#include "driver/TargetPasses.h"
#include "machine/HostCpu.h"
#include "passes/Pipeline.h"
#include "report/Manifest.h"
#include "runtime/cuda/LoadedKernel.h"
#include "targets/amd/MachineCode.h"
#include "targets/amd/Passes.h"
#include "targets/cpu/CpuProgram.h"
#include "targets/cpu/MachineCode.h"
#include "targets/nvidia/MachineCode.h"
#include "targets/nvidia/Passes.h"
#include "targets/nvidia/protocol/TargetSync.h"

using namespace mlir;

namespace wave {
namespace {

//===----------------------------------------------------------------------===//
// Back ends
//===----------------------------------------------------------------------===//

/// What all GPUs have in common, then the passes of one.
std::vector<Step> stepsOfGpu(decltype(Step::add) addLanePasses, decltype(Step::add) addLlvmPasses) {
  return {
      {Stage::Staged, [](OpPassManager &manager,
                         const Step::Options &options) { addStagePasses(manager, options.chip); }},
      {Stage::Schedule,
       [](OpPassManager &manager, const Step::Options &options) {
         addBuildSchedulePasses(manager, nameOf(options.schedule), options.chip);
       }},
      {Stage::Scheduled,
       [](OpPassManager &manager, const Step::Options &options) {
         addApplySchedulePasses(manager, options.chip);
       }},
      {Stage::Distributed,
       [](OpPassManager &manager, const Step::Options &options) {
         addDistributePasses(manager, options.chip);
       }},
      {Stage::Target, addLanePasses},
      {Stage::Llvm, addLlvmPasses}};
}

const std::vector<Backend> &backends() {
  static const std::vector<Backend> rows = {
      {.family = "cpu",
       .steps = {{Stage::Llvm,
                  [](OpPassManager &manager, const Step::Options &options) {
                    cpu::addCpuPasses(manager, options.chip);
                  }}},
       .verifyTarget = nullptr,
       .anyEntry = nullptr,
       .syncNotes = nullptr,
       .llvmText = cpu::llvmText,
       .assembly = cpu::assembly,
       .machineCode =
           [](ModuleOp module, const std::string &chip) {
             return codegen::MachineCode{.bytes = cpu::object(module, chip)};
           },
       .manifest = nullptr},
      {.family = amd::family,
       .steps = stepsOfGpu(
           [](OpPassManager &manager, const Step::Options &) { amd::addLanePasses(manager); },
           [](OpPassManager &manager, const Step::Options &options) {
             amd::addAmdPasses(manager, options.chip);
           }),
       .verifyTarget =
           [](const std::string &chip) { return amd::createVerifyTarget({.chip = chip}); },
       .anyEntry = amd::anyEntry,
       .syncNotes = nullptr,
       .llvmText = amd::llvmText,
       .assembly = amd::assembly,
       .machineCode = amd::machineCode,
       .manifest =
           [](ModuleOp module, const std::string &chip, const std::string &kernel,
              const std::array<Expr, 3> &grid) {
             return report::manifestOf(module, amd::notesOf(module, chip), kernel, grid);
           }},
      {.family = nvidia::family,
       .steps = stepsOfGpu(
           [](OpPassManager &manager, const Step::Options &options) {
             nvidia::addLanePasses(manager, options.chip);
           },
           [](OpPassManager &manager, const Step::Options &options) {
             nvidia::addNvidiaPasses(manager, options.chip);
           }),
       .verifyTarget =
           [](const std::string &chip) { return nvidia::createVerifyTarget({.chip = chip}); },
       .anyEntry = nvidia::anyEntry,
       .syncNotes = nvidia::syncNotesOf,
       .llvmText = [](ModuleOp module,
                      const std::string &chip) { return nvidia::llvmText(module, chip); },
       .assembly = [](ModuleOp module,
                      const std::string &chip) { return nvidia::assembly(module, chip); },
       .machineCode =
           [](ModuleOp module, const std::string &chip) {
             return nvidia::machineCode(module, chip, cudaAssembler());
           },
       .manifest = nullptr},
  };
  return rows;
}

const Backend &backendNamed(std::string_view family) {
  return *std::ranges::find(backends(), family, &Backend::family);
}

//===----------------------------------------------------------------------===//
// Families of targets
//===----------------------------------------------------------------------===//

std::vector<std::string> cpuLevels() {
  std::vector<std::string> names;
  for (const machine::CpuLevel &level : machine::cpuLevels())
    names.emplace_back(level.name);
  return names;
}

std::vector<std::string> everyChip() {
  std::vector<std::string> names;
  for (const machine::Chip &chip : machine::chips())
    names.emplace_back(chip.name);
  return names;
}

template <const llvm::StringLiteral &family> std::vector<std::string> processorsIn() {
  std::vector<std::string> names;
  for (const machine::Processor &each : machine::processors())
    if (each.family == std::string_view(family))
      names.emplace_back(each.processor);
  return names;
}

/// On this machine's processor.
class HostProgram : public Program {
public:
  template <typename... Args> explicit HostProgram(Args &&...args) : code(args...) {}
  void run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
           const LaunchOptions &options) const override {
    code.run(arguments, sizes, log, options.threads);
  }
  int64_t computeUnits(std::span<const Tensor>) const override { return machine::hostThreads(); }

private:
  cpu::CpuProgram code;
};

std::string cudaDriver() {
  return environmentValue(Variable::CudaDriver).value_or(cuda::driverName);
}

std::unique_ptr<Program> hostProgram(ModuleOp module, const CompiledKernel::Impl &impl,
                                     const HeldTiles &) {
  return std::make_unique<HostProgram>(module, impl.name, impl.grid, impl.target.chip());
}

std::unique_ptr<Program> simulatedProgram(ModuleOp module, const CompiledKernel::Impl &impl,
                                          const HeldTiles &) {
  remarkSlowEntry(module, impl);
  return std::make_unique<SimulatedProgram>(module, impl.name, impl.grid, *chipOf(impl.target),
                                            impl.logSites);
}

std::unique_ptr<Program> cudaProgram(ModuleOp module, const CompiledKernel::Impl &impl,
                                     const HeldTiles &held) {
  return std::make_unique<CudaProgram>(packageOf(module, impl, held), impl.logSites, cudaDriver());
}

constexpr TargetFamily families[] = {
    {.name = "cpu",
     .hasDefault = true,
     .chips = cpuLevels,
     .runsOn = RunsOn::Host,
     .last = Stage::Llvm,
     .program = hostProgram},
    {.name = "sim",
     .hasDefault = false,
     .chips = everyChip,
     .runsOn = RunsOn::Simulator,
     .last = Stage::Target,
     .program = simulatedProgram},
    {.name = "hip",
     .hasDefault = false,
     .chips = processorsIn<amd::family>,
     .runsOn = RunsOn::Nothing,
     .last = Stage::Target,
     .program = nullptr},
    {.name = "cuda",
     .hasDefault = true,
     .chips = processorsIn<nvidia::family>,
     .runsOn = RunsOn::CudaGpu,
     .last = Stage::Object,
     .program = cudaProgram},
};

/// What the driver of that name says; null where it has no GPU that code is made for.
const machine::Chip *chipOfFirstGpu(const std::string &driverName) {
  try {
    const auto driver = cuda::Driver::load(driverName);
    const cuda::DeviceInfo gpu = cuda::deviceInfo(*driver, 0);
    for (const std::string &processor : processorsIn<nvidia::family>())
      if (cuda::runsOn({CodeImage::Kind::Cubin, processor, {}}, gpu))
        return machine::chipNamed(processor);
  } catch (const LaunchError &) { // no driver, or no GPU
  }
  return nullptr;
}

} // namespace

std::span<const TargetFamily> targetFamilies() { return families; }

const TargetFamily &familyOf(const Target &target) {
  return *std::ranges::find(families, target.family(), &TargetFamily::name);
}

RunsOn runsOn(const Target &target) { return familyOf(target).runsOn; }

const machine::Chip *cudaChip() {
  static std::mutex mutex;
  static std::map<std::string, const machine::Chip *> known; // by the driver's name
  const std::lock_guard lock(mutex);
  const auto [chip, isNew] = known.try_emplace(cudaDriver());
  if (isNew)
    chip->second = chipOfFirstGpu(chip->first);
  return chip->second;
}

const machine::Chip *chipOf(const Target &target) {
  if (runsOn(target) == RunsOn::Host)
    return nullptr;
  if (!target.chip().empty())
    return machine::chipNamed(target.chip());
  const machine::Chip *here = cudaChip();
  return here ? here : machine::chipNamed(familyOf(target).chips().front());
}

const Backend &backendOf(const machine::Chip &chip) { return backendNamed(chip.family); }

const Backend &backendOf(const Target &target) {
  const machine::Chip *chip = chipOf(target);
  return chip ? backendOf(*chip) : backendNamed("cpu");
}

std::string processorOf(const Target &target) {
  const machine::Chip *chip = chipOf(target);
  return chip ? std::string(chip->processor) : target.chip();
}

} // namespace wave
