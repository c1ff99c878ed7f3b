//===- Workgroup.cpp - Scheduling and control flow ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Workgroup.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "llvm/Support/ErrorHandling.h"

#include "executor/Cluster.h"

namespace wave::executor {
LaneMask conditionMask(const uint8_t *condition) {
  LaneMask mask = 0;
  for (unsigned part = 0; part < lanesPerWave / 8; ++part) {
    uint64_t bytes;
    std::memcpy(&bytes, condition + part * 8, 8);
    // The multiplication brings bit 8 * i to bit 56 + i.
    mask |= (bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56 << part * 8;
  }
  return mask;
}

Workgroup::Workgroup(const Program &program, const Options &options, GlobalMemory &global,
                     const Grid &grid, Clocks &clocks, Cluster &cluster, uint32_t rank)
    : program(program), options(options), global(global), grid(grid), rank(rank), found(program),
      clocks(clocks), cluster(cluster),
      shared(program, {options.races, options.uninitialised}, clocks, found),
      waves(program.waves()),
      tensor(program, {options.races, options.uninitialised}, clocks, found),
      executed(program.code.size()) {
  for (unsigned number = 0; number < waves.size(); ++number) {
    Wave &wave = waves[number];
    wave.number = rank * program.waves() + number;
    wave.inGroup = number;
    constexpr size_t alignment = 64;
    const size_t bytes = (size_t{program.registerBytes} / alignment + 1) * alignment;
    wave.memory.reset(static_cast<std::byte *>(std::aligned_alloc(alignment, bytes)));
    if (!wave.memory)
      throw std::bad_alloc();
    std::fill_n(wave.memory.get(), bytes, std::byte{0});
    // Constants are never a destination.
    auto *constants =
        reinterpret_cast<std::byte *>(const_cast<uint64_t *>(program.constants.data())); // NOLINT
    wave.registers.base = {wave.memory.get(), constants};
  }
}

void Workgroup::start(const GroupPosition &group, uint32_t sharedBegin) {
  groupNumber = grid.numberOf(group);
  found.beginGroup(groupNumber, group);
  shared.reset(sharedBegin);
  namedBarriers.fill({});
  phaseBarriers.clear();
  invalidated.clear();
  usesByOthers.fill({});
  transfers.clear();
  arrivals.clear();
  commits.clear();
  wish = {};
  mayAllocate = true;
  if (program.hasTensors)
    tensor.reset();
  warpgroups.assign(waves.size() / 4 + 1, {});
  freeRegisters = 0;
  for (Wave &wave : waves) {
    const unsigned first = wave.inGroup * program.lanes();
    const unsigned threads = std::min(program.lanes(), program.threads() - first);
    wave.state = WaveState::Ready;
    wave.next = 0;
    wave.executed = 0;
    wave.frames.clear();
    wave.copies.clear();
    wave.groupsOfCopies = 0;
    wave.hasFailed = false;
    wave.bulkGroups.fill(0);
    wave.held.clear();
    wave.productsUnderWay.clear();
    wave.groupsOfProducts = 0;
    wave.products = 0;
    wave.areRegistersFenced = false;
    wave.laneRegisters = 0;
    wave.issues.clear();
    wave.lastCommit.fill(TensorCommit::none);
    wave.tensorLoads.clear();
    wave.tensorStores.clear();
    wave.clusterPhase = 0;
    if (program.sharedBegin != noSlot)
      std::fill_n(wave.registers.at<uint32_t>(program.sharedBegin), lanesPerWave, sharedBegin);
    wave.context.present = allLanes >> (lanesPerWave - threads);
    wave.context.active = wave.context.present;
    wave.context.group = group;
    wave.context.grid = grid.size;
    wave.context.size = program.workgroup;
    wave.context.firstThread = first;
    wave.context.electsLast =
        options.order == Order::Last || (options.order == Order::Random && (options.seed & 1) != 0);
    for (size_t i = 0; i < program.parameters.size(); ++i) {
      const Parameter &parameter = program.parameters[i];
      if (parameter.slot == noSlot)
        continue;
      const uint64_t word = global.word(i);
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        std::memcpy(wave.registers.at<std::byte>(parameter.slot) + lane * parameter.bytes, &word,
                    parameter.bytes);
    }
  }
}

bool Workgroup::hasEnded() const {
  return std::all_of(waves.begin(), waves.end(),
                     [](const Wave &wave) { return wave.state == WaveState::Ended; });
}

bool Workgroup::passBarrier() {
  WaveSet waiting;
  bool anyEnded = false;
  for (const Wave &wave : waves) {
    anyEnded |= wave.state == WaveState::Ended;
    if (wave.state == WaveState::AtBarrier)
      waiting.set(wave.number);
  }
  if (waiting.none())
    return false;
  // AMD's barrier does not wait for waves that have ended; others wait forever.
  if (anyEnded)
    reportUnreached();
  clocks.meet(waiting);
  cluster.clocksOfGlobal().meet(waiting);
  for (Wave &wave : waves)
    if (wave.state == WaveState::AtBarrier)
      wave.state = WaveState::Ready;
  return true;
}

void Workgroup::reportUnreached() {
  auto waits = [](const Wave &wave) { return wave.state != WaveState::Ended; };
  const Wave *first = &*std::find_if(waves.begin(), waves.end(), waits);
  found.add(FindingKind::BarrierUnreached, program.code[first->next - 1].site, noSite,
            static_cast<int>(first->number), -1, [&] {
              std::string text = "waves";
              for (const Wave &wave : waves)
                if (waits(wave))
                  text += " " + std::to_string(wave.inGroup) + " (" +
                          program.sites[program.code[wave.next - 1].site].describe() + ")";
              text += " wait at a barrier, but ended have";
              for (const Wave &wave : waves)
                if (!waits(wave))
                  text += " " + std::to_string(wave.inGroup);
              return text;
            });
}

IssueTrace *Workgroup::timing() const { return rank == 0 ? cluster.timing() : nullptr; }

void Workgroup::runWave(Wave &wave, uint64_t instructions) {
  const Instruction *code = program.code.data();
  IssueTrace *issues = timing();
  for (; instructions > 0 && wave.state == WaveState::Ready; --instructions) {
    const Instruction &at = code[wave.next];
    const uint64_t before = counted.sharedCycles;
    ++executed[wave.next];
    counted.activeLanes += static_cast<uint64_t>(std::popcount(wave.context.active));
    ++wave.next;
    if (!wave.held.empty()) [[unlikely]]
      checkHeld(wave, at);
    if (at.kind == Kind::Lanes) {
      at.run(wave.registers, at, wave.context);
      if (wave.context.faults != 0) [[unlikely]]
        reportFaults(wave, at);
    } else {
      step(wave, at);
    }
    const bool isToRunAgain = wave.next == static_cast<uint32_t>(&at - code);
    if (issues && !isToRunAgain)
      issues->add(wave.inGroup, static_cast<uint32_t>(&at - code), counted.sharedCycles - before);
    if (yields) [[unlikely]]
      instructions = 1;
    yields = false;
    if (++wave.executed > options.instructionLimit) [[unlikely]] {
      cluster.giveUp();
      return;
    }
  }
}

void Workgroup::step(Wave &wave, const Instruction &at) {
  if (at.usesUndefined && wave.context.active != 0)
    found.add(FindingKind::Undefined, at.site, noSite, static_cast<int>(wave.number),
              std::countr_zero(wave.context.active), [&] {
                return "the " + program.sites[at.site].undefinedOperand + " of " +
                       program.sites[at.site].operation + " is undef or poison";
              });
  switch (at.kind) {
  case Kind::Lanes:
  case Kind::Hint:
    break;
  case Kind::If:
  case Kind::Else:
  case Kind::EndIf:
  case Kind::LoopBegin:
  case Kind::LoopTest:
  case Kind::Jump:
    branch(wave, at);
    break;
  case Kind::Barrier:
    barrier(wave, at);
    break;
  case Kind::Fence:
    fence(wave, at.fence);
    break;
  case Kind::Wait:
    waitForCopies(wave, static_cast<size_t>(at.immediate));
    break;
  case Kind::LoadShared:
    loadShared(wave, at);
    break;
  case Kind::StoreShared:
    storeShared(wave, at);
    break;
  case Kind::LoadGlobal:
    loadGlobal(wave, at);
    break;
  case Kind::StoreGlobal:
    storeGlobal(wave, at);
    break;
  case Kind::LoadBuffer:
  case Kind::StoreBuffer:
    accessBuffer(wave, at);
    break;
  case Kind::CopyToShared:
    beginCopy(wave, at);
    break;
  case Kind::AtomicShared:
    atomicShared(wave, at);
    break;
  case Kind::AtomicGlobal:
    atomicGlobal(wave, at);
    break;
  case Kind::Matrix:
    multiply(*program.matrices[at.target], program.chip->hasFnuz, wave.registers, at);
    break;
  case Kind::Return:
    // The end of a wave waits for its copies.
    waitForCopies(wave, 0);
    reportUnfinished(wave);
    wave.state = WaveState::Ended;
    cluster.endPhaseIfComplete();
    break;
  default:
    stepWarp(wave, at);
    break;
  }
}

void Workgroup::runAgain(Wave &wave, WaveState state) {
  wave.state = state;
  --wave.next;
  --wave.executed;
  --executed[wave.next];
  counted.activeLanes -= static_cast<uint64_t>(std::popcount(wave.context.active));
}

void Workgroup::branch(Wave &wave, const Instruction &at) {
  LaneMask &active = wave.context.active;
  switch (at.kind) {
  case Kind::If: {
    const LaneMask holds = active & conditionMask(wave.registers.at<uint8_t>(at.sources[0]));
    wave.frames.push_back({active, active & ~holds});
    active = holds;
    if (holds == 0)
      wave.next = at.target;
    break;
  }
  case Kind::Else:
    active = wave.frames.back().others;
    if (active == 0)
      wave.next = at.target;
    break;
  case Kind::EndIf:
    active = wave.frames.back().before;
    wave.frames.pop_back();
    break;
  case Kind::LoopBegin:
    wave.frames.push_back({active, 0});
    break;
  case Kind::LoopTest: {
    const LaneMask holds = active & conditionMask(wave.registers.at<uint8_t>(at.sources[0]));
    active = holds;
    if (holds == 0) {
      active = wave.frames.back().before;
      wave.frames.pop_back();
      wave.next = at.target;
    }
    break;
  }
  case Kind::Jump:
    wave.next = at.target;
    break;
  default:
    llvm::report_fatal_error("no instruction of control flow");
  }
}

void Workgroup::fence(Wave &wave, const FenceOrder &order) {
  // Without a restriction to shared memory, AMD's release waits for loads, copies among them.
  if (order.release && order.copies)
    waitForCopies(wave, 0);
  const auto apply = [&](Clocks &memory) {
    if (order.release)
      memory.release(wave.number);
    if (order.acquire)
      memory.acquire(wave.number);
  };
  if (order.shared)
    apply(clocks);
  if (Clocks &ofGlobal = cluster.clocksOfGlobal(); order.global && &ofGlobal != &clocks)
    apply(ofGlobal);
}

void Workgroup::barrier(Wave &wave, const Instruction &at) {
  if (wave.context.active != wave.context.present)
    found.add(FindingKind::BarrierDivergent, at.site, noSite, static_cast<int>(wave.number),
              std::countr_zero(wave.context.present & ~wave.context.active), [&] {
                return "a barrier that " +
                       std::to_string(std::popcount(wave.context.present & ~wave.context.active)) +
                       " lanes of the wave do not run";
              });
  wave.state = WaveState::AtBarrier;
}

void Workgroup::reportFaults(Wave &wave, const Instruction &at) {
  found.add(FindingKind::NoResult, at.site, noSite, static_cast<int>(wave.number),
            std::countr_zero(wave.context.faults), [&] {
              const std::string &operation = program.sites[at.site].operation;
              return operation.starts_with("nvvm.")
                         ? operation + " with lanes that do not take part"
                         : operation + " by zero, or with a quotient too large";
            });
  wave.context.faults = 0;
}

void Workgroup::reportNoProgress() {
  for (const Wave &wave : waves) {
    if (wave.state == WaveState::Ended || wave.next == 0)
      continue;
    found.add(FindingKind::NoProgress, siteOf(wave), noSite, static_cast<int>(wave.number), -1,
              [&] {
                return std::string("wave ") + std::to_string(wave.inGroup) +
                       (wave.state == WaveState::Ready ? " is still here" : " waits at a barrier") +
                       " after " + std::to_string(wave.executed) + " instructions";
              });
  }
}

Counters Workgroup::counters() const {
  Counters sum = counted;
  sum.addExecuted(program, executed);
  return sum;
}

} // namespace wave::executor
