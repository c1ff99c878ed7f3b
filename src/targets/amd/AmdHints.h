//===- AmdHints.h - Hints on CDNA -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/HintTarget.h"

namespace wave::amd {

/// How many of its outstanding memory instructions a wave does not wait for; by default all.
struct CountersToWaitFor {
  uint32_t vmcnt = ir::WaitCountersOp::mostVmcnt;
  uint32_t lgkmcnt = ir::WaitCountersOp::mostLgkmcnt;
};

/// The fields of S_WAITCNT (CDNA3 ISA reference guide): vmcnt in bits 0 to 3 and 14 to 15, expcnt
/// in 4 to 6, lgkmcnt in 8 to 11.  The greatest number waits for nothing.
uint32_t bitfieldOf(CountersToWaitFor counters);

class AmdHints : public gpu::HintTarget {
public:
  void emit(gpu::LaneCode &code, mlir::Operation *hint) const override;
};

} // namespace wave::amd
