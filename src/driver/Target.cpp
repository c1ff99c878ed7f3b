//===- Target.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/target.h"

#include <algorithm>

#include "diagnostic/ErrorId.h"
#include "machine/Chip.h"
#include "machine/HostCpu.h"
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
  known.emplace_back("cuda");
  for (const machine::Chip &chip : machine::chips())
    known.push_back((chip.vendor() == machine::Vendor::Amd ? "hip:" : "cuda:") +
                    std::string(chip.processor));
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

WaveCompileOptions set_default_run_config(WaveCompileOptions options) {
  options.target = Target::cpu();
  options.retarget = true;
  return options;
}

} // namespace wave
