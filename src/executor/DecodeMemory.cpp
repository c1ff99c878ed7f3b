//===- DecodeMemory.cpp - Addresses, loads, stores, atomics, fences -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <bit>

#include "executor/Atomics.h"
#include "executor/Decoder.h"

using namespace mlir;

namespace wave::executor {

namespace {
unsigned spaceOf(Value pointer) {
  return llvm::cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
}

/// What LLVM assumes where an access says nothing.
unsigned naturalAlignment(unsigned bytes) { return std::bit_ceil(bytes); }
/// The lanes that use what a load gives, as far as the code says: where they are not in the mask,
/// it reads some other address in bounds, and what it finds there is forgotten.
Value maskOf(LLVM::LoadOp load) {
  auto address = load.getAddr().getDefiningOp<LLVM::SelectOp>();
  const auto isMasked = [&](OpOperand &use) {
    auto select = llvm::dyn_cast<LLVM::SelectOp>(use.getOwner());
    return select && select.getCondition() == address.getCondition() &&
           &use == &select.getTrueValueMutable();
  };
  return address && llvm::all_of(load->getUses(), isMasked) ? address.getCondition() : Value();
}

} // namespace

bool Decoder::decodeMemory(Operation *op) {
  if (auto address = llvm::dyn_cast<LLVM::GEPOp>(op)) {
    decodeAddress(address);
    return true;
  }
  if (auto global = llvm::dyn_cast<LLVM::AddressOfOp>(op)) {
    auto variable =
        function->getParentOfType<ModuleOp>().lookupSymbol<LLVM::GlobalOp>(global.getGlobalName());
    auto bytes = variable ? llvm::dyn_cast<LLVM::LLVMArrayType>(variable.getGlobalType())
                          : LLVM::LLVMArrayType();
    if (!bytes || !bytes.getElementType().isInteger(8) || variable.getAddrSpace() != 3)
      unsupported(op, "the one global variable is shared memory, bytes in address space 3");
    const auto count = static_cast<int64_t>(bytes.getNumElements());
    if (count != 0) {
      if (program.sharedBytes != 0 && program.sharedBytes != count)
        unsupported(op, "there is a second variable in shared memory");
      program.sharedBytes = checkedShared(count);
    } else if (program.sharedBytes == 0) {
      malformed("the variable in shared memory has no size, and the function no attribute "
                "wave.shared_bytes",
                "add wave.shared_bytes, the bytes that the launch gives it");
    }
    program.sharedAlignment = checkedAlignment(variable.getAlignment().value_or(1));
    if (!sharedBegin) {
      sharedBegin = allocation.create(sizeof(uint32_t) * lanesPerWave);
      program.sharedBegin = slotFor(*sharedBegin);
    }
    alias(op->getResult(0), *sharedBegin);
    return true;
  }
  if (auto load = llvm::dyn_cast<LLVM::LoadOp>(op)) {
    if (load.getOrdering() > LLVM::AtomicOrdering::monotonic)
      unsupported(op, "an atomic load is monotonic, its order is a fence's");
    decodeAccess(op, load.getAddr(), load.getType(), load.getAlignment(), false, {});
    noteOrdering(load.getOrdering());
    if (const Value mask = maskOf(load); mask && program.code.back().kind == Kind::LoadGlobal)
      program.code.back().sources[1] = slotFor(of(mask));
    return true;
  }
  if (auto store = llvm::dyn_cast<LLVM::StoreOp>(op)) {
    if (store.getOrdering() > LLVM::AtomicOrdering::monotonic)
      unsupported(op, "an atomic store is monotonic, its order is a fence's");
    decodeAccess(op, store.getAddr(), store.getValue().getType(), store.getAlignment(), true,
                 store.getValue());
    noteOrdering(store.getOrdering());
    return true;
  }
  if (auto atomic = llvm::dyn_cast<LLVM::AtomicRMWOp>(op)) {
    decodeAtomic(atomic);
    return true;
  }
  if (auto fence = llvm::dyn_cast<LLVM::FenceOp>(op)) {
    decodeFence(fence);
    return true;
  }
  if (llvm::isa<LLVM::ReturnOp>(op)) {
    if (op->getNumOperands() != 0)
      unsupported(op, "a kernel returns nothing");
    emit(op, Kind::Return);
    return true;
  }
  return false;
}

void Decoder::decodeAddress(LLVM::GEPOp op) {
  const unsigned space = spaceOf(op.getBase());
  if (space != 1 && space != 3 && space != 6 && space != 7 && space != 0)
    unsupported(op, "addresses are computed in address spaces 0, 1, 3, 6 and 7");
  const Scalar scalar = layoutOf(op.getType(), op).scalar;
  const unsigned bytes = bytesOf(scalar);
  Reference address = of(op.getBase());
  int64_t constant = 0;
  uint64_t none = undefinedIn(op.getBase());
  Type type = op.getElemType();
  for (auto [position, index] : llvm::enumerate(op.getIndices())) {
    if (position > 0) {
      auto array = llvm::dyn_cast<LLVM::LLVMArrayType>(type);
      if (!array)
        unsupported(op, "indices go into arrays alone");
      type = array.getElementType();
    }
    const int64_t stride = strideOf(type, op);
    std::optional<int64_t> number;
    Value value;
    if (auto attribute = llvm::dyn_cast<IntegerAttr>(index)) {
      number = attribute.getInt();
    } else {
      value = llvm::cast<Value>(index);
      number = constantOf(value);
    }
    if (number) {
      constant += *number * stride;
      continue;
    }
    none |= undefinedIn(value);
    const Layout layout = layoutOf(value.getType(), op);
    if (layout.elements != 1)
      unsupported(op, "vectors of addresses");
    const Reference sum = allocation.create(bytes * lanesPerWave);
    emitLanes(op, addressFunction(bytes, layout.elementBytes()), sum, 1, {address, of(value)})
        .immediate = stride;
    address = sum;
  }
  if (constant != 0) {
    const Reference sum = allocation.create(bytes * lanesPerWave);
    const Reference offset = constantRows({static_cast<uint64_t>(constant)}, Scalar::I64);
    emitLanes(op, addressFunction(bytes, 8), sum, 1, {address, offset}).immediate = 1;
    address = sum;
  }
  alias(op.getRes(), address);
  if (none != 0)
    undefined[op.getRes()] = none;
}

/// The greatest unit, of those that are no greater, that no such access cuts.
static uint32_t granuleFor(uint32_t granule, unsigned bytes, unsigned alignment) {
  while (granule > 1 && (bytes % granule != 0 || alignment < granule))
    granule /= 2;
  return granule;
}

void Decoder::noteSharedAccess(unsigned bytes, unsigned alignment) {
  program.granule = granuleFor(program.granule, bytes, alignment);
}

void Decoder::noteGlobalAccess(unsigned bytes, unsigned alignment, bool isWrite) {
  program.globalGranule = granuleFor(program.globalGranule, bytes, alignment);
  program.writesGlobal |= isWrite;
}

/// Of the access that was emitted last.
void Decoder::noteOrdering(LLVM::AtomicOrdering ordering) {
  const bool isAtomic = ordering != LLVM::AtomicOrdering::not_atomic;
  Instruction &at = program.code.back();
  at.auxiliary = isAtomic;
  program.hasGlobalAtomics |=
      isAtomic && (at.kind == Kind::LoadGlobal || at.kind == Kind::StoreGlobal);
}

void Decoder::decodeAccess(Operation *op, Value pointer, Type type,
                           std::optional<uint64_t> alignment, bool isStore, Value value) {
  const Layout layout = layoutOf(type, op);
  if (layout.scalar == Scalar::I1)
    unsupported(op, "i1 is no type of memory");
  const unsigned space = spaceOf(pointer);
  const bool isOfCluster = space == 7;
  if (space != 1 && space != 3 && !isOfCluster)
    unsupported(op, "memory is in address spaces 1 and 3");
  if (layout.bytes() > maxAccessBytes)
    unsupported(op, "an access of a lane has at most " + std::to_string(maxAccessBytes) + " bytes");
  Reference result;
  if (!isStore)
    result = define(op->getResult(0));
  const Kind kind = isOfCluster  ? (isStore ? Kind::StoreCluster : Kind::LoadCluster)
                    : space == 3 ? (isStore ? Kind::StoreShared : Kind::LoadShared)
                                 : (isStore ? Kind::StoreGlobal : Kind::LoadGlobal);
  Instruction &at = emit(op, kind);
  at.sources[0] = slotFor(of(pointer));
  if (isStore) {
    at.sources[1] = slotFor(of(value));
    forbidUndefined(at, value, "stored value");
  } else {
    at.destination = slotFor(result);
  }
  forbidUndefined(at, pointer, "address");
  at.access = {layout.bytes(), layout.elementBytes(),
               static_cast<uint32_t>(alignment.value_or(naturalAlignment(layout.bytes())))};
  if (space != 1)
    noteSharedAccess(at.access.bytes, at.access.alignment);
  else
    noteGlobalAccess(at.access.bytes, at.access.alignment, isStore);
}

void Decoder::decodeAtomic(LLVM::AtomicRMWOp op) {
  const Layout layout = layoutOf(op.getType(), op);
  const std::string name = LLVM::stringifyAtomicBinOp(op.getBinOp()).str();
  const AtomicFunction function = atomicFunction(name, layout.scalar);
  const unsigned space = spaceOf(op.getPtr());
  if (!function || layout.elements != 1 || (space != 1 && space != 3))
    unsupported(op, "'" + name + "' for these types");
  const Reference result = define(op.getRes());
  Instruction &at = emit(op, space == 3 ? Kind::AtomicShared : Kind::AtomicGlobal);
  at.destination = slotFor(result);
  at.sources[0] = slotFor(of(op.getPtr()));
  at.sources[1] = slotFor(of(op.getVal()));
  forbidUndefined(at, op.getVal(), "stored value");
  forbidUndefined(at, op.getPtr(), "address");
  at.access = {layout.bytes(), layout.elementBytes(), layout.bytes()};
  at.target = static_cast<uint32_t>(program.atomics.size());
  program.atomics.push_back(function);
  if (space == 3)
    noteSharedAccess(at.access.bytes, at.access.alignment);
  else
    noteGlobalAccess(at.access.bytes, at.access.alignment, /*isWrite=*/true);
  program.hasGlobalAtomics |= space == 1;
}

void Decoder::decodeFence(LLVM::FenceOp op) {
  const std::string scope = op.getSyncscope().value_or("").str();
  if (scope.starts_with("wavefront") || scope.starts_with("singlethread") || scope == "warp") {
    emit(op, Kind::Hint);
    return;
  }
  FenceOrder order;
  const LLVM::AtomicOrdering ordering = op.getOrdering();
  const bool both =
      ordering == LLVM::AtomicOrdering::acq_rel || ordering == LLVM::AtomicOrdering::seq_cst;
  order.release = both || ordering == LLVM::AtomicOrdering::release;
  order.acquire = both || ordering == LLVM::AtomicOrdering::acquire;
  bool isRestricted = false;
  auto restrict = [&](Attribute attribute) {
    auto tag = llvm::dyn_cast_or_null<LLVM::MMRATagAttr>(attribute);
    if (!tag || tag.getPrefix() != "amdgpu-synchronize-as")
      return;
    isRestricted = true;
    order.shared |= tag.getSuffix() == "local";
    order.global |= tag.getSuffix() == "global";
  };
  Attribute tags = op->getAttr(LLVM::LLVMDialect::getMmraAttrName());
  if (auto several = llvm::dyn_cast_or_null<ArrayAttr>(tags))
    llvm::for_each(several, restrict);
  else
    restrict(tags);
  if (!isRestricted)
    order.shared = order.global = true;
  order.copies = order.global && program.chip->fencesEachMemory; // as AMD's release does
  // LLVM, SIMemoryLegalizer.cpp, S_WAITCNT_lds_direct: no fence of a wider scope has it.
  order.stallsForCopies = order.copies || (order.shared && scope == "workgroup");
  emit(op, Kind::Fence).fence = order;
}

} // namespace wave::executor
