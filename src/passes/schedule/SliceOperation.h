//===- SliceOperation.h - A tile operation in slices along a dimension ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An MMA becomes a chain of MMAs that add to each other's result, a read one of reads into each
// other's tile; each store or copy to shared memory fills its part of the slot.  An MMA or a store
// of a slice takes its operands as soon as the reads of what it needs have been made: from the
// first tile of the chain that has all of its slice.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"

namespace wave {

/// Whether each element of the result is made of those at its place: not a memory's, nor a sum.
bool isByElement(mlir::Operation *op);

/// The parts along `dim` that slices have of what all waves move together: of a copy, of a store of
/// what has been loaded, or of a load that is stored.  Nothing for a store of something else.
std::optional<ir::SliceUnits> unitsOfFill(mlir::Operation *fill, llvm::StringRef dim);

/// The MMAs of which a tile is an operand, itself or after elementwise operations.
llvm::SmallVector<ir::MmaOp> mmasOf(mlir::Value tile);

/// Replaces the operation by its slices, in its place and in their order.  `units` are its
/// instructions along `dim`, at least `count`; the operation is no slice yet.
llvm::SmallVector<mlir::Operation *> sliceOperation(mlir::Operation *op, mlir::StringAttr dim,
                                                    int64_t count, ir::SliceUnits units);

} // namespace wave
