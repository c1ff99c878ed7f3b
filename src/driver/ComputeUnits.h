//===- ComputeUnits.h - Of the chip that a target is for ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>

#include "dialect/Dialect.h"
#include "wave/kernel.h"
#include "wave/target.h"

namespace wave {

/// Of the chip as its maker sells it, the hardware threads of the CPU: what is assumed of a device
/// that is not there.
int64_t computeUnitsOf(const Target &target);

/// `subs`, and where the grid constraint has a NUM_CTAS that they do not bind, that as the number
/// of compute units of the target, in whole clusters.
Bindings withComputeUnits(const Kernel &kernel, Bindings subs, const Target &target);

/// Whether a launch gives the symbol a value as the number of its workgroups.
bool isComputeUnits(ir::KernelOp kernel, const std::string &symbol);

} // namespace wave
