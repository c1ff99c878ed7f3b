//===- HopperGemm.h - Whole kernels for Hopper, as data -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Persistent products C = A * B^T, specialised by warp: one warp asks the copy engine for tiles,
// two warpgroups multiply, two warps store (hopper/*.mlir).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "executor/Executor.h"
#include "executor/WarpMma.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace wave::executor {

struct HopperGemm {
  std::string name; ///< of the file
  DType in, out;
  uint32_t rowsOfA, rowsOfB; ///< of the boxes of A and B
};

extern const HopperGemm hopperGemms[4];

struct HopperResult {
  Report report;
  bool isRight = false;
};

/// The kernel, as it stands or changed.
class HopperKernel {
public:
  explicit HopperKernel(const HopperGemm &gemm);

  mlir::ModuleOp module() { return *parsed; }
  /// With matrices of small integers, by `groups` workgroups.
  HopperResult run(mlir::ModuleOp changed, int64_t m, int64_t n, int64_t k, int64_t groups,
                   const Options &options) const;

private:
  HopperGemm gemm;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> parsed;
};

} // namespace wave::executor
