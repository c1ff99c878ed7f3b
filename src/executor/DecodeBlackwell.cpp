//===- DecodeBlackwell.cpp - Operations of NVIDIA's GPUs: tensor memory ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Decoder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace wave::executor {

uint32_t Decoder::pairFlag(Operation *op, NVVM::CTAGroupKind group) {
  const bool isOfPair = group == NVVM::CTAGroupKind::CTA_2;
  if (tensorGroup && *tensorGroup != isOfPair)
    unsupported(op, "operations of one kernel are all of cta_group::1 or all of cta_group::2");
  tensorGroup = isOfPair;
  if (isOfPair && program.clusterSize() % 2 != 0)
    unsupported(op, "of two workgroups, in a kernel without clusters of them");
  return isOfPair ? ofPair : 0;
}

bool Decoder::decodeBlackwell(Operation *op) {
  if (!op->getName().getStringRef().starts_with("nvvm.tcgen05."))
    return false;
  if (!program.chip->hasTensorMemory())
    unsupported(op, "only sm_100a has tensor memory");
  program.hasTensors = true;
  if (decodeTensorMemory(op) || decodeTensorProduct(op))
    return true;
  unsupported(op, "of the operations on tensor memory there are allocations, MMAs of kinds f16 and "
                  "tf32, commits, loads and stores of shapes 32x32b and 16x256b, waits and fences");
}

/// How many lanes of tensor memory a load or store accesses.
static uint32_t lanesOf(NVVM::Tcgen05LdStShape shape) {
  return shape == NVVM::Tcgen05LdStShape::SHAPE_32X32B    ? 32
         : shape == NVVM::Tcgen05LdStShape::SHAPE_16X256B ? 16
                                                          : 0;
}

bool Decoder::decodeTensorMemory(Operation *op) {
  if (auto allocate = llvm::dyn_cast<NVVM::Tcgen05AllocOp>(op)) {
    const Reference place = sharedAddress(op, allocate.getAddr());
    const uint32_t pair = pairFlag(op, allocate.getGroup());
    Instruction &at = emit(op, Kind::TensorAllocate);
    at.sources[0] = slotFor(place);
    at.sources[1] = slotFor(of(allocate.getNCols()));
    at.auxiliary = pair;
    at.access = {4, 4, 4};
    forbidUndefined(at, allocate.getAddr(), "address");
    noteSharedAccess(4, 4);
  } else if (auto free = llvm::dyn_cast<NVVM::Tcgen05DeallocOp>(op)) {
    const uint32_t pair = pairFlag(op, free.getGroup());
    Instruction &at = emit(op, Kind::TensorFree);
    at.sources[0] = slotFor(of(free.getTaddr()));
    at.sources[1] = slotFor(of(free.getNCols()));
    at.auxiliary = pair;
    forbidUndefined(at, free.getTaddr(), "address");
  } else if (auto permit = llvm::dyn_cast<NVVM::Tcgen05RelinquishAllocPermitOp>(op)) {
    const uint32_t pair = pairFlag(op, permit.getGroup());
    emit(op, Kind::TensorRelinquish).auxiliary = pair;
  } else if (auto load = llvm::dyn_cast<NVVM::Tcgen05LdOp>(op)) {
    if (lanesOf(load.getShape()) == 0 || load.getPack() || load.getOffset())
      unsupported(op, "loads are of shape 32x32b or 16x256b, and do not pack");
    const Reference to = define(load.getRes());
    Instruction &at = emit(op, Kind::TensorLoad);
    at.destination = slotFor(to);
    at.sources[0] = slotFor(of(load.getTmemAddr()));
    at.immediate = layoutOf(load.getRes().getType(), op).elements;
    at.auxiliary = lanesOf(load.getShape());
    forbidUndefined(at, load.getTmemAddr(), "address");
  } else if (auto store = llvm::dyn_cast<NVVM::Tcgen05StOp>(op)) {
    if (lanesOf(store.getShape()) == 0 || store.getUnpack() || store.getOffset())
      unsupported(op, "stores are of shape 32x32b or 16x256b, and do not unpack");
    Instruction &at = emit(op, Kind::TensorStore);
    at.sources[0] = slotFor(of(store.getTmemAddr()));
    at.sources[1] = slotFor(of(store.getVal()));
    at.immediate = layoutOf(store.getVal().getType(), op).elements;
    at.auxiliary = lanesOf(store.getShape());
    forbidUndefined(at, store.getTmemAddr(), "address");
    forbidUndefined(at, store.getVal(), "stored value");
  } else if (auto wait = llvm::dyn_cast<NVVM::Tcgen05WaitOp>(op)) {
    emit(op, Kind::TensorWait).immediate = wait.getKind() == NVVM::Tcgen05WaitKind::STORE;
  } else {
    return false;
  }
  return true;
}

bool Decoder::decodeTensorProduct(Operation *op) {
  if (auto product = llvm::dyn_cast<NVVM::Tcgen05MMAOp>(op)) {
    const bool isTf32 = product.getKind() == NVVM::Tcgen05MMAKind::TF32;
    if (!isTf32 && product.getKind() != NVVM::Tcgen05MMAKind::F16)
      unsupported(op, "MMAs are of kinds f16 and tf32");
    if (product.getAShift() || product.getScaleInputD() || product.getDisableOutputLane())
      unsupported(op, "rows are not shifted, accumulators not scaled, and no lane is left out");
    if (product.getCollectorOp() != NVVM::Tcgen05MMACollectorOp::DISCARD &&
        product.getCollectorOp() != NVVM::Tcgen05MMACollectorOp::LASTUSE)
      unsupported(op, "no MMA takes A from the collector that another one has filled");
    const bool hasTensorOfA = llvm::isa<LLVM::LLVMPointerType>(product.getMatrixA().getType());
    const uint32_t pair = pairFlag(op, product.getCtaGroup());
    Instruction &at = emit(op, Kind::TensorMultiply);
    at.sources = {slotFor(of(product.getMatrixD())), slotFor(of(product.getMatrixA())),
                  slotFor(of(product.getMatrixB())), slotFor(of(product.getIdesc())),
                  slotFor(of(product.getEnableInputD()))};
    at.auxiliary = pair | (hasTensorOfA ? aInTensor : 0) | (isTf32 ? ofTf32 : 0);
    forbidUndefined(at, product.getMatrixD(), "address");
    forbidUndefined(at, product.getMatrixA(), "A");
    forbidUndefined(at, product.getMatrixB(), "B");
    forbidUndefined(at, product.getIdesc(), "instruction descriptor");
    forbidUndefined(at, product.getEnableInputD(), "condition");
    noteSharedAccess(16, 16);
    program.hasFlights = true;
  } else if (auto commit = llvm::dyn_cast<NVVM::Tcgen05CommitOp>(op)) {
    const uint32_t pair = pairFlag(op, commit.getGroup());
    Instruction &at = emitPhase(op, Kind::TensorCommit, commit.getAddr());
    if (Value targets = commit.getMulticastMask())
      at.sources[1] = slotFor(of(targets));
    at.auxiliary = pair;
  } else if (auto fence = llvm::dyn_cast<NVVM::Tcgen05FenceOp>(op)) {
    emit(op, Kind::TensorFence).immediate =
        fence.getKind() == NVVM::Tcgen05FenceKind::AFTER_THREAD_SYNC;
  } else {
    return false;
  }
  return true;
}

} // namespace wave::executor
