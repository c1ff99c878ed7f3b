//===- BlackwellGemm.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlackwellGemm.h"

#include <stdexcept>

#include "GemmData.h"
#include "machine/Chip.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

namespace wave::executor {

const BlackwellGemm blackwellGemms[3] = {
    {.name = "gemm_tile"},
    {.name = "gemm_tiles", .isPersistent = true},
    {.name = "gemm_pair", .rowsOfB = 64, .pairRows = 256},
};

BlackwellKernel::BlackwellKernel(const BlackwellGemm &gemm) : gemm(gemm) {
  context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect, mlir::scf::SCFDialect>();
  parsed = mlir::parseSourceFile<mlir::ModuleOp>(
      std::string(WAVE_BLACKWELL_KERNELS "/") + gemm.name + ".mlir", mlir::ParserConfig(&context));
  if (!parsed)
    throw std::runtime_error("no kernel " + gemm.name);
}

BlackwellResult BlackwellKernel::run(mlir::ModuleOp changed, int64_t m, int64_t n, int64_t k,
                                     const Options &options) const {
  constexpr int64_t rows = 128, columns = 128; // of a workgroup's tile
  GemmData data(f16, f32, m, n, k);
  const Program program = decode(changed, "gemm", *machine::chipNamed("b200"));
  const int64_t groupsM = (m + gemm.pairRows - 1) / gemm.pairRows * (gemm.pairRows / rows);
  const int64_t groupsN = (n + columns - 1) / columns;
  const std::array<int64_t, 3> grid = gemm.isPersistent
                                          ? std::array<int64_t, 3>{2, 1, 1}
                                          : std::array<int64_t, 3>{groupsM, groupsN, 1};
  BlackwellResult result;
  result.report = execute(
      program, {grid, {data.a.boxes(rows), data.b.boxes(gemm.rowsOfB), data.c.region(), m, n, k}},
      options);
  result.isRight = data.isRight();
  return result;
}

} // namespace wave::executor
