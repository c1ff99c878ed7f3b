//===- IssueUnits.h - Which unit of a compute unit computes what ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the account of issue time (IssueTime.h), of AMD's compute units.  Vector instructions compute
// a value of each lane, scalar instructions one for the whole wave, in registers of their own, and
// issue beside them.  LLVM selects a scalar instruction where a value is uniform, the same in all
// lanes, and the scalar unit has the operation: integers and addresses, no floats.  What is uniform
// is computed as LLVM's UniformityAnalysis does it: what depends on the number of the lane, on
// memory, or on a matrix instruction is not, nor is what a branch or loop hands on whose condition
// is not.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "executor/Program.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseSet.h"

namespace wave::executor {

class IssueUnits {
public:
  explicit IssueUnits(mlir::LLVM::LLVMFuncOp function);

  bool isUniform(mlir::Value value) const { return !byLane.contains(value); }
  Issue of(mlir::Operation *op) const;

private:
  /// That is not uniform, and so what comes of it.
  void spread(mlir::Value value);
  void spread(mlir::OpOperand &use);
  void spreadAll(mlir::ValueRange values);

  llvm::DenseSet<mlir::Value> byLane;
  llvm::SmallVector<mlir::Value> pending;
};

} // namespace wave::executor
