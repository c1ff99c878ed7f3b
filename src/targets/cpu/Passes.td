//===- Passes.td - The passes of the CPU target, in order -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def LowerToLoops : Pass<"wave-cpu-lower-to-loops", "::mlir::ModuleOp"> {
  let summary = "Lower a bound kernel to loops over vectors (bound -> loops)";
  let description = [{
    The kernel becomes a function that computes one workgroup:

        func @name(arguments, workspace, workgroup_0, workgroup_1, workgroup_2)

    `arguments` is an array of 64-bit words: for each memory its address, its sizes
    and its strides in elements; then the function that debug_log calls, or null, and
    its context (see DebugLog::record); then the values of the expressions that the
    attribute `wave.launch_values` of the function lists, if it is there.  `workspace` is aligned to 64
    bytes and holds as many bytes as the attribute `wave.workspace_bytes` says.  Both
    are expressions over the sizes that are left open until the launch.
  }];
  let options = [Option<"isa", "isa", "std::string", "\"\"",
                        "vector instructions: AVX-512, AVX2 or 128-bit; default: this machine's">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ConvertToLLVM : Pass<"wave-cpu-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert loops over vectors to the LLVM dialect (loops -> llvm)";
  let description = [{
    One conversion with one type converter: separate passes cannot legalise the
    branches of each other.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}
