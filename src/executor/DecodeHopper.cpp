//===- DecodeHopper.cpp - Operations of NVIDIA's GPUs: asynchronous -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/BoxCopy.h"
#include "executor/Decoder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace wave::executor {

bool Decoder::decodeHopper(Operation *op) {
  return decodePhase(op) || decodeBoxes(op) || decodeProducts(op) || decodeProxies(op);
}

Reference Decoder::sharedAddress(Operation *op, Value pointer) {
  const Layout layout = layoutOf(pointer.getType(), op);
  if (layout.scalar == Scalar::I32)
    return of(pointer);
  const Reference address = allocation.create(sizeof(uint32_t) * lanesPerWave);
  emitLanes(op, conversionFunction("llvm.trunc", Scalar::I64, Scalar::I32), address, 1,
            {of(pointer)});
  return address;
}

void Decoder::emitWhere(Operation *op, Value predicate, llvm::function_ref<void()> emitIt) {
  if (!predicate)
    return emitIt();
  const uint32_t begin = here();
  Instruction &branch = emit(op, Kind::If);
  branch.sources[0] = slotFor(of(predicate));
  forbidUndefined(branch, predicate, "predicate");
  emitIt();
  program.code[begin].target = here();
  const uint32_t otherwise = here();
  emit(op, Kind::Else);
  program.code[otherwise].target = here();
  emit(op, Kind::EndIf);
}

Instruction &Decoder::emitPhase(Operation *op, Kind kind, Value address) {
  const Reference place = sharedAddress(op, address);
  Instruction &at = emit(op, kind);
  at.sources[0] = slotFor(place);
  at.access = {8, 8, 8};
  forbidUndefined(at, address, "address");
  noteSharedAccess(8, 8);
  program.hasFlights = true;
  return at;
}

bool Decoder::decodePhase(Operation *op) {
  auto operand = [&](Value value) { return value ? slotFor(of(value)) : noSlot; };
  /// Arrivals, and bytes to come, with the state as result if there is one.
  auto arrive = [&](Value address, Value count, Value bytes) -> Instruction & {
    Reference state;
    if (op->getNumResults() == 1)
      state = define(op->getResult(0));
    Instruction &at = emitPhase(op, Kind::PhaseArrive, address);
    if (op->getNumResults() == 1)
      at.destination = slotFor(state);
    at.sources[1] = operand(count);
    at.sources[2] = operand(bytes);
    at.phase.arrives = true;
    return at;
  };
  auto setOrder = [&](Instruction &at, auto operation) {
    at.phase.relaxed = operation.getRelaxed();
    at.phase.isOfCluster = operation.getScope() != NVVM::MemScopeKind::CTA;
  };
  auto wait = [&](Value address, Value phase, bool isTest) -> Instruction & {
    Reference ended;
    if (op->getNumResults() == 1)
      ended = define(op->getResult(0));
    Instruction &at = emitPhase(op, Kind::PhaseWait, address);
    if (op->getNumResults() == 1)
      at.destination = slotFor(ended);
    at.sources[1] = operand(phase);
    at.phase.isTest = isTest;
    at.phase.byState = phase.getType().isInteger(64);
    return at;
  };
  if (auto init = llvm::dyn_cast<NVVM::MBarrierInitOp>(op)) {
    emitWhere(op, init.getPredicate(), [&] {
      emitPhase(op, Kind::PhaseInit, init.getAddr()).sources[1] = operand(init.getCount());
    });
  } else if (auto inval = llvm::dyn_cast<NVVM::MBarrierInvalOp>(op)) {
    emitPhase(op, Kind::PhaseInvalidate, inval.getAddr());
  } else if (auto expect = llvm::dyn_cast<NVVM::MBarrierExpectTxOp>(op)) {
    emitPhase(op, Kind::PhaseArrive, expect.getAddr()).sources[2] = operand(expect.getTxcount());
  } else if (auto complete = llvm::dyn_cast<NVVM::MBarrierCompleteTxOp>(op)) {
    Instruction &at = emitPhase(op, Kind::PhaseArrive, complete.getAddr());
    at.sources[2] = operand(complete.getTxcount());
    at.phase.completes = true;
  } else if (auto one = llvm::dyn_cast<NVVM::MBarrierArriveOp>(op)) {
    setOrder(arrive(one.getAddr(), one.getCount(), {}), one);
  } else if (auto drop = llvm::dyn_cast<NVVM::MBarrierArriveDropOp>(op)) {
    Instruction &at = arrive(drop.getAddr(), drop.getCount(), {});
    setOrder(at, drop);
    at.phase.drop = true;
  } else if (auto some = llvm::dyn_cast<NVVM::MBarrierArriveNocompleteOp>(op)) {
    arrive(some.getAddr(), some.getCount(), {}).phase.noComplete = true;
  } else if (auto bytes = llvm::dyn_cast<NVVM::MBarrierArriveExpectTxOp>(op)) {
    emitWhere(op, bytes.getPredicate(),
              [&] { setOrder(arrive(bytes.getAddr(), {}, bytes.getTxcount()), bytes); });
  } else if (auto parity = llvm::dyn_cast<NVVM::MBarrierTryWaitParityOp>(op)) {
    wait(parity.getAddr(), parity.getPhase(), false);
  } else if (auto attempt = llvm::dyn_cast<NVVM::MBarrierTryWaitOp>(op)) {
    setOrder(wait(attempt.getAddr(), attempt.getStateOrPhase(), false), attempt);
  } else if (auto test = llvm::dyn_cast<NVVM::MBarrierTestWaitOp>(op)) {
    setOrder(wait(test.getAddr(), test.getStateOrPhase(), true), test);
  } else {
    return false;
  }
  return true;
}

bool Decoder::decodeBoxes(Operation *op) {
  auto emitBox = [&](Kind kind, Value shared, Value barrier, Value map, ValueRange coordinates,
                     Value ranks) {
    if (coordinates.empty() || coordinates.size() > mostBoxDims)
      unsupported(op, "a TMA box has 1 to 5 coordinates");
    const Reference begin = pack(op, coordinates), address = sharedAddress(op, shared);
    Instruction &at = emit(op, kind);
    at.sources[0] = slotFor(address);
    if (barrier)
      at.sources[1] = slotFor(of(barrier));
    at.sources[2] = slotFor(begin);
    at.sources[3] = slotFor(of(map));
    at.immediate = static_cast<int64_t>(coordinates.size());
    if (ranks)
      at.sources[4] = slotFor(of(ranks));
    forbidUndefined(at, shared, "address");
    for (Value coordinate : coordinates)
      forbidUndefined(at, coordinate, "coordinate");
    program.hasFlights = true;
  };
  if (auto load = llvm::dyn_cast<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(op)) {
    if (load.getMode() != NVVM::TMALoadMode::TILE)
      unsupported(op, "copies are of tiles");
    if (load.getGroup() && !program.chip->hasPairs)
      unsupported(op, "only sm_100a copies for pairs of workgroups");
    emitWhere(op, load.getPredicate(), [&] {
      emitBox(Kind::BoxLoad, load.getDstMem(), load.getMbar(), load.getTmaDescriptor(),
              load.getCoordinates(), load.getMulticastMask());
      if (load.getGroup() == NVVM::CTAGroupKind::CTA_2)
        program.code.back().auxiliary = ofPair;
    });
  } else if (auto store = llvm::dyn_cast<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(op)) {
    if (store.getMode() != NVVM::TMAStoreMode::TILE)
      unsupported(op, "copies are of tiles");
    emitWhere(op, store.getPredicate(), [&] {
      emitBox(Kind::BoxStore, store.getSrcMem(), {}, store.getTmaDescriptor(),
              store.getCoordinates(), {});
      program.writesGlobal = true;
    });
  } else if (llvm::isa<NVVM::CpAsyncBulkCommitGroupOp>(op)) {
    emit(op, Kind::BulkCommit);
  } else if (auto wait = llvm::dyn_cast<NVVM::CpAsyncBulkWaitGroupOp>(op)) {
    Instruction &instruction = emit(op, Kind::BulkWait);
    instruction.immediate = wait.getGroup();
    instruction.auxiliary = wait.getRead().value_or(false) ? 1 : 0;
  } else if (llvm::isa<NVVM::PrefetchOp, NVVM::CpAsyncBulkTensorPrefetchOp>(op)) {
    emit(op, Kind::Hint);
  } else {
    return false;
  }
  return true;
}

static std::optional<WarpType> typeOf(NVVM::WGMMATypes type) {
  const StringRef name = NVVM::stringifyWGMMATypes(type);
  for (int i = 0; i <= static_cast<int>(WarpType::I32); ++i)
    if (nameOf(static_cast<WarpType>(i)) == std::string_view(name))
      return static_cast<WarpType>(i);
  return std::nullopt;
}

void Decoder::emitProduct(Operation *op, const Wgmma &wgmma, Reference sum, Reference a,
                          Reference b, Reference registersOfA, unsigned rowBytes, Value keepsSum,
                          Reference to) {
  if (!program.chip->hasWgmma)
    unsupported(op, "only sm_90a has MMAs of a warpgroup");
  if (const std::string problem = wgmma.problem(); !problem.empty())
    unsupported(op, problem);
  Instruction &at = emit(op, Kind::Wgmma);
  at.destination = slotFor(to);
  at.sources[0] = slotFor(sum);
  if (wgmma.hasRegistersOfA)
    at.sources[3] = slotFor(registersOfA);
  else
    at.sources[1] = slotFor(a);
  at.sources[2] = slotFor(b);
  if (keepsSum)
    at.sources[4] = slotFor(of(keepsSum));
  at.auxiliary = rowBytes;
  at.target = static_cast<uint32_t>(program.wgmmas.size());
  program.wgmmas.push_back(wgmma);
  program.hasFlights = true;
  noteSharedAccess(16, 16);
}

bool Decoder::decodeProducts(Operation *op) {
  if (auto product = llvm::dyn_cast<NVVM::WgmmaMmaAsyncOp>(op)) {
    const auto shape = product.getShape();
    const auto a = typeOf(product.getTypeA()), b = typeOf(product.getTypeB()),
               d = typeOf(product.getTypeD());
    const Layout layout = layoutOf(product.getResults().getType(), op);
    if (!a || !b || !d || shape.getM() != 64 || layout.elementBytes() != 4 ||
        2 * layout.elements != static_cast<unsigned>(shape.getN()) ||
        product.getSatfinite() == NVVM::MMAIntOverflow::satfinite)
      unsupported(op, "not for these types and this shape");
    Wgmma wgmma;
    wgmma.n = static_cast<int>(shape.getN());
    wgmma.k = static_cast<int>(shape.getK());
    wgmma.a = *a;
    wgmma.b = *b;
    wgmma.d = *d;
    wgmma.keepsSum = product.getScaleD() == NVVM::WGMMAScaleOut::one;
    wgmma.signOfA = product.getScaleA() == NVVM::WGMMAScaleIn::one ? 1 : -1;
    wgmma.signOfB = product.getScaleB() == NVVM::WGMMAScaleIn::one ? 1 : -1;
    wgmma.transposesA = product.getLayoutA() == NVVM::MMALayout::col;
    wgmma.transposesB = product.getLayoutB() == NVVM::MMALayout::row;
    const Reference to = define(product.getResults());
    emitProduct(op, wgmma, of(product.getInouts()), of(product.getDescriptorA()),
                of(product.getDescriptorB()), {}, 4, {}, to);
    if (wgmma.keepsSum)
      forbidUndefined(program.code.back(), product.getInouts(), "sum");
  } else if (llvm::isa<NVVM::WgmmaFenceAlignedOp>(op)) {
    emit(op, Kind::WgmmaFence);
  } else if (llvm::isa<NVVM::WgmmaGroupSyncAlignedOp>(op)) {
    emit(op, Kind::WgmmaCommit);
  } else if (auto wait = llvm::dyn_cast<NVVM::WgmmaWaitGroupSyncOp>(op)) {
    emit(op, Kind::WgmmaWait).immediate = static_cast<int64_t>(wait.getGroup());
  } else {
    return false;
  }
  return true;
}

bool Decoder::decodeProxies(Operation *op) {
  if (auto fence = llvm::dyn_cast<NVVM::FenceProxyOp>(op)) {
    const bool isShared = fence.getKind() == NVVM::ProxyKind::async ||
                          fence.getKind() == NVVM::ProxyKind::async_shared;
    emit(op, isShared ? Kind::ProxyFence : Kind::Hint);
  } else if (llvm::isa<NVVM::FenceMbarrierInitOp>(op)) {
    emit(op, Kind::PhaseFence);
  } else if (auto registers = llvm::dyn_cast<NVVM::SetMaxRegisterOp>(op)) {
    Instruction &at = emit(op, Kind::SetRegisters);
    at.immediate = registers.getRegCount();
    at.auxiliary = registers.getAction() == NVVM::SetMaxRegisterAction::increase;
  } else if (llvm::isa<NVVM::GriddepcontrolOp>(op)) {
    emit(op, Kind::Hint);
  } else {
    return false;
  }
  return true;
}

} // namespace wave::executor
