//===- Manual.h - The documents that Knobs.def makes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "driver/main/ProgramText.h"

namespace wave::commandline {

/// wave(1), for man(7)'s macros.
std::string manPage(const ProgramText &program);

/// docs/command-line.md.
std::string markdownPage();

/// What `wave help environment` prints.
std::string environmentText();

} // namespace wave::commandline
