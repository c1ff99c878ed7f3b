//===- wave-opt.cpp - Run any pass on a file of IR ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

#include "BreakOnPurpose.h"
#include "EmitAmd.h"
#include "EmitNvidia.h"
#include "dialect/Dialect.h"
#include "dialect/TextLimits.h"
#include "passes/Passes.h"
#include "targets/amd/Passes.h"
#include "targets/cpu/Passes.h"
#include "targets/nvidia/Passes.h"

using namespace mlir;

/// mlir-opt's main, but that it looks at a text before MLIR does.
static LogicalResult optimize(int argc, char **argv, DialectRegistry &registry) {
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "wave-opt: run passes over the wave dialect\n", registry);
  const MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, input, output, registry);
  std::string message;
  auto file = openInputFile(input, &message);
  // A reproducer keeps its pipeline in a section of resources, which no kernel needs.
  if (file && !config.shouldRunReproducer())
    if (auto reason = wave::ir::beyondLimits(file->getBuffer()))
      message = "error: '" + input + "' is not read: " + *reason + " [ir-syntax]";
  auto result = message.empty() ? openOutputFile(output, &message) : nullptr;
  if (!result) {
    llvm::errs() << message << '\n';
    return failure();
  }
  if (failed(MlirOptMain(result->os(), std::move(file), registry, config)))
    return failure();
  result->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM crashReports(argc, argv);
  registerAllPasses();
  wave::registerWavePasses();
  wave::cpu::registerWaveCpuPasses();
  wave::amd::registerWaveAmdPasses();
  wave::nvidia::registerWaveNvidiaPasses();
  wave::registerBreakOnPurpose();
  wave::registerEmitAmd();
  wave::registerEmitNvidia();
  DialectRegistry registry;
  registry.insert<wave::ir::WaveDialect>();
  registerAllDialects(registry);
  registerAllExtensions(registry);
  return asMainReturnCode(optimize(argc, argv, registry));
}
