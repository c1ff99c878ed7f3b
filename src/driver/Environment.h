//===- Environment.h - The environment variables of wave ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that reads them; the table is Knobs.def.  Passes and targets read
// none: what they do follows from their input and their options alone.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wave/diagnostic.h"

namespace wave {

enum class Variable {
#define WAVE_VARIABLE(ID, ...) ID,
#include "driver/Knobs.def"
};

/// What the environment says now; none where the variable is unset or empty.
std::optional<std::string> environmentValue(Variable variable);

/// A warning for each variable WAVE_* that is none of the table, most likely a
/// misspelled one, with the nearest name.  WAVE_TEST_* belong to the tests.
std::vector<Diagnostic> unknownVariables();

} // namespace wave
