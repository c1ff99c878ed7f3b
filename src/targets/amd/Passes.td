//===- Passes.td - The passes of the AMD target, in order -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LowerToLanes : Pass<"wave-amd-lower-to-lanes", "::mlir::ModuleOp"> {
  let summary = "Lower a kernel to the code of one lane (distributed -> target)";
  let description = [{
    Every kernel, one of the versions that wave-specialise-paths makes, becomes an entry point of
    its name in the form of docs/adr/0012-target-form.md.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
                           "::mlir::ROCDL::ROCDLDialect"];
}

def VerifyTarget : Pass<"wave-amd-verify-target", "::mlir::ModuleOp"> {
  let summary = "Verify that the chip has machine code for every operation (target)";
  let description = [{
    LLVM ends the process at an operation that a chip lacks, and calls a function that
    does not exist where mathematics has no instructions.  This pass holds every
    operation to Operations.def before LLVM sees it, and the kernel to the form of
    docs/adr/0012-target-form.md and to the chip's shared memory.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"\"", "gfx942 or gfx950">];
}

def ConvertToLLVM : Pass<"wave-amd-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert the target form to the LLVM dialect (target -> llvm)";
  let description = [{
    Loops and branches become blocks, in one conversion with one type converter.  The
    size of the workgroup becomes what LLVM asks for, and arguments are told not to
    overlap: a launch refuses tensors that do (argument-overlap).
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
}
