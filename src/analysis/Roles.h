//===- Roles.h - Who a workgroup's waves are, and how they share it out ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel in the form distributed whose program is parted into roles
// (docs/adr/0020-roles-and-channels.md).  Roles follow each other in the order of the IR,
// each with the waves that it says, of as many threads as the hardware constraint says.
//
// Registers are shared out by the roles' needs: lanes that only begin copies give theirs to
// those that hold tiles.  A multiprocessor has 64 K registers; a launch gives every lane the
// same, `atEntry`, of which each role then keeps what it says, a multiple of 8 (NVIDIA PTX
// ISA, setmaxnreg).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave::analysis {

struct Role {
  ir::RoleOp op;
  int64_t waves, threadsPerWave;
  int64_t firstWave;                           ///< of the workgroup's
  int64_t registers = 0;                       ///< of a lane
  std::optional<int64_t> given = std::nullopt; ///< the same, by the schedule

  int64_t lanes() const { return waves * threadsPerWave; }
};

struct Channel {
  ir::ChannelOp op;
  int64_t slots;
  mlir::SmallVector<size_t> producers, consumers; ///< among the roles
  int64_t barriers; ///< where they begin, bytes of the workgroup's shared memory

  bool isOfSums = false;    ///< in tensor memory
  bool isByLanes = false;   ///< lanes write what they have computed
  bool isOfPair = false;    ///< two workgroups multiply with it together, or into it
  bool isOfScalars = false; ///< a lane writes an index

  mlir::OperandRange rings() const { return ir::ChannelOp(op).getRings(); }
  /// Of the barrier that says that a slot is full, or empty.
  int64_t barrierOffset(int64_t slot, bool isFull) const {
    return barriers + 2 * barrierBytes * slot + (isFull ? 0 : barrierBytes);
  }
  static constexpr int64_t barrierBytes = 8;
};

struct Roles {
  mlir::SmallVector<Role> roles;
  mlir::SmallVector<Channel> channels;
  int64_t registersAtEntry = 0;
  int64_t tensorColumns = 0; ///< that the workgroup asks for; 0 where it needs none
  int64_t tensorAddress = 0; ///< where it is told of them, a byte of its shared memory

  int64_t threads() const;
  /// Whether two workgroups multiply together.
  bool areOfPair() const;
  const Channel &channelOf(ir::ChannelOp op) const;
  /// Bytes of shared memory up to the end of what roles share.
  int64_t endOfShared() const;
};

/// Without registers where tiles have no layouts yet; nothing for a kernel without roles.
std::optional<Roles> rolesOf(ir::KernelOp kernel);

/// What lanes that hold no tile do: one of them begins copies, or each moves elements.
enum class Copying { Boxes, Elements };

/// Whether lanes of a role can have so many: setmaxnreg takes multiples of 8, 24 to 256.
bool isRoleRegisters(int64_t registers);
constexpr int64_t leastRoleRegisters = 24;

/// Shares out a multiprocessor's registers, but for those that a schedule has given; false where
/// they do not suffice.
bool shareRegisters(Roles &roles, const machine::Chip &chip, Copying copying);

/// Of a lane that holds tiles: addresses, counters, what the epilogue converts.  Measured.
constexpr int64_t registersBesideTiles = 40;

/// Registers of tiles that a lane may hold: where a workgroup has `lanes` that do, beside
/// `others` that hold none.
int64_t mostTileRegisters(int64_t lanes, int64_t others, const machine::Chip &chip);

/// What a launch gives to each of so many lanes, of any role.
int64_t registersAtEntry(int64_t lanes, const machine::Chip &chip);

/// Registers that each lane of a launch needs for the sums of one instruction, n columns of a
/// warpgroup's, whatever its role (ptxas wants 26 besides: its error C7602).
int64_t registersOfSums(int64_t n);

/// Whether the role begins products whose sums are in tensor memory: one lane does, and
/// barriers are told when they have ended.
bool multipliesIntoTensorMemory(ir::RoleOp role);

/// Whether its lanes hold tiles: then one of them begins the MMAs into tensor memory beside what
/// all of them do.
bool holdsTiles(ir::RoleOp role);

/// Whether MMAs of the role read the channel by descriptor and accumulate in tensor memory: they
/// release its slots when they complete.
bool isReleasedByMmas(const Channel &channel, ir::RoleOp role);

/// Whether waves of another role can bring what a read, or a copy, brings: no write of the
/// kernel touches the memory, so that nothing has to come before.
bool canCopyApart(mlir::Operation *op);

/// Whether nothing but products uses a tile, as their operand.
bool isOperandOnly(mlir::Value tile);

/// Of a workgroup: its rings, and the barriers of its channels.
int64_t sharedBytesOf(ir::KernelOp kernel);

} // namespace wave::analysis
