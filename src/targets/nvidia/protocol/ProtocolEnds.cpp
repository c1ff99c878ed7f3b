//===- ProtocolEnds.cpp - Inits, and what holds when all is counted -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/ProtocolWalk.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/Sequence.h"

#include "symbolic/Difference.h"
#include "symbolic/Node.h"

using namespace mlir;
using wave::gpu::ChannelFact;

namespace wave::nvidia {

/// One lane of each workgroup makes each mbarrier, once.
LogicalResult ProtocolWalk::init(Operation *op, Counted &, const Lanes &active) {
  auto made = cast<NVVM::MBarrierInitOp>(op);
  const std::optional<int64_t> address = symbolic::constantOf(indices.of(made.getAddr()));
  const std::optional<int64_t> count = symbolic::constantOf(indices.of(made.getCount()));
  if (!address || !count)
    return fail(op, "not derived from the code: which mbarrier is made, for how many arrivals");
  if (active.size() != static_cast<size_t>(lanes.workgroups()))
    return fail(op, Twine(active.size()) + " lanes make this mbarrier in " +
                        Twine(lanes.workgroups()) + " workgroups, and one in each has to");
  if (auto [other, isNew] = inits.try_emplace(*address, op, *count); !isNew)
    return fail(op, "the mbarrier at byte " + Twine(*address) + " is made twice",
                {{other->second.first, "the other one"}});
  return success();
}

/// As many arrivals as init says come for each use.
LogicalResult ProtocolWalk::checkCounts() {
  const auto workgroups = static_cast<size_t>(lanes.workgroups());
  for (auto [number, channel] : llvm::enumerate(facts.channels)) {
    // Without a use, of a loop without trips, all slots stay empty.
    const bool hasUses =
        llvm::any_of(llvm::seq<size_t>(0, facts.roles.size()), [&, at = number](size_t role) {
          return arrivals[counter(role, at, true, Step::Arrive)].first != nullptr;
        });
    for (bool isFull : {true, false}) {
      PerWorkgroup sum(workgroups, 0);
      std::vector<bool> isAwaited(workgroups, false);
      SmallVector<std::pair<Operation *, std::string>> notes;
      for (size_t role = 0; role < facts.roles.size(); ++role) {
        const Arrivals &own = arrivals[counter(role, number, isFull, Step::Arrive)];
        for (size_t rank = 0; own.first && rank < workgroups; ++rank)
          sum[rank] += own.each[rank];
        for (uint32_t lane : waiters[counter(role, number, isFull, Step::Wait)])
          isAwaited[static_cast<size_t>(lanes.workgroupAt(lane))] = true;
        if (own.first)
          notes.emplace_back(own.first, "role " + roleName(role) + " arrives here");
      }
      for (int64_t slot = 0; slot < channel.slots; ++slot) {
        const int64_t address = channel.barriers + slot * ChannelFact::slotBytes +
                                (isFull ? 0 : ChannelFact::barrierBytes);
        const std::string what = "the mbarrier that says that slot " + std::to_string(slot) +
                                 " of channel " + nameOf(number) + " is " +
                                 (isFull ? "full" : "empty");
        const auto made = inits.find(address);
        if (made == inits.end())
          return fail(kernel, what + " is not made");
        for (size_t rank = 0; rank < workgroups; ++rank)
          if (sum[rank] != made->second.second && (sum[rank] != 0 || (hasUses && isAwaited[rank])))
            return fail(
                made->second.first,
                what + " is made for " + Twine(made->second.second) +
                    (made->second.second == 1 ? " arrival" : " arrivals") + ", and each use has " +
                    Twine(sum[rank]) +
                    (workgroups > 1 ? " to the workgroup of rank " + std::to_string(rank) : ""),
                notes);
      }
    }
  }
  return success();
}

/// Both ends of a channel have had equally many uses, and a role that is no end none.
LogicalResult ProtocolWalk::checkEnds(const Counted &counted) {
  for (auto [number, channel] : llvm::enumerate(facts.channels)) {
    std::optional<std::pair<size_t, Expr>> other;
    const bool isByMmas = llvm::any_of(channel.to, [&, at = number](size_t role) {
      return arrivals[counter(role, at, false, Step::Arrive)].isByMmas;
    });
    for (size_t role = 0; role < facts.roles.size(); ++role) {
      const auto uses = [&, at = number](bool isFull, Step step) {
        return counted.uses[counter(role, at, isFull, step)];
      };
      for (bool isFull : {true, false}) {
        const Expr arrived = uses(isFull, Step::Arrive), waited = uses(!isFull, Step::Wait);
        const bool isEnd = llvm::is_contained(isFull ? channel.from : channel.to, role);
        const std::string who = "role " + roleName(role);
        // Arrivals of MMAs come late: a producer drains, it waits for as many uses more as there
        // are slots.
        const int64_t more = isFull && isByMmas && isEnd ? channel.slots : 0;
        const bool mayDrain =
            isFull && isEnd && symbolic::constantDifference(waited, arrived) == channel.slots;
        if (symbolic::constantDifference(waited, arrived) != more && !mayDrain)
          return fail(kernel, who + " waits for " + waited.str() + " uses of channel " +
                                  nameOf(number) + ", and " + (isFull ? "commits " : "releases ") +
                                  arrived.str() +
                                  (more ? ": it has to wait for " + std::to_string(more) +
                                              " more, until MMAs have released all slots"
                                        : ""));
        if (!isEnd && !symbolic::isConstant(arrived, 0))
          return fail(kernel, who + (isFull ? " commits" : " releases") + " uses of channel " +
                                  nameOf(number) + ", of which it is no " +
                                  (isFull ? "producer" : "consumer"));
        if (!isEnd)
          continue;
        if (other && !symbolic::isProvedEqual(other->second, arrived))
          return fail(kernel, "role " + roleName(other->first) + " has " + other->second.str() +
                                  " uses of channel " + nameOf(number) + ", and " + who + " has " +
                                  arrived.str());
        other = {role, arrived};
      }
    }
  }
  return success();
}

} // namespace wave::nvidia
