//===- OperationDetails.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each of these ends the process in LLVM 22.1, or makes code that means something else.
//
//===----------------------------------------------------------------------===//

#include "targets/amd/OperationDetails.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include "targets/amd/AddressSpaces.h"
#include "targets/amd/OperationTable.h"
#include "targets/llvm/VerifyOperation.h"

using namespace mlir;
using wave::ir::BrokenConstraint;

namespace wave::amd {

using codegen::textOf;

static BrokenConstraint refusal(Operation *op, const machine::Chip &chip,
                                const llvm::Twine &of = "") {
  return codegen::refusal(op, "amd-operation", chip, of);
}

static bool isPointer(Type type, std::initializer_list<unsigned> spaces) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer && llvm::is_contained(spaces, pointer.getAddressSpace());
}

/// Bytes that each lane copies from global to shared memory.
static LogicalResult verifyCopy(Operation *op, int64_t bytes, const machine::Chip &chip) {
  if (bytes > 0 && bytes < 32 && (chip.copyBytes >> bytes & 1))
    return success();
  std::string sizes;
  for (int64_t size = 0; size < 32; ++size)
    if (chip.copyBytes >> size & 1)
      sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
  return refusal(op, chip, llvm::Twine(bytes) + " bytes for each lane")
      .help("copy one of these numbers of bytes: " + sizes);
}

/// A vector that moves in up to that many registers of 32 bits, whole ones.
static bool fillsRegisters(VectorType vector, int64_t registers) {
  const int64_t element =
      vector.getElementType().isIntOrFloat() ? vector.getElementTypeBitWidth() : 0; // pointers
  const int64_t bits = element * vector.getNumElements();
  return element >= 16 && bits % 32 == 0 && bits <= registers * 32;
}

/// What a buffer is read and written in.
static LogicalResult verifyBufferAccess(Operation *op, Type type, const machine::Chip &chip) {
  auto vector = dyn_cast<VectorType>(type);
  if (vector ? fillsRegisters(vector, 4) : type.isIntOrFloat())
    return success();
  return refusal(op, chip, textOf(type))
      .help("access a number, or 32, 64, 96 or 128 bits in elements of at least 16");
}

/// What passes from lane to lane.
static LogicalResult verifyLaneValue(Operation *op, const machine::Chip &chip) {
  Type type = op->getResult(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  if (vector ? fillsRegisters(vector, 32)
             : (type.isIntOrFloat() && !type.isInteger(8)) ||
                   isPointer(type, {globalSpace, sharedSpace, bufferSpace}))
    return success();
  return refusal(op, chip, textOf(type))
      .help("pass a number of at least 16 bits, or a vector that fills up to 32 words with such");
}

/// "AMD Instinct MI300 ISA" (2025), 13.3.9: quad_perm, row_shl, row_shr, row_ror, wave_*1,
/// row_mirror, row_half_mirror, row_bcast, row_newbcast.
static LogicalResult verifyDpp(ROCDL::DPPUpdateOp op, const machine::Chip &chip) {
  const uint32_t control = op.getDppCtrl();
  const uint32_t row = control >> 4, lane = control & 15;
  const bool isShift = (row == 0x10 || row == 0x11 || row == 0x12) && lane != 0;
  const bool isWave = row == 0x13 && lane % 4 == 0;
  if (control <= 0xff || isShift || isWave || (row == 0x14 && lane < 4) || row == 0x15)
    return verifyLaneValue(op, chip);
  return refusal(op, chip, "control " + llvm::Twine(control));
}

/// Which of the four bytes of a word is converted.
static LogicalResult verifyByte(Operation *op, int64_t byte, const machine::Chip &chip) {
  if (byte >= 0 && byte < 4)
    return success();
  return refusal(op, chip, "byte " + llvm::Twine(byte)).help("a word has the bytes 0 to 3");
}

static LogicalResult verifyTransposedRead(Operation *op, ArrayRef<StringRef> types,
                                          const machine::Chip &chip) {
  const std::string type = textOf(op->getResult(0).getType());
  if (llvm::is_contained(types, StringRef(type)))
    return success();
  return refusal(op, chip, type).help("read one of: " + llvm::join(types, ", "));
}

/// Buffers, other than fat ones, are accessed by operations of their own; scopes are those
/// of the memory model.
template <typename Op> static LogicalResult verifyAccess(Op op, const machine::Chip &chip) {
  for (Type type : op->getOperandTypes())
    if (isPointer(type, {bufferSpace}))
      return refusal(op, chip, textOf(type))
          .help("access a buffer with rocdl.raw.ptr.buffer.load and store, or as !llvm.ptr<7>");
  if constexpr (requires { op.getSyncscope(); })
    if (auto scope = op.getSyncscope();
        scope &&
        !llvm::is_contained({"", "agent", "workgroup", "wavefront", "singlethread"}, *scope))
      return refusal(op, chip, "scope '" + *scope + "'")
          .help("choose one of: agent, workgroup, wavefront, singlethread");
  return success();
}

/// A Boolean is no number: of bf16 it has no conversion, and of the others none that is needed.
static LogicalResult verifyToInteger(Operation *op, const machine::Chip &chip) {
  if (getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1))
    return refusal(op, chip, "i1").help("compare with 0 instead");
  return success();
}

static LogicalResult verifyIntrinsic(LLVM::CallIntrinsicOp op, const machine::Chip &chip) {
  const codegen::OperationSupport *support = supportOfIntrinsic(op.getIntrin());
  if (!support || !(support->generations & chip.generation))
    return refusal(op, chip, "'" + op.getIntrin() + "'").help("compute it from other operations");
  auto isNumber = [](Type type) { return type.isF32(); };
  if (op->getNumOperands() == 1 && op->getNumResults() == 1 &&
      llvm::all_of(op->getOperandTypes(), isNumber) && isNumber(op->getResult(0).getType()) &&
      op.getOpBundleSizes().empty())
    return success();
  return refusal(op, chip, "'" + op.getIntrin() + "'").help("give it one f32, and take one");
}

LogicalResult verifyDetails(Operation *operation, const machine::Chip &chip) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(operation)
      .Case<ROCDL::LoadToLDSOp, ROCDL::GlobalLoadLDSOp>([&](auto op) -> LogicalResult {
        Type from = op.getGlobalPtr().getType();
        if (isPointer(from, {globalSpace, fatBufferSpace}))
          return verifyCopy(op, op.getSize(), chip);
        return refusal(op, chip, textOf(from))
            .help("copy from global memory, or from a buffer as !llvm.ptr<7>");
      })
      .Case<ROCDL::RawPtrBufferLoadLdsOp>([&](auto op) {
        APInt size;
        const bool isKnown = matchPattern(op.getSize(), m_ConstantInt(&size));
        return verifyCopy(op, isKnown ? size.getSExtValue() : -1, chip);
      })
      .Case<ROCDL::MakeBufferRsrcOp>([&](auto op) -> LogicalResult {
        if (isPointer(op.getBase().getType(), {globalSpace}) &&
            isPointer(op.getType(), {fatBufferSpace, bufferSpace}))
          return success();
        return refusal(op, chip, textOf(op.getBase().getType()))
            .help("buffers lie in global memory");
      })
      .Case<ROCDL::RawPtrBufferLoadOp>(
          [&](auto op) { return verifyBufferAccess(op, op.getType(), chip); })
      .Case<ROCDL::RawPtrBufferStoreOp>(
          [&](auto op) { return verifyBufferAccess(op, op.getVdata().getType(), chip); })
      .Case<ROCDL::DPPUpdateOp>([&](auto op) { return verifyDpp(op, chip); })
      .Case<ROCDL::ReadfirstlaneOp, ROCDL::ReadlaneOp>(
          [&](auto op) { return verifyLaneValue(op, chip); })
      .Case<ROCDL::BallotOp>([&](auto op) -> LogicalResult {
        if (op.getType().isInteger(64))
          return success();
        return refusal(op, chip, textOf(op.getType())).help("a wave has 64 lanes: ask for i64");
      })
      .Case<ROCDL::FMed3Op>([&](auto op) -> LogicalResult {
        if (op.getType().isIntOrFloat())
          return success();
        return refusal(op, chip, textOf(op.getType())).help("take the elements one by one");
      })
      .Case<ROCDL::CvtF32Bf8Op, ROCDL::CvtF32Fp8Op, ROCDL::CvtSrBf8F32Op, ROCDL::CvtSrFp8F32Op>(
          [&](auto op) { return verifyByte(op, static_cast<int32_t>(op.getByteSel()), chip); })
      .Case<ROCDL::ds_read_tr4_b64, ROCDL::ds_read_tr8_b64>(
          [&](auto op) { return verifyTransposedRead(op, {"vector<2xi32>"}, chip); })
      .Case<ROCDL::ds_read_tr6_b96>(
          [&](auto op) { return verifyTransposedRead(op, {"vector<3xi32>"}, chip); })
      .Case<ROCDL::ds_read_tr16_b64>([&](auto op) {
        return verifyTransposedRead(op, {"vector<4xf16>", "vector<4xbf16>", "vector<4xi16>"}, chip);
      })
      .Case([&](LLVM::CallIntrinsicOp op) { return verifyIntrinsic(op, chip); })
      .Case<LLVM::FPToSIOp, LLVM::FPToUIOp>([&](auto op) { return verifyToInteger(op, chip); })
      .Case<LLVM::LoadOp, LLVM::StoreOp, LLVM::GEPOp, LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp,
            LLVM::MaskedLoadOp, LLVM::MaskedStoreOp, LLVM::PtrToIntOp, LLVM::FenceOp>(
          [&](auto op) { return verifyAccess(op, chip); })
      .Default(success());
}

} // namespace wave::amd
