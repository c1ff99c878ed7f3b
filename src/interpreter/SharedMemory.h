//===- SharedMemory.h - What waves have in common -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <optional>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"

#include "dialect/Dialect.h"
#include "interpreter/Array.h"

namespace wave::interpreter {

/// One use of a slot of a ring, or of a memory, which has slot 0 alone.
struct Access {
  mlir::Operation *op;
  mlir::Value memory;
  int64_t slot;
  bool isWrite;
};

/// The accesses to one slot in program order, which is the same for the agents of a role: what
/// is in conflict happens in that order.
class AccessOrder {
public:
  explicit AccessOrder(size_t agents) : made(agents, 0) {}

  /// Whether all agents have made the accesses before this one that are in conflict with it.
  bool mayGo(size_t agent, bool isWrite) const;
  void goes(size_t agent, bool isWrite);

private:
  std::vector<bool> isWrite; ///< as far as the first agent has come
  std::vector<size_t> made;  ///< by each agent
};

/// Who has used an element since it was last written, and behind how many barriers.
class Touches {
public:
  struct Touch {
    size_t agent;
    int64_t barriers; ///< passed by the agent
    size_t ends;      ///< those among them that end copies
    int64_t copies;   ///< copy operations that it had begun before
    mlir::Operation *op;
  };

  /// Takes down `now`, and returns a touch that it is in conflict with and no barrier parts
  /// it from: one of another agent, or a copy, which goes on behind its agent's back.
  std::optional<Touch> add(const Touch &now, bool isWrite,
                           llvm::function_ref<bool(const Touch &)> isParted);

private:
  std::optional<Touch> write;
  std::vector<Touch> reads;
};

/// A ring: its n-th read takes what its n-th write has put there, wherever that is.
class Ring {
public:
  struct Element {
    Number value;
    int64_t number = -1; ///< of the write that put it there
    mlir::Operation *writer = nullptr;
  };

  /// `program` is what the agents run, for each of them.
  Ring(ir::AllocateOp allocation, mlir::ArrayRef<mlir::Block *> programs);

  Element &at(int64_t slot, size_t element) { return slots[static_cast<size_t>(slot)][element]; }
  bool hasSlot(int64_t slot) const {
    return slot >= 0 && slot < static_cast<int64_t>(slots.size());
  }
  /// How many times an agent has written and read it; of a channel's ring, how many uses it
  /// has been given and has given back; `told`: to all workgroups that bring parts; `drained`:
  /// how many the producer has seen released at its end.
  struct Counts {
    int64_t writes = 0, reads = 0;
    std::vector<int64_t> laterReads, laterWrites; ///< of each slice after the first
    int64_t acquired = 0, committed = 0, awaited = 0, released = 0, told = 0, drained = 0;
  };
  std::vector<Counts> counts; ///< by agent
  /// Counts a read or a write of an agent, of all of a slot or of one slice of it; how many there
  /// were before.
  int64_t countRead(size_t agent, ir::SliceAttr slice);
  int64_t countWrite(size_t agent, ir::SliceAttr slice);
  ir::AllocateOp allocation;
  std::string name; ///< "ring 'a'"

  /// The agents that take steps of a channel's protocol.
  std::vector<size_t> producers, consumers;
  bool isChannel() const { return !producers.empty() || !consumers.empty(); }
  /// Whether it has scalars, of which each consumer reads those that it needs.
  bool isOfScalars() const {
    return llvm::any_of(allocation->getUsers(), llvm::IsaPred<ir::ScalarWriteOp>);
  }
  /// Whether MMAs into tensor memory read it, which release its slots when they have completed.
  bool isReleasedByMma() const { return releasedByMma; }
  /// Whether nobody reads what the slot of that use held before.
  bool isFreeFor(int64_t use) const {
    return llvm::all_of(consumers,
                        [&](size_t agent) { return counts[agent].released > use - slotCount(); });
  }
  /// The same as far as other workgroups have been told.
  bool isToldFreeFor(int64_t use) const {
    return llvm::all_of(consumers,
                        [&](size_t agent) { return counts[agent].told > use - slotCount(); });
  }
  /// Whether all have brought what they bring of that use.
  bool isWhole(int64_t use) const {
    return llvm::all_of(producers, [&](size_t agent) { return counts[agent].committed > use; });
  }
  int64_t slotCount() const { return static_cast<int64_t>(slots.size()); }
  /// As before its first use.
  void clear();

private:
  std::vector<std::vector<Element>> slots;
  bool releasedByMma = false;
};

} // namespace wave::interpreter
