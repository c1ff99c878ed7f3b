//===- RoleValues.h - Indices that are equal in all roles -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each role computes the indices that it needs in loops of its own.  Two are equal in all
// executions if they are the same expression over equal indices: sizes, ids of the workgroup, what
// is read from memory that nobody writes at equal places, and what loops count and carry, where
// they start equal and each step keeps them so.  What is taken out of a channel is what was put in
// for the use with the same sequence index.  That is found as value numbering finds it: all indices
// that loops carry at one depth are taken for equal, and classes are split until their steps agree
// (Alpern, Wegman and Zadeck, "Detecting equality of variables in programs", POPL 1988).
//
// The symbol of a class stands for its value in one trip of the loops around it.  Loops whose
// counters have one symbol take the same trips.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/IndexValues.h"

namespace wave::analysis {

/// For messages: classes are named by the axes of their loops.
std::string textOf(const Expr &expr);

class RoleValues {
public:
  /// Of a kernel in the form scheduled.
  explicit RoleValues(ir::KernelOp kernel);

  /// An index over sizes, ids of the workgroup and symbols of classes; 0 for null.
  Expr of(mlir::Value index);
  /// The condition of a while loop.
  Expr conditionOf(ir::IterateOp loop);

private:
  Expr renamed(const Expr &expr);
  std::string nameOf(mlir::Value root);
  mlir::Value writtenFor(ir::ScalarReadOp read);
  std::string stepOf(mlir::Value argument);
  bool split();

  ir::IndexValues values;
  mlir::SmallVector<mlir::Value> arguments; ///< counters and carried indices of all loops
  llvm::DenseMap<mlir::Value, std::string> classes;
};

} // namespace wave::analysis
