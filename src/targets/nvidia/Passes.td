//===- Passes.td - The passes of the NVIDIA target, in order --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def ConvertToLLVM : Pass<"wave-nvidia-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Turn the target form into the LLVM dialect (target -> llvm)";
  let description = [{
    Loops and branches become blocks; operations of NVVM that LLVM has no intrinsics for
    become inline assembly.  A kernel is told how many lanes its workgroup has, without
    which ptxas moves no registers from one role to another (setmaxnreg).
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"];
}
