//===- Target.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/target.h"

#include <algorithm>
#include <cctype>

#include "diagnostic/ErrorId.h"
#include "driver/Targets.h"
#include "machine/Chip.h"
#include "symbolic/NearestName.h"
#include "wave/compile.h"

namespace wave {

Target Target::cpu() { return Target(Known{"cpu"}); }

std::vector<std::string> Target::names() {
  std::vector<std::string> known;
  for (const TargetFamily &family : targetFamilies()) {
    if (family.hasDefault)
      known.emplace_back(family.name);
    for (const std::string &chip : family.chips())
      known.push_back(std::string(family.name) + ":" + chip);
  }
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
  const std::string code = std::string(chip->family) + ":" + std::string(chip->processor),
                    simulated = "sim:" + std::string(chip->name);
  return name.starts_with("sim:")
             ? "did you mean " + simulated + "?"
             : "did you mean " + code + ", or " + simulated + ", which needs no GPU?";
}

Target Target::named(detail::TextView name) {
  std::vector<std::string> known = names();
  if (std::ranges::count(known, name))
    return Target(Known{std::string(name)});
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

WaveCompileOptions set_default_run_config(WaveCompileOptions options) {
  options.target = cudaChip() ? Target::named("cuda") : Target::cpu();
  options.retarget = true;
  return options;
}

} // namespace wave
