//===- GatherTile.h - A tile whose elements a mapping puts somewhere ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each element is read from where the mapping says, or is the fill value.  Where it is proved that
// elements follow each other in the memory, all of them inside or none, a vector of them is.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/MappedAccess.h"
#include "targets/cpu/TileView.h"

namespace wave::cpu {

/// What is read: elements of `dtype` in a memory of the caller's.
struct GatheredMemory {
  Value base;
  DType dtype;
  mlir::ArrayRef<Value> sizes, strides;
  mlir::TypedAttr fill;
};

/// Values of expressions, and of the iterators that occur in them.
struct CoordinateCode {
  llvm::function_ref<Value(const Expr &)> emit;
  llvm::function_ref<void(size_t, Value)> setIterator;
};

void gatherTile(Code &code, mlir::OpBuilder &builder, const analysis::MappedAccess &access,
                const GatheredMemory &from, const TileView &to, const ValidSizes &valid,
                const CoordinateCode &coordinates, int64_t vectorBytes);

/// Whether 0 <= at < size.
Value isBetween(mlir::OpBuilder &builder, Value at, Value size);

} // namespace wave::cpu
