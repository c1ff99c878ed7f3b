//===- Workgroup.h - The waves of a workgroup, executed -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One host thread has a cluster of these (Cluster.h) and executes one after another in it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "executor/BoxCopy.h"
#include "executor/Clocks.h"
#include "executor/Counters.h"
#include "executor/Executor.h"
#include "executor/Findings.h"
#include "executor/GlobalMemory.h"
#include "executor/PhaseBarrier.h"
#include "executor/Program.h"
#include "executor/SharedMemory.h"
#include "executor/TensorMemory.h"
#include "executor/TensorProduct.h"

namespace wave::executor {

enum class WaveState : uint8_t {
  Ready,
  AtBarrier,
  AtNamed,
  AtPhase,
  AtRegisters,
  AtCluster,
  AtTensor,
  Ended
};

/// A copy to shared memory that has begun and was not waited for.
struct Copy {
  uint32_t site = 0, bytes = 0;
  LaneMask lanes = 0;
  std::array<uint32_t, lanesPerWave> addresses{};
  std::vector<std::byte> values; ///< `bytes` for each lane
  bool hasLanded = false;

  static constexpr uint32_t inNoGroup = ~0u;
  uint32_t group = inNoGroup; ///< that was committed
};

/// Lanes of a condition: the lowest bits of 64 bytes.
LaneMask conditionMask(const uint8_t *condition);

/// Of an address of a cluster's shared memory the one within a workgroup's.
uint32_t placeInShared(uint32_t address);

/// One of NVIDIA's barriers, while waves come to it.
struct NamedBarrier {
  uint32_t threads = 0, arrived = 0;
  WaveSet waiting;
  uint32_t site = noSite;
  Clock clock;
};

class Workgroup;

/// A box that the copy engine was asked to copy.
struct Transfer {
  bool isStore = false, hasLanded = false;
  bool isRead = false; ///< a store that was waited for as far as shared memory goes
  bool isCopy = false; ///< of a box that goes to several workgroups: not the first
  uint32_t site = 0;
  const Tensor *tensor = nullptr;
  BoxPosition begin{};
  uint32_t address = 0;         ///< in shared memory
  uint32_t barrier = 0;         ///< of a load
  Workgroup *counter = nullptr; ///< whose barrier it is
  uint32_t flight = 0;
  uint32_t group = Copy::inNoGroup; ///< of a store
  unsigned wave = 0, lane = 0;
  size_t event = 0; ///< in the account of issue time
};

/// Registers of a wave that a product was given, until it is waited for.
struct Held {
  Slot begin = 0, end = 0;
  uint32_t site = 0;
  uint32_t group = Copy::inNoGroup;
  bool isForwarded = false; ///< the product's value has gone on to others
  bool isLoad = false;      ///< from tensor memory, not a product
};

/// A product that reads its matrices, until it is waited for.
struct ProductUnderWay {
  uint32_t site = 0, flight = 0;
  uint32_t group = Copy::inNoGroup;
};

/// What the first warp of a warpgroup ran, which the others have to run too.
struct Product {
  uint32_t site = 0;
  uint64_t a = 0, b = 0;

  bool operator==(const Product &) const = default;
};

/// A product in tensor memory that a lane has issued: what it is in each workgroup of the pair.
struct TensorIssue {
  unsigned lane = 0, workgroups = 1;
  std::array<uint32_t, 2> uses{}, flights{};
};

/// All products of a thread until then, whose end an mbarrier awaits.
struct TensorCommit {
  static constexpr uint32_t none = ~0u;

  uint32_t site = 0;
  unsigned wave = 0;
  size_t event = 0;               ///< in the account of issue time
  uint32_t previous = none;       ///< of the same thread
  WaveSet learned;                ///< waves that know of the end
  std::vector<TensorIssue> since; ///< the previous one
};

/// What a commit does when its products have ended.
struct TensorArrival {
  uint32_t commit = 0;
  Workgroup *target = nullptr;
  uint32_t barrier = 0; ///< address
};

/// Of two workgroups that allocate together, what the first one of them asks for.
struct TensorWish {
  bool isOpen = false, isGranted = false;
  uint32_t columns = 0, column = 0;
};

struct Wave {
  struct Frame {
    LaneMask before; ///< active lanes before the branch or loop
    LaneMask others; ///< of a branch: those for Else
  };
  struct Release {
    void operator()(std::byte *memory) const { std::free(memory); }
  };

  unsigned number = 0;  ///< in the cluster
  unsigned inGroup = 0; ///< in its workgroup
  WaveState state = WaveState::Ready;
  uint32_t next = 0; ///< instruction
  uint64_t executed = 0;
  LaneContext context;
  std::vector<Frame> frames;
  std::vector<Copy> copies;
  uint32_t groupsOfCopies = 0; ///< that were committed
  // Of NVIDIA's asynchronous operations.
  uint32_t awaited = 0;   ///< mbarrier
  bool hasFailed = false; ///< the last wait was over before the phase
  std::array<uint32_t, lanesPerWave> bulkGroups{};
  std::vector<Held> held;
  std::vector<ProductUnderWay> productsUnderWay;
  uint32_t groupsOfProducts = 0;
  size_t products = 0;
  bool areRegistersFenced = false;
  uint32_t laneRegisters = 0;      ///< 0: as at the launch
  std::vector<TensorIssue> issues; ///< that were not committed
  std::array<uint32_t, lanesPerWave> lastCommit{};
  std::vector<uint32_t> tensorLoads, tensorStores; ///< that were not waited for
  /// Of the cluster's barrier, that it has arrived for and not waited, plus 1; 0: of none.
  uint64_t clusterPhase = 0;
  std::unique_ptr<std::byte[], Release> memory;
  Registers registers;
};

class Cluster;
class IssueTrace;

class Workgroup {
public:
  Workgroup(const Program &program, const Options &options, GlobalMemory &global, const Grid &grid,
            Clocks &clocks, Cluster &cluster, uint32_t rank);
  Workgroup(const Workgroup &) = delete;
  Workgroup &operator=(const Workgroup &) = delete;

  const Findings &findings() const { return found; }
  Counters counters() const;

private:
  friend class Cluster;

  // Workgroup.cpp: control flow.
  void start(const GroupPosition &group, uint32_t sharedBegin);
  std::vector<Wave> &allWaves() { return waves; }
  bool hasTransfers() const { return !transfers.empty() || !arrivals.empty(); }
  bool hasEnded() const;
  /// When no wave can go on: whether one can now.
  bool passBarrier();
  void reportUnreached();
  void runWave(Wave &wave, uint64_t instructions);
  /// While this is the workgroup whose waves are put on a clock; else null.
  IssueTrace *timing() const;
  /// An asynchronous instruction of a wave of the cluster arrives at a barrier.
  void noteArrival(const PhaseBarrier &barrier, unsigned wave, size_t event);
  void step(Wave &wave, const Instruction &at);
  void stepWarp(Wave &wave, const Instruction &at);
  void branch(Wave &wave, const Instruction &at);
  void fence(Wave &wave, const FenceOrder &order);
  void barrier(Wave &wave, const Instruction &at);
  void reportNoProgress();
  void reportFaults(Wave &wave, const Instruction &at);

  // WarpBarriers.cpp
  void namedBarrier(Wave &wave, const Instruction &at);
  void complete(NamedBarrier &barrier);
  bool passUnreached();
  void reportDeadlock();
  /// Where a wave is: at the instruction that it waits in, or behind the last one.
  uint32_t siteOf(const Wave &wave) const;
  std::string awaitedBy(const Wave &wave) const;

  // PhaseAccess.cpp
  void stepPhase(Wave &wave, const Instruction &at);
  void checkArrivalsTogether(Wave &wave, const Instruction &at, LaneMask lanes,
                             const uint32_t *addresses, const uint32_t *places);
  void usePhase(Wave &wave, const Instruction &at, unsigned lane, uint32_t address,
                uint64_t *state);
  void initPhase(Wave &wave, const Instruction &at, unsigned lane, uint32_t address);
  void invalidatePhase(Wave &wave, const Instruction &at, unsigned lane, uint32_t address,
                       const PhaseBarrier &barrier);
  void waitForPhase(Wave &wave, const Instruction &at);
  bool hasPhaseEnded(Wave &wave, const Instruction &at, unsigned lane, uint32_t address,
                     const PhaseBarrier &barrier);
  /// Whether the wave knows, by whatever it has waited for, that the last phase has ended.
  bool knowsLastPhase(const PhaseBarrier &barrier, unsigned wave) const;
  void acquirePhase(Wave &wave, const Instruction &at, uint32_t address);
  void arrive(PhaseBarrier &barrier, uint32_t address, unsigned wave, const Instruction &at,
              uint32_t count);
  void announce(PhaseBarrier &barrier, uint32_t address, unsigned wave, uint32_t site,
                int64_t bytes);
  void endPhaseIfComplete(PhaseBarrier &barrier);
  PhaseBarrier *phaseBarrierAt(unsigned wave, uint32_t site, uint32_t address);
  void reportBarrier(unsigned wave, uint32_t site, uint32_t address, uint32_t other,
                     FindingKind kind, const std::string &what);
  void fencePhases(Wave &wave, bool onlyOwn);
  /// Whether what the wave begins, and what runs asynchronously, sees the barrier's init.
  bool isInitFenced(const PhaseBarrier &barrier, unsigned wave) const;
  bool isOfOther(unsigned wave) const { return wave / program.waves() != rank; }
  std::string phaseAwaitedBy(const Wave &wave) const;

  // BoxAccess.cpp
  void beginTransfer(Wave &wave, const Instruction &at);
  void receive(const Wave &wave, const Instruction &at, Transfer transfer);
  /// Whether there was one to land.
  bool landNext();
  void land(Transfer &transfer);
  void landLoad(const Transfer &transfer);
  void landStore(const Transfer &transfer);
  void countRow(GlobalMemory::Place place, uint64_t bytes);
  void countWhole(uint64_t bytes);
  /// Calls action(races, who, place, bytes) for each row in a memory that the kernel reads and
  /// writes.
  template <typename Action> void forEachTrackedRow(const Transfer &transfer, Action action);
  void noteRows(const Transfer &transfer);
  void commitTransfers(Wave &wave);
  void waitForTransfers(Wave &wave, uint32_t remaining, bool onlyRead);
  void checkStoresApart(const Wave &wave, const Transfer &transfer);
  void reportUnfinished(const Wave &wave);
  void finishTransfers();

  // ClusterAccess.cpp
  /// The workgroup whose shared memory an address of the cluster's is in.
  Workgroup &holderOf(uint32_t address);
  Findings &findingsOf(unsigned wave);
  void requireAlive(const Wave &wave, const Instruction &at, const Workgroup &holder);
  void useMemoryOf(Workgroup &holder, const Wave &wave, const Instruction &at);
  /// Whether one of its waves knows, when it ends, what a wave of the cluster did at that time.
  bool knowsAtEnd(unsigned wave, uint32_t time) const;
  /// The same of the end of an asynchronous access.
  bool knowsAtEnd(const SharedMemory &memory, uint32_t flight) const;
  void reportUsesAfterEnd();
  void mapToRank(Wave &wave, const Instruction &at);
  void accessCluster(Wave &wave, const Instruction &at);
  void numberInCluster(Wave &wave, const Instruction &at);
  void reportCluster(const Wave &wave, const Instruction &at, const char *what);

  // WgmmaAccess.cpp
  static Held *heldAt(Wave &wave, Slot slot);
  void checkHeld(Wave &wave, const Instruction &at);
  void reportHeld(const Wave &wave, const Instruction &at, const Held &held, const char *what);
  void compareProducts(Wave &wave, const Instruction &at, uint64_t a, uint64_t b);
  void compareCounts();
  void runProduct(Wave &wave, const Instruction &at);
  void commitProducts(Wave &wave);
  void waitForProducts(Wave &wave, uint32_t remaining);
  void setRegisters(Wave &wave, const Instruction &at);
  /// The instruction runs again when another wave has changed what it waits for.
  void runAgain(Wave &wave, WaveState state);

  // TensorAllocation.cpp
  void allocateTensor(Wave &wave, const Instruction &at);
  std::optional<uint32_t> freeColumns(const Workgroup &other, uint32_t columns);
  std::optional<uint32_t> columnsOfPair(Wave &wave, const Instruction &at, uint32_t columns);
  void freeTensor(Wave &wave, const Instruction &at);
  /// Those that wait for columns look again.
  void wakeForTensors();
  void reportTensor(FindingKind kind, const Wave &wave, const Instruction &at,
                    const std::string &what);
  void reportTensorsLeft();
  /// Null, and reported, if the workgroup has none.
  Workgroup *otherOfPair(const Wave &wave, const Instruction &at);

  // TensorAccess.cpp
  void stepTensor(Wave &wave, const Instruction &at);
  void multiplyTensors(Wave &wave, const Instruction &at);
  void multiplyTensors(Wave &wave, const Instruction &at, unsigned lane);
  bool checkTensors(const Wave &wave, const Instruction &at, const TensorOperands &operands,
                    uint32_t descriptor);
  const std::byte *chunkFor(uint32_t flight, uint32_t address);
  void commitTensors(Wave &wave, const Instruction &at);
  void commitTo(Workgroup &target, uint32_t address, const Wave &wave, const Instruction &at,
                uint32_t commit);
  void landArrival(const TensorArrival &arrival);
  void reportUnawaited();
  void learn(uint32_t commit, unsigned wave);
  void accessTensor(Wave &wave, const Instruction &at);
  void waitForTensors(Wave &wave, bool ofStores);

  // WarpAccess.cpp
  void requireAllLanes(Wave &wave, const Instruction &at);
  void loadMatrix(Wave &wave, const Instruction &at);
  void storeMatrix(Wave &wave, const Instruction &at);
  void copyLanes(Wave &wave, const Instruction &at);
  void commitCopies(Wave &wave);
  void waitForGroups(Wave &wave, uint32_t remaining);

  // SharedAccess.cpp
  LaneMask checkShared(Wave &wave, const Instruction &at, LaneMask active,
                       const uint32_t *addresses);
  void loadShared(Wave &wave, const Instruction &at);
  void storeShared(Wave &wave, const Instruction &at);
  void atomicShared(Wave &wave, const Instruction &at);
  void beginCopy(Wave &wave, const Instruction &at);
  void start(Wave &wave, Copy copy);
  /// Until at most `remaining` copies are under way.
  void waitForCopies(Wave &wave, size_t remaining);
  void land(Copy &copy);
  void countShared(const Instruction &at, LaneMask lanes, const uint32_t *addresses,
                   machine::SharedDirection direction);

  // GlobalAccess.cpp
  LaneMask checkGlobal(Wave &wave, const Instruction &at, LaneMask lanes, const uint64_t *addresses,
                       std::byte **hosts);
  void loadGlobal(Wave &wave, const Instruction &at);
  void storeGlobal(Wave &wave, const Instruction &at);
  void atomicGlobal(Wave &wave, const Instruction &at);
  void accessBuffer(Wave &wave, const Instruction &at);
  void readGlobal(Wave &wave, const Instruction &at, LaneMask lanes, const uint64_t *addresses,
                  std::byte *values);
  void writeGlobal(Wave &wave, const Instruction &at, LaneMask lanes, const uint64_t *addresses,
                   const std::byte *values, uint32_t bytes);
  void checkGlobalRaces(const Wave &wave, const Instruction &at, LaneMask lanes,
                        const uint64_t *addresses, bool isWrite);
  void countGlobal(LaneMask lanes, const uint64_t *addresses, uint32_t bytes);

  const Program &program;
  const Options &options;
  GlobalMemory &global;
  const Grid grid;
  const uint32_t rank; ///< in the cluster
  Findings found;
  Clocks &clocks;
  Cluster &cluster;
  SharedMemory shared;
  std::vector<Wave> waves;
  std::array<NamedBarrier, 16> namedBarriers;
  std::map<uint32_t, PhaseBarrier> phaseBarriers; ///< by address
  std::map<uint32_t, uint32_t> invalidated;       ///< the place of `inval`, by address
  /// By wave of other workgroups: its last use of this one's shared memory.
  std::array<PhaseBarrier::Use, maxWaves> usesByOthers{};
  std::vector<Transfer> transfers; ///< in the order in which they began
  TensorMemory tensor;
  TensorWish wish;
  bool mayAllocate = true;
  std::vector<TensorCommit> commits;
  std::vector<TensorArrival> arrivals; ///< that have not come
  std::vector<std::vector<Product>> warpgroups;
  uint32_t freeRegisters = 0;     ///< of a lane, of all waves together
  std::vector<uint64_t> executed; ///< by instruction
  Counters counted;
  uint64_t groupNumber = 0;
  bool yields = false; ///< the wave that runs has asked in vain: others go on
};

} // namespace wave::executor
