//===- Completions.h - What shells need to complete the command line ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "driver/main/ProgramText.h"

namespace wave::commandline {

/// The script for "bash", "zsh" or "fish"; throws Error "usage" for another shell.
/// Options are those of Knobs.def; kernels, symbols, arguments and dtype parameters
/// are asked of `wave list` when they are wanted.
std::string completions(const std::string &shell, const ProgramText &program);

} // namespace wave::commandline
