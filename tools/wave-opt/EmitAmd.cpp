//===- EmitAmd.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitAmd.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

#include "analysis/Occupancy.h"
#include "targets/amd/CodeObject.h"
#include "targets/amd/MachineCode.h"
#include "wave/diagnostic.h"

using namespace mlir;

namespace wave {

static void print(llvm::raw_ostream &out, const amd::Resources &kernel, const machine::Chip &chip) {
  out << "kernel " << kernel.kernel << "\n  vgprs " << kernel.vgprs << "\n  agprs " << kernel.agprs
      << "\n  sgprs " << kernel.sgprs << "\n  vgpr spills " << kernel.vgprSpills
      << "\n  sgpr spills " << kernel.sgprSpills << "\n  shared bytes " << kernel.sharedBytes
      << "\n  scratch bytes " << kernel.scratchBytes << "\n  lanes per wave " << kernel.lanesPerWave
      << "\n  workgroup";
  for (int64_t size : kernel.workgroup)
    out << ' ' << size;
  out << "\n  argument bytes " << kernel.argumentBytes << '\n';
  for (const amd::KernelArgument &argument : kernel.arguments)
    out << "  argument '" << argument.name << "' at " << argument.offset << " of " << argument.size
        << " bytes, " << argument.kind << '\n';
  const analysis::Occupancy occupancy = analysis::occupancyOf(
      {.lanes = kernel.workgroup[0] * kernel.workgroup[1] * kernel.workgroup[2],
       .sharedBytes = kernel.sharedBytes,
       .vgprs = kernel.vgprs,
       .sgprs = kernel.sgprs},
      chip);
  out << "  occupancy " << occupancy.workgroups << " workgroups, " << occupancy.waves()
      << " waves of a compute unit, bound by " << nameOf(occupancy.limit, chip) << '\n';
}

static std::string resources(const std::string &bytes, const std::string &chip) {
  const amd::CodeObject object = llvm::cantFail(amd::readCodeObject(bytes));
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "target " << object.target << '\n';
  for (const amd::Resources &kernel : object.kernels)
    print(out, kernel, *machine::chipNamed(chip));
  return text;
}

namespace {
struct EmitAmd : PassWrapper<EmitAmd, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmitAmd)

  EmitAmd() = default;
  EmitAmd(const EmitAmd &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "wave-opt-emit-amd"; }
  StringRef getDescription() const override { return "Print a module in the llvm form for a chip"; }

  void runOnOperation() override {
    try {
      if (stage == "llvm")
        llvm::outs() << amd::llvmText(getOperation(), chip);
      else if (stage == "assembly")
        llvm::outs() << amd::assembly(getOperation(), chip);
      else if (stage == "object")
        llvm::outs() << object();
      else
        llvm::outs() << resources(object(), chip);
    } catch (const Failure &failure) {
      getOperation().emitError(failure.what());
      signalPassFailure();
    }
    markAllAnalysesPreserved();
  }

  std::string object() {
    std::string bytes = amd::object(getOperation(), chip);
    const machine::Chip &known =
        *machine::chipNamed(chip.getValue()); // object() has refused others
    for (const std::string &spill : amd::spillsOf(amd::notesOf(bytes, known), known))
      getOperation().emitRemark(spill) << " [register-spill]";
    return bytes;
  }

  Option<std::string> chip{*this, "chip", llvm::cl::desc("gfx942 or gfx950")};
  Option<std::string> stage{*this, "stage", llvm::cl::desc("llvm, assembly, object or resources")};
};
} // namespace

void registerEmitAmd() { PassRegistration<EmitAmd>(); }

} // namespace wave
