//===- ProtocolSteps.cpp - Waits and arrivals -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/ProtocolWalk.h"

#include <algorithm>

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "symbolic/Difference.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Substitute.h"
#include "targets/llvm/OperationClasses.h"

using namespace mlir;
using wave::gpu::ChannelFact;

namespace wave::nvidia {

static const char *sideName(bool isFull) { return isFull ? "full" : "empty"; }

Value rankOf(Value address) {
  while (Operation *op = address.getDefiningOp()) {
    if (auto mapped = dyn_cast<NVVM::MapaOp>(op))
      return mapped.getB();
    if (classOf(op) != OperationClass::PointerCast)
      break;
    address = op->getOperand(0);
  }
  return {};
}

LogicalResult ProtocolWalk::siteOf(Operation *op, Value address, const Lanes &active, Site *&site) {
  if (auto found = sites.find(op); found != sites.end()) {
    site = &found->second;
    return success();
  }
  const Expr place = indices.of(address);
  const std::optional<size_t> role = roleOf(active);
  if (!role)
    return fail(op, "lanes of more than one role take this step");
  const std::optional<int64_t> sample = sampleOf(place);
  for (auto [number, channel] : llvm::enumerate(facts.channels)) {
    const int64_t end = channel.barriers + channel.slots * ChannelFact::slotBytes;
    if (!sample || *sample < channel.barriers || *sample >= end ||
        *sample % ChannelFact::barrierBytes != channel.barriers % ChannelFact::barrierBytes)
      continue;
    const bool isFull =
        (*sample - channel.barriers) % ChannelFact::slotBytes < ChannelFact::barrierBytes;
    site = &sites.emplace(op, Site{*role, number, isFull, place, {}}).first->second;
    return success();
  }
  return fail(op, "byte " + place.str() + " of shared memory is no mbarrier of a channel");
}

/// Where the mbarrier of a use lies.
LogicalResult ProtocolWalk::checkAddress(Operation *op, const Site &site, const Expr &use,
                                         Step step) {
  const ChannelFact &channel = facts.channels[site.channel];
  const Expr slot = use % channel.slots;
  const int64_t first = channel.barriers + (site.isFull ? 0 : ChannelFact::barrierBytes);
  const Expr expected = slot * ChannelFact::slotBytes + first;
  if (symbolic::isProvedEqual(site.address, expected))
    return success();
  return fail(op, Twine(step == Step::Wait ? "the wait" : "the arrival") + " of use " + use.str() +
                      " for slots that are " + sideName(site.isFull) + " is at byte " +
                      site.address.str() + ", and the mbarrier of that use lies at " +
                      expected.str() + " = " + Twine(first) + " + " +
                      Twine(ChannelFact::slotBytes) + " * (use % " + Twine(channel.slots) + ")" +
                      differenceOf(site.address, expected));
}

LogicalResult ProtocolWalk::wait(scf::WhileOp op, Counted &counted, const Lanes &active) {
  auto asked = *op.getBefore().getOps<NVVM::MBarrierTryWaitOp>().begin();
  Site *site = nullptr;
  if (failed(siteOf(asked, asked.getAddr(), active, site)))
    return failure();
  Expr &count = counted.uses[counter(site->role, site->channel, site->isFull, Step::Wait)];
  const Expr use = count;
  count = count + 1;
  if (isTally)
    return success();
  const Expr condition = indices.of(op.getConditionOp().getCondition());
  const Expr result = indices.of(asked.getRes());
  if (!symbolic::isProvedEqual(condition, result + 1 - result % 2 * 2) &&
      !symbolic::isProvedEqual(condition, (result == 0).value()))
    return fail(asked, "the loop around this wait does not end when, and only when, the phase has");
  if (rankOf(asked.getAddr()))
    return fail(asked, "a wait is at an mbarrier of the own workgroup");
  Lanes &all = waiters[counter(site->role, site->channel, site->isFull, Step::Wait)];
  if (!all.empty() && all != active)
    return fail(asked, Twine(active.size()) + " lanes wait here, and " + Twine(all.size()) +
                           " for other uses of channel " + nameOf(site->channel));
  all = active;
  if (failed(checkAddress(asked, *site, use, Step::Wait)))
    return failure();
  const int64_t slots = facts.channels[site->channel].slots;
  const Expr parity = indices.of(asked.getStateOrPhase());
  const Expr phase = floordiv(use, slots);
  const Expr expected = site->isFull ? phase % 2 : (phase + 1) % 2;
  if (symbolic::isProvedEqual(parity, expected))
    return success();
  return fail(asked, "the wait of use " + use.str() + " for slots that are " +
                         sideName(site->isFull) + " has the parity " + parity.str() +
                         ", and that of its phase is " + expected.str() +
                         (site->isFull ? " = use / " + std::to_string(slots) + " % 2"
                                       : " = (use / " + std::to_string(slots) + " + 1) % 2") +
                         differenceOf(parity, expected));
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

/// No group in flight reads the use that is released, or one that is not known to be another.
LogicalResult ProtocolWalk::checkReleased(Operation *op, const Site &site, const Counted &counted) {
  const Expr use = counted.uses[counter(site.role, site.channel, false, Step::Arrive)];
  const auto &groups = counted.groups[site.role];
  const auto reads = [&](const std::vector<Use> &group) {
    return llvm::any_of(group, [&](const Use &each) {
      const std::optional<int64_t> distance = symbolic::constantDifference(each.index, use);
      return each.channel == site.channel && (!distance || *distance == 0);
    });
  };
  for (auto [number, group] : llvm::enumerate(groups))
    if (reads(group))
      return fail(op, "use " + use.str() +
                          " is released while wgmma groups that read it may be in "
                          "flight: " +
                          Twine(groups.size()) + " are, and wait_group has to leave at most " +
                          Twine(groups.size() - 1 - number) + " before");
  if (reads(counted.open[site.role]))
    return fail(op, "use " + use.str() +
                        " is released before wgmma operations that read it are "
                        "committed");
  return success();
}

LogicalResult ProtocolWalk::arriveAt(Operation *op, Site &site, Counted &counted,
                                     const PerWorkgroup &bytes, const Lanes &active,
                                     bool isByMmas) {
  Expr &count = counted.uses[counter(site.role, site.channel, site.isFull, Step::Arrive)];
  const Expr use = count;
  if (isTally) {
    count = count + 1;
    return success();
  }
  const Expr waited = counted.uses[counter(site.role, site.channel, !site.isFull, Step::Wait)];
  const std::optional<int64_t> ahead = symbolic::constantDifference(waited, use);
  if (!ahead || *ahead < 1)
    return fail(op, "use " + use.str() + " of channel " + nameOf(site.channel) + " is " +
                        (site.isFull ? "committed" : "released") + ", and role " +
                        roleName(site.role) + " has waited for " + waited.str() +
                        " uses until here");
  if (const Lanes &before = waiters[counter(site.role, site.channel, !site.isFull, Step::Wait)];
      !std::includes(before.begin(), before.end(), active.begin(), active.end()))
    return fail(op, "lanes " + Twine(site.isFull ? "commit" : "release") + " use " + use.str() +
                        " of channel " + nameOf(site.channel) + " that have not waited for it");
  if (failed(checkAddress(op, site, use, Step::Arrive)))
    return failure();
  Arrivals &all = arrivals[counter(site.role, site.channel, site.isFull, Step::Arrive)];
  if (!all.first) {
    all = {op, site.arrivals, isByMmas};
  } else if (all.each != site.arrivals) {
    const auto counts = [](const PerWorkgroup &each) {
      std::string text;
      for (int64_t count : each)
        text += (text.empty() ? "" : ", ") + std::to_string(count);
      return each.size() == 1 ? text : "[" + text + "]";
    };
    return fail(op,
                "role " + roleName(site.role) + " arrives " + counts(site.arrivals) +
                    " times for this use of channel " + nameOf(site.channel) + ", and " +
                    counts(all.each) + " times for another one" +
                    (lanes.workgroups() > 1 ? ", by the rank of the workgroup" : ""),
                {{all.first, "the other arrival"}});
  }
  if (site.isFull) {
    std::vector<PerWorkgroup> &pending = counted.bytes[pairOf(site.role, site.channel)];
    const PerWorkgroup loaded = pending.empty() ? PerWorkgroup(bytes.size(), 0) : pending.front();
    for (auto [rank, expected] : llvm::enumerate(bytes))
      if (expected != loaded[rank])
        return fail(
            op, "the mbarrier expects " + Twine(expected) + " transaction bytes for use " +
                    use.str() + " of channel " + nameOf(site.channel) +
                    ", and TMA loads complete " + Twine(loaded[rank]) +
                    (bytes.size() > 1 ? " to the workgroup of rank " + std::to_string(rank) : ""));
    if (!pending.empty())
      pending.erase(pending.begin());
  } else if (failed(checkReleased(op, site, counted))) {
    return failure();
  }
  count = count + 1;
  return success();
}

LogicalResult ProtocolWalk::arrive(Operation *op, Counted &counted, const Lanes &active) {
  auto arrival = cast<NVVM::MBarrierArriveOp>(op);
  return arriveOnce(op, arrival.getAddr(), arrival.getCount(), Value(), counted, active);
}

LogicalResult ProtocolWalk::expect(Operation *op, Counted &counted, const Lanes &active) {
  auto arrival = cast<NVVM::MBarrierArriveExpectTxOp>(op);
  return arriveOnce(op, arrival.getAddr(), Value(), arrival.getTxcount(), counted, active);
}

LogicalResult ProtocolWalk::arriveOnce(Operation *op, Value address, Value count, Value expected,
                                       Counted &counted, const Lanes &active) {
  Site *site = nullptr;
  if (failed(siteOf(op, address, active, site)))
    return failure();
  const Value rank = rankOf(address);
  const PerLane *to = rank ? lanes.of(rank) : nullptr, *counts = count ? lanes.of(count) : nullptr,
                *bytes = expected ? lanes.of(expected) : nullptr;
  if ((rank && !to) || (count && !counts) || (expected && !bytes))
    return fail(op, Twine("not derived from the code: ") +
                        (rank && !to          ? "at which workgroup's mbarrier this arrives"
                         : expected && !bytes ? "how many bytes this expects"
                                              : "how often this arrives"));
  site->arrivals.assign(static_cast<size_t>(lanes.workgroups()), 0);
  PerWorkgroup loaded = site->arrivals;
  for (uint32_t lane : active) {
    const int64_t workgroup = to ? (*to)[lane] : lanes.workgroupAt(lane);
    if (workgroup < 0 || workgroup >= lanes.workgroups())
      return fail(op, "lane " + Twine(lanes.laneAt(lane)) + " arrives at workgroup " +
                          Twine(workgroup) + " of a cluster of " + Twine(lanes.workgroups()));
    site->arrivals[static_cast<size_t>(workgroup)] += counts ? (*counts)[lane] : 1;
    loaded[static_cast<size_t>(workgroup)] += bytes ? (*bytes)[lane] : 0;
  }
  return arriveAt(op, *site, counted, loaded, active, false);
}

/// When the MMAs before it have completed, at the mbarriers of all workgroups of the mask.
LogicalResult ProtocolWalk::commitMmas(Operation *op, Counted &counted, const Lanes &active) {
  auto commit = cast<NVVM::Tcgen05CommitOp>(op);
  Site *site = nullptr;
  if (failed(siteOf(op, commit.getAddr(), active, site)))
    return failure();
  const Value mask = commit.getMulticastMask();
  const PerLane *ranks = mask ? lanes.of(mask) : nullptr;
  if (mask && !ranks)
    return fail(op, "not derived from the code: at which workgroups' mbarriers this arrives");
  site->arrivals.assign(static_cast<size_t>(lanes.workgroups()), 0);
  for (uint32_t lane : active)
    for (int64_t rank = 0; rank < lanes.workgroups(); ++rank)
      site->arrivals[static_cast<size_t>(rank)] +=
          ranks ? (*ranks)[lane] >> rank & 1 : rank == lanes.workgroupAt(lane);
  return arriveAt(op, *site, counted, PerWorkgroup(site->arrivals.size(), 0), active, true);
}

LogicalResult ProtocolWalk::refuse(Operation *op, Counted &, const Lanes &) {
  return fail(op, "'" + op->getName().getStringRef() + "' is no step of a channel here");
}

} // namespace wave::nvidia
