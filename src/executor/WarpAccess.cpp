//===- WarpAccess.cpp - A warp's instructions on shared memory ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.14.5.15 "ldmatrix", 9.7.14.5.16 "stmatrix", 9.7.9.25.3 "cp.async".
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "executor/Staging.h"
#include "executor/Workgroup.h"

namespace wave::executor {
namespace {

constexpr unsigned warpLanes = 32, rows = 8, rowBytes = 16;

/// What a lane holds of a matrix: a word of the row lane / 4 or, transposed, a half of each of
/// the rows 2 * (lane % 4) and the one after.
struct Part {
  unsigned row, offset, bytes;
};
std::array<Part, 2> partsOf(unsigned lane, bool isTransposed) {
  const unsigned outer = lane / 4, inner = lane % 4;
  if (isTransposed)
    return {{{2 * inner, 2 * outer, 2}, {2 * inner + 1, 2 * outer, 2}}};
  return {{{outer, 4 * inner, 2}, {outer, 4 * inner + 2, 2}}};
}

LaneMask lanesWithRows(const Instruction &at) {
  return allLanes >> (lanesPerWave - static_cast<unsigned>(at.immediate) * rows);
}

} // namespace

void Workgroup::requireAllLanes(Wave &wave, const Instruction &at) {
  const LaneMask absent = wave.context.present & ~wave.context.active;
  if (absent == 0)
    return;
  found.add(FindingKind::BarrierDivergent, at.site, noSite, static_cast<int>(wave.number),
            std::countr_zero(absent), [&] {
              return program.sites[at.site].operation + ", which all lanes of a wave run, but " +
                     std::to_string(std::popcount(absent)) + " do not";
            });
}

void Workgroup::loadMatrix(Wave &wave, const Instruction &at) {
  requireAllLanes(wave, at);
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const LaneMask lanes = checkShared(wave, at, lanesWithRows(at) & wave.context.active, addresses);
  shared.read({wave.number, at.site}, lanes, addresses, rowBytes);
  auto *out = wave.registers.at<std::byte>(at.destination);
  for (unsigned matrix = 0; matrix < static_cast<unsigned>(at.immediate); ++matrix)
    for (unsigned lane = 0; lane < warpLanes; ++lane) {
      std::byte *word = out + (matrix * lanesPerWave + lane) * 4;
      for (const Part &part : partsOf(lane, at.auxiliary != 0)) {
        const unsigned source = matrix * rows + part.row;
        if ((lanes >> source & 1) != 0)
          std::memcpy(word, shared.data() + addresses[source] + part.offset, part.bytes);
        word += part.bytes;
      }
    }
  countShared(at, lanes, addresses, machine::SharedDirection::Read);
}

void Workgroup::storeMatrix(Wave &wave, const Instruction &at) {
  requireAllLanes(wave, at);
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const LaneMask lanes = checkShared(wave, at, lanesWithRows(at) & wave.context.active, addresses);
  const Accessor who = {wave.number, at.site};
  shared.write(who, lanes, addresses, rowBytes);
  const auto *in = wave.registers.at<const std::byte>(at.sources[1]);
  Staging staged;
  for (unsigned matrix = 0; matrix < static_cast<unsigned>(at.immediate); ++matrix)
    for (unsigned lane = 0; lane < warpLanes; ++lane) {
      const std::byte *word = in + (matrix * lanesPerWave + lane) * 4;
      for (const Part &part : partsOf(lane, at.auxiliary != 0)) {
        const unsigned target = matrix * rows + part.row;
        std::memcpy(staged.bytes + target * rowBytes + part.offset, word, part.bytes);
        word += part.bytes;
      }
    }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    copyLane(shared.data() + addresses[lane], staged.bytes + lane * rowBytes, rowBytes);
  }
  shared.checkAgreement(who, lanes, addresses, rowBytes, staged.bytes);
  countShared(at, lanes, addresses, machine::SharedDirection::Write);
}

/// Each lane copies to its own address; what it does not read of the bytes becomes zero.
void Workgroup::copyLanes(Wave &wave, const Instruction &at) {
  const auto *from = wave.registers.at<const uint64_t>(at.sources[0]);
  const auto *to = wave.registers.at<const uint32_t>(at.sources[1]);
  const uint32_t bytes = at.access.bytes;
  const LaneMask active = wave.context.active;
  Copy copy;
  copy.site = at.site;
  copy.bytes = bytes;
  copy.values.resize(lanesPerWave * bytes);
  // Lanes that read equally many bytes are one access.
  uint32_t sizes[lanesPerWave];
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    sizes[lane] =
        at.sources[2] == noSlot ? bytes : wave.registers.at<const uint32_t>(at.sources[2])[lane];
  for (LaneMask rest = active; rest != 0;) {
    const uint32_t size = sizes[std::countr_zero(rest)];
    LaneMask alike = 0;
    for (LaneMask lanes = rest; lanes != 0; lanes &= lanes - 1)
      if (const int lane = std::countr_zero(lanes); sizes[lane] == size)
        alike |= LaneMask{1} << lane;
    rest &= ~alike;
    if (size > bytes)
      found.add(FindingKind::OutOfBounds, at.site, noSite, static_cast<int>(wave.number),
                std::countr_zero(alike), [&] {
                  return "a copy of " + std::to_string(bytes) + " bytes that is to read " +
                         std::to_string(size);
                });
    if (size == 0 || size > bytes)
      continue;
    Instruction piece = at;
    piece.access.bytes = size;
    Staging some;
    readGlobal(wave, piece, alike, from, some.bytes);
    for (LaneMask lanes = alike; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      copyLane(copy.values.data() + lane * bytes, some.bytes + lane * size, size);
    }
  }
  copy.lanes = checkShared(wave, at, active, to);
  countShared(at, copy.lanes, to, machine::SharedDirection::Write);
  std::copy_n(to, lanesPerWave, copy.addresses.begin());
  start(wave, std::move(copy));
}

void Workgroup::commitCopies(Wave &wave) {
  for (Copy &copy : wave.copies)
    if (copy.group == Copy::inNoGroup)
      copy.group = wave.groupsOfCopies;
  ++wave.groupsOfCopies;
}

void Workgroup::waitForGroups(Wave &wave, uint32_t remaining) {
  // Copies are in the order in which they began, and so are their groups.
  size_t underWay = 0;
  for (const Copy &copy : wave.copies)
    underWay += copy.group == Copy::inNoGroup || copy.group + remaining >= wave.groupsOfCopies;
  waitForCopies(wave, underWay);
}

} // namespace wave::executor
