//===- Roles.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Roles.h"

#include "llvm/Support/MathExtras.h"

#include "analysis/ChannelEnds.h"
#include "analysis/Resources.h"
#include "analysis/SharedBanks.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/Schedule.h"
#include "machine/MmaTable.h"

using namespace mlir;

namespace wave::analysis {

int64_t Roles::threads() const {
  int64_t count = 0;
  for (const Role &role : roles)
    count += role.lanes();
  return count;
}

bool Roles::areOfPair() const {
  return llvm::any_of(channels, [](const Channel &channel) { return channel.isOfPair; });
}

const Channel &Roles::channelOf(ir::ChannelOp op) const {
  return *llvm::find_if(channels, [&](const Channel &channel) { return channel.op == op; });
}

static int64_t endOfRings(ir::KernelOp kernel) {
  int64_t end = 0;
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
    const ir::BufferType type = ring.getRing().getType();
    if (ring.getOffset() && type.getLayout())
      end = std::max(end, static_cast<int64_t>(*ring.getOffset()) +
                              type.getSlots() * bytesPerSlot(type));
  }
  return end;
}

std::optional<Roles> rolesOf(ir::KernelOp kernel) {
  Roles result;
  const int64_t threads = ir::threadsPerWave(kernel);
  int64_t wave = 0;
  for (auto role : kernel.getBlock()->getOps<ir::RoleOp>()) {
    const auto waves = static_cast<int64_t>(role.getWaves());
    result.roles.push_back({role, waves, threads, wave, 0, ir::registersOf(role)});
    wave += waves;
  }
  if (result.roles.empty())
    return std::nullopt;
  int64_t place = static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(endOfRings(kernel)), Channel::barrierBytes));
  const auto rolesNamed = [&](std::optional<ArrayAttr> names) {
    SmallVector<size_t> numbers;
    for (auto [number, role] : llvm::enumerate(result.roles))
      if (names && llvm::is_contained(*names, Attribute(role.op.getNameAttr())))
        numbers.push_back(number);
    return numbers;
  };
  for (auto op : kernel.getBlock()->getOps<ir::ChannelOp>()) {
    result.channels.push_back({op, op.getDepth(), rolesNamed(op.getProducers()),
                               rolesNamed(op.getConsumers()), place, isOfAccumulators(op),
                               isFilledByLanes(op), op.getScope() == ir::ChannelScope::Pair,
                               ir::holdsScalar(op.getRings().front())});
    place += 2 * Channel::barrierBytes * op.getDepth();
  }
  result.tensorColumns = tensorColumnsOf(kernel);
  result.tensorAddress = place;
  return result;
}

int64_t Roles::endOfShared() const {
  constexpr int64_t addressBytes = 4; // NVIDIA PTX ISA, tcgen05.alloc
  return tensorAddress + (tensorColumns ? addressBytes : 0);
}

bool multipliesIntoTensorMemory(ir::RoleOp role) {
  return role.getBody()
      .walk([](ir::MmaOp mma) {
        return mma.getInTensorMemory() ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool holdsTiles(ir::RoleOp role) {
  const auto isHeld = [](Value value) {
    Operation *op = value.getDefiningOp();
    auto mma = dyn_cast<ir::MmaOp>(op);
    return isa<ir::TileType>(value.getType()) && !(mma && mma.getInTensorMemory()) &&
           op->getNumRegions() == 0 && !isa<ir::RegisterOp>(op);
  };
  return role.getBody()
      .walk([&](Operation *op) {
        return llvm::any_of(op->getResults(), isHeld) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isReleasedByMmas(const Channel &channel, ir::RoleOp role) {
  return llvm::any_of(channel.rings(), [&](Value ring) {
    return llvm::any_of(ring.getUsers(), [&](Operation *read) {
      return role->isProperAncestor(read) && isa<ir::ViewOp>(read) &&
             llvm::any_of(read->getUsers(), [](Operation *user) {
               auto mma = dyn_cast<ir::MmaOp>(user);
               return mma && mma.getInTensorMemory();
             });
    });
  });
}

bool canCopyApart(Operation *op) {
  auto read = dyn_cast<ir::ReadOp>(op);
  const Value memory = read ? read.getMemory() : cast<ir::CopyOp>(op).getMemory();
  return llvm::none_of(memory.getUsers(), llvm::IsaPred<ir::WriteOp, ir::CopyOutOp>);
}

bool isOperandOnly(Value tile) {
  return llvm::all_of(tile.getUses(), [](OpOperand &use) {
    auto mma = dyn_cast<ir::MmaOp>(use.getOwner());
    return mma && &use != &mma.getAccumulatorMutable();
  });
}

int64_t sharedBytesOf(ir::KernelOp kernel) {
  const std::optional<Roles> roles = analysis::rolesOf(kernel);
  return roles ? roles->endOfShared() : endOfRings(kernel);
}

static constexpr int64_t step = 8, mostOfRole = 240;
/// Of lanes that hold no tile, where there are enough or each moves elements, for which ptxas
/// takes some 30.  Where they have a loop over tiles, it carries what the next steps need, and they
/// have to have more.
static constexpr int64_t idle = 40, idleInLoops = 56, least = leastRoleRegisters;

bool isRoleRegisters(int64_t registers) {
  return registers % step == 0 && registers >= leastRoleRegisters && registers <= 256;
}

/// Of a multiprocessor.
static int64_t allRegisters(const machine::Chip &chip) {
  return chip.registers * chip.simds * chip.lanes;
}

int64_t registersAtEntry(int64_t lanes, const machine::Chip &chip) {
  // Rings take all shared memory that there is, so that nobody else wants registers.
  return std::min(allRegisters(chip) / lanes / step * step, mostOfRole);
}

int64_t mostTileRegisters(int64_t lanes, int64_t others, const machine::Chip &chip) {
  const int64_t given = registersAtEntry(lanes + others, chip) * (lanes + others);
  return std::min((given - least * others) / lanes / step * step, mostOfRole) -
         registersBesideTiles;
}

int64_t registersOfSums(int64_t n) { return n / 2 + 26; }

/// Whether a loop of the role has a loop in it.
static bool hasLoopOverLoops(ir::RoleOp role) {
  return role
      .walk([](ir::IterateOp loop) {
        return loop->getParentOfType<ir::IterateOp>() ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

bool shareRegisters(Roles &roles, const machine::Chip &chip, Copying copying) {
  roles.registersAtEntry = registersAtEntry(roles.threads(), chip);
  int64_t pool = roles.registersAtEntry * roles.threads();
  int64_t widest = 0, held = 0, lanes = 0, idleLanes = 0;
  bool suffice = true;
  // What is beside tiles is little where lanes move elements: whether it is too much, ptxas says.
  const auto isEnough = [&](int64_t registers, int64_t tiles) {
    return copying == Copying::Elements ? tiles < registers
                                        : tiles + registersBesideTiles <= registers;
  };
  SmallVector<Role *> holders, idlers;
  for (Role &role : roles.roles) {
    role.op.walk([&](ir::MmaOp mma) {
      if (!ir::isAsynchronous(mma))
        return;
      widest = std::max(widest, registersOfSums(machine::mmaNamed(mma.getMmaType()->str())->n));
    });
    const int64_t tiles = tileRegistersOf(role.op, chip);
    if (role.given) {
      role.registers = *role.given;
      pool -= role.registers * role.lanes();
      suffice &= tiles < role.registers; // what is beside them is the user's
      continue;
    }
    (tiles == 0 ? idlers : holders).push_back(&role);
    (tiles == 0 ? idleLanes : lanes) += role.lanes();
    held = std::max(held, tiles);
  }
  suffice &= widest <= roles.registersAtEntry;
  const bool areInLoops =
      llvm::any_of(idlers, [](const Role *role) { return hasLoopOverLoops(role->op); });
  for (const int64_t ofIdle : {areInLoops ? idleInLoops : idle, idle, least}) {
    const int64_t left = pool - ofIdle * idleLanes;
    const int64_t ofHolder = std::min(left / std::max<int64_t>(lanes, 1) / step * step, mostOfRole);
    for (Role *role : holders)
      role->registers = ofHolder;
    // What holders cannot have, the others may use: a launch has given it to all alike.
    const int64_t rest = (pool - ofHolder * lanes) / std::max<int64_t>(idleLanes, 1) / step * step;
    for (Role *role : idlers)
      role->registers = std::max(ofIdle, std::min(rest, roles.registersAtEntry));
    if (left >= 0 && (holders.empty() || isEnough(ofHolder, held)))
      return suffice;
    if (left >= 0 && ofIdle <= idle && copying == Copying::Elements)
      return false;
  }
  return false;
}

} // namespace wave::analysis
