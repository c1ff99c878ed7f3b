//===- IndexValues.h - Index values as expressions, and back --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What analyses and passes ask of an index is a question to an expression: by how much does it
// step, is it a multiple of 8, is it the same in all workgroups of a cluster.  IndexValues gives
// each root, an index that no wave.index gives, a symbol of its own, and reads every other one
// as an expression over these symbols and open sizes.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <string>

#include "dialect/Dialect.h"

namespace wave::ir {

/// The indices of an operation that accesses a memory (or logs a tile) from them: one for each of
/// accessedDims, empty in the traced form.
mlir::OperandRange startsOf(mlir::Operation *op);
mlir::MutableOperandRange mutableStartsOf(mlir::Operation *op);

/// The slot of the buffer that an operation accesses, or views; null means 0, or that it has none.
mlir::Value slotOf(mlir::Operation *op);
void setSlot(mlir::Operation *op, mlir::Value slot);

class IndexValues {
public:
  /// `index` over the symbols of roots, which it is itself if it is a root, and open sizes.  0 for
  /// null.
  Expr of(mlir::Value index);
  mlir::SmallVector<Expr> of(mlir::ValueRange indices);
  /// The condition of a while loop, over its counter and other roots.
  Expr conditionOf(IterateOp loop);
  /// The root that has the symbol; null if none that was asked for has.
  mlir::Value root(const std::string &symbol) const;
  /// Whether `index` depends on the id of the workgroup along `dim` of the grid.
  bool dependsOnWorkgroup(mlir::Value index, int64_t dim);

  /// The index with that expression, where `builder` stands: a root itself, or a wave.index, one
  /// for equal expressions in a block.
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc, const Expr &expr);

private:
  Expr nameRoot(mlir::Value root);

  llvm::DenseMap<mlir::Value, Expr> known;
  std::map<std::string, mlir::Value> roots;
};

/// The index of the workgroup along `dim`, where `builder` stands: made once for each program, at
/// its head.
mlir::Value workgroupId(mlir::OpBuilder &builder, int64_t dim);

/// Puts one expression over roots in the place of those whose operands are expressions themselves,
/// in `op` and in its regions.
void composeIndices(mlir::Operation *op);

/// Erases the indices that nothing uses.
void eraseUnusedIndices(mlir::Operation *op);

} // namespace wave::ir
