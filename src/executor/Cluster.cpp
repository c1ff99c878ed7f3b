//===- Cluster.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Cluster.h"

#include <algorithm>

#include "executor/Trace.h"

namespace wave::executor {
namespace {

/// A wave that waits for another one by looking at memory lets it run after so many.
constexpr uint64_t longSlice = 1 << 20;
/// With Order::Random: enough to come to the next access, not to the next barrier.
constexpr uint64_t shortSlice = 64;

/// At a multiple of what its variable is aligned to, and of no greater power of two: nobody may
/// rely on more.  Never at 0, nor where the system's part lies.  The same in all
/// workgroups of a cluster, which address each other by that (PTX ISA 9.0, 9.7.9.27.1
/// "cp.async.bulk.tensor": a multicast goes to the same place of each workgroup).
uint32_t sharedBeginOf(const Program &program, uint64_t seed) {
  const auto ofSystem = static_cast<uint32_t>(program.chip->systemSharedBytes);
  const uint32_t alignment = program.sharedAlignment;
  const uint32_t first = alignment < ofSystem ? ofSystem : 0;
  seed = (seed ^ seed >> 31) * 0xD6E8FEB86659FD93u;
  return first + alignment * (static_cast<uint32_t>(seed >> 61) | 1); // 1, 3, 5 or 7 times
}

} // namespace

Cluster::Cluster(const Program &program, const Options &options, GlobalMemory &global,
                 WorkgroupRaces &workgroupRaces, const Grid &grid)
    : program(program), options(options), grid(grid),
      races(program, global, grid, clocksOfGlobal(), options.races), racesOfLaunch(workgroupRaces) {
  for (uint32_t rank = 0; rank < program.clusterSize(); ++rank) {
    groups.push_back(
        std::make_unique<Workgroup>(program, options, global, grid, clocks, *this, rank));
    for (Wave &wave : groups.back()->allWaves())
      waves.push_back(&wave);
  }
}

void Cluster::start(uint64_t number) {
  isStuck = false;
  phase = 0;
  arriving = ended = {};
  clocks.reset(static_cast<unsigned>(waves.size()));
  ofGlobal.reset(static_cast<unsigned>(waves.size()));
  races.reset(number);
  current = number;
  const uint64_t seed = options.seed * 0x9E3779B97F4A7C15u + number;
  random.seed(seed);
  for (uint32_t rank = 0; rank < groups.size(); ++rank)
    groups[rank]->start(grid.positionOf(number, rank), sharedBeginOf(program, seed));
  isTimed =
      number == 0 && (options.trace || (options.counters && IssueTrace::isModelled(*program.chip)));
  if (isTimed)
    issues = std::make_unique<IssueTrace>(program);
}

Wave *Cluster::choose() {
  std::array<Wave *, maxWaves> ready{};
  size_t count = 0;
  for (Wave *wave : waves)
    if (wave->state == WaveState::Ready)
      ready[count++] = wave;
  if (count == 0)
    return nullptr;
  switch (options.order) {
  case Order::First:
    return ready[0];
  case Order::Last:
    return ready[count - 1];
  case Order::Random:
    break;
  }
  return ready[random() % count];
}

uint64_t Cluster::slice() {
  return options.order == Order::Random ? 1 + random() % shortSlice : longSlice;
}

bool Cluster::advance() {
  if (isStuck)
    return false;
  const bool isRandom = options.order == Order::Random;
  auto hasTransfers = [](const auto &group) { return group->hasTransfers(); };
  if (isRandom && std::any_of(groups.begin(), groups.end(), hasTransfers) && random() % 4 == 0)
    landNext();
  Wave *wave = choose();
  if (!wave)
    return unblock();
  of(*wave).runWave(*wave, slice());
  // The others get their turn before this wave goes on.
  if (wave->state == WaveState::Ready && !isRandom)
    for (Wave *other : waves)
      if (other != wave && other->state == WaveState::Ready && !isStuck)
        of(*other).runWave(*other, longSlice);
  return true;
}

void Cluster::finish() {
  if (!isStuck)
    for (auto &group : groups) {
      group->finishTransfers();
      group->compareCounts();
    }
  // Commits of one workgroup arrive at mbarriers of others.
  if (!isStuck)
    for (auto &group : groups) {
      group->reportUnawaited();
      group->reportUsesAfterEnd();
    }
  if (isTimed && options.trace)
    *options.trace = traceText(program, issues->spans());
}

bool Cluster::anyTransferTo(const Workgroup &holder, uint32_t barrier) const {
  return std::any_of(groups.begin(), groups.end(), [&](const auto &group) {
    return std::any_of(group->transfers.begin(), group->transfers.end(), [&](const Transfer &copy) {
      return !copy.isStore && !copy.hasLanded && copy.counter == &holder && copy.barrier == barrier;
    });
  });
}

bool Cluster::anyCommitTo(const Workgroup &holder, uint32_t barrier) const {
  return std::any_of(groups.begin(), groups.end(), [&](const auto &group) {
    return std::any_of(group->arrivals.begin(), group->arrivals.end(),
                       [&](const TensorArrival &arrival) {
                         return arrival.target == &holder && arrival.barrier == barrier;
                       });
  });
}

bool Cluster::landNext() {
  const size_t first = options.order == Order::Random ? random() % groups.size() : 0;
  for (size_t i = 0; i < groups.size(); ++i)
    if (groups[(first + i) % groups.size()]->landNext())
      return true;
  return false;
}

bool Cluster::unblock() {
  auto hasEnded = [](const Wave *wave) { return wave->state == WaveState::Ended; };
  if (std::all_of(waves.begin(), waves.end(), hasEnded))
    return false;
  if (landNext())
    return true;
  for (auto &group : groups)
    if (group->passBarrier() || group->passUnreached())
      return true;
  isStuck = true;
  for (auto &group : groups)
    group->reportDeadlock();
  return false;
}

void Cluster::giveUp() {
  isStuck = true;
  for (auto &group : groups)
    group->reportNoProgress();
}

void Cluster::arrive(Wave &wave, const Instruction &at) {
  if (wave.clusterPhase != 0)
    return of(wave).reportCluster(wave, at,
                                  wave.clusterPhase > phase
                                      ? "a wave arrives again before the others have"
                                      : "a wave arrives again that has not waited");
  wave.clusterPhase = phase + 1;
  if (at.phase.relaxed)
    clocks.releaseTensor(wave.number, arriving);
  else
    clocks.release(wave.number, arriving);
  endPhaseIfComplete();
}

void Cluster::wait(Wave &wave, const Instruction &at) {
  if (wave.clusterPhase == 0)
    return of(wave).reportCluster(wave, at, "a wave waits that has not arrived");
  if (wave.clusterPhase > phase) {
    wave.state = WaveState::AtCluster;
    return;
  }
  wave.clusterPhase = 0;
  clocks.acquire(wave.number, ended);
}

void Cluster::endPhaseIfComplete() {
  bool anyArrived = false;
  for (const Wave *wave : waves) {
    if (wave->state != WaveState::Ended && wave->clusterPhase <= phase)
      return;
    anyArrived |= wave->clusterPhase > phase;
  }
  if (!anyArrived)
    return;
  ++phase;
  ended = arriving;
  for (Wave *wave : waves)
    if (wave->state == WaveState::AtCluster) {
      clocks.acquire(wave->number, ended);
      wave->clusterPhase = 0;
      wave->state = WaveState::Ready;
    }
}

std::string Cluster::awaited() const {
  size_t arrived = 0;
  for (const Wave *wave : waves)
    arrived += wave->clusterPhase > phase ? 1 : 0;
  return "the cluster's barrier, to which " + std::to_string(arrived) + " of " +
         std::to_string(waves.size()) + " waves have come";
}

} // namespace wave::executor
