//===- Target.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/target.h"

#include <algorithm>
#include <cctype>

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
  for (const machine::Processor &each : machine::processors())
    if (each.vendor() == machine::Vendor::Amd)
      known.push_back("hip:" + std::string(each.processor));
  known.emplace_back("cuda");
  for (const machine::Processor &each : machine::processors())
    if (each.vendor() == machine::Vendor::Nvidia)
      known.push_back("cuda:" + std::string(each.processor));
  return known;
}

/// A target for the chip that was probably meant, by whatever name: "h100", "sim:H100", "gfx942".
static std::string helpFor(std::string_view name, const std::vector<std::string> &known) {
  std::string product(name.substr(name.find(':') + 1)); // npos + 1 is 0
  std::ranges::transform(product, product.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const machine::Chip *chip = machine::chipOfProduct(product);
  if (!chip)
    return symbolic::suggestion(name, known, "choose one of these; cpu needs no GPU");
  const bool isAmd = chip->vendor() == machine::Vendor::Amd;
  const std::string code = (isAmd ? "hip:" : "cuda:") + std::string(chip->processor),
                    simulated = "sim:" + std::string(chip->name);
  return name.starts_with("sim:")
             ? "did you mean " + simulated + "?"
             : "did you mean " + code + ", or " + simulated + ", which needs no GPU?";
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
       .help = helpFor(name, known)});
}

/// Whether the first GPU that NVIDIA's driver has runs code that wave makes.
static bool hasCudaGpu() {
  try {
    const auto driver =
        cuda::Driver::load(environmentValue(Variable::CudaDriver).value_or(cuda::driverName));
    const cuda::DeviceInfo gpu = cuda::deviceInfo(*driver, 0);
    return std::ranges::any_of(machine::processors(), [&](const machine::Processor &each) {
      return each.vendor() == machine::Vendor::Nvidia &&
             cuda::runsOn({CodeImage::Kind::Cubin, std::string(each.processor), {}}, gpu);
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
