//===- Channels.cpp - Slots that are handed over --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protocol of channels (docs/adr/0020-roles-and-channels.md), within a workgroup and
// between those of a cluster (docs/adr/0029-clusters.md).
//
//===----------------------------------------------------------------------===//

#include "interpreter/Workgroup.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"

using namespace mlir;

namespace wave::interpreter {

std::vector<Workgroup *> Workgroup::along(ArrayRef<int64_t> dims) {
  if (!cluster)
    return {this};
  std::vector<Workgroup *> found;
  for (const auto &other : *cluster) {
    bool isAlike = true;
    for (size_t dim = 0; dim < place.size(); ++dim)
      isAlike &=
          other->place[dim] == place[dim] || llvm::is_contained(dims, static_cast<int64_t>(dim));
    if (isAlike)
      found.push_back(other.get());
  }
  return found;
}

std::vector<Workgroup *> Workgroup::sharing(ValueRange rings) {
  std::vector<Workgroup *> found{this};
  for (Value ring : rings)
    for (Operation *user : ring.getUsers())
      if (auto copy = dyn_cast<ir::CopyOp>(user); copy && copy.getMulticastAlong())
        for (Workgroup *other : along(*copy.getMulticastAlong()))
          if (!llvm::is_contained(found, other))
            found.push_back(other);
  // Of a pair the other one, with those who bring parts to it.
  if (!llvm::any_of(rings, [](Value ring) { return ir::isOfPair(ring); }))
    return found;
  const std::vector<Workgroup *> own = found;
  for (Workgroup *workgroup : own)
    for (Workgroup *other : workgroup->pair())
      if (!llvm::is_contained(found, other))
        found.push_back(other);
  return found;
}

std::vector<Workgroup *> Workgroup::pair() {
  const std::optional<int64_t> dim = ir::pairDim(kernel);
  return dim ? along(*dim) : std::vector<Workgroup *>{this};
}

bool Workgroup::mayPass(const Agent &agent, Operation *step) {
  const int64_t use = agent.evaluate(ir::sequenceIndexOf(step));
  if (!cast<ir::ChannelStepOpInterface>(step).isWaiting())
    return true;
  auto isReady = [&](Value value, Workgroup &other) {
    const Ring &ring = other.rings.find(value)->second;
    if (isa<ir::WaitOp>(step))
      return ring.isWhole(use);
    // The last use that has to have been released is that of one round before.
    const int64_t next = isa<ir::DrainOp>(step) ? use - 1 + ring.slotCount() : use;
    return &other == this ? ring.isFreeFor(next) : ring.isToldFreeFor(next);
  };
  // Parts come from others; slots are given back to those who bring them.
  const std::vector<Workgroup *> others = ir::channelOfStep(step).isInCluster()
                                              ? sharing(ir::channelOfStep(step).getRings())
                                              : std::vector<Workgroup *>{this};
  return llvm::all_of(ir::channelOfStep(step).getRings(), [&](Value value) {
    return llvm::all_of(others, [&](Workgroup *other) { return isReady(value, *other); });
  });
}

/// Uses go round in order, and what is given back has been given.
void Workgroup::pass(size_t number, Operation *step) {
  const int64_t use = agents[number].evaluate(ir::sequenceIndexOf(step));
  for (Value value : ir::channelOfStep(step).getRings()) {
    Ring &ring = rings.find(value)->second;
    Ring::Counts &counts = ring.counts[number];
    int64_t &count = isa<ir::AcquireOp>(step)  ? counts.acquired
                     : isa<ir::CommitOp>(step) ? counts.committed
                     : isa<ir::WaitOp>(step)   ? counts.awaited
                                               : counts.released;
    const std::string what = agents[number].name() + ", " + step->getName().stripDialect().str() +
                             " of use " + std::to_string(use) + " of " + ring.name + ": ";
    if (isa<ir::DrainOp>(step)) {
      if (use != counts.acquired)
        return report(what + std::to_string(counts.acquired) + " have been acquired", step);
      counts.drained = use;
      continue;
    }
    if (const OperandRange place = ir::placeOf(step); !place.empty()) {
      const int64_t slot = agents[number].evaluate(place.front());
      const int64_t phase = agents[number].evaluate(place.back());
      if (slot != use % ring.slotCount() || phase != use / ring.slotCount() % 2)
        return report(what + "its place is slot " + std::to_string(slot) + " in phase " +
                          std::to_string(phase),
                      step);
    }
    if (use != count)
      return report(what + "use " + std::to_string(count) + " is next", step);
    ++count;
    if (isa<ir::ReleaseOp>(step))
      counts.told += ir::channelOfStep(step).isInCluster();
    if (isa<ir::ReleaseOp>(step))
      if (const RunningProducts::Product *product = agents[number].products.readerOf(value, use))
        return report(what + "an MMA in flight reads it", step,
                      {{"the MMA is here", ir::sourceLocation(product->op->getLoc())}});
    if (counts.committed > counts.acquired || counts.released > counts.awaited)
      return report(what + "it does not have that one", step);
  }
}

std::vector<Workgroup *> Workgroup::together() {
  if (!cluster)
    return {this};
  std::vector<Workgroup *> all;
  for (const auto &each : *cluster)
    all.push_back(each.get());
  return all;
}

/// All agents of the cluster come there, or have been.
bool Workgroup::mayReinitialise(const Agent &agent) {
  return llvm::all_of(together(), [&](Workgroup *workgroup) {
    return llvm::all_of(workgroup->agents, [&](const Agent &other) {
      const int64_t ahead = other.reinitialised() - agent.reinitialised();
      return ahead > 0 || (ahead == 0 && isa_and_present<ir::ReinitialiseOp>(other.next()));
    });
  });
}

/// The first agent that goes on does it for all, while the others wait there.
void Workgroup::reinitialise(size_t number) {
  const bool isFirst = llvm::all_of(together(), [&](Workgroup *workgroup) {
    return llvm::all_of(workgroup->agents, [&](const Agent &other) {
      return other.reinitialised() == agents[number].reinitialised();
    });
  });
  if (isFirst)
    for (Workgroup *workgroup : together())
      workgroup->beginAnew();
}

void Workgroup::beginAnew() {
  checkEnds();
  for (auto &[value, ring] : rings)
    if (ring.isChannel())
      ring.clear();
}

/// An access to a channel's ring is to the slot of a use that the agent has been given, and
/// has not given back.
void Workgroup::checkUse(size_t number, const Access &access, const Ring &ring, int64_t use) {
  if (!ring.isChannel())
    return;
  const Ring::Counts &counts = ring.counts[number];
  const bool has = access.isWrite ? counts.committed <= use && use < counts.acquired
                                  : counts.released <= use && use < counts.awaited;
  const std::string what = agents[number].name() + (access.isWrite ? " writes" : " reads") +
                           " use " + std::to_string(use) + " of " + ring.name;
  if (!has)
    return report(
        what + (access.isWrite ? ", which it has not acquired" : ", which it has not waited for"),
        access.op);
  if (access.slot != use % ring.slotCount())
    report(what + " in slot " + std::to_string(access.slot) + ", which is another one's",
           access.op);
}

} // namespace wave::interpreter
