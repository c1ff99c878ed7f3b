//===- HopperGemm.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperGemm.h"

#include <stdexcept>

#include "GemmData.h"
#include "machine/Chip.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

namespace wave::executor {

const HopperGemm hopperGemms[4] = {
    {"gemm_128x256_f16", f16, f16, 128, 256},
    {"gemm_128x256_f32", f16, f32, 128, 256},
    {"gemm_256x200_f16", f16, f16, 256, 200},
    {"gemm_256x200_bf16", bf16, bf16, 256, 200},
};

HopperKernel::HopperKernel(const HopperGemm &gemm) : gemm(gemm) {
  context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect, mlir::scf::SCFDialect>();
  parsed = mlir::parseSourceFile<mlir::ModuleOp>(
      std::string(WAVE_HOPPER_KERNELS "/") + gemm.name + ".mlir", mlir::ParserConfig(&context));
  if (!parsed)
    throw std::runtime_error("no kernel " + gemm.name);
}

HopperResult HopperKernel::run(mlir::ModuleOp changed, int64_t m, int64_t n, int64_t k,
                               int64_t groups, const Options &options) const {
  GemmData data(gemm.in, gemm.out, m, n, k);
  const Program program = decode(changed, "gemm", *machine::chipNamed("h200"));
  HopperResult result;
  result.report = execute(program,
                          {{groups, 1, 1},
                           {data.a.boxes(gemm.rowsOfA), data.b.boxes(gemm.rowsOfB),
                            data.c.boxes(64), data.c.region(), m, n, k, int64_t{2}}},
                          options);
  result.isRight = data.isRight();
  return result;
}

} // namespace wave::executor
