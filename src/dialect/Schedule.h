//===- Schedule.h - A schedule, written on what it schedules --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the form staged to the form scheduled a schedule is part of the IR, as attributes:
//
//   wave.schedule  of the kernel: a user's schedule, as text (schedule/Program.h)
//   wave.choices   of the kernel: what the schedule has said of it before it was staged, as text
//   wave.choice    of an operation: what the schedule chooses of it (dialect/Choice.h)
//   wave.time      of an operation in the body of a pipelined loop: its stage and position
//   wave.arrival   of an asynchronous copy there: when its data has arrived
//   wave.pipeline  of such a loop: its initiation interval
//   wave.stages    of such a loop: where a user's schedule says what each stage has, for messages
//   wave.role      of an operation: the role whose waves run it
//   wave.roles     of the kernel: its roles, in order, with the waves of each
//   wave.registers of a part of the kernel that a role runs, from the form scheduled on: those of
//                  each lane, where the schedule has said so
//   wave.buffers   of a ring: how many slots it has
//   wave.slots_at  of a ring, until it has a layout: where the schedule says how many slots it has
//   wave.reinitialised  of a loop over tiles: its trips begin the uses of channels anew, and where
//   the
//                  schedule says so
//   wave.unrolls   of the kernel: the loops that the schedule has unrolled, in order
//   wave.unrolled  of an operation in an unrolled loop: which copy of it this is
//   wave.remainder of a loop: it runs the iterations that an unrolled one leaves.  This one stays,
//                  for reports
//   wave.staggered of a loop: half of the workgroup's waves run it a barrier behind the others
//   wave.scheduling_barriers  of the kernel: the code generator keeps the order of tuples
//   wave.no_epilogue  of a pipelined loop: its steady loop runs once for each iteration, and stages
//                  before the last one also beyond them
//   wave.unused_tags  of the kernel: tags of what was erased since nothing used it (EraseUnused)
//   wave.trip      of what a schedule has inserted in a pipelined loop: the one trip that has it
//   wave.inserted  of a barrier or a hint: the schedule has inserted it, and where.  This one stays
//                  until barriers have been placed: a barrier that is the schedule's stays, and
//                  none comes between a hint and what it was inserted before
//
// Whoever chooses a schedule writes them (BuildSchedule), one analysis judges them
// (VerifySchedule), one pass makes them true (ApplySchedule), and reports read them.  Pure
// operations need neither a role nor, outside pipelined loops, a time: a role computes what it
// needs.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"

namespace wave::ir {

/// Null where the operation, or the loop, has none.
TimeAttr timeOf(mlir::Operation *op);
void setTime(mlir::Operation *op, int64_t stage, int64_t position);

TimeAttr arrivalOf(mlir::Operation *op);
void setArrival(mlir::Operation *op, int64_t stage, int64_t position);

/// Erases its time, and its arrival.
void eraseTime(mlir::Operation *op);

PipelineAttr pipelineOf(IterateOp loop);
void setPipeline(IterateOp loop, int64_t interval);
void erasePipeline(IterateOp loop);

/// Where a user's schedule says what is in a stage; nothing where the schedule is the target's.
std::optional<mlir::Location> placeOfStage(IterateOp loop, int64_t stage);
void setPlacesOfStages(IterateOp loop, llvm::ArrayRef<mlir::Location> places);

/// Whether stages run beyond the last iteration, in place of an epilogue.
bool hasNoEpilogue(IterateOp loop);
void setNoEpilogue(IterateOp loop);

/// Null where every role that needs the operation runs it.
mlir::StringAttr roleOf(mlir::Operation *op);
void setRole(mlir::Operation *op, llvm::StringRef role);

/// Null where there is none.
mlir::StringAttr scheduleTextOf(KernelOp kernel);
void setScheduleText(KernelOp kernel, llvm::StringRef text);
void eraseScheduleText(KernelOp kernel);

/// Calls of the schedule's language, in order; empty where there are none.
mlir::SmallVector<llvm::StringRef> choicesOf(KernelOp kernel);
void setChoices(KernelOp kernel, llvm::ArrayRef<std::string> choices);
void eraseChoices(KernelOp kernel);

/// Whether wave.sched_barrier is to stand between the tuples of pipelined loops.
bool hasSchedulingBarriers(KernelOp kernel);
void setSchedulingBarriers(KernelOp kernel);
void eraseSchedulingBarriers(KernelOp kernel);

/// Tags of operations that were erased since nothing used them.
mlir::SmallVector<llvm::StringRef> unusedTagsOf(KernelOp kernel);
void setUnusedTags(KernelOp kernel, llvm::ArrayRef<mlir::StringAttr> tags);
void eraseUnusedTags(KernelOp kernel);

/// In order; empty for a kernel without roles.
mlir::SmallVector<RoleAttr> rolesOf(KernelOp kernel);
void setRoles(KernelOp kernel, llvm::ArrayRef<RoleAttr> roles);

/// Of a lane of the role, where the schedule has said how many; it stays until code is made.
std::optional<int64_t> registersOf(RoleOp role);
void setRegisters(RoleOp role, int64_t registers);

/// More slots than any shared memory has bytes for, so that their sizes are far from overflowing.
constexpr int64_t mostBuffers = 65536;
std::optional<int64_t> buffersOf(AllocateOp ring);
void setBuffers(AllocateOp ring, int64_t buffers);
void eraseBuffers(AllocateOp ring);

/// Where a user's schedule says how many; nothing where the compiler has chosen.
std::optional<mlir::Location> placeOfBuffers(AllocateOp ring);
void setPlaceOfBuffers(AllocateOp ring, mlir::Location where);
void erasePlaceOfBuffers(AllocateOp ring);

/// Where the schedule says that each trip begins the uses of all channels anew; nothing where they
/// run on.
std::optional<mlir::Location> reinitialisedAt(IterateOp loop);
void setReinitialised(IterateOp loop, mlir::Location where);

/// In order; empty where no loop was unrolled.
mlir::SmallVector<UnrollAttr> unrollsOf(KernelOp kernel);
void addUnroll(KernelOp kernel, llvm::StringRef loop, int64_t factor);

/// Null where the operation has no copies.
UnrolledAttr unrolledOf(mlir::Operation *op);
void setUnrolled(mlir::Operation *op, int64_t number, int64_t count);

void markRemainder(IterateOp loop);
/// Whether `op` is a loop that runs what an unrolled one leaves, or in one.
bool isOfRemainder(mlir::Operation *op);

void setStaggered(IterateOp loop);
bool isStaggered(IterateOp loop);

/// Nothing where no schedule has inserted the operation.
std::optional<Insertion> insertionOf(mlir::Operation *op);
void setInsertion(mlir::Operation *op, Insertion where);
/// The trip of a pipelined loop in which an inserted operation is issued; null where it is in each
/// that has its anchor.
TripAttr tripOf(mlir::Operation *op);
void setTrip(mlir::Operation *op, LoopPart part, int64_t number);
void eraseTrip(mlir::Operation *op);
/// The operation that `inserted` stands before or after: the next one in that direction which is no
/// index, and which no schedule has inserted; null for one at the start or the end of a loop.
mlir::Operation *anchorOf(mlir::Operation *inserted);

/// Erases all of the above but wave.inserted, wave.registers and wave.remainder from the operation;
/// the tag and all else stay.
void eraseSchedule(mlir::Operation *op);

/// Whether anything of the kernel has such an attribute.
bool hasSchedule(KernelOp kernel);

} // namespace wave::ir
