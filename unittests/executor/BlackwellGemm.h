//===- BlackwellGemm.h - Whole kernels for Blackwell, as data -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products C = A * B^T, specialised by warp: one warp asks the copy engine for tiles, one
// multiplies into tensor memory, four store (blackwell/*.mlir).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

#include "executor/Executor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace wave::executor {

struct BlackwellGemm {
  std::string name;       ///< of the file
  uint32_t rowsOfB = 128; ///< of the boxes
  int64_t pairRows = 128; ///< of the tile that workgroups compute together
  bool isPersistent = false;
};

extern const BlackwellGemm blackwellGemms[3];

struct BlackwellResult {
  Report report;
  bool isRight = false;
};

/// The kernel, as it stands or changed.
class BlackwellKernel {
public:
  explicit BlackwellKernel(const BlackwellGemm &gemm);

  mlir::ModuleOp module() { return *parsed; }
  /// With matrices of small integers; a persistent one by two workgroups.
  BlackwellResult run(mlir::ModuleOp changed, int64_t m, int64_t n, int64_t k,
                      const Options &options) const;

private:
  BlackwellGemm gemm;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> parsed;
};

} // namespace wave::executor
