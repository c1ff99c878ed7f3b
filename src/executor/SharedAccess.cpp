//===- SharedAccess.cpp - Instructions on shared memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>

#include "executor/Cluster.h"
#include "executor/Staging.h"
#include "executor/Workgroup.h"

namespace wave::executor {

/// Lanes of `active` whose access is in bounds and aligned; the others are reported.
LaneMask Workgroup::checkShared(Wave &wave, const Instruction &at, LaneMask active,
                                const uint32_t *addresses) {
  const uint32_t size = shared.size(), begin = shared.begin(), bytes = at.access.bytes;
  const uint32_t last = size >= bytes ? size - bytes : 0, unaligned = at.access.alignment - 1;
  if (size >= bytes && active == allLanes) {
    uint32_t greatest = 0, together = 0;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      greatest = std::max(greatest, addresses[lane] - begin);
      together |= addresses[lane];
    }
    if (greatest <= last && (together & unaligned) == 0)
      return active;
  }
  LaneMask good = active;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const uint32_t address = addresses[lane];
    const bool isOutside = !shared.contains(address, bytes);
    if (!isOutside && (address & unaligned) == 0)
      continue;
    good &= ~(LaneMask{1} << lane);
    found.add(isOutside ? FindingKind::OutOfBounds : FindingKind::Misaligned, at.site, noSite,
              static_cast<int>(wave.number), static_cast<int>(lane), [&] {
                return program.sites[at.site].operation + " of " + std::to_string(bytes) +
                       " bytes at " + shared.describe(address) +
                       (isOutside
                            ? ", outside of the " + std::to_string(size) + " bytes of shared memory"
                            : ", address " + std::to_string(address) + ", is not aligned to " +
                                  std::to_string(at.access.alignment));
              });
  }
  return good;
}

void Workgroup::countShared(const Instruction &at, LaneMask lanes, const uint32_t *addresses,
                            machine::SharedDirection direction) {
  if (!options.counters)
    return;
  // Wider accesses become several instructions of 16 bytes.
  for (uint32_t offset = 0; offset < at.access.bytes; offset += 16) {
    uint32_t shifted[lanesPerWave];
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      shifted[lane] = addresses[lane] + offset;
    const uint32_t bytes = std::min(16u, at.access.bytes - offset);
    const SharedCost cost =
        sharedCostOf(machine::sharedAccess(*program.chip, direction, bytes), lanes, shifted, bytes);
    counted.sharedCycles += cost.cycles;
    counted.conflictCycles += cost.conflicts;
  }
}

void Workgroup::loadShared(Wave &wave, const Instruction &at) {
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const LaneMask lanes = checkShared(wave, at, wave.context.active, addresses);
  shared.read({wave.number, at.site, at.auxiliary != 0}, lanes, addresses, at.access.bytes);
  Staging staged;
  const std::byte *memory = shared.data();
  if (lanes == allLanes) {
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      copyLane(staged.bytes + lane * at.access.bytes, memory + addresses[lane], at.access.bytes);
  } else {
    std::fill_n(staged.bytes, lanesPerWave * at.access.bytes, std::byte{0});
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      copyLane(staged.bytes + lane * at.access.bytes, memory + addresses[lane], at.access.bytes);
    }
  }
  stageToRows(at.access, staged, wave.registers, at.destination);
  countShared(at, lanes, addresses, machine::SharedDirection::Read);
}

void Workgroup::storeShared(Wave &wave, const Instruction &at) {
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const LaneMask lanes = checkShared(wave, at, wave.context.active, addresses);
  const Accessor who = {wave.number, at.site, at.auxiliary != 0};
  shared.write(who, lanes, addresses, at.access.bytes);
  Staging staged;
  stageFromRows(at.access, wave.registers, at.sources[1], staged);
  std::byte *memory = shared.data();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    copyLane(memory + addresses[lane], staged.bytes + lane * at.access.bytes, at.access.bytes);
  }
  shared.checkAgreement(who, lanes, addresses, at.access.bytes, staged.bytes);
  countShared(at, lanes, addresses, machine::SharedDirection::Write);
}

void Workgroup::atomicShared(Wave &wave, const Instruction &at) {
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const LaneMask lanes = checkShared(wave, at, wave.context.active, addresses);
  const uint32_t bytes = at.access.bytes;
  shared.write({wave.number, at.site, true}, lanes, addresses, bytes);
  const auto *operands = wave.registers.at<const std::byte>(at.sources[1]);
  auto *old = wave.registers.at<std::byte>(at.destination);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    program.atomics[at.target](shared.data() + addresses[lane], operands + lane * bytes,
                               old + lane * bytes);
  }
}

/// Lanes write side by side, from the address that the first active lane has.
void Workgroup::beginCopy(Wave &wave, const Instruction &at) {
  const auto *from = wave.registers.at<const uint64_t>(at.sources[0]);
  const auto *to = wave.registers.at<const uint32_t>(at.sources[1]);
  const LaneMask active = wave.context.active;
  if (active == 0)
    return;
  const auto offset = static_cast<uint32_t>(at.immediate);
  const uint32_t base = to[std::countr_zero(active)] + offset;
  uint64_t sources[lanesPerWave];
  uint32_t targets[lanesPerWave];
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    sources[lane] = from[lane] + offset;
    targets[lane] = base + lane * at.access.bytes;
  }
  Copy copy;
  copy.site = at.site;
  copy.bytes = at.access.bytes;
  copy.values.resize(lanesPerWave * at.access.bytes);
  readGlobal(wave, at, active, sources, copy.values.data());
  copy.lanes = checkShared(wave, at, active, targets);
  std::copy_n(targets, lanesPerWave, copy.addresses.begin());
  start(wave, std::move(copy));
}

void Workgroup::start(Wave &wave, Copy copy) {
  for (LaneMask rest = copy.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    shared.beginCopy({wave.number, copy.site}, lane, copy.addresses[lane], copy.bytes);
  }
  // It may complete at once; that nobody may rely on it is what the marks are for.
  if (options.order == Order::Random && (cluster.draw() & 1) != 0)
    land(copy);
  wave.copies.push_back(std::move(copy));
}

void Workgroup::land(Copy &copy) {
  for (LaneMask rest = copy.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    copyLane(shared.data() + copy.addresses[lane], copy.values.data() + lane * copy.bytes,
             copy.bytes);
  }
  copy.hasLanded = true;
}

void Workgroup::waitForCopies(Wave &wave, size_t remaining) {
  while (wave.copies.size() > remaining) {
    Copy &copy = wave.copies.front();
    if (!copy.hasLanded)
      land(copy);
    for (LaneMask rest = copy.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      shared.endCopy({wave.number, copy.site}, lane, copy.addresses[lane], copy.bytes);
    }
    wave.copies.erase(wave.copies.begin());
  }
}

} // namespace wave::executor
