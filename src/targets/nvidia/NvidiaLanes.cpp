//===- NvidiaLanes.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations are described in NVIDIA's PTX ISA 9.0, under the names that NVVM gives them.
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/NvidiaLanes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace wave::nvidia {

using gpu::LaneCode;

static constexpr int64_t lanesOfWarp = 32;

Value NvidiaLanes::threadId(LaneCode &code) const {
  return code.call("nvvm.read.ptx.sreg.tid.x", {}, code.builder.getI32Type());
}

Value NvidiaLanes::workgroupId(LaneCode &code, int dim) const {
  static constexpr StringLiteral names[] = {
      "nvvm.read.ptx.sreg.ctaid.x", "nvvm.read.ptx.sreg.ctaid.y", "nvvm.read.ptx.sreg.ctaid.z"};
  return code.call(names[dim], {}, code.builder.getI32Type());
}

static Value shuffle(LaneCode &code, NVVM::ShflKind kind, Value i32, Value lane) {
  Value all = code.i32(-1), last = code.i32(lanesOfWarp - 1);
  return NVVM::ShflOp::create(code.builder, code.loc, i32.getType(), all, i32, lane, last, kind,
                              UnitAttr());
}

Value NvidiaLanes::uniform(LaneCode &code, Value i32) const {
  return code.constantOf(i32) ? i32 : shuffle(code, NVVM::ShflKind::idx, i32, code.i32(0));
}

Value NvidiaLanes::exchange(LaneCode &code, Value i32, int64_t mask) const {
  return shuffle(code, NVVM::ShflKind::bfly, i32, code.i32(mask));
}

/// bar.sync orders all memory among those who meet.
void NvidiaLanes::barrier(LaneCode &code, bool /*isGlobal*/, bool /*keepsCopies*/) const {
  NVVM::BarrierOp::create(code.builder, code.loc);
}

Operation *NvidiaLanes::waitForCopies(LaneCode &code) const {
  NVVM::CpAsyncCommitGroupOp::create(code.builder, code.loc);
  return NVVM::CpAsyncWaitGroupOp::create(code.builder, code.loc, 0);
}

void NvidiaLanes::copy(LaneCode &code, Value from, Value to, int64_t bytes,
                       ArrayAttr /*scopes*/) const {
  Value lane = code.remainder(threadId(code), lanesOfWarp);
  Value place = code.advance(to, code.builder.getI8Type(), code.mul(lane, code.i32(bytes)));
  // Only whole pieces of 16 bytes can go past the first cache.
  const auto cache =
      bytes == 16 ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(code.builder, code.loc, place, from, static_cast<uint32_t>(bytes), cache,
                          Value());
}

/// ptxas orders what it finds.
void NvidiaLanes::keepOrder(LaneCode &) const {}

/// The registers of an operand of mma.sync: pairs of f16, numbers of f64, or words of 32 bits.
static SmallVector<Value> operandsOf(LaneCode &code, Value elements, machine::MmaElement element) {
  const DType dtype = machine::elementRow(element).dtype;
  const int64_t count = LaneCode::countOf(elements.getType());
  const int64_t bytes = count * size_in_bytes(dtype);
  SmallVector<Value> parts;
  if (dtype == DType::f16)
    for (int64_t i = 0; i < count; i += 2)
      parts.push_back(code.slice(elements, i, 2));
  else if (dtype == DType::f64)
    for (int64_t i = 0; i < count; ++i)
      parts.push_back(code.element(elements, i));
  else {
    Value words = code.bitcast(elements, LaneCode::vectorOf(code.builder.getI32Type(), bytes / 4));
    for (int64_t i = 0; i < bytes / 4; ++i)
      parts.push_back(code.element(words, i));
  }
  return parts;
}

Value NvidiaLanes::mma(LaneCode &code, const machine::Mma &mma, Value lhs, Value rhs,
                       Value accumulator) const {
  auto typeOf = [](machine::MmaElement element) {
    return *NVVM::symbolizeMMATypes(machine::elementRow(element).ptx);
  };
  SmallVector<Value> a = operandsOf(code, lhs, mma.lhs), b = operandsOf(code, rhs, mma.rhs), c;
  const int64_t count = LaneCode::countOf(accumulator.getType());
  for (int64_t i = 0; i < count; ++i)
    c.push_back(code.element(accumulator, i));
  SmallVector<Type> types(c.size(), c.front().getType());
  auto result = LLVM::LLVMStructType::getLiteral(code.builder.getContext(), types);
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (!is_float(mma.types.lhs))
    overflow = NVVM::MMAIntOverflow::wrapped;
  Value accumulators =
      NVVM::MmaOp::create(code.builder, code.loc, result, a, b, c, {mma.m, mma.n, mma.k},
                          std::nullopt, overflow, std::array{typeOf(mma.lhs), typeOf(mma.rhs)},
                          std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  SmallVector<Value> parts;
  for (int64_t i = 0; i < count; ++i)
    parts.push_back(LLVM::ExtractValueOp::create(code.builder, code.loc, accumulators, i));
  return code.join(parts);
}

LaneCode::Values NvidiaLanes::loadMatrices(LaneCode &code, Value address, int64_t count,
                                           bool isTransposed) const {
  const Type word = code.builder.getI32Type();
  const Type result =
      count == 1
          ? word
          : Type(LLVM::LLVMStructType::getLiteral(
                code.builder.getContext(), SmallVector<Type>(static_cast<size_t>(count), word)));
  Value matrices = NVVM::LdMatrixOp::create(
      code.builder, code.loc, result, address, static_cast<uint32_t>(count),
      isTransposed ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      NVVM::LdStMatrixShapeAttr::get(code.builder.getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16);
  if (count == 1)
    return {matrices};
  LaneCode::Values words;
  for (int64_t i = 0; i < count; ++i)
    words.push_back(LLVM::ExtractValueOp::create(code.builder, code.loc, matrices, i));
  return words;
}

/// LLVM makes ex2.approx.f32 of exp2, and nothing exact or nothing at all of the others.  On
/// an H100 it is at most 2.4 units in the last place off over all floats, which is too much
/// for f32; of all numbers of f16 two, and of bf16 none, are not rounded correctly by it.
bool NvidiaLanes::hasFunction(ir::UnaryKind kind, DType dtype) const {
  return kind == ir::UnaryKind::Exp2 && (dtype == DType::f16 || dtype == DType::bf16);
}

namespace {
/// An intrinsic of LLVM that becomes one instruction.
struct FunctionRow {
  ir::UnaryKind kind;
  StringLiteral intrinsic;
};
} // namespace

/// "Parallel Thread Execution ISA" 9.0, 9.7.3: (ex2, lg2, rcp, rsqrt, sqrt).approx.ftz.f32.  LLVM
/// has no intrinsic for tanh.approx.f32, and selects it for a tanh that may be approximate.
static constexpr FunctionRow functionRows[] = {
    {ir::UnaryKind::Exp2, "llvm.nvvm.ex2.approx.ftz.f32"},
    {ir::UnaryKind::Log2, "llvm.nvvm.lg2.approx.ftz.f"},
    {ir::UnaryKind::Rcp, "llvm.nvvm.rcp.approx.ftz.f"},
    {ir::UnaryKind::Rsqrt, "llvm.nvvm.rsqrt.approx.ftz.f"},
    {ir::UnaryKind::Sqrt, "llvm.nvvm.sqrt.approx.ftz.f"},
    {ir::UnaryKind::Tanh, "llvm.intr.tanh"},
};

static const FunctionRow *rowOf(ir::UnaryKind kind) {
  const auto *row = llvm::find_if(functionRows, [&](const auto &one) { return one.kind == kind; });
  return row == std::end(functionRows) ? nullptr : row;
}

bool NvidiaLanes::hasInstruction(ir::UnaryKind kind) const { return rowOf(kind); }

Value NvidiaLanes::instruction(LaneCode &code, ir::UnaryKind kind, Value f32) const {
  const StringRef intrinsic = rowOf(kind)->intrinsic;
  if (intrinsic.starts_with("llvm.nvvm."))
    return LLVM::CallIntrinsicOp::create(code.builder, code.loc, f32.getType(),
                                         code.builder.getStringAttr(intrinsic), f32)
        .getResult(0);
  const NamedAttribute mayBeApproximate(
      code.builder.getStringAttr("fastmathFlags"),
      LLVM::FastmathFlagsAttr::get(code.builder.getContext(), LLVM::FastmathFlags::afn));
  return code.call(intrinsic, f32, f32.getType(), mayBeApproximate);
}

void NvidiaLanes::markKernel(Operation *function) const {
  Builder builder(function->getContext());
  function->setAttr("nvvm.kernel", builder.getUnitAttr());
}

} // namespace wave::nvidia
