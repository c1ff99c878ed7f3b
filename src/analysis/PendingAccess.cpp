//===- PendingAccess.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/PendingAccess.h"

#include "analysis/SharedBanks.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave::analysis {

/// The index of which a slot is the remainder by the slots of the ring.
static Expr numberOf(const Expr &slot) {
  return symbolic::isKind(slot, symbolic::Kind::Mod) ? symbolic::operand(slot, 0) : slot;
}

bool Pending::covers(const Pending &other) const {
  return op == other.op && memory == other.memory && isWrite == other.isWrite &&
         order == other.order && isStaggered == other.isStaggered &&
         copiesSince <= other.copiesSince && slot.has_value() == other.slot.has_value() &&
         (!slot || slot->same_as(*other.slot));
}

void Pending::pass(ir::BarrierOp barrier, int64_t lead) {
  const Reach reach{barrier.getGlobal(), barrier.getCopies(),
                    static_cast<int64_t>(barrier.getInFlight())};
  order.pass(barrier, isReachedBy(reach),
             isa<ir::BufferType>(memory.getType()) || barrier.getGlobal());
  isStaggered &= lead != 0;
}

void Pending::passCopy() {
  if (isCounted())
    copiesSince = std::min(copiesSince + 1, mostInFlight);
}

void Pending::follow(const FlowEdge &edge, const IndicesAcross &indices, bool countsCopies) {
  const int64_t distinctRounds = countsCopies ? 6 : 3;
  if (!slot)
    return;
  if (edge.isBackEdge() && edge.round >= distinctRounds)
    slot.reset();
  else
    slot = indices.across(edge, *slot);
  if (const std::optional<Expr> counter = indices.counterFromZero(edge);
      counter && countsCopies && isCopyOperation(op))
    slot = numberOf(*slot) + *counter;
}

namespace {

bool areDistinct(const Pending &a, const Pending &b) {
  auto ring = dyn_cast<ir::BufferType>(a.memory.getType());
  if (!ring || a.memory != b.memory || !a.slot || !b.slot)
    return false;
  Expr distance = (numberOf(*a.slot) - numberOf(*b.slot)) % ring.getSlots();
  return symbolic::isConstant(distance) && !symbolic::isConstant(distance, 0);
}

/// Whether one operation writes other elements of a memory in each iteration.
bool isDistinct(const Pending &a, const Pending &b) {
  return a.op == b.op && a.memory == b.memory && isa<ir::MemoryType>(a.memory.getType()) &&
         a.op->hasAttr("distinct");
}

/// Whether two operations are about different parts of a ring's slots.
bool areSlicesApart(const Pending &a, const Pending &b) {
  auto ring = dyn_cast<ir::BufferType>(a.memory.getType());
  return ring && a.memory == b.memory && ir::areSlicesApart(a.op, b.op, ring);
}

/// Whether two memories have bytes of shared memory in common: one ring, or two that overlap.
bool overlap(Value a, Value b) {
  if (a == b)
    return true;
  auto first = a.getDefiningOp<ir::AllocateOp>(), second = b.getDefiningOp<ir::AllocateOp>();
  auto hasPlace = [](ir::AllocateOp ring) {
    return ring && ring.getOffset() && ring.getRing().getType().getLayout() &&
           !ring.getRing().getType().isInTensorMemory();
  };
  if (!hasPlace(first) || !hasPlace(second))
    return false;
  auto endOf = [](ir::AllocateOp ring) {
    const ir::BufferType type = ring.getRing().getType();
    return static_cast<int64_t>(*ring.getOffset()) + type.getSlots() * bytesPerSlot(type);
  };
  return static_cast<int64_t>(*first.getOffset()) < endOf(second) &&
         static_cast<int64_t>(*second.getOffset()) < endOf(first);
}

} // namespace

bool isChannel(Value memory) {
  return isa<ir::BufferType>(memory.getType()) && ir::channelOf(memory);
}

bool areInConflict(const Pending &earlier, const Pending &now) {
  return (earlier.isWrite || now.isWrite) && overlap(earlier.memory, now.memory) &&
         !areDistinct(earlier, now) && !isDistinct(earlier, now) && !areSlicesApart(earlier, now);
}

bool isEndOfUse(Operation *op) {
  auto write = dyn_cast<ir::SharedWriteOp>(op);
  return isa<ir::SharedReadOp>(op) || isa<ir::ReleaseOp>(op) || (write && !write.getInPlace());
}

SharedMemories::SharedMemories(ir::KernelOp kernel) {
  kernel.walk([&](Operation *op) {
    if (op->getNumRegions() == 0)
      for (const Access &access : analysis::accessesOf(op))
        if (access.memory && access.isWrite)
          written.insert(access.memory);
  });
}

SmallVector<Access> SharedMemories::accessesOf(Operation *op) const {
  SmallVector<Access> accesses = analysis::accessesOf(op);
  llvm::erase_if(accesses, [&](const Access &access) {
    return !access.memory ||
           (isa<ir::MemoryType>(access.memory.getType()) && !written.contains(access.memory));
  });
  if (auto release = dyn_cast<ir::ReleaseOp>(op))
    for (Value ring : release.getRings())
      if (llvm::any_of(ring.getUsers(), llvm::IsaPred<ir::ViewOp>))
        accesses.push_back({ring, /*isWrite=*/false});
  return accesses;
}

bool leavesInFlight(ir::KernelOp kernel) {
  return kernel
      .walk([](ir::BarrierOp barrier) {
        return barrier.getInFlight() > 0 ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace wave::analysis
