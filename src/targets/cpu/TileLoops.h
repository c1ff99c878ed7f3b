//===- TileLoops.h - Loops that compute tiles -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "machine/HostCpu.h"
#include "targets/cpu/TileView.h"

namespace wave::cpu {

/// to[x] = compute(operands at x), over the whole padded tile.  Operands may lack
/// dimensions of `to`; they are converted to the compute type of `computed`, and
/// the result from it.
void elementwiseLoops(Code &code, const TileView &to, mlir::ArrayRef<Value> sizes,
                      mlir::ArrayRef<TileView> operands, DType computed, int64_t vectorBytes,
                      llvm::function_ref<Value(mlir::ArrayRef<Value>, int64_t lanes)> compute);

/// accumulator[b, r, c] += sum over k of rows[b, r, k] * columns[b, k, c], in
/// register blocks of `isa`.  All three are in the workspace, padded to whole
/// blocks; the reduction stops at its valid size.
struct MmaTiles {
  TileView accumulator, rows, columns;
  mlir::SmallVector<ir::ExprAttr> batches;
  ir::ExprAttr row, column, reduction;
  int64_t vectorsAcross;
};
void mmaLoops(Code &code, const MmaTiles &tiles, const ValidSizes &valid,
              const machine::VectorIsa &isa);

} // namespace wave::cpu
