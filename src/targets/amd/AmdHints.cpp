//===- AmdHints.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/AmdHints.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace wave::amd {

using gpu::LaneCode;

static NamedAttribute number(LaneCode &code, StringRef name, uint32_t value, unsigned bits = 32) {
  return {code.builder.getStringAttr(name),
          code.builder.getIntegerAttr(code.builder.getIntegerType(bits), value)};
}

uint32_t bitfieldOf(CountersToWaitFor counters) {
  constexpr uint32_t noExports = 7;
  const auto [vmcnt, lgkmcnt] = counters;
  return (vmcnt & 15) | noExports << 4 | lgkmcnt << 8 | vmcnt >> 4 << 14;
}

static CountersToWaitFor countersOf(ir::WaitCountersOp op) {
  CountersToWaitFor counters;
  if (op.getVmcnt())
    counters.vmcnt = static_cast<uint32_t>(*op.getVmcnt());
  if (op.getLgkmcnt())
    counters.lgkmcnt = static_cast<uint32_t>(*op.getLgkmcnt());
  return counters;
}

/// The dialect's bits of instructions are those of LLVM ("User Guide for AMDGPU Backend",
/// llvm.amdgcn.sched.barrier); none are set where nothing may cross.
void AmdHints::emit(LaneCode &code, Operation *hint) const {
  llvm::TypeSwitch<Operation *>(hint)
      .Case([&](ir::SchedBarrierOp op) {
        const auto allowed = static_cast<uint32_t>(op.getAllow().value_or(ir::InstructionClass(0)));
        code.call("rocdl.sched.barrier", {}, {}, number(code, "mask", allowed));
      })
      .Case([&](ir::SchedGroupBarrierOp op) {
        code.call("rocdl.sched.group.barrier", {}, {},
                  {number(code, "mask", static_cast<uint32_t>(op.getInstructions())),
                   number(code, "size", op.getCount()), number(code, "groupId", op.getSync())});
      })
      .Case([&](ir::SetPriorityOp op) {
        code.call("rocdl.s.setprio", {}, {},
                  number(code, "priority", static_cast<uint32_t>(op.getPriority()), 16));
      })
      .Case([&](ir::WaitCountersOp op) {
        code.call("rocdl.s.waitcnt", {}, {}, number(code, "bitfield", bitfieldOf(countersOf(op))));
      })
      .Default([](Operation *other) { ir::reportUnknown(other, "the hints of CDNA"); });
}

} // namespace wave::amd
