//===- EntryPoints.h - What the attributes of the target form say ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"

#include "driver/CompiledKernel.h"
#include "runtime/EntryPoint.h"

namespace wave {

/// Of a module in the target form or behind it (docs/adr/0012-target-form.md): the one for
/// aligned rows, which has the kernel's own name, then the one for any.
std::vector<EntryPoint> entryPointsOf(mlir::ModuleOp module, const std::string &kernel);

/// Remarks "not-tma" where the sizes that are known send dense tensors to another one; throws it as
/// an error where it is of a memory of which that is required.
void remarkSlowEntry(mlir::ModuleOp module, const CompiledKernel::Impl &impl);

} // namespace wave
