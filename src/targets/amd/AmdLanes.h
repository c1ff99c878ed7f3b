//===- AmdLanes.h - A lane's code on CDNA ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/amd/AmdHints.h"
#include "targets/gpu/LaneTarget.h"

namespace wave::amd {

class AmdLanes : public gpu::LaneTarget {
public:
  mlir::Value threadId(gpu::LaneCode &code) const override;
  mlir::Value workgroupId(gpu::LaneCode &code, int dim) const override;
  mlir::Value uniform(gpu::LaneCode &code, mlir::Value i32) const override;
  mlir::Value exchange(gpu::LaneCode &code, mlir::Value i32, int64_t mask) const override;
  void barrier(gpu::LaneCode &code, bool isGlobal, bool keepsCopies) const override;
  mlir::Operation *waitForCopies(gpu::LaneCode &code) const override;
  void leaveInFlight(mlir::Operation *wait, int64_t copies) const override;
  void copy(gpu::LaneCode &code, mlir::Value from, mlir::Value to, int64_t bytes,
            mlir::ArrayAttr scopes) const override;
  void keepOrder(gpu::LaneCode &code) const override;
  mlir::Value mma(gpu::LaneCode &code, const machine::Mma &mma, mlir::Value lhs, mlir::Value rhs,
                  mlir::Value accumulator) const override;
  bool hasFunction(ir::UnaryKind kind, DType dtype) const override;
  bool hasInstruction(ir::UnaryKind kind) const override;
  mlir::Value instruction(gpu::LaneCode &code, ir::UnaryKind kind, mlir::Value f32) const override;
  const gpu::HintTarget *hints() const override { return &ownHints; }
  void markKernel(mlir::Operation *function) const override;

private:
  AmdHints ownHints;
};

} // namespace wave::amd
