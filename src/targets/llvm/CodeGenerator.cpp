//===- CodeGenerator.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/CodeGenerator.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

namespace wave::codegen {

InternalError internalError(const std::string &what, llvm::Error error) {
  return InternalError({.id = "code-generation",
                        .message = what + ": " + llvm::toString(std::move(error)),
                        .where = {},
                        .notes = {},
                        .help = "this is a bug in wave: please report it with the kernel"});
}

std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module, llvm::LLVMContext &context,
                                        const llvm::TargetMachine &machine) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  // Verified below, where what is wrong is not printed but kept.
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, "wave", /*disableVerification=*/true);
  if (!result)
    throw internalError("translating to LLVM IR",
                        llvm::createStringError("the LLVM dialect was refused"));
  result->setSourceFileName("wave");
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  std::string errors;
  llvm::raw_string_ostream out(errors);
  if (llvm::verifyModule(*result, &out))
    throw internalError("translating to LLVM IR", llvm::createStringError(errors));
  return result;
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions options;
  options.LoopUnrolling = false;
  llvm::PassBuilder builder(&machine, options);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(level).run(module, modules);
}

std::string textOf(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

namespace {
/// Keeps what the code generator reports.  Without a handler LLVM would print it, and
/// end the process at an error.  Warnings are about code that no user wrote.
struct ErrorsOfLLVM : llvm::DiagnosticHandler {
  explicit ErrorsOfLLVM(std::string &errors) : errors(errors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream out(errors);
    if (!errors.empty())
      out << "; ";
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    return true;
  }

  std::string &errors;
};
} // namespace

llvm::SmallVector<char, 0> generate(llvm::Module &module, llvm::TargetMachine &machine,
                                    llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, type))
    throw internalError("generating code", llvm::createStringError("this machine has no emitter"));
  std::string errors;
  module.getContext().setDiagnosticHandler(std::make_unique<ErrorsOfLLVM>(errors));
  passes.run(module);
  module.getContext().setDiagnosticHandler(nullptr);
  if (!errors.empty())
    throw internalError("generating code", llvm::createStringError(errors));
  return bytes;
}

} // namespace wave::codegen
