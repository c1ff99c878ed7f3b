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
  if (isInTrip)
    return initAgain(op, *address, *count, active);
  if (active.size() != static_cast<size_t>(lanes.workgroups()))
    return fail(op, Twine(active.size()) + " lanes make this mbarrier in " +
                        Twine(lanes.workgroups()) + " workgroups, and one in each has to");
  if (auto [other, isNew] = inits.try_emplace(*address, op, *count); !isNew)
    return fail(op, "the mbarrier at byte " + Twine(*address) + " is made twice",
                {{other->second.first, "the other one"}});
  return success();
}

/// How often lanes do something to the mbarrier of their workgroup.
static void tally(std::map<int64_t, PerWorkgroup> &all, int64_t address, const LaneValues &lanes,
                  const Lanes &active) {
  PerWorkgroup &own = all[address];
  own.resize(static_cast<size_t>(lanes.workgroups()));
  for (uint32_t lane : active)
    ++own[static_cast<size_t>(lanes.workgroupAt(lane))];
}

LogicalResult ProtocolWalk::initAgain(Operation *op, int64_t address, int64_t count,
                                      const Lanes &active) {
  tally(initialised, address, lanes, active);
  if (const auto made = inits.find(address); made == inits.end() || made->second.second != count)
    return fail(op, "the mbarrier at byte " + Twine(address) + " is made again for " +
                        Twine(count) + " arrivals, and not as when the kernel began");
  if (invalidated[address] != initialised[address])
    return fail(op, "the mbarrier at byte " + Twine(address) +
                        " is made again and has not been invalidated");
  for (uint32_t lane : active)
    if (met[lane] != 1)
      return fail(op, "the mbarrier at byte " + Twine(address) + " is made again behind " +
                          Twine(met[lane]) + " meetings of the cluster in this trip, not 1");
  return success();
}

LogicalResult ProtocolWalk::invalidate(Operation *op, Counted &, const Lanes &active) {
  const std::optional<int64_t> address =
      symbolic::constantOf(indices.of(cast<NVVM::MBarrierInvalOp>(op).getAddr()));
  if (!address)
    return fail(op, "not derived from the code: which mbarrier is invalidated");
  for (uint32_t lane : active)
    if (!isInTrip || met[lane] != 1)
      return fail(op, "the mbarrier at byte " + Twine(*address) +
                          " is invalidated where lanes may use it: not between the meetings of the "
                          "cluster that end a trip");
  tally(invalidated, *address, lanes, active);
  return success();
}

LogicalResult ProtocolWalk::meet(Operation *, Counted &, const Lanes &active) {
  for (uint32_t lane : active)
    ++met[lane];
  return success();
}

/// Where trips end together, all lanes do so, all mbarriers are made again, and there are no uses
/// beside those of trips.
LogicalResult ProtocolWalk::checkTripEnds(const Counted &counted) {
  if (!trips)
    return success();
  if (meeting.size() != lanes.size())
    return fail(kernel, Twine(meeting.size()) + " lanes meet at the end of each trip, and " +
                            Twine(lanes.size()) + " are in the cluster");
  const PerWorkgroup once(static_cast<size_t>(lanes.workgroups()), 1);
  for (const auto &[address, made] : inits)
    if (initialised[address] != once || invalidated[address] != once)
      return fail(made.first, "the mbarrier at byte " + Twine(address) +
                                  " is not invalidated and made again, once in each workgroup, at "
                                  "the end of each trip");
  if (!llvm::all_of(counted.uses, [](const Expr &uses) { return symbolic::isConstant(uses, 0); }))
    return fail(kernel, "channels are used outside of the loop at the end of whose trips mbarriers "
                        "are made again");
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
LogicalResult ProtocolWalk::checkEnds(const std::vector<Expr> &all) {
  for (auto [number, channel] : llvm::enumerate(facts.channels)) {
    std::optional<std::pair<size_t, Expr>> other;
    const bool isByMmas = llvm::any_of(channel.to, [&, at = number](size_t role) {
      return arrivals[counter(role, at, false, Step::Arrive)].isByMmas;
    });
    for (size_t role = 0; role < facts.roles.size(); ++role) {
      const auto uses = [&, at = number](bool isFull, Step step) {
        return all[counter(role, at, isFull, step)];
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
