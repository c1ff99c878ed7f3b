//===- Usage.h - The commands and their options, declared for CLI11 -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "CLI/CLI.hpp"

#include "driver/main/Options.h"

namespace wave::commandline {

/// Options as text, before their values are understood.
struct RawOptions {
  std::vector<std::string> definitions, dynamic, dtypes, inputs, outputs;
  std::string seed, threads, repeat;
};

/// Declares every command with its help; parsing fills `options` and `raw`.
void declareCommands(CLI::App &app, Options &options, RawOptions &raw);

} // namespace wave::commandline
