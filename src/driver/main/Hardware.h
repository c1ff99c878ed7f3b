//===- Hardware.h - The hardware constraint of the command line -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "driver/main/Options.h"
#include "wave/constraints.h"

namespace wave::commandline {

/// What --cluster, --mma-type, --waves-per-block and --threads-per-wave put in the place of the
/// kernel's hardware constraint; nothing where none is given.  Throws Error "usage" for what is
/// no value of theirs.
std::optional<HardwareConstraint> hardwareOf(const Options &options);

} // namespace wave::commandline
