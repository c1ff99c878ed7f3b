//===- AmdLanes.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/AmdLanes.h"

#include <algorithm>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;

namespace wave::amd {

using gpu::LaneCode;

Value AmdLanes::threadId(LaneCode &code) const {
  return code.call("rocdl.workitem.id.x", {}, code.builder.getI32Type());
}

Value AmdLanes::workgroupId(LaneCode &code, int dim) const {
  static constexpr StringLiteral names[] = {"rocdl.workgroup.id.x", "rocdl.workgroup.id.y",
                                            "rocdl.workgroup.id.z"};
  return code.call(names[dim], {}, code.builder.getI32Type());
}

Value AmdLanes::uniform(LaneCode &code, Value i32) const {
  return code.constantOf(i32) ? i32
                              : code.call("rocdl.readfirstlane", {i32}, code.builder.getI32Type());
}

/// Data-parallel primitives reach 16 lanes, a swizzle through the crossbar of shared memory
/// 32, a permutation through it all 64 (CDNA3 ISA reference guide, "DPP" and "DS_SWIZZLE").
Value AmdLanes::exchange(LaneCode &code, Value i32, int64_t mask) const {
  Builder &builder = code.builder;
  Type type = i32.getType();
  auto primitive = [&](Value old, int32_t control, int32_t banks) {
    auto number = [&](StringRef name, int32_t value) {
      return NamedAttribute(builder.getStringAttr(name), builder.getI32IntegerAttr(value));
    };
    return code.call(
        "rocdl.update.dpp", {old, i32}, type,
        {number("dppCtrl", control), number("rowMask", 0xf), number("bankMask", banks),
         NamedAttribute(builder.getStringAttr("boundCtrl"), builder.getBoolAttr(false))});
  };
  constexpr int32_t quadSwapOne = 0xb1, quadSwapTwo = 0x4e; // lanes 1 0 3 2, 2 3 0 1 of each four
  constexpr int32_t shiftLeftFour = 0x104, shiftRightFour = 0x114, rotateEight = 0x128;
  constexpr int32_t evenBanks = 0x5, oddBanks = 0xa; // of four lanes each
  switch (mask) {
  case 1:
    return primitive(i32, quadSwapOne, 0xf);
  case 2:
    return primitive(i32, quadSwapTwo, 0xf);
  case 4:
    return primitive(primitive(i32, shiftLeftFour, evenBanks), shiftRightFour, oddBanks);
  case 8:
    return primitive(i32, rotateEight, 0xf);
  case 16:
    return code.call("rocdl.ds_swizzle", {i32, code.i32(0x1f | (16 << 10))}, type);
  default: {
    Value lane = code.remainder(threadId(code), 64);
    Value other = code.call("llvm.xor", {lane, code.i32(mask)}, type);
    return code.call("rocdl.ds_bpermute", {code.mul(other, code.i32(4)), i32}, type);
  }
  }
}

/// The release fence waits for what the wave did to memory, the acquire fence keeps what
/// follows behind the barrier; s_barrier itself orders nothing.  Fences for shared memory
/// alone leave global loads in flight, and of the scope of the agent also copies to shared memory:
/// of the workgroup's, which would do, LLVM makes waits for all of these
/// (docs/adr/0046-copies-in-flight.md).  Those for all memory wait for copies anyway.
void AmdLanes::barrier(LaneCode &code, bool isGlobal, bool keepsCopies) const {
  auto fence = [&](LLVM::AtomicOrdering ordering) {
    auto op = LLVM::FenceOp::create(code.builder, code.loc, ordering,
                                    !isGlobal && keepsCopies ? "agent" : "workgroup");
    if (!isGlobal)
      op->setDiscardableAttr(
          LLVM::LLVMDialect::getMmraAttrName(),
          LLVM::MMRATagAttr::get(code.builder.getContext(), "amdgpu-synchronize-as", "local"));
  };
  fence(LLVM::AtomicOrdering::release);
  code.call("rocdl.s.barrier", {}, {});
  fence(LLVM::AtomicOrdering::acquire);
}

Operation *AmdLanes::waitForCopies(LaneCode &code) const {
  return ROCDL::SWaitcntOp::create(code.builder, code.loc, bitfieldOf({.vmcnt = 0}));
}

/// They end in the order in which they have begun, and count like loads and stores, which only
/// makes the wait longer (CDNA4 ISA reference guide, S_WAITCNT).
void AmdLanes::leaveInFlight(Operation *wait, int64_t copies) const {
  const int64_t vmcnt = std::min(copies, ir::WaitCountersOp::mostVmcnt);
  cast<ROCDL::SWaitcntOp>(wait).setBitfield(bitfieldOf({.vmcnt = static_cast<uint32_t>(vmcnt)}));
}

void AmdLanes::copy(LaneCode &code, Value from, Value to, int64_t bytes, ArrayAttr scopes) const {
  Builder &builder = code.builder;
  auto number = [&](StringRef name, int64_t value) {
    return NamedAttribute(builder.getStringAttr(name),
                          builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  code.call("rocdl.load.to.lds", {from, to}, {},
            {number("size", bytes), number("offset", 0), number("aux", 0),
             NamedAttribute(builder.getStringAttr("alias_scopes"), scopes)});
}

void AmdLanes::keepOrder(LaneCode &code) const {
  // LLVM, "User Guide for AMDGPU Backend", llvm.amdgcn.sched.barrier: nothing may cross.
  code.call("rocdl.sched.barrier", {}, {},
            NamedAttribute(code.builder.getStringAttr("mask"), code.builder.getI32IntegerAttr(0)));
}

namespace {
enum class Operand { AsIs, I16, I64, I32s };
struct Mfma {
  std::string_view name;
  StringLiteral operation;
  Operand operand;
};
} // namespace

static constexpr Mfma mfmas[] = {
#define WAVE_MFMA(NAME, OPERATION, OPERAND) {#NAME, OPERATION, Operand::OPERAND},
#include "targets/amd/mfma.def"
#undef WAVE_MFMA
};

static Value asOperand(LaneCode &code, Value elements, Operand kind) {
  switch (kind) {
  case Operand::AsIs:
    return elements;
  case Operand::I16:
    return code.bitcast(elements, VectorType::get({LaneCode::countOf(elements.getType())},
                                                  code.builder.getI16Type()));
  case Operand::I64:
    return code.bitcast(elements, code.builder.getI64Type());
  case Operand::I32s:
    return code.bitcast(elements, VectorType::get({LaneCode::countOf(elements.getType()) / 4},
                                                  code.builder.getI32Type()));
  }
  llvm_unreachable("all kinds are listed");
}

Value AmdLanes::mma(LaneCode &code, const machine::Mma &mma, Value lhs, Value rhs,
                    Value accumulator) const {
  for (const Mfma &row : mfmas) {
    if (row.name != mma.name)
      continue;
    Value a = asOperand(code, lhs, row.operand), b = asOperand(code, rhs, row.operand);
    Value none = code.i32(0); // no broadcast of blocks, no permutation of lanes
    // The instruction's rows are those of its first operand.
    return code.call(row.operation, {a, b, accumulator, none, none, none}, accumulator.getType());
  }
  llvm_unreachable("ResolveHardware chooses instructions of the chip");
}

/// LLVM would call tanh, and whatever is of f64 (docs/adr/0014-amd-code.md).
bool AmdLanes::hasFunction(ir::UnaryKind kind, DType dtype) const {
  return kind != ir::UnaryKind::Tanh && dtype != DType::f64;
}

namespace {
/// An operation, or an intrinsic of LLVM, that becomes one instruction.
struct FunctionRow {
  ir::UnaryKind kind;
  StringLiteral name;
};
} // namespace

/// "AMD Instinct MI300 ISA" (2025), 16.10: V_EXP_F32, V_LOG_F32, V_RCP_F32, V_RSQ_F32, V_SQRT_F32.
static constexpr FunctionRow functionRows[] = {
    {ir::UnaryKind::Exp2, "rocdl.exp2"},       {ir::UnaryKind::Log2, "rocdl.log"},
    {ir::UnaryKind::Rcp, "rocdl.rcp"},         {ir::UnaryKind::Sqrt, "rocdl.sqrt"},
    {ir::UnaryKind::Rsqrt, "llvm.amdgcn.rsq"},
};

static const FunctionRow *rowOf(ir::UnaryKind kind) {
  const auto *row = llvm::find_if(functionRows, [&](const auto &one) { return one.kind == kind; });
  return row == std::end(functionRows) ? nullptr : row;
}

bool AmdLanes::hasInstruction(ir::UnaryKind kind) const { return rowOf(kind); }

Value AmdLanes::instruction(LaneCode &code, ir::UnaryKind kind, Value f32) const {
  const StringRef name = rowOf(kind)->name;
  if (!name.starts_with("llvm."))
    return code.call(name, f32, f32.getType());
  return LLVM::CallIntrinsicOp::create(code.builder, code.loc, f32.getType(),
                                       code.builder.getStringAttr(name), f32)
      .getResult(0);
}

void AmdLanes::markKernel(Operation *function) const {
  Builder builder(function->getContext());
  function->setAttr("rocdl.kernel", builder.getUnitAttr());
}

} // namespace wave::amd
