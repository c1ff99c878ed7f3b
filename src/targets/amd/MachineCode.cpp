//===- MachineCode.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's optimiser runs at O1: without it registers spill, and more changes nothing.
// See docs/adr/0014-amd-code.md for what was measured.
//
//===----------------------------------------------------------------------===//

#include "targets/amd/MachineCode.h"

#include <mutex>

#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "llvm-c/Target.h"
#include "llvm/MC/TargetRegistry.h"

#include "diagnostic/Fail.h"
#include "targets/amd/CodeObject.h"
#include "targets/amd/Linker.h"
#include "targets/amd/Passes.h"
#include "targets/llvm/CodeGenerator.h"
#include "targets/llvm/KernelForm.h"

namespace wave::amd {

static const machine::Chip &chipFor(const std::string &name) {
  const machine::Chip *chip = machine::chipNamed(name, family);
  if (!chip)
    throw codegen::internalError("generating code",
                                 llvm::createStringError("there is no AMD chip '" + name + "'"));
  return *chip;
}

static std::unique_ptr<llvm::TargetMachine> machineFor(const machine::Chip &chip) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
  });
  const llvm::Triple triple("amdgcn-amd-amdhsa");
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    throw codegen::internalError("making a code generator", llvm::createStringError(error));
  // By default nothing is contracted that does not say so, and small numbers are kept.
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, chip.processor, /*features=*/"", llvm::TargetOptions(),
                                  llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// Arguments by the names of memories: a, a.size.M, a.stride.M.
static void nameArguments(llvm::Function &function, const codegen::KernelForm &form) {
  for (const codegen::KernelMemory &memory : form.memories) {
    auto name = [&](int64_t position, const std::string &text) {
      if (position >= 0)
        function.getArg(static_cast<unsigned>(position))->setName(text);
    };
    name(memory.pointer, memory.name);
    for (auto [dim, size, stride] : llvm::zip_equal(memory.dims, memory.sizes, memory.strides)) {
      name(size, memory.name + ".size." + dim);
      name(stride, memory.name + ".stride." + dim);
    }
  }
}

/// Nothing that the target form can say asks for these.  What is not asked for needs no
/// argument that only HIP's own compiler knows of.
static void refuseHiddenArguments(llvm::Function &function) {
  for (const char *name :
       {"amdgpu-no-implicitarg-ptr", "amdgpu-no-hostcall-ptr", "amdgpu-no-multigrid-sync-arg",
        "amdgpu-no-heap-ptr", "amdgpu-no-default-queue", "amdgpu-no-completion-action",
        "amdgpu-no-dispatch-ptr", "amdgpu-no-queue-ptr", "amdgpu-no-dispatch-id",
        "amdgpu-no-lds-kernel-id"})
    function.addFnAttr(name);
}

static std::unique_ptr<llvm::Module> optimized(mlir::ModuleOp module, llvm::LLVMContext &context,
                                               llvm::TargetMachine &machine) {
  mlir::DialectRegistry registry;
  mlir::registerROCDLDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<llvm::Module> result = codegen::translate(module, context, machine);
  // The oldest version that runtimes of both chips load: ROCm 6, where the newest is 5.
  result->addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version", 500);
  for (auto kernel : module.getOps<mlir::LLVM::LLVMFuncOp>()) {
    auto form = codegen::kernelForm(kernel, kernelAttr);
    if (failed(form))
      throw codegen::internalError("generating code",
                                   llvm::createStringError("this is no module of kernels"));
    llvm::Function &function = *result->getFunction(kernel.getSymName());
    nameArguments(function, *form);
    refuseHiddenArguments(function);
  }
  codegen::optimize(*result, machine, llvm::OptimizationLevel::O1);
  return result;
}

std::string llvmText(mlir::ModuleOp module, const std::string &chip) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = machineFor(chipFor(chip));
  return codegen::textOf(*optimized(module, context, *machine));
}

static int64_t wavesOf(const Resources &kernel) {
  const int64_t lanes = kernel.workgroup[0] * kernel.workgroup[1] * kernel.workgroup[2];
  return (lanes + kernel.lanesPerWave - 1) / kernel.lanesPerWave;
}

std::vector<std::string> spillsOf(const CodeObject &object, const machine::Chip &chip) {
  std::vector<std::string> claims;
  for (const Resources &kernel : object.kernels)
    if (kernel.vgprSpills || kernel.scratchBytes)
      claims.push_back("entry point '" + kernel.kernel + "' spills " +
                       std::to_string(kernel.vgprSpills) + " vector registers to " +
                       std::to_string(kernel.scratchBytes) + " bytes of memory of each lane; " +
                       std::string(chip.processor) + " has " + chip.registersText(wavesOf(kernel)) +
                       " vector registers");
  return claims;
}

CodeObject notesOf(const std::string &bytes, const machine::Chip &chip) {
  auto object = readCodeObject(bytes);
  if (!object)
    throw codegen::internalError("reading the code object", object.takeError());
  if (llvm::Error error = verifyCodeObject(*object, chip))
    throw codegen::internalError("checking the code object", std::move(error));
  return std::move(*object);
}

/// Of the comments that LLVM writes, those that stand for what makes no instruction: scheduling
/// barriers and groups, and the bounds of inline assembly.
static std::string withFewComments(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    text = rest;
    const llvm::StringRef trimmed = line.trim();
    if (trimmed.starts_with(";;#") || trimmed.starts_with("; sched_"))
      result += line.str() + "\n";
    else if (!trimmed.starts_with(";"))
      result += (line.contains('"') ? line : line.split(';').first.rtrim()).str() + "\n";
  }
  return result;
}

std::string assembly(mlir::ModuleOp module, const std::string &chip) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = machineFor(chipFor(chip));
  machine->Options.MCOptions.AsmVerbose = true; // or else nothing is said of scheduling barriers
  const auto bytes = codegen::generate(*optimized(module, context, *machine), *machine,
                                       llvm::CodeGenFileType::AssemblyFile);
  return withFewComments({bytes.data(), bytes.size()});
}

std::string object(mlir::ModuleOp module, const std::string &chip) {
  const machine::Chip &known = chipFor(chip);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = machineFor(known);
  const auto relocatable = codegen::generate(*optimized(module, context, *machine), *machine,
                                             llvm::CodeGenFileType::ObjectFile);
  std::string bytes = linkCodeObject({relocatable.data(), relocatable.size()});
  notesOf(bytes, known); // which throws what is wrong with it
  return bytes;
}

codegen::MachineCode machineCode(mlir::ModuleOp module, const std::string &chip) {
  codegen::MachineCode code = {.bytes = object(module, chip)};
  const CodeObject notes = notesOf(code.bytes, chipFor(chip));
  code.spills = spillsOf(notes, chipFor(chip));
  for (const Resources &kernel : notes.kernels)
    code.entries.push_back(
        {.name = kernel.kernel,
         .lanes = kernel.workgroup[0] * kernel.workgroup[1] * kernel.workgroup[2],
         .registers = kernel.vgprs,
         .accumulators = kernel.agprs,
         .scalars = kernel.sgprs,
         .spills = kernel.vgprSpills + kernel.sgprSpills,
         .sharedBytes = kernel.sharedBytes});
  return code;
}

CodeObject notesOf(mlir::ModuleOp module, const std::string &chip) {
  return notesOf(object(module, chip), chipFor(chip));
}

} // namespace wave::amd
