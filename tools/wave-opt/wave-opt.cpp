//===- wave-opt.cpp - Run any pass on a file of IR ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "BreakOnPurpose.h"
#include "dialect/Dialect.h"
#include "passes/Passes.h"
#include "targets/cpu/Passes.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  wave::registerWavePasses();
  wave::cpu::registerWaveCpuPasses();
  wave::registerBreakOnPurpose();
  mlir::DialectRegistry registry;
  registry.insert<wave::ir::WaveDialect>();
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "wave-opt: run passes over the wave dialect\n", registry));
}
