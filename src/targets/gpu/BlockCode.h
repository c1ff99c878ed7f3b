//===- BlockCode.h - What the operations of a block become ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the code of a lane for the operations of a block and of the blocks in it, for one
// set of waves: those of the kernel, or of a role.  Needs the distributed form; knows of each
// tile the registers that hold it, or the accumulators to which outstanding MMAs may add.
//
// BlockCode.cpp has what computes elements and control flow, BlockReductions.cpp and
// BlockMmas.cpp what their names say.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/ElementTypes.h"
#include "passes/schedule/RoleSlice.h"
#include "targets/gpu/RoleCode.h"
#include "targets/gpu/TileAccess.h"

namespace wave::gpu {

class BlockCode {
public:
  BlockCode(ir::KernelOp kernel, const LaneTarget &target, LaneCode &entry,
            const MemoryArguments &memories, Value shared, int64_t lanes, int64_t firstWave = 0);

  /// The block is that of a role.  Only lanes with `isIssuing`, an i1, run it; null: all of them.
  void run(LaneCode &code, const analysis::Roles &roles, const analysis::Role &own,
           const TensorMaps &maps, Value shared, Value tensorBase, Value isIssuing);

  /// That of the kernel, whose waves have no roles.
  void runKernel(LaneCode &code, ir::KernelOp kernel) {
    run(code, kernel.getBlock());
    flights.writeCounts(target);
  }

  Positions &places() { return positions; }
  /// In a block with MMAs the order is the schedule's: code for MMAs and for each way
  /// of moving tiles stays together.  What else is computed goes with what uses it, and
  /// elsewhere the code generator finds a good order by itself.
  void run(LaneCode &code, mlir::Block *block);

private:
  void runWithMeetings(LaneCode &code, mlir::Block *block);
  static bool isScheduled(mlir::Operation *op);
  /// Whether the operation says itself which instructions may pass others: then LLVM orders its
  /// block by that.
  static bool letsCross(mlir::Operation &op);

  /// With the operation's tag, for whom the lanes' code is read or executed.
  static mlir::Location locationOf(mlir::Operation *op);

  const TileRegisters &valueOf(Value value) const { return tiles.find(value)->second; }
  void set(Value value, TileRegisters registers);
  static ir::TileType tileOf(Value value) { return mlir::cast<ir::TileType>(value.getType()); }
  static DType dtypeOf(Value value) { return *ir::dtypeOf(tileOf(value).getElementType()); }
  void lower(LaneCode &code, mlir::Operation *op);
  void lowerOp(LaneCode &code, ir::BarrierOp op);
  void lowerOp(LaneCode &code, ir::RegisterOp op);
  void lowerOp(LaneCode &code, ir::SelfIndexOp op);
  void lowerOp(LaneCode &code, ir::SplatOp op);
  void lowerOp(LaneCode &code, ir::CastOp op);
  void lowerOp(LaneCode &code, ir::MaskOp op);

  /// The register of `narrow`, a tile with fewer dimensions, that goes with `reg` of `wide`.
  static int64_t registerBeside(ir::TileType narrow, ir::TileType wide, int64_t reg);

  /// The operand's elements beside `count` registers of the result from `reg` on.
  Value beside(LaneCode &code, Value operand, ir::TileType result, int64_t reg, int64_t count);

  void lowerElementwise(LaneCode &code, mlir::Operation *op);

  /// What a wave has of a reduction of `value`, for each register of `to`: first the registers
  /// of each lane, then lanes with each other, which leaves the result in all of them.
  mlir::SmallVector<Value> reduce(LaneCode &code, ir::ReductionKind kind, Value value,
                                  ir::ExprAttr along, ir::TileType to, DType dtype,
                                  int64_t exchanging);
  void lowerOp(LaneCode &code, ir::PartialReduceOp op);
  void lowerOp(LaneCode &code, ir::ReduceOp op);

  /// The element that another lane holds: in words of 32 bits.
  Value exchanged(LaneCode &code, Value element, int64_t mask) const;

  /// The asynchronous MMA whose accumulator a tile is; null for others.
  static ir::MmaOp mmaOf(Value tile);

  /// The only MMA that goes on adding to an accumulator; null where there is none, or several.
  static ir::MmaOp taker(Value tile);
  /// Whether what MMAs have added to, which a step of the loop hands on as a value of this
  /// number, stays in the registers of the one that the step began with.
  static bool staysInPlace(Value tile, ir::IterateOp loop, unsigned number);
  /// The same of what an MMA adds to, and of an accumulator that is handed on to a next step.
  static bool isAddedToInPlace(ir::MmaOp mma);
  static bool isHandedOnInPlace(Value tile);

  /// What an MMA adds to, as MMAs carry it, an accumulator for each of their instructions.
  LaneCode::Values accumulatorsBefore(LaneCode &code, ir::MmaOp mma);

  /// What is used after this place of accumulators begun before it goes through the wait.
  void lowerOp(LaneCode &code, ir::MmaWaitOp op);
  void lowerOp(LaneCode &code, ir::MmaOp op);

  /// Takes a tile's vectors from the front of `flat`; what is behind them.
  ValueRange setFront(Value value, ValueRange flat);

  /// What a loop carries of `values`: accumulators of outstanding MMAs stay as they are.
  LaneCode::Values carried(LaneCode &code, ir::IterateOp loop, ValueRange values);
  void setCarried(ir::IterateOp loop, ValueRange values, ValueRange flat);
  /// Of what a loop carries, accumulators that a step uses before it waits for MMAs: none is in
  /// flight there, and they can be used as they are.
  void unpackCarried(LaneCode &code, ir::IterateOp loop);
  /// Whether something in a body reads an accumulator before it has waited for MMAs; what adds to
  /// it takes it as it is carried.
  static bool isReadAtOnce(Value accumulator, mlir::Block &body);
  LaneCode::Values countedLoop(LaneCode &code, ir::IterateOp op);
  LaneCode::Values whileLoop(LaneCode &code, ir::IterateOp op);
  /// Of a loop's counter, or of an index that it carries.
  Positions::Sign signOf(mlir::Value index);
  void lowerOp(LaneCode &code, ir::IterateOp op);
  void lowerOp(LaneCode &code, ir::IfOp op);

  const LaneTarget &target;
  Positions positions;
  TileAccess access;
  analysis::IndexRanges ranges;
  CopiesInFlight flights;
  std::optional<RoleCode> role;
  /// Of a role that few lanes issue, and in which all lanes meet: its meetings with what they need,
  /// which all lanes run.  The lanes of a warp meet together.
  struct Meetings {
    RoleSlice needed;
    Value isIssuing;
  };
  std::optional<Meetings> ofAllLanes;
  mlir::DenseMap<Value, TileRegisters> tiles;
  mlir::DenseMap<Value, LaneCode::Values> accumulators; ///< to which outstanding MMAs may add
  /// Accumulators that are complete, as the MMA takes them that goes on adding to each.
  mlir::DenseMap<Value, LaneCode::Values> taken;
};

} // namespace wave::gpu
