//===- CompileKey.h - When two compiles are the same ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "wave/compile.h"

namespace wave {

/// The options that a result depends on, one to a line.
std::string optionsText(const WaveCompileOptions &options);

/// Equal for compiles that give the same result, remarks and lines included.
std::string compileKey(const WaveCompileOptions &options, const Kernel &kernel,
                       const Schedule *schedule = nullptr);

} // namespace wave
