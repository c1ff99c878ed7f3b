//===- NvidiaLanes.h - A lane's code on NVIDIA chips ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/LaneTarget.h"
#include "targets/nvidia/NvidiaRoles.h"

namespace wave::nvidia {

/// Of warps of 32 lanes, each of which multiplies for itself (mma.sync), and of roles.
class NvidiaLanes : public gpu::LaneTarget {
public:
  explicit NvidiaLanes(const machine::Chip &chip) : ofRoles(chip) {}

  mlir::Value threadId(gpu::LaneCode &code) const override;
  mlir::Value workgroupId(gpu::LaneCode &code, int dim) const override;
  mlir::Value uniform(gpu::LaneCode &code, mlir::Value i32) const override;
  mlir::Value exchange(gpu::LaneCode &code, mlir::Value i32, int64_t mask) const override;
  void barrier(gpu::LaneCode &code, bool isGlobal, bool keepsCopies) const override;
  mlir::Operation *waitForCopies(gpu::LaneCode &code) const override;
  /// Groups of copies are waited for, not copies: all of them.
  void leaveInFlight(mlir::Operation *, int64_t) const override {}
  void copy(gpu::LaneCode &code, mlir::Value from, mlir::Value to, int64_t bytes,
            mlir::ArrayAttr scopes) const override;
  void keepOrder(gpu::LaneCode &code) const override;
  mlir::Value mma(gpu::LaneCode &code, const machine::Mma &mma, mlir::Value lhs, mlir::Value rhs,
                  mlir::Value accumulator) const override;
  gpu::LaneCode::Values loadMatrices(gpu::LaneCode &code, mlir::Value address, int64_t count,
                                     bool isTransposed) const override;
  const gpu::RoleTarget *roles() const override { return &ofRoles; }
  bool hasFunction(ir::UnaryKind kind, DType dtype) const override;
  bool hasInstruction(ir::UnaryKind kind) const override;
  mlir::Value instruction(gpu::LaneCode &code, ir::UnaryKind kind, mlir::Value f32) const override;
  void markKernel(mlir::Operation *function) const override;

private:
  NvidiaRoles ofRoles;
};

} // namespace wave::nvidia
