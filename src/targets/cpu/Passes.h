//===- Passes.h - The passes of the CPU target ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include "targets/llvm/KernelForm.h"

namespace mlir {
namespace arith {
class ArithDialect;
}
namespace cf {
class ControlFlowDialect;
}
namespace func {
class FuncDialect;
}
namespace LLVM {
class LLVMDialect;
}
namespace scf {
class SCFDialect;
}
namespace vector {
class VectorDialect;
}
} // namespace mlir

namespace wave::cpu {

#define GEN_PASS_DECL
#include "targets/cpu/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "targets/cpu/Passes.h.inc"

/// The attribute of a module in the form of loops that says how much workspace
/// one workgroup needs.
/// Of the functions: what a launch has to provide, see Passes.td.
inline constexpr llvm::StringLiteral workspaceBytesAttr = "wave.workspace_bytes";
using codegen::launchValuesAttr;

/// Bytes of a thread's workspace.  More than this is a tile that was meant to be smaller.
inline constexpr int64_t workspaceLimit = int64_t(1) << 30;

} // namespace wave::cpu
