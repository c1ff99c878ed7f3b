//===- NvidiaTensors.h - Tensor memory of Blackwell -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/TensorTarget.h"

namespace wave::nvidia {

/// tcgen05 of one workgroup (NVIDIA PTX ISA 9.0, "Tensorcore 5th Generation Family
/// Instructions").
class NvidiaTensors : public gpu::TensorTarget {
public:
  void allocate(gpu::LaneCode &code, mlir::Value place, int64_t columns,
                bool ofPair) const override;
  void free(gpu::LaneCode &code, mlir::Value address, int64_t columns, bool ofPair) const override;
  void orderBefore(gpu::LaneCode &code) const override;
  void orderAfter(gpu::LaneCode &code) const override;
  mlir::Value operandAt(gpu::LaneCode &code, mlir::Value address,
                        const gpu::OperandRows &rows) const override;
  mlir::Value operandAtOffset(gpu::LaneCode &code, mlir::Value operand,
                              int64_t bytes) const override;
  void issueMma(gpu::LaneCode &code, const machine::Mma &mma, mlir::Value accumulator,
                mlir::Value lhs, mlir::Value rhs, gpu::Transposed transposed,
                mlir::Value adds) const override;
  void arriveAfterMmas(gpu::LaneCode &code, mlir::Value barrier, mlir::Value ranks,
                       bool ofPair) const override;
  mlir::SmallVector<mlir::Value> load(gpu::LaneCode &code, const machine::Mma &mma,
                                      mlir::Value address, int64_t columns) const override;
  void waitForLoads(gpu::LaneCode &code) const override;
};

} // namespace wave::nvidia
