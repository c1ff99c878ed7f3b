//===- EmitNvidia.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitNvidia.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

#include "targets/nvidia/MachineCode.h"
#include "wave/diagnostic.h"

using namespace mlir;

namespace wave {

static std::string resources(const nvidia::Object &object) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const nvidia::EntryResources &entry : object.entries)
    out << "entry point " << entry.name << "\n  registers " << entry.registers
        << "\n  spill stores " << entry.spillStores << "\n  spill loads " << entry.spillLoads
        << "\n  stack bytes " << entry.stackBytes << "\n  shared bytes " << entry.sharedBytes
        << "\n  barriers " << entry.barriers << '\n';
  return text;
}

namespace {
struct EmitNvidia : PassWrapper<EmitNvidia, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmitNvidia)

  EmitNvidia() = default;
  EmitNvidia(const EmitNvidia &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "wave-opt-emit-nvidia"; }
  StringRef getDescription() const override { return "Print a module in the llvm form for a chip"; }

  void runOnOperation() override {
    try {
      if (stage == "llvm")
        llvm::outs() << nvidia::llvmText(getOperation(), chip);
      else if (stage == "assembly")
        llvm::outs() << nvidia::assembly(getOperation(), chip);
      else if (stage == "object")
        llvm::outs() << object().bytes;
      else
        llvm::outs() << resources(object());
    } catch (const Failure &failure) {
      getOperation().emitError(failure.what());
      signalPassFailure();
    }
    markAllAnalysesPreserved();
  }

  nvidia::Object object() {
    const nvidia::Assembler assembler =
        ptxas == "none" ? nvidia::Assembler()
                        : nvidia::findAssembler({.chosen = ptxas, .folders = {}});
    nvidia::Object object = nvidia::object(getOperation(), chip, assembler);
    for (const std::string &spill : nvidia::spillsOf(object, chip))
      getOperation().emitRemark(spill) << " [register-spill]";
    return object;
  }

  Option<std::string> chip{*this, "chip", llvm::cl::desc("sm_90a or sm_100a")};
  Option<std::string> stage{*this, "stage", llvm::cl::desc("llvm, assembly, object or resources")};
  Option<std::string> ptxas{*this, "ptxas",
                            llvm::cl::desc("the program that makes cubins, or none")};
};
} // namespace

void registerEmitNvidia() { PassRegistration<EmitNvidia>(); }

} // namespace wave
