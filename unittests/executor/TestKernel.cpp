//===- TestKernel.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include <stdexcept>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

namespace wave::executor {

std::string moduleText(const KernelText &text) {
  const bool isWarp = machine::chipNamed(text.chip)->lanes == 32;
  std::string module = "module {\n";
  const int alignment = text.sharedAlignment != 0 ? text.sharedAlignment : isWarp ? 1024 : 16;
  if (text.sharedBytes > 0)
    module += "llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = " +
              std::to_string(alignment) + " : i64} : !llvm.array<" +
              std::to_string(text.sharedBytes) + " x i8>\n";
  module += "llvm.func @kernel(" + text.arguments + ") attributes {" + (isWarp ? "nvvm" : "rocdl") +
            ".kernel, wave.workgroup = array<i32: " + text.workgroup + ">" + text.attributes +
            "} {\n" + text.body + "\nllvm.return\n}\n}\n";
  return module;
}

Program programOf(const KernelText &text) {
  const std::string module = moduleText(text);
  mlir::MLIRContext context;
  context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect, mlir::ROCDL::ROCDLDialect,
                      mlir::scf::SCFDialect>();
  auto parsed =
      mlir::parseSourceString<mlir::ModuleOp>(module, mlir::ParserConfig(&context), "kernel.mlir");
  if (!parsed)
    throw std::runtime_error("the text is no module:\n" + module);
  return decode(*parsed, "kernel", *machine::chipNamed(text.chip));
}

Report run(const KernelText &text, std::vector<Argument> arguments, Options options) {
  const Program program = programOf(text);
  return execute(program, {{1, 1, 1}, std::move(arguments)}, options);
}

std::string textOf(const Report &report) {
  std::string text;
  for (const Finding &finding : report.findings)
    text += finding.render() + "\n";
  return text;
}

std::string addressText(const std::string &name, const std::string &pointer, int space,
                        const std::string &index, const std::string &type) {
  const std::string ptr = "!llvm.ptr<" + std::to_string(space) + ">";
  const bool isValue = index[0] == '%';
  return "%" + name + " = llvm.getelementptr " + pointer + "[" + index + "] : (" + ptr +
         (isValue ? ", i32" : "") + ") -> " + ptr + ", " + type + "\n";
}

} // namespace wave::executor
