//===- Environment.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Environment.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "diagnostic/ErrorId.h"
#include "symbolic/NearestName.h"

namespace wave {

static constexpr const char *names[] = {
#define WAVE_VARIABLE(ID, NAME, ...) NAME,
#include "driver/Knobs.def"
};

std::optional<std::string> environmentValue(Variable variable) {
  const char *value = std::getenv(names[static_cast<size_t>(variable)]);
  return value && *value ? std::optional<std::string>(value) : std::nullopt;
}

std::vector<Diagnostic> unknownVariables() {
  const std::vector<std::string> known(std::begin(names), std::end(names));
  std::vector<Diagnostic> warnings;
  for (char **entry = environ; entry && *entry; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('='));
    if (!name.starts_with("WAVE_") || name.starts_with("WAVE_TEST_") ||
        std::ranges::count(known, name))
      continue;
    warnings.push_back(
        {.id = ErrorId("unknown-variable"),
         .message = name + " is not a variable of wave",
         .where = {},
         .notes = {},
         .help = symbolic::suggestion(name, known, "wave help environment lists them")});
  }
  std::ranges::sort(warnings, {}, &Diagnostic::message);
  return warnings;
}

} // namespace wave
