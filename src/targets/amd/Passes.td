include "mlir/Pass/PassBase.td"

def LowerToLanes : Pass<"wave-amd-lower-to-lanes", "::mlir::ModuleOp"> {
  let summary = "Write the code of a lane (distributed -> target)";
  let description = [{
    Every kernel becomes two entry points in the form of docs/adr/0012-target-form.md:
    NAME for memories whose rows are aligned, NAME.any for all others.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
                           "::mlir::ROCDL::ROCDLDialect"];
}
