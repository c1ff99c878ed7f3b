//===- TargetForm.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetForm.h"

#include <stdexcept>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "targets/amd/MachineCode.h"
#include "targets/amd/Passes.h"

namespace wave::amd {

std::string codeObject(const std::string &text, const std::string &chip) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  mlir::PassManager passes(&context);
  passes.addPass(createConvertToLLVM());
  if (!module || failed(passes.run(*module)))
    throw std::runtime_error("the module is not in the target form");
  return object(*module, chip);
}

std::string kernelWith(const std::string &body, const std::string &globals) {
  return globals + R"(
llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<768 x i8>
llvm.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>)
    attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 2, 1>,
                wave.memories = [{name = "x", dims = ["M"], pointer = 0, sizes = [-1], strides = [-1], access = "read"}]} {
  %s = llvm.mlir.addressof @shared : !llvm.ptr<3>
)" + body +
         "\n  llvm.return\n}\n";
}

} // namespace wave::amd
