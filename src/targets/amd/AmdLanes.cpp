//===- AmdLanes.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/AmdLanes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

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

/// The release fence waits for what the wave did to memory, the acquire fence keeps what
/// follows behind the barrier; s_barrier itself orders nothing.  Fences for shared memory
/// alone leave global loads in flight.
void AmdLanes::barrier(LaneCode &code, bool isGlobal) const {
  auto fence = [&](LLVM::AtomicOrdering ordering) {
    auto op = LLVM::FenceOp::create(code.builder, code.loc, ordering, "workgroup");
    if (!isGlobal)
      op->setDiscardableAttr(
          LLVM::LLVMDialect::getMmraAttrName(),
          LLVM::MMRATagAttr::get(code.builder.getContext(), "amdgpu-synchronize-as", "local"));
  };
  fence(LLVM::AtomicOrdering::release);
  code.call("rocdl.s.barrier", {}, {});
  fence(LLVM::AtomicOrdering::acquire);
}

namespace {
enum class Operand { AsIs, I16, I64 };
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

void AmdLanes::markKernel(Operation *function, int64_t lanes) const {
  Builder builder(function->getContext());
  function->setAttr("rocdl.kernel", builder.getUnitAttr());
}

} // namespace wave::amd
