//===- NvidiaTensors.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/NvidiaTensors.h"

#include <bit>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "targets/nvidia/SharedDescriptor.h"

using namespace mlir;

namespace wave::nvidia {

using gpu::LaneCode;

static Value pointerTo(LaneCode &code, Value address) {
  auto type = LLVM::LLVMPointerType::get(code.builder.getContext(), 6);
  return LLVM::IntToPtrOp::create(code.builder, code.loc, type, address);
}

static NVVM::CTAGroupKind groupOf(bool ofPair) {
  return ofPair ? NVVM::CTAGroupKind::CTA_2 : NVVM::CTAGroupKind::CTA_1;
}

/// Nobody else asks this multiprocessor for columns while the workgroup runs: its shared memory
/// is taken.
void NvidiaTensors::allocate(LaneCode &code, Value place, int64_t columns, bool ofPair) const {
  Value count = code.i32(columns);
  NVVM::Tcgen05AllocOp::create(code.builder, code.loc, place, count, groupOf(ofPair));
  NVVM::Tcgen05RelinquishAllocPermitOp::create(code.builder, code.loc, groupOf(ofPair));
}

void NvidiaTensors::free(LaneCode &code, Value address, int64_t columns, bool ofPair) const {
  Value place = pointerTo(code, address);
  Value count = code.i32(columns);
  NVVM::Tcgen05DeallocOp::create(code.builder, code.loc, place, count, groupOf(ofPair));
}

void NvidiaTensors::orderBefore(LaneCode &code) const {
  NVVM::Tcgen05FenceOp::create(code.builder, code.loc, NVVM::Tcgen05FenceKind::BEFORE_THREAD_SYNC);
}

void NvidiaTensors::orderAfter(LaneCode &code) const {
  NVVM::Tcgen05FenceOp::create(code.builder, code.loc, NVVM::Tcgen05FenceKind::AFTER_THREAD_SYNC);
}

/// Besides: bits 46 to 48 are 1, 61 to 63 the swizzle; 16 to 29 the step from a column to the
/// next, which rows along K do not use.
Value NvidiaTensors::operandAt(LaneCode &code, Value address, const gpu::OperandRows &rows) const {
  const uint64_t swizzle = rows.bytes == 128 ? 2 : (rows.bytes == 64 ? 4 : 6);
  const uint64_t leading =
      rows.isTransposed ? static_cast<uint64_t>(rows.columnBytes) >> 4 : uint64_t{1};
  return descriptorOf(code, address, rows.bytes, leading << 16 | uint64_t{1} << 46 | swizzle << 61);
}

Value NvidiaTensors::operandAtOffset(LaneCode &code, Value operand, int64_t bytes) const {
  return descriptorAtOffset(code, operand, bytes);
}

/// "Instruction descriptor": bits 4 to 5 are the type of the accumulator, 7 to 9 and 10 to 12 those
/// of the operands, 15 and 16 whether they are transposed; 17 to 22 columns / 8, 24 to 28 rows /
/// 16, of a CTA pair those of both.
static int64_t describe(const machine::Mma &mma, gpu::Transposed transposed) {
  const int64_t accumulator = machine::elementRow(mma.accumulator).accumulatorCode,
                lhs = machine::elementRow(mma.lhs).operandCode,
                rhs = machine::elementRow(mma.rhs).operandCode;
  return accumulator << 4 | lhs << 7 | rhs << 10 | int64_t{transposed.lhs} << 15 |
         int64_t{transposed.rhs} << 16 | mma.n / 8 << 17 |
         (mma.isOfPair() ? 2 : 1) * mma.m / 16 << 24;
}

static NVVM::Tcgen05MMAKind kindOf(const machine::Mma &mma) {
  switch (machine::elementRow(mma.lhs).kind) {
  case machine::MmaKind::F16:
    return NVVM::Tcgen05MMAKind::F16;
  case machine::MmaKind::TF32:
    return NVVM::Tcgen05MMAKind::TF32;
  case machine::MmaKind::F8F6F4:
    return NVVM::Tcgen05MMAKind::F8F6F4;
  case machine::MmaKind::I8:
    return NVVM::Tcgen05MMAKind::I8;
  case machine::MmaKind::None:
    break;
  }
  llvm_unreachable("no row of tcgen05 has such operands");
}

void NvidiaTensors::issueMma(LaneCode &code, const machine::Mma &mma, Value accumulator, Value lhs,
                             Value rhs, gpu::Transposed transposed, Value adds) const {
  Value place = pointerTo(code, accumulator);
  Value description = code.i32(describe(mma, transposed));
  NVVM::Tcgen05MMAOp::create(code.builder, code.loc, kindOf(mma), groupOf(mma.isOfPair()),
                             NVVM::Tcgen05MMACollectorOp::DISCARD,
                             /*aShift=*/false, place, lhs, rhs, description, adds, Value(),
                             Value());
}

void NvidiaTensors::arriveAfterMmas(LaneCode &code, Value barrier, Value ranks, bool ofPair) const {
  Value mask = ranks ? code.call("llvm.trunc", {ranks}, code.builder.getI16Type()) : Value();
  NVVM::Tcgen05CommitOp::create(code.builder, code.loc, barrier, mask, groupOf(ofPair));
}

/// Of 128 rows a lane has one, and of a pair's 64 in each workgroup half of one; the 64 rows of one
/// workgroup lie as wgmma leaves them, in the first 16 lanes of each warp's quarter.  A load is of
/// a power of two of such columns, and of up to 32 words: ptxas wants registers for all that an
/// instruction loads in every lane of the workgroup, whatever its role (its error C7602).
SmallVector<Value> NvidiaTensors::load(LaneCode &code, const machine::Mma &mma, Value address,
                                       int64_t columns) const {
  using Shape = NVVM::Tcgen05LdStShape;
  const bool isWhole = mma.layout != machine::MmaLayout::WGMMA;
  const Shape shape = isWhole ? Shape::SHAPE_32X32B : Shape::SHAPE_16X256B;
  constexpr int64_t most = 32;
  const int64_t columnsPerWord = isWhole ? 1 : 2;
  SmallVector<Value> parts;
  for (int64_t first = 0; first < columns;) {
    const int64_t left = (columns - first) / columnsPerWord;
    const auto count =
        std::min(static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(left))), most);
    Value place = pointerTo(code, code.add(address, code.i32(first)));
    Type words = count == 1 ? Type(code.builder.getI32Type())
                            : VectorType::get({count}, code.builder.getI32Type());
    parts.push_back(NVVM::Tcgen05LdOp::create(code.builder, code.loc, words, /*pack=*/false, shape,
                                              place, Value()));
    first += columnsPerWord * count;
  }
  return parts;
}

void NvidiaTensors::waitForLoads(LaneCode &code) const {
  NVVM::Tcgen05WaitOp::create(code.builder, code.loc, NVVM::Tcgen05WaitKind::LOAD);
}

} // namespace wave::nvidia
