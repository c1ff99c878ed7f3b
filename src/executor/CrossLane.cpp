//===- CrossLane.cpp - Who a lane is, and what it takes from others -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources: AMD Instinct MI300 ISA reference guide, "Data Parallel Processing (DPP)",
// DS_SWIZZLE_B32, DS_BPERMUTE_B32, V_READLANE_B32, V_MBCNT_*; CDNA4 ISA reference guide,
// V_PERMLANE16_SWAP_B32, V_PERMLANE32_SWAP_B32.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <bit>

#include "executor/LaneFunctions.h"

namespace wave::executor {
namespace {

enum class Identity { Item, Group, GroupSize, GridSize };

template <typename T, Identity identity, int axis>
void identify(const Registers &registers, const Instruction &at, LaneContext &context) {
  T *out = registers.at<T>(at.destination);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane) {
    uint32_t thread = context.firstThread + lane;
    switch (identity) {
    case Identity::Item: {
      const std::array<uint32_t, 3> item = {thread % context.size[0],
                                            thread / context.size[0] % context.size[1],
                                            thread / context.size[0] / context.size[1]};
      out[lane] = item[axis];
      break;
    }
    case Identity::Group:
      out[lane] = context.group[axis];
      break;
    case Identity::GroupSize:
      out[lane] = context.size[axis];
      break;
    case Identity::GridSize:
      out[lane] = context.grid[axis];
      break;
    }
  }
}

template <Identity identity> LaneFunction identityOf(char axis, unsigned bytes) {
  switch (axis) {
  case 'x':
    return bytes == 8 ? identify<uint64_t, identity, 0> : identify<uint32_t, identity, 0>;
  case 'y':
    return bytes == 8 ? identify<uint64_t, identity, 1> : identify<uint32_t, identity, 1>;
  default:
    return bytes == 8 ? identify<uint64_t, identity, 2> : identify<uint32_t, identity, 2>;
  }
}

uint32_t firstActive(const LaneContext &context) {
  return context.active == 0 ? 0 : static_cast<uint32_t>(std::countr_zero(context.active));
}

template <typename T>
void broadcast(const Registers &registers, const Instruction &at, uint32_t lane) {
  const T *in = registers.at<const T>(at.sources[0]);
  T *out = registers.at<T>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = in[i - i % lanesPerWave + lane];
}

template <typename T>
void readFirstLane(const Registers &registers, const Instruction &at, LaneContext &context) {
  broadcast<T>(registers, at, firstActive(context));
}

/// The lane's number is the same in all lanes, or the first active one's is taken.
template <typename T>
void readLane(const Registers &registers, const Instruction &at, LaneContext &context) {
  const auto *index = registers.at<const uint32_t>(at.sources[1]);
  broadcast<T>(registers, at, index[firstActive(context)] % lanesPerWave);
}

void permute(const Registers &registers, const Instruction &at, LaneContext &context) {
  const auto *index = registers.at<const uint32_t>(at.sources[0]);
  const auto *in = registers.at<const uint32_t>(at.sources[1]);
  auto *out = registers.at<uint32_t>(at.destination);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane) {
    const uint32_t source = index[lane] / 4 % lanesPerWave;
    out[lane] = context.isActive(source) ? in[source] : 0;
  }
}

void swizzle(const Registers &registers, const Instruction &at, LaneContext &context) {
  const auto *in = registers.at<const uint32_t>(at.sources[0]);
  auto *out = registers.at<uint32_t>(at.destination);
  const auto pattern = static_cast<uint32_t>(at.immediate);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane) {
    const uint32_t inHalf = (((lane & 31) & pattern) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
    const uint32_t source = (pattern & 0x8000) != 0 ? (lane & ~3u) | (pattern >> 2 * (lane & 3) & 3)
                                                    : (lane & 32) | (inHalf & 31);
    out[lane] = context.isActive(source) ? in[source] : 0;
  }
}

/// The lane that `lane` reads from, or -1 if that is outside of what the control reaches.
int dppSource(uint32_t control, int lane) {
  const int row = lane & ~15, inRow = lane & 15;
  const int distance = static_cast<int>(control & 15);
  auto within = [&](int source) { return source >= 0 && source < 16 ? row + source : -1; };
  switch (control >> 4) {
  case 0x10: // row_shl
    return within(inRow + distance);
  case 0x11: // row_shr
    return within(inRow - distance);
  case 0x12: // row_ror
    return row + ((inRow - distance) & 15);
  case 0x15: // row_newbcast
    return row + distance;
  default:
    break;
  }
  switch (control) {
  case 0x130: // wave_shl:1
    return lane < 63 ? lane + 1 : -1;
  case 0x134: // wave_rol:1
    return (lane + 1) & 63;
  case 0x138: // wave_shr:1
    return lane - 1;
  case 0x13C: // wave_ror:1
    return (lane - 1) & 63;
  case 0x140: // row_mirror
    return row + 15 - inRow;
  case 0x141: // row_half_mirror
    return row + (inRow & 8) + 7 - (inRow & 7);
  case 0x142: // row_bcast:15
    return row - 1;
  case 0x143: // row_bcast:31
    return lane >= 32 ? 31 : -1;
  default: // quad_perm
    return (lane & ~3) | static_cast<int>(control >> 2 * (lane & 3) & 3);
  }
}

/// `immediate` is the control, `auxiliary` the masks of rows and banks and the bound's.
template <typename T>
void updateDpp(const Registers &registers, const Instruction &at, LaneContext &context) {
  const T *old = registers.at<const T>(at.sources[0]), *in = registers.at<const T>(at.sources[1]);
  T *out = registers.at<T>(at.destination);
  const uint32_t rowMask = at.auxiliary & 15, bankMask = at.auxiliary >> 4 & 15;
  const bool zeroOutside = (at.auxiliary >> 8 & 1) != 0;
  for (uint32_t i = 0; i < at.count; ++i) {
    const uint32_t lane = i % lanesPerWave, base = i - lane;
    const int source = dppSource(static_cast<uint32_t>(at.immediate), static_cast<int>(lane));
    const bool enabled = (rowMask >> lane / 16 & 1) != 0 && (bankMask >> lane / 4 % 4 & 1) != 0;
    if (!enabled)
      out[i] = old[i];
    else if (source < 0 || !context.isActive(static_cast<uint32_t>(source)))
      out[i] = zeroOutside ? T{0} : old[i];
    else
      out[i] = in[base + static_cast<uint32_t>(source)];
  }
}

/// The odd rows of the first operand and the even rows of the second change places.
template <uint32_t row>
void swapRows(const Registers &registers, const Instruction &at, LaneContext &) {
  const auto *first = registers.at<const uint32_t>(at.sources[0]);
  const auto *second = registers.at<const uint32_t>(at.sources[1]);
  auto *out = registers.at<uint32_t>(at.destination);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane) {
    const bool isOdd = (lane & row) != 0;
    out[lane] = isOdd ? second[lane - row] : first[lane];
    out[lanesPerWave + lane] = isOdd ? second[lane] : first[lane + row];
  }
}

template <bool high>
void countBelow(const Registers &registers, const Instruction &at, LaneContext &) {
  const auto *mask = registers.at<const uint32_t>(at.sources[0]);
  const auto *base = registers.at<const uint32_t>(at.sources[1]);
  auto *out = registers.at<uint32_t>(at.destination);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane) {
    const uint64_t below = (uint64_t{1} << lane) - 1;
    const auto part = static_cast<uint32_t>(high ? below >> 32 : below);
    out[lane] = base[lane] + static_cast<uint32_t>(std::popcount(mask[lane] & part));
  }
}

void ballot(const Registers &registers, const Instruction &at, LaneContext &context) {
  const auto *condition = registers.at<const uint8_t>(at.sources[0]);
  auto *out = registers.at<uint64_t>(at.destination);
  uint64_t votes = 0;
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
    votes |= static_cast<uint64_t>(condition[lane] & 1) << lane;
  votes &= context.active;
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
    out[lane] = votes;
}

template <typename T> LaneFunction ofSize(std::string_view operation) {
  if (operation == "rocdl.readfirstlane")
    return readFirstLane<T>;
  if (operation == "rocdl.readlane")
    return readLane<T>;
  if (operation == "rocdl.update.dpp")
    return updateDpp<T>;
  return nullptr;
}

} // namespace

bool isDppControl(uint32_t control) {
  const uint32_t family = control >> 4;
  if (control < 0x100 || family == 0x15)
    return true;
  if (family >= 0x10 && family <= 0x12)
    return (control & 15) != 0;
  constexpr std::array<uint32_t, 8> single = {0x130, 0x134, 0x138, 0x13C,
                                              0x140, 0x141, 0x142, 0x143};
  return std::find(single.begin(), single.end(), control) != single.end();
}

LaneFunction identityFunction(std::string_view operation, unsigned bytes) {
  const char axis = operation.back();
  auto isOneOf = [&](std::string_view amd, std::string_view nvidia) {
    return operation.starts_with(amd) || operation.starts_with(nvidia);
  };
  if (isOneOf("rocdl.workitem.id.", "nvvm.read.ptx.sreg.tid."))
    return identityOf<Identity::Item>(axis, bytes);
  if (isOneOf("rocdl.workgroup.id.", "nvvm.read.ptx.sreg.ctaid."))
    return identityOf<Identity::Group>(axis, bytes);
  if (isOneOf("rocdl.workgroup.dim.", "nvvm.read.ptx.sreg.ntid."))
    return identityOf<Identity::GroupSize>(axis, bytes);
  if (isOneOf("rocdl.grid.dim.", "nvvm.read.ptx.sreg.nctaid."))
    return identityOf<Identity::GridSize>(axis, bytes);
  return nullptr;
}

LaneFunction crossLaneFunction(std::string_view operation, unsigned bytes) {
  if (operation == "rocdl.ds_bpermute")
    return permute;
  if (operation == "rocdl.ds_swizzle")
    return swizzle;
  if (operation == "rocdl.permlane16.swap")
    return swapRows<16>;
  if (operation == "rocdl.permlane32.swap")
    return swapRows<32>;
  if (operation == "rocdl.mbcnt.lo")
    return countBelow<false>;
  if (operation == "rocdl.mbcnt.hi")
    return countBelow<true>;
  if (operation == "rocdl.ballot")
    return bytes == 8 ? ballot : nullptr;
  switch (bytes) {
  case 2:
    return ofSize<uint16_t>(operation);
  case 4:
    return ofSize<uint32_t>(operation);
  case 8:
    return ofSize<uint64_t>(operation);
  default:
    return nullptr;
  }
}

} // namespace wave::executor
