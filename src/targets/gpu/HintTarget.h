//===- HintTarget.h - How a chip takes hints ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "targets/gpu/LaneCode.h"

namespace wave::gpu {

/// What becomes of the dialect's hints, one function for each.
class HintTarget {
public:
  virtual ~HintTarget() = default;

  virtual void emit(LaneCode &code, ir::SchedBarrierOp op) const = 0;
  virtual void emit(LaneCode &code, ir::SchedGroupBarrierOp op) const = 0;
  virtual void emit(LaneCode &code, ir::SetPriorityOp op) const = 0;
  virtual void emit(LaneCode &code, ir::WaitCountersOp op) const = 0;
};

} // namespace wave::gpu
