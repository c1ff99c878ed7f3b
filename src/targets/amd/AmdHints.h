//===- AmdHints.h - Hints on CDNA -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/HintTarget.h"

namespace wave::amd {

class AmdHints : public gpu::HintTarget {
public:
  void emit(gpu::LaneCode &code, ir::SchedBarrierOp op) const override;
  void emit(gpu::LaneCode &code, ir::SchedGroupBarrierOp op) const override;
  void emit(gpu::LaneCode &code, ir::SetPriorityOp op) const override;
  void emit(gpu::LaneCode &code, ir::WaitCountersOp op) const override;
};

} // namespace wave::amd
