//===- ProtocolWalk.h - Counting the uses of channels in a lane's code ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks over the code once, with the lanes that run it.  Each role has four counters for each
// channel: of waits and of arrivals, for slots that are full and for empty ones.  They are
// expressions: in trip t of a loop that adds d, the counter is c + t * d, or what the loop carries
// where it adds as much to that; where two ways join, both have to have counted alike.
//
// TargetProtocol.h says what is checked; the parts are
//
//   ProtocolWalk.cpp    branches and loops
//   ProtocolSteps.cpp   waits, arrivals, and what they arrive for
//   ProtocolAccess.cpp  TMA loads and MMAs
//   ProtocolEnds.cpp    inits, and what has to hold when all is counted
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <optional>

#include "targets/gpu/ChannelFacts.h"
#include "targets/nvidia/protocol/TargetIndices.h"

namespace wave::nvidia {

using mlir::Operation;
using mlir::Value;

/// Which lanes of which workgroups run something, as indices of a PerLane.
using Lanes = std::vector<uint32_t>;
/// One number for each workgroup of a cluster.
using PerWorkgroup = std::vector<int64_t>;

enum class Step : uint8_t { Wait, Arrive };

/// The rank of the workgroup in whose shared memory an address is; null where it is the own one.
Value rankOf(Value address);

/// What an operation does to which mbarrier.
struct Site {
  size_t role, channel;
  bool isFull;
  Expr address;
  PerWorkgroup arrivals = {}; ///< that each workgroup's mbarrier gets
};

/// A use of a channel, by its sequence index.
struct Use {
  size_t channel;
  Expr index;
};

/// What has been counted where the code stands.
struct Counted {
  std::vector<Expr> uses; ///< by ProtocolWalk::counter
  /// Of each role: wgmma groups in flight, the oldest first, and the one that is not committed, by
  /// the uses that they read.
  std::vector<std::vector<std::vector<Use>>> groups;
  std::vector<std::vector<Use>> open;
  /// Transaction bytes of TMA loads for a role's next uses of a channel, which it has not
  /// committed, by role and channel: as many uses as have any.
  std::vector<std::vector<PerWorkgroup>> bytes;
};

/// All arrivals of a role at one side of a channel.
struct Arrivals {
  Operation *first = nullptr; ///< of them
  PerWorkgroup each;          ///< of one use, by the rank of the workgroup
  bool isByMmas = false;      ///< when they complete
};

class ProtocolWalk {
public:
  ProtocolWalk(mlir::LLVM::LLVMFuncOp kernel, const gpu::ChannelFacts &facts,
               std::array<int32_t, 3> cluster, int64_t lanes);

  /// Reports the first thing that is wrong.
  llvm::LogicalResult run();

private:
  // Reports.
  llvm::LogicalResult fail(Operation *op, const llvm::Twine &claim,
                           llvm::ArrayRef<std::pair<Operation *, std::string>> notes = {});
  std::string nameOf(size_t channel) const;
  std::string roleName(size_t role) const;
  /// For which values they differ, and which values they have then; empty where none are found.
  std::string differenceOf(const Expr &found, const Expr &expected) const;

  // Branches and loops.
  bool isRelevant(mlir::Region &region) const;
  llvm::LogicalResult walk(mlir::Region &region, Counted &counted, const Lanes &active);
  llvm::LogicalResult walk(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult branch(mlir::scf::IfOp op, Counted &counted, const Lanes &active);
  llvm::LogicalResult loop(Operation *op, mlir::Region &body, Counted &counted,
                           const Lanes &active);
  llvm::LogicalResult loopOfTrips(Operation *op, mlir::Region &body, Counted &counted,
                                  const Lanes &active);
  llvm::LogicalResult join(mlir::scf::IfOp op, Counted &one, const Counted &other);
  llvm::LogicalResult checkTrip(Operation *op, const std::vector<Expr> &added);
  llvm::LogicalResult loopCounters(Operation *op, const LoopIndices &indices, Counted &counted,
                                   const std::vector<Expr> &added, std::vector<Expr> &last);
  llvm::LogicalResult carriesGroups(Operation *op, mlir::Region &body, Counted &counted,
                                    const LoopIndices &indices, const std::vector<Expr> &added,
                                    const Lanes &active);

  // Steps.
  llvm::LogicalResult siteOf(Operation *op, Value address, const Lanes &active, Site *&site);
  llvm::LogicalResult wait(mlir::scf::WhileOp op, Counted &counted, const Lanes &active);
  llvm::LogicalResult arrive(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult expect(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult arriveOnce(Operation *op, Value address, Value count, Value expected,
                                 Counted &counted, const Lanes &active);
  llvm::LogicalResult commitMmas(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult arriveAt(Operation *op, Site &site, Counted &counted,
                               const PerWorkgroup &bytes, const Lanes &active, bool isByMmas);
  llvm::LogicalResult checkAddress(Operation *op, const Site &site, const Expr &use, Step step);
  llvm::LogicalResult checkReleased(Operation *op, const Site &site, const Counted &counted);
  llvm::LogicalResult init(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult initAgain(Operation *op, int64_t address, int64_t count, const Lanes &active);
  llvm::LogicalResult invalidate(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult meet(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult refuse(Operation *op, Counted &counted, const Lanes &active);

  // Accesses.
  llvm::LogicalResult load(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult multiply(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult assembly(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult accessScalar(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult commitGroup(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult waitGroup(Operation *op, Counted &counted, const Lanes &active);
  llvm::LogicalResult waitForGroups(Operation *op, Counted &counted, const Lanes &active,
                                    size_t pending);
  llvm::LogicalResult readByDescriptors(Operation *op, mlir::ValueRange descriptors,
                                        Counted &counted, const Lanes &active, bool isOfGroup);
  /// The use of a slot of a ring in which an address lies, for all lanes, if it is one of the
  /// `held` before `end`.
  std::optional<Use> useAt(const Expr &address, size_t role, const Counted &counted,
                           const Lanes &active, bool isRead) const;
  bool liesIn(const Expr &distance, int64_t bytes, const Lanes &active) const;

  // Ends.
  llvm::LogicalResult checkCounts();
  llvm::LogicalResult checkTripEnds(const Counted &counted);
  llvm::LogicalResult checkEnds(const std::vector<Expr> &uses);

  /// Whether all of these lanes are of one role, and which.
  std::optional<size_t> roleOf(const Lanes &active) const;
  size_t counter(size_t role, size_t channel, bool isFull, Step step) const {
    return ((role * facts.channels.size() + channel) * 2 + (isFull ? 1 : 0)) * 2 +
           (step == Step::Wait ? 1 : 0);
  }
  size_t pairOf(size_t role, size_t channel) const {
    return role * facts.channels.size() + channel;
  }

  using Handler = llvm::LogicalResult (ProtocolWalk::*)(Operation *, Counted &, const Lanes &);
  static const llvm::StringMap<Handler> &handlers();
  static Handler handlerOf(Operation *op);

  mlir::LLVM::LLVMFuncOp kernel;
  const gpu::ChannelFacts &facts;
  LaneValues lanes;
  TargetIndices indices;
  llvm::DenseMap<Operation *, bool> relevant; ///< operations with regions that hold steps
  std::map<Operation *, Site> sites;
  std::map<Operation *, std::vector<Expr>> added; ///< by loops, in a trip
  std::map<unsigned, int64_t> boxBytes;           ///< of a tensor map, by the argument
  std::vector<Arrivals> arrivals;                 ///< by counter of arrivals
  std::vector<Lanes> waiters;                     ///< lanes that wait, by counter of waits
  std::map<int64_t, std::pair<Operation *, int64_t>> inits;   ///< counts, by the address
  std::map<std::string, std::pair<Operation *, Use>> scalars; ///< first accesses, by the symbol
  // Of loops whose trips end with mbarriers that are made again.
  bool isInTrip = false;
  std::optional<Expr> trips;  ///< how many; nothing where there is no such loop
  std::vector<Expr> tripEnds; ///< what each role has counted in one of them
  std::vector<int64_t> met;   ///< meetings of the cluster in it, by lane
  Lanes meeting;              ///< lanes that have such a loop
  std::map<int64_t, PerWorkgroup> invalidated, initialised; ///< how often in a trip, by address
  bool isTally = false; ///< counts what a trip adds, and checks nothing
};

} // namespace wave::nvidia
