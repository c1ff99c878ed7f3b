//===- Counters.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Counters.h"

#include <algorithm>
#include <array>
#include <bit>

namespace wave::executor {

uint64_t Counters::matrixInstructions() const {
  uint64_t sum = 0;
  for (const auto &[name, count] : matrix)
    sum += count;
  return sum;
}

namespace {
uint64_t *counterOf(Counters &counters, Kind kind) {
  switch (kind) {
  case Kind::Lanes:
  case Kind::NumberInCluster:
  case Kind::MapToRank:
    return &counters.vector;
  case Kind::If:
  case Kind::Else:
  case Kind::EndIf:
  case Kind::LoopBegin:
  case Kind::LoopTest:
  case Kind::Jump:
  case Kind::Return:
    return &counters.branches;
  case Kind::Barrier:
  case Kind::NamedBarrier:
  case Kind::NamedArrive:
  case Kind::ClusterArrive:
  case Kind::PhaseInit:
  case Kind::PhaseInvalidate:
  case Kind::PhaseArrive:
  case Kind::TensorCommit:
    return &counters.barriers;
  case Kind::Fence:
  case Kind::WarpSync:
  case Kind::ProxyFence:
  case Kind::PhaseFence:
  case Kind::WgmmaFence:
  case Kind::TensorFence:
    return &counters.fences;
  case Kind::Wait:
  case Kind::WaitGroups:
  case Kind::ClusterWait:
  case Kind::PhaseWait:
  case Kind::BulkWait:
  case Kind::WgmmaWait:
  case Kind::TensorWait:
    return &counters.waits;
  case Kind::Hint:
  case Kind::CommitCopies:
  case Kind::BulkCommit:
  case Kind::WgmmaCommit:
  case Kind::SetRegisters:
  case Kind::TensorAllocate:
  case Kind::TensorFree:
  case Kind::TensorRelinquish:
    return &counters.hints;
  case Kind::LoadShared:
  case Kind::LoadMatrix:
  case Kind::LoadCluster:
    return &counters.sharedReads;
  case Kind::StoreShared:
  case Kind::StoreMatrix:
  case Kind::StoreCluster:
    return &counters.sharedWrites;
  case Kind::LoadGlobal:
  case Kind::LoadBuffer:
    return &counters.globalLoads;
  case Kind::StoreGlobal:
  case Kind::StoreBuffer:
    return &counters.globalStores;
  case Kind::CopyToShared:
  case Kind::TensorLoad:
  case Kind::TensorStore:
  case Kind::CopyLanes:
  case Kind::BoxLoad:
  case Kind::BoxStore:
    return &counters.copies;
  case Kind::AtomicShared:
  case Kind::AtomicGlobal:
    return &counters.atomics;
  case Kind::Matrix:
  case Kind::WarpMatrix:
  case Kind::Wgmma:
  case Kind::TensorMultiply: // counted by the workgroup, which knows its shape
    break;
  }
  return nullptr;
}

std::string nameOfMatrix(const Program &program, const Instruction &at) {
  if (at.kind == Kind::Wgmma)
    return program.wgmmas[at.target].name();
  return at.kind == Kind::Matrix ? std::string(program.matrices[at.target]->name)
                                 : program.warpMatrices[at.target]->name();
}
} // namespace

void Counters::addExecuted(const Program &program, const std::vector<uint64_t> &executed) {
  for (size_t i = 0; i < executed.size(); ++i) {
    const Instruction &at = program.code[i];
    instructions += executed[i];
    if (uint64_t *counter = counterOf(*this, at.kind))
      *counter += executed[i];
    else if (executed[i] != 0 && at.kind != Kind::TensorMultiply)
      matrix[nameOfMatrix(program, at)] += executed[i];
  }
}

void Counters::add(const Counters &other) {
  instructions += other.instructions;
  vector += other.vector;
  branches += other.branches;
  barriers += other.barriers;
  fences += other.fences;
  waits += other.waits;
  hints += other.hints;
  sharedReads += other.sharedReads;
  sharedWrites += other.sharedWrites;
  globalLoads += other.globalLoads;
  globalStores += other.globalStores;
  copies += other.copies;
  atomics += other.atomics;
  for (const auto &[name, count] : other.matrix)
    matrix[name] += count;
  activeLanes += other.activeLanes;
  sectors += other.sectors;
  sectorsNeeded += other.sectorsNeeded;
  globalBytes += other.globalBytes;
  sharedCycles += other.sharedCycles;
  conflictCycles += other.conflictCycles;
}

uint64_t sectorsOf(LaneMask lanes, const uint64_t *addresses, uint32_t bytes,
                   unsigned sectorBytes) {
  // Begin and end of each lane's access; a lane touches a few sectors at most.
  std::array<std::pair<uint64_t, uint64_t>, lanesPerWave> ranges;
  size_t count = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint64_t address = addresses[std::countr_zero(lanes)];
    const std::pair<uint64_t, uint64_t> range = {address / sectorBytes,
                                                 (address + bytes - 1) / sectorBytes};
    if (count > 0 && ranges[count - 1] == range)
      continue;
    ranges[count++] = range;
  }
  if (!std::is_sorted(ranges.begin(), ranges.begin() + count))
    std::sort(ranges.begin(), ranges.begin() + count);
  uint64_t sectors = 0, next = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t first = std::max(ranges[i].first, next);
    if (ranges[i].second >= first) {
      sectors += ranges[i].second - first + 1;
      next = ranges[i].second + 1;
    }
  }
  return sectors;
}

SharedCost sharedCostOf(const machine::SharedAccess &access, LaneMask lanes,
                        const uint32_t *addresses, uint32_t bytes) {
  constexpr uint32_t wordBytes = 4;
  constexpr size_t mostWords = 16; // of one lane
  constexpr size_t mostBanks = 64;
  SharedCost cost;
  for (const std::vector<uint8_t> &group : access.groups) {
    // Words that a bank is asked for, each once: all lanes that want it get it together.
    std::array<std::array<uint32_t, lanesPerWave>, mostBanks> words;
    std::array<uint32_t, mostBanks> counts{};
    uint32_t most = 0;
    for (uint8_t lane : group) {
      if ((lanes >> lane & 1) == 0)
        continue;
      const uint32_t first = addresses[lane] / wordBytes,
                     last = (addresses[lane] + bytes - 1) / wordBytes;
      for (uint32_t word = first; word <= last && word - first < mostWords; ++word) {
        const uint32_t bank = word % access.banks;
        auto *begin = words[bank].data(), *end = begin + counts[bank];
        if (std::find(begin, end, word) != end || counts[bank] == lanesPerWave)
          continue;
        *end = word;
        most = std::max(most, ++counts[bank]);
      }
    }
    cost.cycles += most;
    cost.conflicts += most > 1 ? most - 1 : 0;
  }
  return cost;
}

} // namespace wave::executor
