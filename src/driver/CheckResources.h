//===- CheckResources.h - Whether a workgroup holds what a kernel needs ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "wave/compile.h"
#include "wave/diagnostic.h"

namespace wave {

/// Why no code is made of a kernel for a GPU though its schedule is legal, as a compile says it:
/// its tiles take more registers, shared memory or tensor memory than there are.  Nothing where
/// they fit, and for the CPU.
std::optional<Diagnostic> lackOfResources(const CompiledKernel &kernel);

} // namespace wave
