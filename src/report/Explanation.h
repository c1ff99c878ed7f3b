//===- Explanation.h - What became of a kernel, for people and programs ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data: what `wave explain` shows, as text or as JSON.  Gather.h fills it from the IR.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/Chip.h"
#include "machine/HostCache.h"
#include "report/OrderMap.h"
#include "targets/llvm/SyncNotes.h"
#include "wave/diagnostic.h"
#include "wave/expr.h"

namespace wave::report {

/// A ring in shared memory.
struct Ring {
  std::string name, tile; ///< "[M = 64, K = 32] f16"
  int64_t offset, bytesPerSlot, slots;
  std::vector<int64_t> strides; ///< elements
  int64_t columns;              ///< elements of a row that lie together; 0: all
  int64_t padding;              ///< elements behind each row
  std::array<int64_t, 3> swizzle;
  int64_t writePasses, readPasses;           ///< through the banks: of all waves, for one tile
  int64_t leastWritePasses, leastReadPasses; ///< without conflicts
  SourceLocation where;
};

/// An operation of a pipelined loop and when it runs.
struct TimedOperation {
  int64_t time, stage, position;
  std::string role; ///< empty where every role that needs it runs it
  std::string operation, tag;
  SourceLocation where;
};

/// The prologue, the steady loop or the epilogue of a pipelined loop of several stages.
struct PipelinePart {
  std::string name;
  std::string trips; ///< how often it runs: a number, or a formula of sizes
  std::string runs;  ///< which stages of which iterations
};

/// Where use u of a ring lies, of which each iteration makes one.
struct RingUse {
  std::string ring;
  int64_t slots;
  std::string slot, phase; ///< formulas of u; no phase where no channel hands the ring over
};

struct Pipeline {
  int64_t stages, interval;
  std::vector<TimedOperation> operations; ///< in the order of time
  /// Dependences between iterations that a smaller interval, or fewer slots, would break.
  std::vector<std::string> binding;
  bool hasEpilogue = true;
  std::vector<PipelinePart> parts = {}; ///< of several stages
  std::vector<RingUse> uses = {};
};

/// The first iterations of a loop whose iterations overlap, and the last ones where their number is
/// known: which trip runs which, where each lies in its rings, and what waits for what.
struct Timeline {
  /// That an operation comes after another one, of as many iterations before.
  struct Wait {
    size_t operation; ///< its number among the operations
    int64_t iterations;
    std::string how;     ///< "overwrites what is read by"
    std::string through; ///< the ring; empty for a value, and for steps of a channel
    bool isKept;         ///< by the schedule
  };
  struct Operation {
    std::string role; ///< empty where every role that needs it runs it
    int64_t stage, position;
    std::string operation, tag;
    std::string part;               ///< "slice 1 along K, copy 0"; empty for a whole one
    std::vector<std::string> rings; ///< of which it takes a slot
    std::vector<Wait> waits;
  };
  struct Trip {
    int64_t number;
    std::string part;                               ///< of the pipelined loop
    std::vector<std::optional<int64_t>> iterations; ///< by stage
  };
  struct Use {
    int64_t number, slot;
    std::optional<int64_t> phase; ///< where a channel hands the ring over
  };

  std::vector<Operation> operations; ///< by role, in the order of time
  std::vector<Trip> trips;
  std::vector<std::pair<std::string, std::vector<Use>>> uses; ///< of each ring
};

/// Waves that run a part of the program of their own.
struct Role {
  std::string name;
  int64_t waves, warps;
};

/// What overlaps in a loop whose operands a role loads, another one or the same.
struct Flight {
  bool isOfOneRole; ///< it loads what it uses
  int64_t slots;    ///< of shared memory, for a step each
  int64_t products; ///< begun by a wave, of this step and those before, that run on into the next
  int64_t ahead;    ///< steps whose copies may have begun before this one ends
};

struct Instruction {
  std::string name, unit;
  int64_t perWave, bytes;
};

struct UnitTime {
  std::string unit;
  double cycles;
  std::string formula;
};

/// A loop without loops in it.  What is counted is one step of it, or of the steady loop
/// where it is pipelined, for all waves of a workgroup.
struct Loop {
  std::string axis, tag;
  SourceLocation where;
  Expr steps;
  bool isRemainder; ///< it runs what an unrolled loop leaves
  std::optional<Pipeline> pipeline;
  std::optional<Timeline> timeline;
  std::optional<Flight> flight;
  std::vector<Instruction> instructions;
  int64_t bytes, passes; ///< of global memory, and through the banks of shared memory
  int64_t barriers;
  std::vector<UnitTime> units;
  std::string binding; ///< the unit that is busy longest
};

/// A tile that lanes hold where they hold most.
struct Held {
  std::string tile, operation, tag;
  int64_t registers;
  SourceLocation where;
};

/// What the machine code says of itself.
struct CodeNotes {
  int64_t registers;
  std::optional<int64_t> accumulators, scalars;
  int64_t spills, sharedBytes;
};

struct Occupancy {
  int64_t workgroups; ///< of a CU or an SM
  int64_t waves;      ///< the same, as the chip runs them in step: warps of an SM
  double wavesPerSimd;
  std::string limit, formula;
};

/// What a workgroup loads of an input for one tile of its output, and who reads the same:
/// its panel of the input.
struct InputLoad {
  std::string memory, tag;
  std::string panel;   ///< "[N = 64, K = 8192] f16"
  Expr bytes = 0;      ///< that the workgroup loads of it
  int64_t sharers = 1; ///< workgroups that multicast the panel to each other, and load as much less
  /// Of those that run at one time, in their first trips; nothing where sizes are open.
  struct Use {
    int64_t panels;               ///< that differ
    int64_t workgroups, clusters; ///< that read one panel, of the one that most read
  };
  std::optional<Use> use;
  SourceLocation where;
};

/// What the order of tiles costs at these sizes.  An input is a read of it, in the order of
/// Traffic::inputs.
struct TileOrder {
  int64_t rounds; ///< trips until the last workgroup has ended, if all take equally long
  int64_t steps;  ///< through the panels of a tile, a block of each at a time
  struct Input {
    int64_t panels; ///< that differ, in the whole launch
    int64_t blocks; ///< counted: that the first round reads, one of a panel for each step
    std::vector<int64_t> onDie = {}; ///< of these, what the workgroups on each die read
    // Predicted, and the least possible: bytes of the launch.
    int64_t requested = 0, fromMemory = 0, least = 0;
    /// Of the bytes from memory those beyond the least, which another order may save: in [0, 1].
    double shareOfOrder() const {
      return fromMemory > least
                 ? static_cast<double>(fromMemory - least) / static_cast<double>(fromMemory)
                 : 0;
    }
  };
  std::vector<Input> inputs;
  std::optional<OrderMap> map = {};
  std::string whyNoMap = {}; ///< a sentence
  bool isPredicted = true;   ///< bytes from memory; not without a description of the caches
  std::vector<OrderVariants> variants = {};
  std::string whyNoVariants = {}; ///< a sentence; empty where no symbol decides the order alone
};

/// What workgroups that run at one time load.
struct Traffic {
  std::optional<int64_t> workgroups; ///< that run at one time; nothing where the grid is open
  std::vector<InputLoad> inputs;
  std::optional<TileOrder> order;
  std::string whyNoOrder = {}; ///< "M is open"
  int64_t dies = 1;            ///< to which workgroups go in turn
};

/// A write of the kernel, and how it reaches its memory.
struct Store {
  std::string memory, tag;
  std::string way; ///< "from registers"
  /// Of the accesses of lanes; nothing where TMA stores, or a mapping scatters them.
  struct Requests {
    int64_t bytes, count, sectors, fewest; ///< bytes of a lane; the others of a workgroup
  };
  std::optional<Requests> requests;
  SourceLocation where;
};

/// One of the functions between which a launch chooses: the first whose memories have aligned rows.
struct Version {
  std::string entry;                ///< its name
  std::vector<std::string> aligned; ///< memories
};

/// How an access reaches its memory in each version.
struct Path {
  std::string memory, access, tag;
  std::vector<std::string> ways; ///< "tma"
  SourceLocation where;
};

struct Gpu {
  std::string processor;
  machine::Terms terms; ///< of the vendor
  bool hasScalarRegisters;
  int64_t units, megahertz;
  std::array<int64_t, 3> waves;
  int64_t lanesPerWave;
  std::array<int64_t, 3> cluster; ///< workgroups that run together
  std::vector<Role> roles;        ///< empty where all waves run one program
  std::vector<Ring> rings;
  int64_t sharedBytes, sharedLimit;
  std::vector<Loop> loops;
  Expr bytes = 0, passes = 0; ///< of a workgroup in all; of a persistent one for each tile
  Traffic traffic;
  std::vector<Store> stores;
  std::vector<Version> versions;
  std::vector<Path> paths;
  codegen::SyncNotes sync;
  int64_t tensorColumns; ///< of an SM; 0 on chips without such a memory
  std::vector<Held> held;
  int64_t tileRegisters, addressRegisters, otherRegisters, registers; ///< predicted
  int64_t registersAtEntry; ///< that a launch gives to a lane of any role
  int64_t registerLimit;    ///< of a lane, for a workgroup of so many waves
  std::string registerFormula;
  Occupancy occupancy; ///< predicted
  CodeNotes notes;
  Occupancy actual; ///< by the machine code
};

struct Cpu {
  std::string isa;
  int64_t vectorBytes, blockRows, blockVectors;
  Expr workspaceBytes;
  Traffic traffic; ///< of workgroups that run at one time each is on a thread of its own
  /// How a launch goes over the threads; nothing where the processor, or the grid, is not known.
  struct Run {
    int64_t threads, chunk; ///< workgroups that a thread takes at a time
    std::optional<machine::HostCache> cache;
  };
  std::optional<Run> run;
};

struct Explanation {
  std::string kernel, target, schedule;
  std::array<Expr, 3> grid = {1, 1, 1};
  std::vector<std::pair<std::string, int64_t>> tiles;
  std::vector<std::string> openSizes;
  std::optional<std::string> unchecked; ///< why nobody checks that each tile is computed once
  std::optional<Gpu> gpu;
  std::optional<Cpu> cpu;
  std::vector<Diagnostic> remarks;
};

std::string textOf(const Explanation &explanation);
/// One object, in one line.
std::string jsonOf(const Explanation &explanation);
/// A list of those, as it stands in the object.
std::string jsonOf(const std::vector<Loop> &loops);

} // namespace wave::report
