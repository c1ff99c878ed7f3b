//===- Passes.h - The passes of the AMD target ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace arith {
class ArithDialect;
}
namespace cf {
class ControlFlowDialect;
}
namespace LLVM {
class LLVMDialect;
}
namespace ROCDL {
class ROCDLDialect;
}
namespace scf {
class SCFDialect;
}
} // namespace mlir

namespace wave::amd {

#define GEN_PASS_DECL
#include "targets/amd/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "targets/amd/Passes.h.inc"

/// distributed -> target.
void addLanePasses(mlir::OpPassManager &manager);

/// target -> llvm.
void addAmdPasses(mlir::OpPassManager &manager, const std::string &chip);

/// Of the targets that this folder makes code for, in Chip.def.
inline constexpr llvm::StringLiteral family = "hip";

/// The entry point of a kernel for arguments of any alignment.
inline std::string anyEntry(const std::string &kernel) { return kernel + ".any"; }

/// Attribute of a kernel in the target form (docs/adr/0012-target-form.md).
inline constexpr llvm::StringLiteral kernelAttr = "rocdl.kernel";

} // namespace wave::amd
