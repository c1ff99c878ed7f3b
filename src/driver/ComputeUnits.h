//===- ComputeUnits.h - How many workgroups a persistent kernel launches --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "wave/kernel.h"
#include "wave/target.h"

namespace wave {

/// `subs`, and where the grid constraint has a NUM_CTAS that they do not bind, that as the number
/// of compute units of the target, the CPU's hardware threads.
Bindings withComputeUnits(ir::KernelOp kernel, Bindings subs, const Target &target);
Bindings withComputeUnits(const Kernel &kernel, Bindings subs, const Target &target);

/// Whether that gives the symbol a value.
bool isComputeUnits(ir::KernelOp kernel, const std::string &symbol);

} // namespace wave
