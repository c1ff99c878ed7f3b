//===- Target.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/target.h"

#include <algorithm>

#include "diagnostic/ErrorId.h"
#include "driver/Environment.h"
#include "machine/Chip.h"
#include "machine/HostCpu.h"
#include "runtime/cuda/LoadedKernel.h"
#include "symbolic/NearestName.h"
#include "wave/compile.h"

namespace wave {

Target Target::cpu() { return Target("cpu"); }

std::vector<std::string> Target::names() {
  std::vector<std::string> known = {"cpu"};
  for (const machine::CpuLevel &level : machine::cpuLevels())
    known.push_back("cpu:" + std::string(level.name));
  for (const machine::Chip &chip : machine::chips())
    known.push_back("sim:" + std::string(chip.name));
  for (const machine::Chip &chip : machine::chips())
    if (chip.vendor() == machine::Vendor::Amd)
      known.push_back("hip:" + std::string(chip.processor));
  known.emplace_back("cuda");
  for (const machine::Chip &chip : machine::chips())
    if (chip.vendor() == machine::Vendor::Nvidia)
      known.push_back("cuda:" + std::string(chip.processor));
  return known;
}

Target Target::named(std::string_view name) {
  std::vector<std::string> known = names();
  if (std::ranges::count(known, name))
    return Target(std::string(name));
  std::string list;
  for (const std::string &target : known)
    list += (list.empty() ? "" : ", ") + target;
  throw Error(
      {.id = ErrorId("unknown-target"),
       .message = "there is no target '" + std::string(name) + "'; the targets are: " + list,
       .where = {},
       .notes = {},
       .help = symbolic::suggestion(name, known, "use --target cpu")});
}

/// Whether the first GPU that NVIDIA's driver has runs code that wave makes.
static bool hasCudaGpu() {
  try {
    const auto driver =
        cuda::Driver::load(environmentValue(Variable::CudaDriver).value_or(cuda::driverName));
    const cuda::DeviceInfo gpu = cuda::deviceInfo(*driver, 0);
    return std::ranges::any_of(machine::chips(), [&](const machine::Chip &chip) {
      return chip.vendor() == machine::Vendor::Nvidia &&
             cuda::runsOn({CodeImage::Kind::Cubin, std::string(chip.processor), {}}, gpu);
    });
  } catch (const LaunchError &) { // no driver, or no GPU
    return false;
  }
}

WaveCompileOptions set_default_run_config(WaveCompileOptions options) {
  options.target = hasCudaGpu() ? Target::named("cuda") : Target::cpu();
  options.retarget = true;
  return options;
}

} // namespace wave
