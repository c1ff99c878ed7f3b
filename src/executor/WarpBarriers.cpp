//===- WarpBarriers.cpp - The sixteen barriers of a workgroup -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.13.1 "barrier": warps count with all their threads, and a barrier
// orders the memory of those that it joins.
//
//===----------------------------------------------------------------------===//

#include <bit>

#include "executor/Cluster.h"
#include "executor/Workgroup.h"

namespace wave::executor {

void Workgroup::namedBarrier(Wave &wave, const Instruction &at) {
  if (wave.context.active == 0)
    return;
  const uint32_t lanes = program.lanes(), all = program.waves() * lanes;
  const int first = std::countr_zero(wave.context.active);
  requireAllLanes(wave, at);
  auto operand = [&](Slot slot, uint32_t otherwise) {
    return slot == noSlot ? otherwise : wave.registers.at<const uint32_t>(slot)[first];
  };
  const uint32_t number = operand(at.sources[0], 0), threads = operand(at.sources[1], all);
  auto report = [&](uint32_t other, const std::string &what) {
    found.add(FindingKind::BarrierMisuse, at.site, other, static_cast<int>(wave.number), -1, [&] {
      return "barrier " + std::to_string(number) + " for " + std::to_string(threads) +
             " threads: " + what;
    });
  };
  if (number >= namedBarriers.size())
    return report(noSite, "there are barriers 0 to " + std::to_string(namedBarriers.size() - 1));
  if (threads == 0 || threads % lanes != 0 || threads > all)
    return report(noSite, "the number is a multiple of " + std::to_string(lanes) + " up to " +
                              std::to_string(all) + ", the threads of the workgroup");
  NamedBarrier &barrier = namedBarriers[number];
  if (barrier.arrived != 0 && barrier.threads != threads)
    report(barrier.site, "others wait there for " + std::to_string(barrier.threads));
  barrier.threads = threads;
  barrier.site = at.site;
  barrier.arrived += lanes;
  clocks.release(wave.number, barrier.clock);
  if (IssueTrace *issues = timing())
    issues->arrive(&barrier, issues->next(wave.inGroup));
  if (at.kind == Kind::NamedBarrier) {
    barrier.waiting.set(wave.number);
    wave.state = WaveState::AtNamed;
  }
  if (barrier.arrived >= barrier.threads)
    complete(barrier);
}

void Workgroup::complete(NamedBarrier &barrier) {
  std::vector<unsigned> waiting;
  for (Wave &wave : waves)
    if (barrier.waiting[wave.number]) {
      waiting.push_back(wave.inGroup);
      clocks.acquire(wave.number, barrier.clock);
      wave.state = WaveState::Ready;
    }
  if (IssueTrace *issues = timing())
    issues->meet(&barrier, waiting);
  barrier = {};
}

/// A barrier for all that only waves that have ended do not come to.
bool Workgroup::passUnreached() {
  for (NamedBarrier &barrier : namedBarriers) {
    if (barrier.waiting.none() || barrier.threads != program.waves() * program.lanes())
      continue;
    bool allCame = true;
    for (const Wave &wave : waves)
      allCame &= wave.state == WaveState::Ended || barrier.waiting[wave.number];
    if (!allCame)
      continue;
    reportUnreached();
    complete(barrier);
    return true;
  }
  return false;
}

void Workgroup::reportDeadlock() {
  for (const Wave &wave : waves) {
    if (wave.state == WaveState::Ended)
      continue;
    found.add(FindingKind::Deadlock, siteOf(wave), noSite, static_cast<int>(wave.number), -1, [&] {
      return "wave " + std::to_string(wave.inGroup) + " waits forever for " + awaitedBy(wave);
    });
  }
}

uint32_t Workgroup::siteOf(const Wave &wave) const {
  const bool runsAgain = wave.state == WaveState::AtPhase || wave.state == WaveState::AtRegisters ||
                         wave.state == WaveState::AtTensor;
  return program.code[runsAgain || wave.next == 0 ? wave.next : wave.next - 1].site;
}

std::string Workgroup::awaitedBy(const Wave &wave) const {
  if (wave.state == WaveState::AtCluster)
    return cluster.awaited();
  if (wave.state == WaveState::AtPhase)
    return phaseAwaitedBy(wave);
  if (wave.state == WaveState::AtRegisters)
    return "registers, of which others have released " + std::to_string(freeRegisters) +
           " of a lane";
  if (wave.state == WaveState::AtTensor)
    return wish.isOpen ? "the other workgroup of the pair to allocate tensor memory too"
                       : "columns of tensor memory that are free";
  for (size_t number = 0; number < namedBarriers.size(); ++number) {
    const NamedBarrier &barrier = namedBarriers[number];
    if (wave.state == WaveState::AtNamed && barrier.waiting[wave.number])
      return "barrier " + std::to_string(number) + ", to which " + std::to_string(barrier.arrived) +
             " of " + std::to_string(barrier.threads) + " threads have come";
  }
  return "a barrier";
}

} // namespace wave::executor
