//===- DecodeRocdl.cpp - Operations of AMD's GPUs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <array>

#include "executor/Decoder.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace wave::executor {

namespace {
constexpr auto hints =
    std::to_array<StringRef>({"rocdl.sched.barrier", "rocdl.sched.group.barrier", "rocdl.iglp.opt",
                              "rocdl.s.setprio", "rocdl.s.nop", "rocdl.s.sleep"});

/// The field of s_waitcnt's bits that counts memory outside of the compute unit: bits 0 to 3
/// and 14 to 15 (LLVM, AMDGPU/Utils/AMDGPUBaseInfo.cpp, for gfx9).
int64_t memoryCount(int64_t bits) { return (bits & 0xF) | (bits >> 10 & 0x30); }

unsigned spaceOfPointer(Value pointer) {
  return llvm::cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
}

int64_t integerOf(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  if (!attribute)
    return 0;
  return attribute.getType().isInteger(1) ? attribute.getValue().getZExtValue()
                                          : attribute.getValue().getSExtValue();
}
} // namespace

bool Decoder::decodeRocdl(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("rocdl."))
    return false;
  if (program.chip->dialect != "rocdl")
    unsupported(op, "it is an operation of AMD's GPUs");
  if (const Mfma *mfma = mfmaNamed(name)) {
    decodeMatrix(op, *mfma);
    return true;
  }
  return decodeSynchronization(op, op->getName().getStringRef()) ||
         decodeCrossLane(op, op->getName().getStringRef()) || decodeBuffer(op) ||
         decodeCopyToShared(op);
}

bool Decoder::decodeSynchronization(Operation *op, StringRef name) {
  if (llvm::is_contained(hints, name)) {
    Instruction &hint = emit(op, Kind::Hint);
    if (name == "rocdl.s.setprio")
      hint.immediate = integerOf(op, "priority");
    return true;
  }
  if (name == "rocdl.s.barrier") {
    emit(op, Kind::Barrier);
    return true;
  }
  if (name == "rocdl.barrier") { // as LLVM has it: a barrier between fences
    emit(op, Kind::Fence).fence = {true, false, true, true, true, true};
    emit(op, Kind::Barrier);
    emit(op, Kind::Fence).fence = {false, true, true, true, true};
    return true;
  }
  if (name == "rocdl.s.waitcnt") {
    emit(op, Kind::Wait).immediate = memoryCount(integerOf(op, "bitfield"));
    return true;
  }
  return false;
}

bool Decoder::decodeCrossLane(Operation *op, StringRef name) {
  if (op->getNumResults() != 1)
    return false;
  Value result = op->getResult(0);
  if (name == "rocdl.wavefrontsize") {
    const Layout layout = layoutOf(result.getType(), op);
    alias(result, constantRows({program.chip->lanes}, layout.scalar));
    return true;
  }
  if (name.starts_with("rocdl.cvt.") && (name.contains("fp8") || name.contains("bf8"))) {
    if (name.contains("scale") || name.contains(".sr.") || name.contains(".f16"))
      return false;
    const Layout layout = layoutOf(result.getType(), op);
    std::vector<Reference> operands;
    for (Value operand : op->getOperands())
      operands.push_back(of(operand));
    emitLanes(op, float8Function(name, program.chip->hasFnuz), define(result), layout.elements,
              operands)
        .immediate = integerOf(op, op->hasAttr("byteSel") ? "byteSel" : "wordSel");
    return true;
  }
  const bool isIdentity = identityFunction(name, 4) != nullptr;
  const Layout layout = layoutOf(result.getType(), op);
  LaneFunction run = isIdentity ? identityFunction(name, layout.elementBytes())
                                : crossLaneFunction(name, layout.elementBytes());
  if (!run)
    return false;
  if (name.starts_with("rocdl.permlane") && !program.chip->hasPermlaneSwap)
    unsupported(op, "only gfx950 has it");
  std::vector<Reference> operands;
  int64_t immediate = 0;
  uint32_t auxiliary = 0;
  for (Value operand : op->getOperands())
    operands.push_back(of(operand));
  if (name == "rocdl.ds_swizzle") {
    immediate = needConstant(op, op->getOperand(1), "the pattern") & 0xFFFF;
    if (immediate >= 0xC000)
      unsupported(op, "patterns of rotations");
  } else if (name == "rocdl.update.dpp") {
    immediate = integerOf(op, "dppCtrl");
    auxiliary = static_cast<uint32_t>((integerOf(op, "rowMask") & 15) |
                                      (integerOf(op, "bankMask") & 15) << 4);
    if (integerOf(op, "boundCtrl") != 0)
      auxiliary |= 1u << 8;
    if (!isDppControl(static_cast<uint32_t>(immediate)))
      unsupported(op, "there is no DPP control " + std::to_string(immediate));
  }
  Instruction &at = emitLanes(op, run, define(result), layout.elements, operands);
  at.immediate = immediate;
  at.auxiliary = auxiliary;
  return true;
}

bool Decoder::decodeBuffer(Operation *op) {
  if (auto resource = llvm::dyn_cast<ROCDL::MakeBufferRsrcOp>(op)) {
    if (spaceOfPointer(resource.getRes()) != 8 || spaceOfPointer(resource.getBase()) != 1)
      unsupported(op, "from address space 1 to 8");
    if (needConstant(op, resource.getStride(), "the stride") != 0)
      unsupported(op, "a raw buffer has the stride 0");
    const Reference to = define(resource.getRes());
    const uint32_t row = sizeof(uint64_t) * lanesPerWave;
    emitLanes(op, copyFunction(8), to, 1, {of(resource.getBase())});
    emitLanes(op, copyFunction(8), to.at(row), 1, {of(resource.getNumRecords())});
    return true;
  }
  auto load = llvm::dyn_cast<ROCDL::RawPtrBufferLoadOp>(op);
  auto store = llvm::dyn_cast<ROCDL::RawPtrBufferStoreOp>(op);
  if (!load && !store)
    return false;
  const Layout layout = layoutOf(load ? load.getRes().getType() : store.getVdata().getType(), op);
  if (layout.scalar == Scalar::I1 || layout.bytes() > 16)
    unsupported(op, "a buffer's access has 1 to 16 bytes");
  Reference result;
  if (load)
    result = define(load.getRes());
  Instruction &at = emit(op, load ? Kind::LoadBuffer : Kind::StoreBuffer);
  at.sources[0] = slotFor(of(load ? load.getRsrc() : store.getRsrc()));
  at.sources[1] = slotFor(of(load ? load.getOffset() : store.getOffset()));
  at.sources[2] = slotFor(of(load ? load.getSoffset() : store.getSoffset()));
  forbidUndefined(at, load ? load.getOffset() : store.getOffset(), "address");
  if (load) {
    at.destination = slotFor(result);
  } else {
    at.sources[3] = slotFor(of(store.getVdata()));
    forbidUndefined(at, store.getVdata(), "stored value");
  }
  at.access = {layout.bytes(), layout.elementBytes(), std::min(4u, layout.elementBytes())};
  noteGlobalAccess(at.access.bytes, at.access.alignment, /*isWrite=*/!load);
  return true;
}

void Decoder::decodeMatrix(Operation *op, const Mfma &mfma) {
  if (!mfma.runsOn(program.chip->processor))
    unsupported(op, std::string(program.chip->processor) + " has no such instruction");
  if (op->getNumOperands() != 6)
    unsupported(op, "operands are A, B, C, cbsz, abid and blgp");
  for (unsigned i = 3; i < 6; ++i)
    if (needConstant(op, op->getOperand(i), "cbsz, abid, blgp") != 0)
      unsupported(op, "cbsz, abid and blgp have to be 0");
  auto check = [&](Value value, MatrixType type, int elements) {
    const Layout layout = layoutOf(value.getType(), op);
    if (layout.bytes() != bytesOf(type) * static_cast<unsigned>(elements) ||
        layout.elementBytes() < bytesOf(type))
      unsupported(op, "an operand of " + std::to_string(layout.bytes()) + " bytes instead of " +
                          std::to_string(bytesOf(type) * static_cast<unsigned>(elements)));
    return layout.elementBytes();
  };
  const unsigned a = check(op->getOperand(0), mfma.a, mfma.operandElements());
  const unsigned b = check(op->getOperand(1), mfma.b, mfma.operandElements());
  check(op->getOperand(2), mfma.c, mfma.resultElements());
  check(op->getResult(0), mfma.c, mfma.resultElements());
  const Reference to = define(op->getResult(0));
  Instruction &at = emit(op, Kind::Matrix);
  at.destination = slotFor(to);
  for (unsigned i = 0; i < 3; ++i)
    at.sources[i] = slotFor(of(op->getOperand(i)));
  at.auxiliary = a | b << 8;
  at.target = static_cast<uint32_t>(program.matrices.size());
  program.matrices.push_back(&mfma);
}

bool Decoder::decodeCopyToShared(Operation *op) {
  if (!llvm::isa<ROCDL::LoadToLDSOp, ROCDL::GlobalLoadLDSOp>(op))
    return false;
  const int64_t bytes = integerOf(op, "size");
  // 1 and 2 bytes are widened on their way; no kernel of ours asks for that.
  if (bytes < 4 || bytes > machine::widestAccess || !(program.chip->copyBytes >> bytes & 1))
    unsupported(op, "copies of " + std::to_string(bytes) + " bytes of a lane");
  if (spaceOfPointer(op->getOperand(0)) != 1)
    unsupported(op, "copies from address space 1");
  Instruction &at = emit(op, Kind::CopyToShared);
  at.sources[0] = slotFor(of(op->getOperand(0)));
  at.sources[1] = slotFor(of(op->getOperand(1)));
  at.immediate = integerOf(op, "offset");
  at.access = {static_cast<uint32_t>(bytes), 4, 4};
  forbidUndefined(at, op->getOperand(0), "address");
  noteSharedAccess(static_cast<unsigned>(bytes), 4);
  return true;
}

} // namespace wave::executor
