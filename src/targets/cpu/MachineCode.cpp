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

#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include "targets/llvm/CodeGenerator.h"

namespace wave::cpu {

using codegen::internalError;

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

std::string llvmText(mlir::ModuleOp module, const std::string &chip) {
  llvm::LLVMContext context;
  return codegen::textOf(*codegen::translate(module, context, *machineFor(chip)));
}

static llvm::SmallVector<char, 0> emit(mlir::ModuleOp module, const std::string &chip,
                                       llvm::CodeGenFileType type) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = machineFor(chip);
  return codegen::generate(*codegen::translate(module, context, *machine), *machine, type);
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
