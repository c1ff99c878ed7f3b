//===- MachineCode.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Always optimised: without that, LLVM moves accumulators between matrix instructions, and
// ptxas makes each wait for the one before.
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/MachineCode.h"

#include <algorithm>
#include <mutex>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm-c/Target.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/MC/TargetRegistry.h"

#include "diagnostic/ErrorId.h"
#include "dialect/DiagnosticCapture.h"
#include "machine/Chip.h"
#include "targets/llvm/CodeGenerator.h"
#include "targets/nvidia/Cubin.h"
#include "targets/nvidia/SharedMemory.h"

namespace wave::nvidia {

/// That of CUDA 13.0, whose ptxas and drivers read it.
static constexpr const char *ptxVersion = "+ptx90";

static std::unique_ptr<llvm::TargetMachine> machineFor(llvm::StringRef processor) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  const llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    throw codegen::internalError("making a code generator", llvm::createStringError(error));
  // By default nothing is contracted that does not say so, and small numbers are kept.
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, processor, ptxVersion, llvm::TargetOptions(), llvm::Reloc::PIC_, std::nullopt,
      llvm::CodeGenOptLevel::Aggressive));
}

/// Instructions of whole warps stand where all of their lanes come by.  Of intrinsics LLVM
/// knows that, of inline assembly it has to be told.
static void keepWarpsTogether(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isInlineAsm())
        call->setConvergent();
}

/// ptxas takes loops apart too, with loads of several steps in registers that lanes which
/// only copy do not have.
static void keepLoops(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    const llvm::DominatorTree tree(function);
    llvm::LoopInfo loops(tree);
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      loop->setLoopAlreadyUnrolled();
  }
}

/// A block that asks an mbarrier again until its phase has ended.
static bool isPoll(const llvm::BasicBlock &block) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(1) != &block)
    return false;
  const auto *wait = llvm::dyn_cast<llvm::IntrinsicInst>(branch->getCondition());
  return wait && wait->getCalledFunction()->getName().starts_with("llvm.nvvm.mbarrier.try.wait");
}

/// Between a poll and a block that others come to as well, which code generation would put there.
static void splitExit(llvm::BasicBlock &poll) {
  llvm::BasicBlock *exit = poll.getTerminator()->getSuccessor(0);
  if (exit->getSinglePredecessor())
    return;
  auto *between = llvm::BasicBlock::Create(poll.getContext(), "", poll.getParent(), exit);
  llvm::BranchInst::Create(exit, between);
  poll.getTerminator()->setSuccessor(0, between);
  exit->replacePhiUsesWith(&poll, between);
}

/// LLVM negates the condition of a branch to the block that follows.  With the polls at the end,
/// the last one first, none does, and a poll is what it is in CUTLASS, and what readers of PTX know
/// one by: `try_wait; @p bra done; bra again`.  LLVM places blocks after that, so that `done` still
/// comes next.
static void placePollsLast(llvm::Module &module) {
  for (llvm::Function &function : module) {
    llvm::SmallVector<llvm::BasicBlock *> polls;
    for (llvm::BasicBlock &block : function)
      if (isPoll(block))
        polls.push_back(&block);
    for (llvm::BasicBlock *poll : llvm::reverse(polls)) {
      splitExit(*poll);
      if (poll != &function.back())
        poll->moveAfter(&function.back());
    }
  }
}

/// What the PTX ISA takes where an instruction says nothing, which LLVM says all the same.
static constexpr llvm::StringLiteral defaultQualifiers[] = {".collector::a::discard"};

static std::string withoutDefaults(llvm::StringRef ptx) {
  std::string text;
  while (!ptx.empty()) {
    size_t next = ptx.size(), length = 0;
    for (llvm::StringRef qualifier : defaultQualifiers)
      if (const size_t at = ptx.find(qualifier); at < next) {
        next = at;
        length = qualifier.size();
      }
    text += ptx.take_front(next);
    ptx = ptx.drop_front(next + length);
  }
  return text;
}

static std::unique_ptr<llvm::Module> optimized(mlir::ModuleOp module, llvm::LLVMContext &context,
                                               llvm::TargetMachine &machine) {
  mlir::DialectRegistry registry;
  mlir::registerNVVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<llvm::Module> result = codegen::translate(module, context, machine);
  keepWarpsTogether(*result);
  codegen::optimize(*result, machine, llvm::OptimizationLevel::O2);
  keepLoops(*result);
  placePollsLast(*result);
  return result;
}

std::string llvmText(mlir::ModuleOp module, llvm::StringRef processor) {
  llvm::LLVMContext context;
  return codegen::textOf(*optimized(module, context, *machineFor(processor)));
}

std::string assembly(mlir::ModuleOp module, llvm::StringRef processor) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = machineFor(processor);
  auto bytes = codegen::generate(*optimized(module, context, *machine), *machine,
                                 llvm::CodeGenFileType::AssemblyFile);
  return withoutDefaults({bytes.data(), bytes.size()});
}

/// What an assembler wrote is looked at before it is believed.
static void checkNotes(llvm::StringRef bytes, llvm::StringRef processor) {
  auto notes = readCubin(bytes);
  if (!notes)
    throw codegen::internalError("reading the cubin", notes.takeError());
  if (const machine::Chip *chip = machine::chipNamed(processor))
    if (llvm::Error error = verifyCubin(*notes, *chip))
      throw codegen::internalError("checking the cubin", std::move(error));
}

static bool spills(const EntryResources &entry) { return entry.spillStores || entry.spillLoads; }

std::vector<std::string> spillsOf(const Object &object, llvm::StringRef processor) {
  std::vector<std::string> claims;
  for (const EntryResources &entry : object.entries)
    if (spills(entry) && !isSecondEntry(object.entries, entry))
      claims.push_back("entry point '" + entry.name + "' stores " +
                       std::to_string(entry.spillStores) +
                       " bytes of registers of each lane to memory and loads " +
                       std::to_string(entry.spillLoads) + ", again in every step of a loop; on " +
                       processor.str() + " a lane has all of the " +
                       std::to_string(entry.registers) + " registers that its workgroup leaves it");
  return claims;
}

static void remarkSlowSpills(mlir::ModuleOp module, llvm::ArrayRef<EntryResources> entries) {
  for (const EntryResources &entry : entries)
    if (spills(entry) && isSecondEntry(entries, entry))
      ir::emitRemark(module.getLoc(),
                     {.id = ErrorId("not-tma"),
                      .message = "entry point '" + entry.name +
                                 "', which loads element by element instead of with TMA, stores " +
                                 std::to_string(entry.spillStores) +
                                 " bytes of registers to memory and loads " +
                                 std::to_string(entry.spillLoads) + ": a lane has " +
                                 std::to_string(entry.registers) + " registers",
                      .where = {},
                      .notes = {},
                      .help = "choose smaller tiles, or launch with tensors whose rows are a "
                              "multiple of 16 bytes apart"});
}

Object object(mlir::ModuleOp module, llvm::StringRef processor, const Assembler &assembler) {
  std::string ptx = assembly(module, processor);
  if (assembler.kind == Assembler::None) {
    mlir::emitRemark(module.getLoc()) << "the object is PTX, not machine code: neither ptxas nor "
                                         "nvJitLink was found [ptx-object]";
    return {.bytes = std::move(ptx), .isCubin = false, .entries = {}};
  }
  Cubin cubin = assemble(ptx, processor, assembler);
  checkNotes(cubin.bytes, processor);
  remarkSlowSpills(module, cubin.entries);
  return {.bytes = std::move(cubin.bytes), .isCubin = true, .entries = std::move(cubin.entries)};
}

static int64_t lanesOf(mlir::LLVM::LLVMFuncOp kernel) {
  int64_t lanes = 1;
  for (int32_t size : kernel->getAttrOfType<mlir::DenseI32ArrayAttr>("wave.workgroup").asArrayRef())
    lanes *= size;
  return lanes;
}

codegen::MachineCode machineCode(mlir::ModuleOp module, llvm::StringRef processor,
                                 const Assembler &assembler) {
  Object made = object(module, processor, assembler);
  codegen::MachineCode code = {
      .bytes = {}, .isAssembled = made.isCubin, .spills = spillsOf(made, processor), .entries = {}};
  for (const EntryResources &entry : made.entries) {
    auto kernel = module.lookupSymbol<mlir::LLVM::LLVMFuncOp>(entry.name);
    // A register is 4 bytes; what a launch adds to shared memory the cubin does not know.
    code.entries.push_back({.name = entry.name,
                            .lanes = lanesOf(kernel),
                            .registers = entry.registers,
                            .accumulators = {},
                            .scalars = {},
                            .spills = (entry.spillStores + entry.spillLoads) / 4,
                            .sharedBytes = std::max(bytesOfShared(kernel), entry.sharedBytes)});
  }
  code.bytes = std::move(made.bytes);
  return code;
}

} // namespace wave::nvidia
