//===- RoleCode.h - The code of waves that have roles ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Channels (docs/adr/0020-roles-and-channels.md) have two barriers with phases for each
// slot: one that says that it is full, one that it is empty.  Use n of B slots waits at
// those of slot n % B, for phase n / B: a parity says which that is, as nobody is ever two
// ahead of another.
//
//   acquire n   until `empty` has ended phase n / B - 1; the one before the first has ended
//   commit n    arrives at `full`: one lane, for the boxes that it has begun to copy, or all
//               lanes of the role, for what they have written
//   wait n     until `full` has ended phase n / B
//   release n   a lane of each warp arrives at `empty`
//   drain n     until `empty` has ended the phase of the last use of every slot
//   reinitialise  the cluster meets, one lane of each workgroup invalidates all barriers and makes
//                 them again, and the cluster meets
//
// Each producer and each consumer of a channel arrives: a barrier counts the arrivals of all.
//
// Where workgroups of a cluster bring parts of a slot (analysis/Clusters.h), the boxes of each come
// to all of them, `full` counts the bytes of all parts, and `empty` is told by all who bring any.
//
// Of scalars one lane commits what it has stored.
//
// Of accumulators in tensor memory, and of the operands of their MMAs, one lane commits and
// releases: the MMAs arrive at the barrier when they have ended.  A role that has the epilogue too
// is run by all its lanes, one of which issues its MMAs.
//
// Of a pair that multiplies together one workgroup leads, and multiplies.  Its `full` of operands
// counts what both have brought, its `empty` of accumulators the warps of both; what its MMAs tell,
// they tell both.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "analysis/Clusters.h"
#include "analysis/Roles.h"
#include "dialect/Paths.h"
#include "targets/gpu/Positions.h"
#include "targets/gpu/RoleTarget.h"
#include "targets/gpu/TensorCode.h"
#include "targets/gpu/TensorMaps.h"
#include "targets/gpu/TileRegisters.h"

namespace wave::gpu {

/// Lets one lane make the barriers of all channels, and the workgroup see them; its whole cluster,
/// where workgroups bring parts to each other.
void makeBarriers(LaneCode &code, const analysis::Roles &roles, const RoleTarget &target,
                  Value thread, Value shared);

/// Whether workgroups of a cluster bring parts to each other, which boxes alone do, or multiply
/// together.
bool isShared(const analysis::Roles &roles);

/// Whether one lane of a role does all that it does: it begins copies of boxes, or MMAs into
/// tensor memory, or hands over scalars.
bool isByOneLane(ir::RoleOp role);

/// Whether the workgroup that leads a pair runs the role for both: all that it does concerns their
/// MMAs.  What it does beside loads, or an epilogue, that workgroup does step by step.
bool isInLeaderAlone(const analysis::Roles &roles, const analysis::Role &role);

/// What a role does.
class RoleCode {
public:
  /// `tensorBase`: the address of the workgroup's tensor memory, where it has some.
  RoleCode(const analysis::Roles &roles, const analysis::Role &own, const RoleTarget &target,
           Positions &positions, const TensorMaps &maps, Value shared, Value tensorBase)
      : roles(roles), own(own), target(target), positions(positions), maps(maps), shared(shared),
        cluster(ir::RoleOp(own.op)->getParentOfType<ir::KernelOp>()),
        copiesElements(ir::copiesElements(ir::RoleOp(own.op)->getParentOfType<ir::KernelOp>())) {
    if (tensorBase)
      tensors.emplace(*target.tensors(), positions, shared, tensorBase);
  }

  void acquire(LaneCode &code, ir::AcquireOp op);
  void commit(LaneCode &code, ir::CommitOp op);
  void wait(LaneCode &code, ir::WaitOp op);
  void release(LaneCode &code, ir::ReleaseOp op);
  void drain(LaneCode &code, ir::DrainOp op);
  /// Every lane of the cluster comes there.
  void reinitialise(LaneCode &code);
  /// One lane stores it, and every lane that runs loads it.
  void writeScalar(LaneCode &code, ir::ScalarWriteOp op);
  void readScalar(LaneCode &code, ir::ScalarReadOp op);
  void barrier(LaneCode &code, ir::BarrierOp op);

  void copy(LaneCode &code, ir::CopyOp op);
  void copyOut(LaneCode &code, ir::CopyOutOp op);
  /// Before the writes of lanes into a ring that lies where operands lay: whoever wrote these there
  /// has done so.
  void beginEpilogue(LaneCode &code, ir::SharedWriteOp op);
  /// Behind the writes of lanes: the engine sees what it is to copy out.
  void publish(LaneCode &code, ir::SharedWriteOp op);
  /// At the end: shared memory stays until it has been read.
  void finish(LaneCode &code);

  /// MMAs that read the right operand by descriptor, and the left one unless `lhs` has its
  /// registers.  Accumulators are those of each instruction of a wave
  /// (RoleTarget::packAccumulator): to what is empty is nothing added.
  LaneCode::Values issueMmas(LaneCode &code, ir::MmaOp op, const TileRegisters *lhs,
                             const LaneCode::Values &before);
  static int64_t accumulatorCount(ir::MmaOp op);
  LaneCode::Values emptyAccumulators(LaneCode &code, ir::MmaOp op);
  LaneCode::Values packAccumulators(LaneCode &code, ir::MmaOp op, const TileRegisters &tile);
  /// An accumulator that MMAs have left in tensor memory.
  TileRegisters loadAccumulator(LaneCode &code, ir::SharedReadOp op) {
    return tensors->load(code, op);
  }

private:
  static Value isBehindStart(LaneCode &code, ir::CopyOutOp op, mlir::ArrayRef<Value> first);
  bool isReadByLanes(mlir::ValueRange rings) const;
  bool isFilledByLanes(const analysis::Channel &channel) const;
  bool meetsLoaders(ir::RoleOp role) const;
  void meetLoaders(LaneCode &code);
  void onFirstLane(LaneCode &code, llvm::function_ref<void()> emit);
  void byOneLane(LaneCode &code, llvm::function_ref<void()> emit);
  void byLeader(LaneCode &code, const analysis::Channel &channel, llvm::function_ref<void()> emit);
  void arriveByWarps(LaneCode &code, Value barrier);
  /// The channel of a step, and the slot and the phase of its use.
  const analysis::Channel &channelOf(mlir::Operation *step) const {
    return roles.channelOf(ir::channelOfStep(step));
  }
  Expr slotOf(mlir::Operation *step);
  Expr phaseOf(mlir::Operation *step);
  Value barrierOf(LaneCode &code, const analysis::Channel &channel, const Expr &slot, bool isFull);
  /// Until the slot may be filled for a use of that phase.
  void waitUntilEmpty(LaneCode &code, const analysis::Channel &channel, const Expr &slot,
                      const Expr &phase);
  /// An i32, for a kernel of pairs.
  Value leader(LaneCode &code) { return positions.emitNarrow(code, cluster.leader()); }
  Value isLeader(LaneCode &code);
  /// The workgroups of the cluster, as bits of an i32, that bring parts to the slots of the rings;
  /// those with which this one shares copies along these dimensions.
  Value ranksOf(LaneCode &code, mlir::ValueRange rings);
  Value ranksAlong(LaneCode &code, mlir::ArrayRef<int64_t> dims);
  Value slotAddress(LaneCode &code, Value ring, Value slot);
  llvm::SmallVector<Value> coordinatesOf(LaneCode &code, mlir::Operation *op,
                                         ir::MemoryType memory);
  /// Where an operand in place begins for this wave, of whose layout `dim` is the operand's.
  Value operandOf(LaneCode &code, Value tile, ir::ExprAttr dim,
                  const machine::Layout &accumulators);

  const analysis::Roles &roles;
  const analysis::Role &own;
  const RoleTarget &target;
  Positions &positions;
  const TensorMaps &maps;
  Value shared;
  std::optional<TensorCode> tensors;
  const analysis::Cluster cluster;
  const bool copiesElements; ///< lanes do what is TMA's in other versions of the kernel
  bool hasMetLoaders = false;
};

} // namespace wave::gpu
