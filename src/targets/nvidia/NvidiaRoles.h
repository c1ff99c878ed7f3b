//===- NvidiaRoles.h - Roles of warpgroups on NVIDIA's chips --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/RoleTarget.h"
#include "targets/nvidia/NvidiaTensors.h"

namespace wave::nvidia {

/// mbarrier, TMA, wgmma and setmaxnreg (NVIDIA PTX ISA 9.0); Blackwell has tensor memory in the
/// place of wgmma.
class NvidiaRoles : public gpu::RoleTarget {
public:
  explicit NvidiaRoles(const machine::Chip &chip) : chip(chip) {}

  void shareRegisters(analysis::Roles &roles, analysis::Copying copying) const override;
  void initBarrier(gpu::LaneCode &code, mlir::Value barrier, int64_t arrivals) const override;
  void invalidateBarrier(gpu::LaneCode &code, mlir::Value barrier) const override;
  void publishBarriers(gpu::LaneCode &code, bool isInCluster) const override;
  void arrive(gpu::LaneCode &code, mlir::Value barrier) const override;
  void arriveInCluster(gpu::LaneCode &code, mlir::Value barrier, mlir::Value rank) const override;
  void arriveBehindWrites(gpu::LaneCode &code, mlir::Value barrier,
                          mlir::Value rank) const override;
  void meetInCluster(gpu::LaneCode &code) const override;
  void arriveExpecting(gpu::LaneCode &code, mlir::Value barrier, int64_t bytes) const override;
  void waitForPhase(gpu::LaneCode &code, mlir::Value barrier, mlir::Value parity,
                    bool seesCluster) const override;
  void copyBox(gpu::LaneCode &code, mlir::Value map, mlir::ArrayRef<mlir::Value> coordinates,
               mlir::Value to, mlir::Value barrier, mlir::Value ranks,
               mlir::Value leader) const override;
  void copyBoxOut(gpu::LaneCode &code, mlir::Value map, mlir::ArrayRef<mlir::Value> coordinates,
                  mlir::Value from) const override;
  void waitForBoxesOut(gpu::LaneCode &code, bool areInMemory) const override;
  void storeMatrices(gpu::LaneCode &code, mlir::Value address,
                     mlir::ArrayRef<mlir::Value> words) const override;
  void proxyFence(gpu::LaneCode &code) const override;
  void meet(gpu::LaneCode &code, int64_t role, int64_t lanes) const override;
  void setRegisters(gpu::LaneCode &code, int64_t count, int64_t before) const override;
  void limitRegisters(mlir::Operation *function, int64_t count) const override;
  void syncWarp(gpu::LaneCode &code) const override;
  int64_t lanesInStep() const override;
  mlir::Value operandAt(gpu::LaneCode &code, mlir::Value address,
                        const gpu::OperandRows &rows) const override;
  mlir::Value operandAtOffset(gpu::LaneCode &code, mlir::Value operand,
                              int64_t bytes) const override;
  void fenceRegisters(gpu::LaneCode &code) const override;
  mlir::Value packAccumulator(gpu::LaneCode &code,
                              mlir::ArrayRef<mlir::Value> vectors) const override;
  mlir::Value emptyAccumulator(gpu::LaneCode &code, const machine::Mma &mma,
                               int64_t registers) const override;
  mlir::SmallVector<mlir::Value>
  unpackAccumulators(gpu::LaneCode &code, mlir::ArrayRef<mlir::Value> accumulators) const override;
  mlir::SmallVector<mlir::Value> copyRegisters(gpu::LaneCode &code,
                                               mlir::ArrayRef<mlir::Value> numbers) const override;
  mlir::SmallVector<mlir::Value> operandInRegisters(gpu::LaneCode &code,
                                                    mlir::Value vector) const override;
  mlir::Value issueMma(gpu::LaneCode &code, const machine::Mma &mma, mlir::ValueRange lhs,
                       mlir::Value rhs, gpu::Transposed transposed,
                       mlir::Value accumulator) const override;
  void commitMmas(gpu::LaneCode &code) const override;
  mlir::SmallVector<mlir::Value>
  waitForMmas(gpu::LaneCode &code, int64_t pending,
              mlir::ArrayRef<mlir::Value> accumulators) const override;
  const gpu::TensorTarget *tensors() const override {
    return chip.hasTensorMemory() ? &tensorMemory : nullptr;
  }
  mlir::SmallVector<mlir::NamedAttribute> mapAttributes(mlir::Builder &builder) const override;

private:
  const machine::Chip &chip;
  NvidiaTensors tensorMemory;
};

} // namespace wave::nvidia
