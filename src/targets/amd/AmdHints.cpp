//===- AmdHints.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/AmdHints.h"

using namespace mlir;

namespace wave::amd {

using gpu::LaneCode;

static NamedAttribute number(LaneCode &code, StringRef name, uint32_t value, unsigned bits = 32) {
  return {code.builder.getStringAttr(name),
          code.builder.getIntegerAttr(code.builder.getIntegerType(bits), value)};
}

/// The dialect's bits are those of LLVM ("User Guide for AMDGPU Backend",
/// llvm.amdgcn.sched.barrier); none are set where nothing may cross.
void AmdHints::emit(LaneCode &code, ir::SchedBarrierOp op) const {
  const auto allowed = static_cast<uint32_t>(op.getAllow().value_or(ir::InstructionClass(0)));
  code.call("rocdl.sched.barrier", {}, {}, number(code, "mask", allowed));
}

void AmdHints::emit(LaneCode &code, ir::SchedGroupBarrierOp op) const {
  code.call("rocdl.sched.group.barrier", {}, {},
            {number(code, "mask", static_cast<uint32_t>(op.getInstructions())),
             number(code, "size", op.getCount()), number(code, "groupId", op.getSync())});
}

void AmdHints::emit(LaneCode &code, ir::SetPriorityOp op) const {
  code.call("rocdl.s.setprio", {}, {},
            number(code, "priority", static_cast<uint32_t>(op.getPriority()), 16));
}

/// The fields of S_WAITCNT (CDNA3 ISA reference guide): vmcnt in bits 0 to 3 and 14 to 15, expcnt
/// in 4 to 6, lgkmcnt in 8 to 11.  The greatest number waits for nothing.
void AmdHints::emit(LaneCode &code, ir::WaitCountersOp op) const {
  const auto vmcnt = static_cast<uint32_t>(op.getVmcnt().value_or(op.mostVmcnt));
  const auto lgkmcnt = static_cast<uint32_t>(op.getLgkmcnt().value_or(op.mostLgkmcnt));
  constexpr uint32_t noExports = 7;
  code.call(
      "rocdl.s.waitcnt", {}, {},
      number(code, "bitfield", (vmcnt & 15) | noExports << 4 | lgkmcnt << 8 | vmcnt >> 4 << 14));
}

} // namespace wave::amd
