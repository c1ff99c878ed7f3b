#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
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

} // namespace wave::amd
