//===- PhaseAccess.cpp - Instructions on mbarriers ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>

#include "executor/Cluster.h"
#include "executor/Workgroup.h"

namespace wave::executor {

namespace {
std::string phaseText(const PhaseBarrier &barrier) {
  return "phase " + std::to_string(barrier.phase) + ", " +
         std::to_string(barrier.expected - barrier.pending) + " of " +
         std::to_string(barrier.expected) + " arrivals and " + std::to_string(barrier.bytes) +
         " bytes to come";
}
} // namespace

void Workgroup::reportBarrier(unsigned wave, uint32_t site, uint32_t address, uint32_t other,
                              FindingKind kind, const std::string &what) {
  found.add(kind, site, other, static_cast<int>(wave), -1,
            [&] { return "mbarrier at " + shared.describe(address) + ": " + what; });
}

/// The barrier at an address that the wave uses; null, and reported, if there is none.
PhaseBarrier *Workgroup::phaseBarrierAt(unsigned wave, uint32_t site, uint32_t address) {
  auto entry = phaseBarriers.find(address);
  if (entry == phaseBarriers.end()) {
    const auto before = invalidated.find(address);
    const bool wasOne = before != invalidated.end();
    reportBarrier(wave, site, address, wasOne ? before->second : noSite, FindingKind::BarrierMisuse,
                  program.sites[site].operation + " of what was " +
                      (wasOne ? "invalidated" : "not initialised"));
    return nullptr;
  }
  PhaseBarrier &barrier = entry->second;
  barrier.used[wave] = {clocks.now(wave), site};
  if (options.races && wave != barrier.wave && !clocks.knows(wave, barrier.wave, barrier.time))
    reportBarrier(wave, site, address, barrier.site, FindingKind::Race,
                  "a use that nothing orders after its init by wave " +
                      std::to_string(barrier.wave));
  return &barrier;
}

void Workgroup::endPhaseIfComplete(PhaseBarrier &barrier) {
  if (!barrier.isComplete())
    return;
  barrier.beginNextPhase();
  if (IssueTrace *issues = cluster.timing())
    issues->complete(&barrier);
  for (Wave &wave : waves)
    if (wave.state == WaveState::AtPhase)
      wave.state = WaveState::Ready;
}

void Workgroup::arrive(PhaseBarrier &barrier, uint32_t address, unsigned wave,
                       const Instruction &at, uint32_t count) {
  if (count == 0 || count > barrier.pending)
    return reportBarrier(wave, at.site, address, barrier.site, FindingKind::BarrierMisuse,
                         std::to_string(count) + " more arrive in " + phaseText(barrier));
  if (at.phase.noComplete && count == barrier.pending && barrier.bytes == 0)
    return reportBarrier(wave, at.site, address, barrier.site, FindingKind::BarrierMisuse,
                         "an arrival that is not to end it ends " + phaseText(barrier));
  const bool isOfOther = this->isOfOther(wave);
  if (at.phase.relaxed)
    clocks.releaseTensor(wave, barrier.arriving.all);
  else if (!isOfOther)
    clocks.release(wave, barrier.arriving.all);
  else
    clocks.releaseEnds(wave, barrier.arriving.all);
  if (!at.phase.relaxed && isOfOther && at.phase.isOfCluster)
    clocks.release(wave, barrier.arriving.ofCluster);
  if (at.phase.drop)
    barrier.expected -= count;
  barrier.pending -= count;
}

void Workgroup::noteArrival(const PhaseBarrier &barrier, unsigned wave, size_t event) {
  if (IssueTrace *issues = cluster.timing(); issues && wave < program.waves())
    issues->arrive(&barrier, {wave, event});
}

void Workgroup::announce(PhaseBarrier &barrier, uint32_t address, unsigned wave, uint32_t site,
                         int64_t bytes) {
  barrier.bytes += bytes;
  if (barrier.bytes > PhaseBarrier::mostBytes || barrier.bytes < -PhaseBarrier::mostBytes)
    reportBarrier(wave, site, address, barrier.site, FindingKind::BarrierMisuse,
                  std::to_string(barrier.bytes) +
                      " bytes are to come, more than an mbarrier counts");
}

void Workgroup::initPhase(Wave &wave, const Instruction &at, unsigned lane, uint32_t address) {
  const uint32_t count = wave.registers.at<const uint32_t>(at.sources[1])[lane];
  if (count == 0 || count > PhaseBarrier::mostArrivals)
    return reportBarrier(wave.number, at.site, address, noSite, FindingKind::BarrierMisuse,
                         "it is to expect " + std::to_string(count) + " arrivals, not 1 to " +
                             std::to_string(PhaseBarrier::mostArrivals));
  if (auto before = phaseBarriers.find(address); before != phaseBarriers.end())
    reportBarrier(wave.number, at.site, address, before->second.site, FindingKind::BarrierMisuse,
                  "it is initialised again, and was not invalidated");
  invalidated.erase(address);
  shared.beginBarrier({wave.number, at.site}, lane, address);
  PhaseBarrier barrier;
  barrier.site = at.site;
  barrier.wave = wave.number;
  barrier.time = clocks.now(wave.number);
  barrier.expected = barrier.pending = count;
  phaseBarriers[address] = std::move(barrier);
}

/// Nobody may use it any more, nor may anything arrive at it: whatever does has to be over, and the
/// wave to know that.
void Workgroup::invalidatePhase(Wave &wave, const Instruction &at, unsigned lane, uint32_t address,
                                const PhaseBarrier &barrier) {
  if (options.races)
    for (unsigned other = 0; other < clocks.count(); ++other)
      if (const auto [time, site] = barrier.used[other];
          other != wave.number && time != 0 && !clocks.isBefore(wave.number, other, time))
        reportBarrier(wave.number, at.site, address, site, FindingKind::Race,
                      "it is invalidated, and nothing orders a use by wave " +
                          std::to_string(other) + " before that");
  const bool isCopied = cluster.anyTransferTo(*this, address) ||
                        std::any_of(barrier.flights.begin(), barrier.flights.end(),
                                    [&](const PhaseBarrier::Arrived &copy) {
                                      return !copy.memory->isEndBefore(copy.flight, wave.number);
                                    });
  if (isCopied)
    reportBarrier(wave.number, at.site, address, barrier.site, FindingKind::NotWaited,
                  "it is invalidated, and the wave does not know that all copies that it counts "
                  "have come");
  const auto isAwaited = [&](size_t commit) {
    for (unsigned other = 0; other < clocks.count(); ++other)
      if (barrier.acquiredCommits[other] > commit &&
          clocks.isBefore(wave.number, other, barrier.observed[other].time))
        return true;
    return false;
  };
  if (cluster.anyCommitTo(*this, address) ||
      (!barrier.commits.empty() && !isAwaited(barrier.commits.size() - 1)))
    reportBarrier(wave.number, at.site, address, barrier.site, FindingKind::NotWaited,
                  "it is invalidated, and the wave does not know that all commits have arrived");
  shared.endBarrier({wave.number, at.site}, lane, address);
  invalidated[address] = at.site;
  phaseBarriers.erase(address);
}

/// Whether the lane need not wait any more.  With a state of 64 bits, the number of the phase.
bool Workgroup::hasPhaseEnded(Wave &wave, const Instruction &at, unsigned lane, uint32_t address,
                              const PhaseBarrier &barrier) {
  const uint64_t observed = barrier.observed[wave.number].phase;
  if (at.phase.byState) {
    const uint64_t state = wave.registers.at<const uint64_t>(at.sources[1])[lane];
    if (barrier.phase > state + 1)
      reportBarrier(wave.number, at.site, address, barrier.site, FindingKind::BarrierMisuse,
                    "a wait for phase " + std::to_string(state) + " in " + phaseText(barrier));
    return barrier.phase > state;
  }
  const uint32_t parity = wave.registers.at<const uint32_t>(at.sources[1])[lane];
  if (parity > 1) {
    reportBarrier(wave.number, at.site, address, barrier.site, FindingKind::BarrierMisuse,
                  "a wait for parity " + std::to_string(parity) + ", which is neither 0 nor 1");
    return true;
  }
  // Of a wave that has waited before: it comes for the next phase.
  if (observed != 0 && parity == (observed & 1) && barrier.phase >= observed + 2)
    reportBarrier(
        wave.number, at.site, address, barrier.site, FindingKind::BarrierMisuse,
        "a wait for phase " + std::to_string(observed) +
            ", whose parity cannot be distinguished from the current one's: " + phaseText(barrier));
  return barrier.hasEnded(parity);
}

bool Workgroup::knowsLastPhase(const PhaseBarrier &barrier, unsigned wave) const {
  if (barrier.phase == 0) // what was before the first one has ended
    return true;
  for (unsigned other = 0; other < clocks.count(); ++other)
    if (const auto &[phase, time] = barrier.observed[other];
        phase == barrier.phase && clocks.isBefore(wave, other, time))
      return true;
  return false;
}

void Workgroup::acquirePhase(Wave &wave, const Instruction &at, uint32_t address) {
  auto entry = phaseBarriers.find(address);
  if (entry == phaseBarriers.end())
    return;
  PhaseBarrier &barrier = entry->second;
  if (IssueTrace *issues = timing())
    issues->wait(&barrier, issues->next(wave.inGroup));
  barrier.observed[wave.number] = {barrier.phase, clocks.now(wave.number)};
  for (size_t &next = barrier.acquiredCommits[wave.number]; next < barrier.endedCommits; ++next)
    barrier.commits[next].issuer->learn(barrier.commits[next].number, wave.number);
  if (at.phase.relaxed)
    return clocks.acquireTensor(wave.number, barrier.ended.all);
  clocks.acquire(wave.number, barrier.ended.all);
  if (at.phase.isOfCluster)
    clocks.acquire(wave.number, barrier.ended.ofCluster);
  size_t &next = barrier.acquired[wave.number];
  for (; next < barrier.endedFlights; ++next)
    barrier.flights[next].memory->endFlight(barrier.flights[next].flight, wave.number);
}

void Workgroup::waitForPhase(Wave &wave, const Instruction &at) {
  const LaneMask lanes =
      checkShared(wave, at, wave.context.active, wave.registers.at<const uint32_t>(at.sources[0]));
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  auto *ended = at.destination == noSlot ? nullptr : wave.registers.at<uint8_t>(at.destination);
  // A wait that tells its result may be over before the phase is (PTX ISA 9.0, 9.7.13.15.16
  // "mbarrier.test_wait, mbarrier.try_wait": after a time limit that depends on the system).  In
  // another order of waves it would be, unless this one knows of the end already: it is, once, so
  // that a loop that asks runs twice at most.
  const bool mayFail =
      ended && !wave.hasFailed && (options.order != Order::Random || (cluster.draw() & 1) != 0);
  LaneMask waiting = 0;
  // What was reported is not waited for.
  for (LaneMask rest = ended ? wave.context.active & ~lanes : 0; rest != 0; rest &= rest - 1)
    ended[std::countr_zero(rest)] = 1;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const PhaseBarrier *barrier = phaseBarrierAt(wave.number, at.site, addresses[lane]);
    const bool isOver = !barrier || (hasPhaseEnded(wave, at, lane, addresses[lane], *barrier) &&
                                     !(mayFail && !knowsLastPhase(*barrier, wave.number)));
    if (!isOver)
      waiting |= LaneMask{1} << lane;
    if (ended)
      ended[lane] = isOver ? 1 : 0;
  }
  if (waiting != 0 && !at.phase.isTest && !mayFail) {
    wave.awaited = addresses[std::countr_zero(waiting)];
    return runAgain(wave, WaveState::AtPhase);
  }
  wave.hasFailed = waiting != 0;
  // Who asks again and again lets others go on.
  yields = waiting != 0;
  if (yields && at.phase.isTest)
    landNext();
  for (LaneMask rest = lanes & ~waiting; rest != 0; rest &= rest - 1)
    acquirePhase(wave, at, addresses[std::countr_zero(rest)]);
}

/// The lanes of a warp arrive in no order: where some end a phase and others arrive in the next
/// one, nobody knows which.
void Workgroup::checkArrivalsTogether(Wave &wave, const Instruction &at, LaneMask lanes,
                                      const uint32_t *addresses, const uint32_t *places) {
  // Counts of their own are checked one by one, and what announces bytes ends no phase.
  if (at.sources[1] != noSlot || at.sources[2] != noSlot || lanes == 0)
    return;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  uint32_t together = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    together += addresses[std::countr_zero(rest)] == addresses[first] ? 1 : 0;
  Workgroup &holder = holderOf(addresses[first]);
  const auto entry = holder.phaseBarriers.find(places[first]);
  if (entry != holder.phaseBarriers.end() && together > entry->second.pending)
    holder.reportBarrier(wave.number, at.site, places[first], entry->second.site,
                         FindingKind::BarrierMisuse,
                         std::to_string(together) + " lanes of a warp arrive in " +
                             phaseText(entry->second) + ", and some of them in the next one");
}

void Workgroup::stepPhase(Wave &wave, const Instruction &at) {
  if (at.kind == Kind::PhaseWait)
    return waitForPhase(wave, at);
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  auto *state = at.destination == noSlot ? nullptr : wave.registers.at<uint64_t>(at.destination);
  uint32_t places[lanesPerWave];
  std::transform(addresses, addresses + lanesPerWave, places, placeInShared);
  const LaneMask lanes = checkShared(wave, at, wave.context.active, places);
  if (at.phase.arrives)
    checkArrivalsTogether(wave, at, lanes, addresses, places);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (at.kind == Kind::PhaseInit) {
      initPhase(wave, at, lane, places[lane]);
      continue;
    }
    Workgroup &holder = holderOf(addresses[lane]);
    useMemoryOf(holder, wave, at);
    holder.usePhase(wave, at, lane, places[lane], state ? state + lane : nullptr);
  }
}

/// An instruction of any wave of the cluster on a barrier of this workgroup.
void Workgroup::usePhase(Wave &wave, const Instruction &at, unsigned lane, uint32_t address,
                         uint64_t *state) {
  PhaseBarrier *barrier = phaseBarrierAt(wave.number, at.site, address);
  if (!barrier)
    return;
  if (at.kind == Kind::PhaseInvalidate)
    return invalidatePhase(wave, at, lane, address, *barrier);
  if (state)
    *state = barrier->phase;
  auto operand = [&](Slot slot, uint32_t otherwise) {
    return slot == noSlot ? otherwise : wave.registers.at<const uint32_t>(slot)[lane];
  };
  if (at.sources[2] != noSlot) {
    const int64_t bytes = operand(at.sources[2], 0);
    announce(*barrier, address, wave.number, at.site, at.phase.completes ? -bytes : bytes);
  }
  if (at.phase.arrives) {
    arrive(*barrier, address, wave.number, at, operand(at.sources[1], 1));
    if (IssueTrace *issues = cluster.timing(); issues && wave.number < program.waves())
      issues->arrive(barrier, issues->next(wave.number));
  }
  endPhaseIfComplete(*barrier);
}

/// The fence stands behind inits: those that the wave knows of, or only its own.
void Workgroup::fencePhases(Wave &wave, bool onlyOwn) {
  for (auto &[address, barrier] : phaseBarriers)
    if (barrier.fences[wave.number] == 0 &&
        (barrier.wave == wave.number ||
         (!onlyOwn && clocks.knows(wave.number, barrier.wave, barrier.time))))
      barrier.fences[wave.number] = clocks.now(wave.number);
}

bool Workgroup::isInitFenced(const PhaseBarrier &barrier, unsigned wave) const {
  for (unsigned other = 0; other < clocks.count(); ++other)
    if (barrier.fences[other] != 0 && clocks.knows(wave, other, barrier.fences[other]))
      return true;
  return false;
}

std::string Workgroup::phaseAwaitedBy(const Wave &wave) const {
  auto entry = phaseBarriers.find(wave.awaited);
  const std::string place = "the mbarrier at " + shared.describe(wave.awaited);
  return entry == phaseBarriers.end() ? place : place + ": " + phaseText(entry->second);
}

} // namespace wave::executor
