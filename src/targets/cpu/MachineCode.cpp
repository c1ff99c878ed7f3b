//===- MachineCode.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's optimiser is left out: the loops are emitted the way they shall run, and
// the code generator alone keeps the speed at half the time.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/MachineCode.h"

#include <mutex>

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include "wave/diagnostic.h"

namespace wave::cpu {

static InternalError internalError(const std::string &what, llvm::Error error) {
  return InternalError({.id = "code-generation",
                        .message = what + ": " + llvm::toString(std::move(error)),
                        .where = {},
                        .notes = {},
                        .help = "this is a bug in wave: please report it with the kernel"});
}

static llvm::Expected<llvm::orc::JITTargetMachineBuilder> builderFor(const std::string &chip) {
  if (chip.empty())
    return llvm::orc::JITTargetMachineBuilder::detectHost();
  llvm::orc::JITTargetMachineBuilder builder((llvm::Triple(llvm::sys::getProcessTriple())));
  builder.setCPU(chip);
  return builder;
}

static std::unique_ptr<llvm::TargetMachine> machineFor(const std::string &chip) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  auto builder = builderFor(chip);
  if (!builder)
    throw internalError("detecting the processor", builder.takeError());
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeModel(llvm::CodeModel::Small);
  auto machine = builder->createTargetMachine();
  if (!machine)
    throw internalError("making a code generator", machine.takeError());
  return std::move(*machine);
}

static std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module, llvm::LLVMContext &context,
                                               const llvm::TargetMachine &machine) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<llvm::Module> result = mlir::translateModuleToLLVMIR(module, context);
  if (!result)
    throw internalError("translating to LLVM IR",
                        llvm::createStringError("the LLVM dialect was refused"));
  result->setModuleIdentifier("wave");
  result->setSourceFileName("wave");
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  return result;
}

std::string llvmText(mlir::ModuleOp module, const std::string &chip) {
  llvm::LLVMContext context;
  std::string text;
  llvm::raw_string_ostream out(text);
  translate(module, context, *machineFor(chip))->print(out, nullptr);
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

static void generate(llvm::Module &module, llvm::TargetMachine &machine,
                     llvm::raw_pwrite_stream &out, llvm::CodeGenFileType type) {
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, type))
    throw internalError("generating code", llvm::createStringError("this machine has no emitter"));
  std::string errors;
  module.getContext().setDiagnosticHandler(std::make_unique<ErrorsOfLLVM>(errors));
  passes.run(module);
  module.getContext().setDiagnosticHandler(nullptr);
  if (!errors.empty())
    throw internalError("generating code", llvm::createStringError(errors));
}

static llvm::SmallVector<char, 0> emit(mlir::ModuleOp module, const std::string &chip,
                                       llvm::CodeGenFileType type) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = machineFor(chip);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  generate(*translate(module, context, *machine), *machine, out, type);
  return bytes;
}

std::string assembly(mlir::ModuleOp module, const std::string &chip) {
  auto bytes = emit(module, chip, llvm::CodeGenFileType::AssemblyFile);
  return {bytes.begin(), bytes.end()};
}

std::string object(mlir::ModuleOp module, const std::string &chip) {
  auto bytes = emit(module, chip, llvm::CodeGenFileType::ObjectFile);
  return {bytes.begin(), bytes.end()};
}

struct LoadedCode::Impl {
  std::string errors; ///< the JIT's, which it would print; outlives it
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::JITDylib *library = nullptr;
};

LoadedCode::LoadedCode(mlir::ModuleOp module, const std::string &chip)
    : impl(std::make_unique<Impl>()) {
  auto bytes = emit(module, chip, llvm::CodeGenFileType::ObjectFile);
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    throw internalError("starting the JIT", jit.takeError());
  (*jit)->getExecutionSession().setErrorReporter([errors = &impl->errors](llvm::Error error) {
    *errors += llvm::toString(std::move(error)) + "; ";
  });
  auto buffer = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), "kernel.o");
  // A library of its own: a kernel may be called like a function that the JIT brings.
  llvm::orc::JITDylib &library = (*jit)->getExecutionSession().createBareJITDylib("kernel");
  if (auto process = (*jit)->getProcessSymbolsJITDylib())
    library.addToLinkOrder(*process);
  if (llvm::Error error = (*jit)->addObjectFile(library, std::move(buffer)))
    throw internalError("loading code", std::move(error));
  impl->jit = std::move(*jit);
  impl->library = &library;
}

LoadedCode::~LoadedCode() = default;

void *LoadedCode::symbol(const std::string &name) const {
  auto address = impl->jit->lookup(*impl->library, name);
  if (!address)
    throw internalError("finding '" + name + "': " + impl->errors, address.takeError());
  return address->toPtr<void *>();
}

} // namespace wave::cpu
