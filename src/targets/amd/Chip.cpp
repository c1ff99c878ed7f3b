//===- Chip.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/Chip.h"

#include "machine/Chip.h"

namespace wave::amd {

static constexpr Chip table[] = {
#define WAVE_AMD_CHIP(NAME, GENERATION, SHARED_BYTES, SHARED_GRANULE, COPY_BYTES)                  \
  {.name = #NAME,                                                                                  \
   .generation = GENERATION,                                                                       \
   .sharedBytes = SHARED_BYTES,                                                                    \
   .sharedGranule = SHARED_GRANULE,                                                                \
   .copyBytes = COPY_BYTES},
#include "targets/amd/Chips.def"
};

std::span<const Chip> chips() { return table; }

const Chip *chipNamed(std::string_view name) {
  for (const Chip &chip : table)
    if (chip.name == name)
      return &chip;
  return nullptr;
}

bool copiesWide(std::string_view name) {
  const Chip *chip = chipNamed(name);
  return chip && (chip->copyBytes >> machine::widestAccess & 1);
}

std::string chipsOf(unsigned generations) {
  std::string names;
  for (const Chip &chip : table)
    if (generations & chip.generation)
      names += (names.empty() ? "" : ", ") + std::string(chip.name);
  return names;
}

} // namespace wave::amd
