//===- Passes.td - The passes of the NVIDIA target, in order --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LowerToLanes : Pass<"wave-nvidia-lower-to-lanes", "::mlir::ModuleOp"> {
  let summary = "Lower a kernel to the code of one lane (distributed -> target)";
  let description = [{
    Every kernel, one of the versions that wave-specialise-paths makes, becomes an entry point of
    its name in the form of docs/adr/0012-target-form.md.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"sm_90a\"", "whose registers roles share">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def VerifyTarget : Pass<"wave-nvidia-verify-target", "::mlir::ModuleOp"> {
  let summary = "Verify that the chip has machine code for every operation (target)";
  let description = [{
    LLVM ends the process at an operation that a chip lacks, and calls a function that
    does not exist where mathematics has no instructions; ptxas takes every assembly for
    meant.  This pass holds every operation to Operations.def before LLVM sees it, and the
    kernel to the form of docs/adr/0012-target-form.md and to the chip's shared memory.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"\"", "sm_90a">];
}

def VerifyChannels : Pass<"wave-nvidia-verify-channels", "::mlir::ModuleOp"> {
  let summary = "Verify mbarriers against the channels that they implement (target)";
  let description = [{
    The protocol of channels is proved on the form scheduled.  This pass derives from the code of a
    lane which use of which channel each wait, arrival, TMA load and MMA is of, and checks slots,
    parities, counts of arrivals, bytes and wait groups, for all trip counts
    (docs/adr/0045-the-target-form-is-held-against-its-channels.md).
  }];
}

def ConvertToLLVM : Pass<"wave-nvidia-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert the target form to the LLVM dialect (target -> llvm)";
  let description = [{
    Loops and branches become blocks; operations of NVVM that LLVM has no intrinsics for
    become inline assembly.  A kernel is told how many lanes its workgroup has, without
    which ptxas moves no registers from one role to another (setmaxnreg).
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"];
}
