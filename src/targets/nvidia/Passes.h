//===- Passes.h - The passes of the NVIDIA target -------------------------===//
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
namespace NVVM {
class NVVMDialect;
}
namespace scf {
class SCFDialect;
}
} // namespace mlir

namespace wave::nvidia {

#define GEN_PASS_DECL
#include "targets/nvidia/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "targets/nvidia/Passes.h.inc"

/// distributed -> target.
void addLanePasses(mlir::OpPassManager &manager, const std::string &chip);

/// target -> llvm.
void addNvidiaPasses(mlir::OpPassManager &manager, const std::string &chip);

/// Of the targets that this folder makes code for, in Chip.def.
inline constexpr llvm::StringLiteral family = "cuda";

/// The entry point of a kernel for arguments of any alignment.  PTX has no names with dots.
inline std::string anyEntry(const std::string &kernel) { return kernel + "_any"; }
/// The same where the memories that the kernel only reads are aligned.
inline std::string anyStoresEntry(const std::string &kernel) { return kernel + "_any_stores"; }

} // namespace wave::nvidia
