//===- WarpLanes.cpp - What the lanes of a warp of 32 tell each other -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.9.6 "shfl.sync", 9.7.13 "vote.sync", "elect.sync", 10 "Special
// registers".
//
//===----------------------------------------------------------------------===//

#include <bit>

#include "executor/LaneFunctions.h"

namespace wave::executor {
namespace {

constexpr uint32_t warpLanes = 32;

/// Lanes that run the operation and name themselves in its mask; the others have no result.
LaneMask participants(const uint32_t *mask, LaneContext &context) {
  LaneMask lanes = 0;
  for (uint32_t lane = 0; lane < warpLanes; ++lane) {
    if (!context.isActive(lane))
      continue;
    if ((mask[lane] >> lane & 1) != 0 && (mask[lane] & context.present & ~context.active) == 0)
      lanes |= LaneMask{1} << lane;
    else
      context.faults |= LaneMask{1} << lane;
  }
  return lanes;
}

enum class Shuffle { Index, Butterfly, Up, Down };

/// A second row, of one byte, says whether the source is within the segment.
template <Shuffle kind, bool saysValid>
void shuffle(const Registers &registers, const Instruction &at, LaneContext &context) {
  const LaneMask taking = participants(registers.at<const uint32_t>(at.sources[0]), context);
  const auto *in = registers.at<const uint32_t>(at.sources[1]);
  const auto *offsets = registers.at<const uint32_t>(at.sources[2]);
  const auto *controls = registers.at<const uint32_t>(at.sources[3]);
  auto *out = registers.at<uint32_t>(at.destination);
  auto *valid = registers.at<uint8_t>(at.destination) + lanesPerWave * sizeof(uint32_t);
  for (uint32_t lane = 0; lane < warpLanes; ++lane) {
    const uint32_t clamp = controls[lane] & 31, segment = controls[lane] >> 8 & 31;
    const uint32_t offset = offsets[lane] & 31;
    const auto last = static_cast<int>((lane & segment) | (clamp & ~segment));
    const auto first = static_cast<int>(lane & segment);
    int source = 0;
    bool isWithin = false;
    switch (kind) {
    case Shuffle::Index:
      source = first | static_cast<int>(offset & ~segment & 31);
      isWithin = source <= last;
      break;
    case Shuffle::Butterfly:
      source = static_cast<int>(lane ^ offset);
      isWithin = source <= last;
      break;
    case Shuffle::Up:
      source = static_cast<int>(lane) - static_cast<int>(offset);
      isWithin = source >= last;
      break;
    case Shuffle::Down:
      source = static_cast<int>(lane + offset);
      isWithin = source <= last;
      break;
    }
    const uint32_t from = isWithin ? static_cast<uint32_t>(source) : lane;
    if ((taking >> lane & 1) != 0 && (taking >> from & 1) == 0)
      context.faults |= LaneMask{1} << lane;
    out[lane] = in[from];
    if constexpr (saysValid)
      valid[lane] = isWithin ? 1 : 0;
  }
}

enum class Vote { Any, All, Uniform, Ballot };

template <Vote kind>
void vote(const Registers &registers, const Instruction &at, LaneContext &context) {
  const auto *mask = registers.at<const uint32_t>(at.sources[0]);
  const auto *condition = registers.at<const uint8_t>(at.sources[1]);
  const LaneMask taking = participants(mask, context);
  LaneMask holds = 0;
  for (uint32_t lane = 0; lane < warpLanes; ++lane)
    holds |= static_cast<LaneMask>(condition[lane] & 1) << lane;
  for (uint32_t lane = 0; lane < warpLanes; ++lane) {
    const LaneMask asked = taking & mask[lane], yes = holds & asked;
    if constexpr (kind == Vote::Ballot)
      registers.at<uint32_t>(at.destination)[lane] = static_cast<uint32_t>(yes);
    else
      registers.at<uint8_t>(at.destination)[lane] = kind == Vote::Any   ? yes != 0
                                                    : kind == Vote::All ? yes == asked
                                                                        : yes == 0 || yes == asked;
  }
}

/// Without a mask all lanes are meant.
void elect(const Registers &registers, const Instruction &at, LaneContext &context) {
  LaneMask candidates = context.active;
  if (at.sources[0] != noSlot)
    candidates = participants(registers.at<const uint32_t>(at.sources[0]), context);
  auto *out = registers.at<uint8_t>(at.destination);
  const int leader = candidates == 0      ? -1
                     : context.electsLast ? 63 - std::countl_zero(candidates)
                                          : std::countr_zero(candidates);
  for (int lane = 0; lane < static_cast<int>(warpLanes); ++lane)
    out[lane] = lane == leader ? 1 : 0;
}

void laneNumber(const Registers &registers, const Instruction &at, LaneContext &) {
  auto *out = registers.at<uint32_t>(at.destination);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
    out[lane] = lane;
}

void warpNumber(const Registers &registers, const Instruction &at, LaneContext &context) {
  auto *out = registers.at<uint32_t>(at.destination);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
    out[lane] = context.firstThread / warpLanes;
}

/// Lanes that are less, less or equal, and so on.
template <bool less, bool equal, bool greater>
void laneMask(const Registers &registers, const Instruction &at, LaneContext &) {
  auto *out = registers.at<uint32_t>(at.destination);
  for (uint32_t lane = 0; lane < warpLanes; ++lane) {
    const uint32_t mine = uint32_t{1} << lane, below = mine - 1;
    out[lane] = (less ? below : 0) | (equal ? mine : 0) | (greater ? ~(below | mine) : 0);
  }
}

struct Named {
  std::string_view name;
  LaneFunction run;
};

constexpr Named functions[] = {
    {"nvvm.shfl.sync.idx", shuffle<Shuffle::Index, false>},
    {"nvvm.shfl.sync.bfly", shuffle<Shuffle::Butterfly, false>},
    {"nvvm.shfl.sync.up", shuffle<Shuffle::Up, false>},
    {"nvvm.shfl.sync.down", shuffle<Shuffle::Down, false>},
    {"nvvm.shfl.sync.idx.p", shuffle<Shuffle::Index, true>},
    {"nvvm.shfl.sync.bfly.p", shuffle<Shuffle::Butterfly, true>},
    {"nvvm.shfl.sync.up.p", shuffle<Shuffle::Up, true>},
    {"nvvm.shfl.sync.down.p", shuffle<Shuffle::Down, true>},
    {"nvvm.vote.sync.any", vote<Vote::Any>},
    {"nvvm.vote.sync.all", vote<Vote::All>},
    {"nvvm.vote.sync.uni", vote<Vote::Uniform>},
    {"nvvm.vote.sync.ballot", vote<Vote::Ballot>},
    {"nvvm.elect.sync", elect},
    {"nvvm.read.ptx.sreg.laneid", laneNumber},
    {"nvvm.read.ptx.sreg.warpid", warpNumber},
    {"nvvm.read.ptx.sreg.lanemask.eq", laneMask<false, true, false>},
    {"nvvm.read.ptx.sreg.lanemask.lt", laneMask<true, false, false>},
    {"nvvm.read.ptx.sreg.lanemask.le", laneMask<true, true, false>},
    {"nvvm.read.ptx.sreg.lanemask.gt", laneMask<false, false, true>},
    {"nvvm.read.ptx.sreg.lanemask.ge", laneMask<false, true, true>},
};

} // namespace

LaneFunction warpFunction(std::string_view operation) {
  for (const Named &row : functions)
    if (row.name == operation)
      return row.run;
  return nullptr;
}

} // namespace wave::executor
