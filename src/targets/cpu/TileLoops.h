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
/// dimensions of `to`; each is converted to the compute type of its `types`, and the
/// result from that of `computed`.
void elementwiseLoops(Code &code, const TileView &to, mlir::ArrayRef<Value> sizes,
                      mlir::ArrayRef<TileView> operands, mlir::ArrayRef<DType> types,
                      DType computed, int64_t vectorBytes,
                      llvm::function_ref<Value(mlir::ArrayRef<Value>, int64_t lanes)> compute);

/// to[x] = from[x, d] of all valid d, combined, and init[x], if there is one.  All are in
/// the workspace; `to` and `init` have the dimensions of `from` without `dim`.
struct ReductionTiles {
  TileView to, from;
  const TileView *init;
  ir::ExprAttr dim;
  ir::ReductionKind kind;
};
void reductionLoops(Code &code, const ReductionTiles &tiles, mlir::ArrayRef<Value> sizes,
                    Value valid, int64_t vectorBytes);

/// accumulator[b, r, c] += sum over k of rows[b, r, k] * columns[b, k, c], in register blocks of
/// `isa`, for each b of the repeated dimensions, of which a tile may lack some.  All three are in
/// the workspace, padded to whole blocks; the reduction stops at its valid size.
struct MmaTiles {
  TileView accumulator, rows, columns;
  mlir::SmallVector<ir::ExprAttr> repeated;
  ir::ExprAttr row, column, reduction;
  int64_t vectorsAcross;
};
void mmaLoops(Code &code, const MmaTiles &tiles, const ValidSizes &valid,
              const machine::VectorIsa &isa);

} // namespace wave::cpu
