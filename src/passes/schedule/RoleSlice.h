//===- RoleSlice.h - What some operations need of a program ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A role does some operations, with what these need: where their operands come from, and the
// loops around them, which carry what is needed of what they carried.  Of a whole kernel those are
// its effects, and what they do not need is unused (EraseUnused).  What a schedule has inserted
// goes with the operation, or the loop, that it was inserted at.  A role that hands a scalar to
// others has it already, and takes it out of no channel.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

#include "dialect/Dialect.h"

namespace wave {

class RoleSlice {
public:
  /// What `roots`, operations of one program, need.
  explicit RoleSlice(mlir::ArrayRef<mlir::Operation *> roots);

  bool contains(mlir::Operation *op) const { return needed.contains(op); }
  /// Whether all that a loop carries is needed.
  bool carriesAll(ir::IterateOp loop) const { return carried.find(loop)->second.all(); }

  /// Clones that, in its order, from the program to where `to` stands; `mapping` then knows
  /// the clones of operations.
  void clone(mlir::Block &program, mlir::OpBuilder &to, mlir::IRMapping &mapping) const;

private:
  bool isCloned(mlir::Operation *op) const;
  void need(mlir::Operation *op);
  void need(mlir::Value value);
  /// The value that the role puts into the channel from which `op` would take it; null elsewhere.
  mlir::Value ownScalar(mlir::Operation *op) const;
  void needCarried(ir::IterateOp loop, unsigned number);
  void cloneLoop(ir::IterateOp loop, mlir::OpBuilder &to, mlir::IRMapping &mapping) const;

  mlir::DenseSet<mlir::Operation *> needed;
  mlir::DenseMap<mlir::Operation *, llvm::SmallBitVector> carried; ///< of loops
  mlir::DenseMap<mlir::Value, mlir::Value> scalars;                ///< that it hands over, by ring
};

} // namespace wave
