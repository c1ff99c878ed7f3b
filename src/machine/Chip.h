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
#include <string>
#include <string_view>
#include <vector>

#include "wave/types.h"

namespace wave::machine {

/// As bits, for sets of them.
enum Generation : uint8_t { CDNA3 = 1, CDNA4 = 2, Hopper = 4, Blackwell = 8 };

/// Ways to say when a wave issues its instructions, as bits.
enum Hint : uint8_t {
  OrderHint = 1,    ///< which instructions the code generator moves past which
  PriorityHint = 2, ///< of a wave among those of its SIMD
  WaitHint = 4      ///< for counters of outstanding memory instructions
};

/// What the vendor of a family calls the parts of its chips, for reports.
struct Terms {
  std::string_view family;        ///< of targets, "hip" of "hip:gfx942"
  std::string_view vendor;        ///< "AMD"
  std::string_view ofUnit, units; ///< "of an SM", "SMs": what runs a workgroup
  std::string_view simd, simds;   ///< a part of it with registers and ALUs of its own
  std::string_view wave, waves;   ///< what it runs in step
  std::string_view registers;     ///< of a lane
  std::string_view cache, caches; ///< a part of L2, and the parts
  bool countsPerSimd;             ///< waves of a SIMD, not of the unit, measure occupancy
  std::string_view codeKey, registersKey, workgroupsKey, wavesKey; ///< in JSON
};

/// The ports through which units load from L2.  A cluster of units (a GPC) has some of them, each
/// for as many pairs of units (TPCs) as the others, or for one less.
struct LoadPorts {
  unsigned clusters, perCluster; ///< 0: not known, and taken not to limit; at most 32 in all
  double requestsPerCycle;       ///< of a port; several for a line that is on its way are one
  double unitRequestsPerCycle;   ///< of a unit
  double splitRequests; ///< for a line, where rows begin at no multiple of a sector; else 1
  double latency;       ///< cycles that a line is on its way
};

/// What code is made for: chips of one processor run the same code.
struct Processor {
  std::string_view processor; ///< as LLVM names it, "gfx942", "sm_90a"
  std::string_view family;    ///< of its targets, "hip", "cuda"
  Generation generation;
  unsigned lanes;        ///< of a wave
  int64_t sharedBytes;   ///< of one compute unit, and so at most of a workgroup
  int64_t sharedGranule; ///< bytes, what a workgroup's share is rounded up to
  uint32_t copyBytes;    ///< sizes of copies to shared memory, a bit 1 << n for n bytes
  int64_t simds;         ///< of a compute unit
  int64_t wavesPerSimd;
  int64_t registers;       ///< of 32 bits, per lane of a SIMD; accumulators are among them
  int64_t mostRegisters;   ///< that instructions of a lane can name
  int64_t registerGranule; ///< what those of a wave are rounded up to
  int64_t vectorCycles;    ///< that an instruction of a wave keeps a SIMD's ALUs
  int64_t slowCycles;      ///< the same of divisions, roots, exponentials and logarithms
  int64_t scalarRegisters; ///< of a SIMD
  int64_t scalarGranule;   ///< what those of a wave are rounded up to
  int64_t tensorColumns;   ///< of a unit's tensor memory, of 128 lanes of 32 bits; 0 without
  bool hasWgmma;           ///< products of a warpgroup, of which a lane holds pairs of elements
  bool hasPairs;           ///< products of two workgroups of a cluster together
  bool packsHalves;        ///< converts two numbers of 32 bits to halves in one register at once
  unsigned lineBytes;      ///< of a cache
  unsigned sectorBytes;    ///< the least that memory is asked for
  LoadPorts loadPorts;
  unsigned maxThreads;       ///< of a workgroup
  unsigned maxCluster;       ///< workgroups that run together; 1 where there are no clusters
  std::string_view dialect;  ///< of MLIR, "rocdl": the operations of its target form
  uint16_t memorySpaces;     ///< of pointers, as LLVM numbers them, a bit 1 << n for space n
  int64_t systemSharedBytes; ///< at the begin of shared memory, which are not the workgroup's
  bool fencesEachMemory;     ///< a fence may be of global or of shared memory alone
  bool hasPermlaneSwap;      ///< swaps rows of lanes between two registers
  bool hasFnuz;              ///< its floats of 8 bits have one zero and one NaN
  uint8_t hints;             ///< that it takes, bits of Hint

  const Terms &terms() const;
  /// Whether products read operands by descriptor, so that some waves copy and others multiply.
  bool hasRoles() const { return hasWgmma || hasTensorMemory(); }
  bool hasTensorMemory() const { return tensorColumns != 0; }
  /// Whether a lane copies as much to shared memory at once as it loads.
  bool copiesWide() const;
  /// Registers that a lane may have for `waves` of a workgroup to be in a unit at once.
  int64_t registersFor(int64_t waves) const;
  /// "512 of a SIMD's lane / 2 waves = 256": how that comes about.
  std::string registersText(int64_t waves) const;

private:
  int64_t wavesOfSimd(int64_t waves) const {
    return waves < simds ? 1 : (waves + simds - 1) / simds;
  }
};

/// In what chips of one processor differ.
struct ChipFacts {
  unsigned units, dies;    ///< compute units of all dies
  int64_t l2Bytes;         ///< of each die
  int64_t l2BytesPerCycle; ///< that it gives to its units
  unsigned dealtDies;     ///< to which workgroups go in turn; 1 where no source says where they run
  int64_t l2ReuseBytes;   ///< that stay in it of what several of its units read, on average
  double l2ReuseSpread;   ///< by which share parts of it keep more or less
  int64_t lastCacheBytes; ///< of the cache beside memory
  double memoryBytesPerCycle; ///< that memory gives, at most
  double drift;       ///< by which share a cluster of units is slower or faster than the others
  unsigned megahertz; ///< at most
};

struct Chip : Processor, ChipFacts {
  std::string_view name; ///< as it is sold, "mi300x"
};

/// Bytes of the widest access of one lane, on all chips: global_load_dwordx4, ds_read_b128.
/// Rows that lanes access so are aligned to it.
inline constexpr int64_t widestAccess = 16;

/// NVIDIA CUDA C++ Programming Guide, "Thread Block Clusters": workgroups of one that every GPU
/// with clusters runs.
inline constexpr int64_t widestCluster = 8;

std::span<const Processor> processors();
std::span<const Chip> chips();
/// The chip of that name, or the first one of that processor; or null.
const Chip *chipNamed(std::string_view name);
/// The same if it is of that family, else null.
const Chip *chipNamed(std::string_view name, std::string_view family);
/// The chip of a product, "h100", or of that name or processor; null where none is known.
const Chip *chipOfProduct(std::string_view product);
/// "gfx942, gfx950": the processors of these generations.
std::string processorsOf(unsigned generations);
std::string processorsOf(std::string_view family);

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
