//===- Program.h - A kernel, decoded --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One llvm.func as a flat sequence of instructions.  A value of n elements is n rows of
// one element for each lane, one after another, so that an elementwise operation is one
// loop over n * 64 numbers.  Control flow has become jumps and masks of active lanes.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "executor/Atomics.h"
#include "executor/Mfma.h"
#include "executor/WarpMma.h"
#include "executor/Wgmma.h"
#include "machine/Chip.h"
#include "wave/diagnostic.h"

namespace wave::executor {

/// Rows have this many lanes.  Where a wave has fewer (Chip::lanes) the others are never present.
inline constexpr unsigned lanesPerWave = 64;
/// One bit for each lane.
using LaneMask = uint64_t;
inline constexpr LaneMask allLanes = ~LaneMask{0};
/// Of one lane in one instruction: a vector of 64 bytes is what LLVM still takes apart well.
inline constexpr uint32_t maxAccessBytes = 64;

/// Where a value's first row is: bytes from the begin of a wave's registers or, with the
/// highest bit, of the program's constants, which all waves share.
using Slot = uint32_t;
inline constexpr Slot constantSlot = Slot{1} << 31;
inline constexpr Slot noSlot = ~Slot{0};

struct Registers {
  std::array<std::byte *, 2> base{};

  template <typename T> T *at(Slot slot) const {
    return reinterpret_cast<T *>(base[slot >> 31] + (slot & ~constantSlot));
  }
};

struct Instruction;

/// What an instruction of lanes knows beside its registers.
struct LaneContext {
  LaneMask active = 0;
  LaneMask present = 0; ///< lanes that are threads of the workgroup
  LaneMask faults = 0;  ///< out: active lanes whose operands have no result
  std::array<uint32_t, 3> group{}, grid{}, size{};
  uint32_t firstThread = 0; ///< of the wave, within the workgroup
  bool electsLast = false;  ///< which lane `elect.sync` chooses, which no document says

  bool isActive(uint32_t lane) const { return (active >> lane & 1) != 0; }
};

using LaneFunction = void (*)(const Registers &, const Instruction &, LaneContext &);

enum class Kind : uint8_t {
  Lanes,       ///< `run`
  If,          ///< lanes where source 0 holds go on; none: `target`, an Else
  Else,        ///< the other lanes go on; none: `target`
  EndIf,       ///< the lanes before If
  LoopBegin,   ///< remembers the lanes
  LoopTest,    ///< lanes where source 0 holds go on; none: `target`, with those before
  Jump,        ///< to `target`
  Barrier,     ///< waits for the workgroup's other waves
  Fence,       ///< `fence`
  Wait,        ///< until at most `immediate` asynchronous copies are under way
  Hint,        ///< for the scheduler of machine code; nothing happens
  LoadShared,  ///< destination from addresses in source 0
  StoreShared, ///< source 1 to addresses in source 0
  LoadGlobal,  ///< and forgets what lanes read where source 1, if there is one, does not hold
  StoreGlobal,
  LoadBuffer,   ///< resource in source 0, offsets in 1 and 2
  StoreBuffer,  ///< the same, value in source 3
  CopyToShared, ///< from addresses in source 0 to shared memory at source 1, asynchronous
  AtomicShared, ///< `atomics[target]` at addresses in source 0, operand in source 1
  AtomicGlobal,
  Matrix, ///< `matrices[target]`
  Return,
  // Of NVIDIA's GPUs alone.
  NamedBarrier, ///< of number source 0, for as many threads as source 1; without: 0, all
  NamedArrive,  ///< the same, and does not wait
  WarpSync,     ///< lanes of source 0
  WarpMatrix,   ///< `warpMatrices[target]`
  LoadMatrix,   ///< `immediate` matrices of 8 x 8, rows at the addresses in source 0
  StoreMatrix,  ///< the same, from source 1
  CopyLanes,    ///< to addresses in source 1 from those in source 0, of which source 2 bytes
  CommitCopies, ///< all since the last one are a group
  WaitGroups,   ///< until at most `immediate` groups are under way
  ProxyFence,   ///< what is written before it is seen by what runs asynchronously
  PhaseFence,   ///< the same of the inits of mbarriers alone
  // Mbarriers at addresses in source 0, as `phase` says.
  PhaseInit,       ///< for as many arrivals as source 1
  PhaseInvalidate, ///< it is none any more
  PhaseArrive,     ///< source 1 (or one) arrives, source 2 are bytes to come
  PhaseWait,       ///< for the phase of source 1
  // The copy engine: boxes of the tensor that the map in source 3 describes, coordinates in 2.
  BoxLoad,    ///< to shared memory at source 0, counted by the mbarrier at source 1, of the same
              ///< workgroup or, with `auxiliary` & ofPair, of the other one of its pair
  BoxStore,   ///< from shared memory at source 0
  BulkCommit, ///< a thread's stores since the last one are a group
  BulkWait,   ///< until at most `immediate` groups of the thread read shared memory, with
              ///< `auxiliary`, or are on their way at all
  // Products of a warpgroup: accumulators in source 0, matrices described by 1 and 2.
  Wgmma,        ///< `wgmmas[target]`, a matrix in registers in source 3
  WgmmaFence,   ///< orders registers before the products behind it
  WgmmaCommit,  ///< the products since the last one are a group
  WgmmaWait,    ///< until at most `immediate` groups are under way
  SetRegisters, ///< `immediate` of each lane, more with `auxiliary`
  // Of clusters.
  ClusterArrive, ///< at the cluster's barrier
  ClusterWait,
  NumberInCluster, ///< a ClusterNumber, `immediate`, along the axis `auxiliary`
  MapToRank,       ///< of an address in source 0 the same in the workgroup of source 1
  LoadCluster,     ///< as LoadShared, of the cluster's shared memory
  StoreCluster,
  // Of tensor memory; `auxiliary` & ofPair: of two workgroups together.
  TensorAllocate,   ///< source 1 columns, whose address goes to shared memory at source 0
  TensorFree,       ///< source 1 columns at source 0
  TensorRelinquish, ///< the workgroup allocates no more
  TensorMultiply,   ///< D, A, B, instruction descriptor, whether D counts; `auxiliary`: aInTensor,
                    ///< ofTf32
  TensorCommit,     ///< the mbarrier at source 0, of the workgroups of source 1, awaits products
  TensorLoad,       ///< `immediate` registers of each lane, from source 0, of `auxiliary` lanes
  TensorStore,      ///< the same, from source 1
  TensorWait,       ///< for loads or, with `immediate`, for stores
  TensorFence,      ///< before a barrier or, with `immediate`, behind one
};
inline constexpr uint32_t ofPair = 1, aInTensor = 2, ofTf32 = 4;

struct FenceOrder {
  bool release = false, acquire = false;
  bool shared = false, global = false; ///< the memory that it orders
  bool copies = false;                 ///< whether a release waits for copies too
  /// Whether it takes the time of that wait, which nobody may rely on.
  bool stallsForCopies = false;
};

/// What an instruction on an mbarrier does.
struct PhaseAction {
  bool arrives = false, drop = false, noComplete = false;
  bool completes = false;   ///< source 2 are bytes that have come
  bool relaxed = false;     ///< orders no memory
  bool isOfCluster = false; ///< orders memory of all workgroups of a cluster, not of one
  bool byState = false;     ///< waits for the phase that an arrival has seen, not for a parity
  bool isTest = false;      ///< does not block
};

/// What an access moves for each lane.
struct Access {
  uint32_t bytes = 0; ///< of all elements
  uint32_t elementBytes = 0;
  uint32_t alignment = 1;
};

/// What computes Lanes on AMD's compute units.
enum class Unit : uint8_t {
  Vector,
  Scalar, ///< once for the whole wave
  None,   ///< no machine instruction; so of other kinds, too, whose unit says nothing else
};

/// What the account of issue time asks of an instruction (IssueUnits.h).
struct Issue {
  Unit unit = Unit::Vector;
  uint8_t instructions = 1; ///< of the machine
};

struct Instruction {
  Kind kind = Kind::Lanes;
  Issue issue;
  bool usesUndefined = false; ///< Site::undefinedOperand says for what
  bool isMove = false;        ///< of a value that goes on by another name, as loops do it
  FenceOrder fence;
  PhaseAction phase;
  LaneFunction run = nullptr;
  Slot destination = noSlot;
  std::array<Slot, 5> sources = {noSlot, noSlot, noSlot, noSlot, noSlot};
  uint32_t count = 0; ///< numbers in a value: lanes times elements
  uint32_t target = 0;
  int64_t immediate = 0;
  uint32_t auxiliary = 0;
  uint32_t site = 0;
  Access access;
};

/// Operations of a kernel: who accessed what is remembered in 18 bits of it (SharedMemory.h).
inline constexpr size_t maxSites = size_t{1} << 18;

/// Where an instruction comes from.
struct Site {
  SourceLocation where;
  std::string name;      ///< as the kernel calls it, if it does: "read_a"
  std::string operation; ///< "llvm.load"
  /// An operand that has no value, whatever runs: what it is for, "address"; empty if none.
  std::string undefinedOperand;

  std::string describe() const;
};

/// A row of `wave.memories`.
struct MemoryMap {
  std::string name;
  std::vector<std::string> dims;
  unsigned elementBytes = 1;
  unsigned pointer = 0;            ///< position among the arguments
  std::vector<int> sizes, strides; ///< positions of arguments, or -1
  std::vector<int64_t> knownSizes, knownStrides;
  std::string access; ///< "read", "write", "readwrite"
};

/// A row of `wave.shared`.
struct SharedMap {
  std::string name;
  int64_t offset = 0, bytes = 0, slots = 1; ///< bytes of each slot
  unsigned elementBytes = 1;
  std::vector<std::string> dims;
  std::vector<int64_t> sizes, strides;
  int64_t columns = 0;                        ///< elements of a row that lie together; 0: all
  std::array<int64_t, 3> swizzle = {0, 0, 0}; ///< bits, base, shift
};

struct Parameter {
  Slot slot = noSlot; ///< noSlot: never read
  bool isPointer = false;
  bool isBoxMap = false; ///< a tensor map, passed by value
  unsigned bytes = 8;
};

/// What special registers say of clusters.
enum class ClusterNumber : uint8_t { Place, Size, Cluster, Clusters, Rank, Ranks };

struct Program {
  std::string name;
  const machine::Chip *chip = nullptr;
  std::array<uint32_t, 3> workgroup = {1, 1, 1};
  std::array<uint32_t, 3> cluster = {1, 1, 1}; ///< workgroups
  std::vector<Instruction> code;
  std::vector<Site> sites;
  std::vector<const Mfma *> matrices;
  std::vector<const WarpMma *> warpMatrices;
  std::vector<Wgmma> wgmmas;
  std::vector<AtomicFunction> atomics;
  std::vector<Parameter> parameters;
  std::vector<MemoryMap> memories;
  std::vector<SharedMap> shared;
  std::vector<uint64_t> constants; ///< rows, 8 bytes for alignment
  uint32_t registerBytes = 0;      ///< of one wave
  uint32_t sharedBytes = 0;        ///< of one workgroup
  uint32_t sharedAlignment = 1;    ///< as the variable declares it, a power of two
  Slot sharedBegin = noSlot;       ///< register of its address; noSlot: never read
  bool hasFlights = false;         ///< asynchronous accesses to shared memory (SharedMemory.h)
  bool hasTensors = false;         ///< tensor memory
  /// Every access to shared memory begins and ends at a multiple of this, at most 4 bytes:
  /// the unit in which it is remembered who accessed what.
  uint32_t granule = 4;
  uint32_t globalGranule = 4; ///< the same of global memory
  bool writesGlobal = false, hasGlobalAtomics = false;

  /// Behind the greatest address that shared memory may have (sharedBeginOf in Cluster.cpp).
  uint32_t endOfShared() const { return sharedBytes + 1024 + 8 * sharedAlignment; }
  unsigned threads() const { return workgroup[0] * workgroup[1] * workgroup[2]; }
  unsigned clusterSize() const { return cluster[0] * cluster[1] * cluster[2]; }
  unsigned lanes() const { return chip->lanes; } ///< of a wave
  unsigned waves() const { return (threads() + lanes() - 1) / lanes(); }
};

} // namespace wave::executor
