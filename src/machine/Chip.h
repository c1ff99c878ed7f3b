//===- Chip.h - Readers of the table of GPUs ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows are Chip.def.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace wave::machine {

struct Chip {
  std::string_view name;      ///< as it is sold, "mi300x"
  std::string_view processor; ///< as LLVM names it, "gfx942"
  unsigned lanes;             ///< of a wave
  unsigned units, dies;
  int64_t sharedBytes;    ///< of one compute unit, and so at most of a workgroup
  unsigned registers;     ///< of 32 bits, for each lane
  int64_t l2Bytes;        ///< of each die
  int64_t lastCacheBytes; ///< of the cache beside memory
  unsigned lineBytes;
  unsigned sectorBytes; ///< the least that memory is asked for
  unsigned maxThreads;  ///< of a workgroup
  unsigned megahertz;   ///< at most
};

/// Bytes of the widest access of one lane, on all chips: global_load_dwordx4, ds_read_b128.
/// Rows that lanes access so are aligned to it.
inline constexpr int64_t widestAccess = 16;

std::span<const Chip> chips();
/// The chip of that name or processor, or null.
const Chip *chipNamed(std::string_view name);

enum class SharedDirection { Read, Write };

/// How shared memory serves an access of a whole wave: group after group of lanes; within a
/// group each bank gives one word of 4 bytes a cycle.
struct SharedAccess {
  SharedDirection direction;
  unsigned bytes; ///< of each lane, at most
  unsigned banks;
  std::vector<std::vector<uint8_t>> groups;
};

/// The row for accesses of that size; the widest one for what is wider.
const SharedAccess &sharedAccess(const Chip &chip, SharedDirection direction, unsigned bytes);

} // namespace wave::machine
