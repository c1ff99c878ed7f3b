//===- RegisterFence.h - Fences that say which registers they are about ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace wave::nvidia {

/// Leads what the MMAs after an nvvm.wgmma.fence.aligned take in registers through it.
/// Without that LLVM may fill the registers behind the fence, with constants above all, and
/// ptxas puts in another one (C7519).
void fenceRegisters(mlir::ModuleOp module);

/// Leads what nvvm.tcgen05.ld loads through the wait behind it, before which it is not there.
void fenceLoads(mlir::ModuleOp module);

} // namespace wave::nvidia
