//===- Slices.h - What verifiers ask of slices ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"

namespace wave::ir {

/// The part of a tile that a strip, of whole units along one of its dimensions, has; null where
/// there is none.
TileType partOf(TileType tile, SliceAttr strip);
/// The strip of an accumulator that a tile is, or is converted from; null for any other tile.
SliceAttr stripOf(mlir::Value tile);

/// A constraint of an operation: its number, "C3", and the id of an error that breaks it.
struct SliceRule {
  llvm::StringRef number;
  ErrorId id;
};

/// The slice of `op`, if it has one, is along one of `dims`, which `what` has: "the ring".
mlir::LogicalResult verifySliceDim(mlir::Operation *op, SliceRule rule,
                                   mlir::ArrayRef<DimAttr> dims, llvm::StringRef what);

/// The slice of `op`, if it has one, fills a slot of a ring in no channel: those are handed over
/// when one operation has filled them.
mlir::LogicalResult verifySliceOfRing(mlir::Operation *op, SliceRule rule,
                                      mlir::TypedValue<BufferType> ring);

/// A slice after the first is read into a tile of the type of `result`, and nothing else is.
mlir::LogicalResult verifyInto(mlir::Operation *op, SliceRule rule, mlir::Value result);

} // namespace wave::ir
