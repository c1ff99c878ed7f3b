//===- RoleTarget.h - What chips do whose waves have roles ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There waves wait for each other slot by slot, at barriers with phases that lie in shared
// memory; an engine copies boxes; matrix instructions read shared memory in place and run
// on while the wave does something else.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/Roles.h"
#include "machine/MmaTable.h"
#include "targets/gpu/LaneCode.h"
#include "targets/gpu/OperandRows.h"
#include "targets/gpu/TensorTarget.h"

namespace wave::gpu {

class RoleTarget {
public:
  virtual ~RoleTarget() = default;

  //===--------------------------------------------------------------------===//
  // Barriers with phases, by their addresses
  //===--------------------------------------------------------------------===//

  /// A phase ends when so many have arrived, and what they expect has come.
  virtual void initBarrier(LaneCode &code, Value barrier, int64_t arrivals) const = 0;
  /// Its memory is any other from then on, until it is made again.
  virtual void invalidateBarrier(LaneCode &code, Value barrier) const = 0;
  /// The workgroup, or all of its cluster, meets, and sees the barriers that one lane has made.
  virtual void publishBarriers(LaneCode &code, bool isInCluster) const = 0;
  virtual void arrive(LaneCode &code, Value barrier) const = 0;
  /// Arrives at the barrier of another workgroup of the cluster, with the rank `rank`, an i32, that
  /// lies where `barrier` lies here.
  virtual void arriveInCluster(LaneCode &code, Value barrier, Value rank) const = 0;
  /// The same behind what this lane has written, which who waits there in the cluster is to see.
  virtual void arriveBehindWrites(LaneCode &code, Value barrier, Value rank) const = 0;
  /// Arrives, for copies that bring so many bytes.
  virtual void arriveExpecting(LaneCode &code, Value barrier, int64_t bytes) const = 0;
  /// Until the phase of that parity, an i32, has ended: the first has 0, the one before it 1.
  /// `seesCluster`: what lanes of other workgroups have written before they arrived is seen.
  virtual void waitForPhase(LaneCode &code, Value barrier, Value parity,
                            bool seesCluster = false) const = 0;

  //===--------------------------------------------------------------------===//
  // Shared memory
  //===--------------------------------------------------------------------===//

  /// Begins to bring the box of a tensor map whose first element has these coordinates, i32,
  /// innermost first; its bytes arrive at `barrier`.  With `ranks`, an i32 with a bit for each
  /// workgroup of the cluster, it comes to the same place of each of these, at whose own barrier
  /// its bytes arrive.  With `leader`, an i32, they arrive in the workgroup of that rank of the
  /// receiver's pair.
  virtual void copyBox(LaneCode &code, Value map, mlir::ArrayRef<Value> coordinates, Value to,
                       Value barrier, Value ranks, Value leader) const = 0;
  /// Begins to bring the box that lies at `from`; waits until what this lane has begun so far
  /// has been read there, or is in memory too: nothing else orders two boxes there.
  virtual void copyBoxOut(LaneCode &code, Value map, mlir::ArrayRef<Value> coordinates,
                          Value from) const = 0;
  virtual void waitForBoxesOut(LaneCode &code, bool areInMemory) const = 0;
  /// Puts 4 matrices of 8 x 8 elements of 16 bits into shared memory, of each of which a
  /// lane holds a word: row l % 8 of matrix l / 8 at the address of lane l.
  virtual void storeMatrices(LaneCode &code, Value address, mlir::ArrayRef<Value> words) const = 0;
  /// The TMA unit, copies and MMAs that begin after this place, see what this lane has written.
  virtual void proxyFence(LaneCode &code) const = 0;

  //===--------------------------------------------------------------------===//
  // Roles
  //===--------------------------------------------------------------------===//

  /// Says how many registers the lanes of each role have.
  virtual void shareRegisters(analysis::Roles &roles, analysis::Copying copying) const = 0;
  /// The most registers that this wave's lanes have from here on, and had before.
  virtual void setRegisters(LaneCode &code, int64_t count, int64_t before) const = 0;
  /// Of all lanes of a kernel when it begins.
  virtual void limitRegisters(mlir::Operation *function, int64_t count) const = 0;
  /// The so many lanes of a role meet, whose number is `role`.
  virtual void meet(LaneCode &code, int64_t role, int64_t lanes) const = 0;
  /// All lanes of all workgroups of the cluster meet.
  virtual void meetInCluster(LaneCode &code) const = 0;
  /// The lanes of a warp wait for each other, and see what each of them has done.
  virtual void syncWarp(LaneCode &code) const = 0;
  /// Lanes that run one instruction together.
  virtual int64_t lanesInStep() const = 0;

  //===--------------------------------------------------------------------===//
  // MMAs that read shared memory by descriptor
  //===--------------------------------------------------------------------===//

  /// An operand that begins at `address`; the one that begins `bytes` after it.
  virtual Value operandAt(LaneCode &code, Value address, const OperandRows &rows) const = 0;
  virtual Value operandAtOffset(LaneCode &code, Value operand, int64_t bytes) const = 0;
  /// Before the MMAs of a step: orders them after accesses to the registers that they take.
  virtual void fenceRegisters(LaneCode &code) const = 0;
  /// An accumulator as MMAs carry it: of what the vectors hold, or of so many registers without a
  /// value, to which the first MMA does not add.
  virtual Value packAccumulator(LaneCode &code, mlir::ArrayRef<Value> vectors) const = 0;
  virtual Value emptyAccumulator(LaneCode &code, const machine::Mma &mma,
                                 int64_t registers) const = 0;
  /// The registers of accumulators, one by one.
  virtual mlir::SmallVector<Value> unpackAccumulators(LaneCode &code,
                                                      mlir::ArrayRef<Value> accumulators) const = 0;
  /// The numbers in other registers: the copy is made in this place, and not while MMAs run
  /// that write the one or the other.
  virtual mlir::SmallVector<Value> copyRegisters(LaneCode &code,
                                                 mlir::ArrayRef<Value> numbers) const = 0;
  /// A left operand that lanes hold, as an MMA takes it.
  virtual mlir::SmallVector<Value> operandInRegisters(LaneCode &code, Value vector) const = 0;
  /// Issues one MMA; `lhs` is a descriptor, or an operand in registers.
  virtual Value issueMma(LaneCode &code, const machine::Mma &mma, ValueRange lhs, Value rhs,
                         Transposed transposed, Value accumulator) const = 0;
  /// The MMAs issued since the last such place are a group.
  virtual void commitMmas(LaneCode &code) const = 0;
  /// Waits until at most `pending` groups are outstanding; the registers of the accumulators, one
  /// by one, as they are then.
  virtual mlir::SmallVector<Value> waitForMmas(LaneCode &code, int64_t pending,
                                               mlir::ArrayRef<Value> accumulators) const = 0;

  /// Null where the chip has no tensor memory.
  virtual const TensorTarget *tensors() const = 0;

  /// What is said of a kernel's argument that is a tensor map.
  virtual mlir::SmallVector<mlir::NamedAttribute> mapAttributes(mlir::Builder &builder) const = 0;
};

} // namespace wave::gpu
