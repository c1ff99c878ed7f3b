//===- Resources.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Resources.h"

#include <optional>

#include "llvm/ADT/SetVector.h"

#include "analysis/GlobalAccess.h"
#include "analysis/LiveTiles.h"
#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::analysis {

static constexpr int64_t registerBytes = 4;

static ir::TileType tileOf(Value value) { return dyn_cast<ir::TileType>(value.getType()); }

int64_t registersOf(ir::TileType tile) {
  const machine::Digits &digits = tile.getLayout().getValue().registers();
  const int64_t count = machine::countOf(digits);
  if (tile.getElementType().isInteger(1))
    return 0;
  const int64_t bytes = ir::elementBytes(tile.getElementType());
  // Elements shorter than a register share one where a vector of them is moved at once.
  const int64_t vector = digits.empty() ? 1 : digits.front().size & -digits.front().size;
  const auto ofVector =
      llvm::divideCeil(static_cast<uint64_t>(vector * bytes), static_cast<uint64_t>(registerBytes));
  return count / vector * static_cast<int64_t>(ofVector);
}

namespace {

/// Whether `op` computes each element from those at the same place.
bool isPointwise(Operation *op) { return ir::isElementwise(op) || isa<ir::CastOp, ir::MaskOp>(op); }

/// Whether some workgroup's tile that `op` moves reaches beyond the memory.
bool mayExceed(Operation *op, ir::TileType tile, ir::MemoryType memory) {
  auto kernel = op->getParentOfType<ir::KernelOp>();
  if (op->hasAttr("mapping"))
    return true; // unless it is proved not to, of which this makes no use
  return llvm::any_of(memory.getDims(), [&](ir::DimAttr dim) {
    if (ir::isMapped(op, dim.getName()))
      return true; // unless it is proved not to, of which this makes no use
    return ir::mayReachBeyond(kernel, dim.getName(), tile.getSizeAlong(dim.getName()).getValue(),
                              dim.getSize().getValue());
  });
}

/// What an elementwise chain makes of each value of a block: of the one user after another that a
/// value has alone, in the block that makes it.
class Chains {
public:
  explicit Chains(Block &block) {
    add(block);
    block.walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          add(inner);
    });
  }

  /// Whether only a part of the tile exists at a time.
  bool isStreamed(Value value) const { return streamed.contains(value); }

  int64_t registersOf(ir::TileType tile) {
    auto [found, isNew] = registers.try_emplace(tile, 0);
    if (isNew)
      found->second = analysis::registersOf(tile);
    return found->second;
  }

  /// The only user of a value, in its own block; null if it has others.
  static Operation *onlyUser(Value value) {
    if (!value.hasOneUse())
      return nullptr;
    Operation *user = *value.getUsers().begin();
    return user->getBlock() == value.getParentBlock() ? user : nullptr;
  }

private:
  void add(Block &block) {
    for (Operation &op : llvm::reverse(block)) // users before what they use
      for (Value result : op.getResults())
        followUser(result);
    for (Operation &op : block)
      for (Value result : op.getResults())
        if (findStreamed(result))
          streamed.insert(result);
  }

  /// Whether results go through shared memory on their way to a memory.
  static bool isStaged(Operation *user) {
    auto write = dyn_cast<ir::SharedWriteOp>(user);
    return write && llvm::any_of(write.getRing().getUsers(), llvm::IsaPred<ir::CopyOutOp>);
  }

  static bool isReduction(Operation *op) { return isa<ir::ReduceOp, ir::PartialReduceOp>(op); }

  void followUser(Value value) {
    Operation *user = onlyUser(value);
    if (!user)
      return;
    if (!isPointwise(user)) {
      if (isReduction(user) || isa<ir::WriteOp>(user) || isStaged(user))
        ending.insert(value);
      return;
    }
    Operation *first = earliest.lookup(user->getResult(0));
    for (Value operand : user->getOperands())
      if (Operation *other = operand.getDefiningOp();
          other && operand != value && tileOf(operand) && !isa<ir::RegisterOp>(other) &&
          other->getBlock() == user->getBlock() && (!first || other->isBeforeInBlock(first)))
        first = other;
    if (first)
      earliest[value] = first;
    if (ending.contains(user->getResult(0)))
      ending.insert(value);
  }

  bool findStreamed(Value value) {
    Operation *op = value.getDefiningOp();
    if (!onlyUser(value))
      return false;
    if (isLoadedAtUse(op)) {
      loadedAtUse.insert(value);
      return true;
    }
    // A read that may be masked has two ways, behind which all of the tile is there.
    if (auto read = dyn_cast<ir::ReadOp>(op))
      return meetsWhole(read) &&
             !mayExceed(read, read.getResult().getType(), read.getMemory().getType());
    if (isa<ir::SharedReadOp>(op))
      return meetsWhole(op);
    if (!isPointwise(op))
      return false;
    if (Value operand = replaced(op))
      return isStreamed(operand);
    return ending.contains(value);
  }

  /// Whether `op` loads a tile in parts, each where the next operation of a chain uses it, or
  /// computes the elements of one.
  bool isLoadedAtUse(Operation *op) const {
    if (op->getNumResults() != 1 || !isPointwise(onlyUser(op->getResult(0))))
      return false;
    if (auto read = dyn_cast<ir::ReadOp>(op))
      return isLoadedWhereUsed(read);
    return isPointwise(op) &&
           llvm::any_of(op->getOperands(),
                        [&](Value operand) { return loadedAtUse.contains(operand); }) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return !tileOf(operand) || loadedAtUse.contains(operand) ||
                    isa_and_nonnull<ir::RegisterOp>(operand.getDefiningOp());
           });
  }

  /// Whether what is made of what `read` reads, one element after another, goes into a tile that
  /// was held before it.
  bool meetsWhole(Operation *read) const {
    Operation *other = earliest.lookup(read->getResult(0));
    return other && other->isBeforeInBlock(read);
  }

  /// An operand whose registers the result of `op` can take; null if there is none.
  Value replaced(Operation *op) {
    const int64_t needed = registersOf(tileOf(op->getResult(0)));
    for (Value operand : op->getOperands())
      if (ir::TileType tile = tileOf(operand); tile && registersOf(tile) >= needed)
        if (operand.getDefiningOp() && !isa<ir::RegisterOp>(operand.getDefiningOp()) &&
            diesIn(operand, op))
          return operand;
    return {};
  }

  bool diesIn(Value value, Operation *op) {
    auto [found, isNew] = lastUsers.try_emplace(value, nullptr);
    if (isNew)
      found->second = lastUser(value);
    Operation *last = found->second;
    return last && last->getBlock() == op->getBlock() && (last == op || last->isBeforeInBlock(op));
  }

  /// Null if a value has users in several blocks.
  static Operation *lastUser(Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      if (last && last->getBlock() != user->getBlock())
        return nullptr;
      if (!last || last->isBeforeInBlock(user))
        last = user;
    }
    return last;
  }

  /// Of a value that a chain goes through: the first operation of the block that makes another
  /// tile for it.
  llvm::DenseMap<Value, Operation *> earliest;
  llvm::DenseSet<Value> ending; ///< whose chains end in a reduction or a write
  llvm::DenseSet<Value> streamed;
  llvm::DenseSet<Value> loadedAtUse;
  llvm::DenseMap<Value, Operation *> lastUsers;
  llvm::DenseMap<Type, int64_t> registers;
};

/// Finds the operation at which a lane holds most.  What is live is counted as it begins and ends;
/// what is held at the peak is listed in a second walk.
class Account : LiveVisitor {
public:
  Account(Block &block, const machine::Chip &chip) : chip(chip), chains(block) {
    forEachOperation(block, *this);
    isListing = true;
    if (peakAt)
      forEachOperation(block, *this);
  }

  /// Where most registers are taken.
  struct Peak {
    SmallVector<HeldTile> held;
    int64_t tiles = 0;    ///< registers of `held`
    int64_t streamed = 0; ///< of them, of tiles that exist in parts
    int64_t other = 0;    ///< what an operation needs besides
    int64_t all() const { return tiles + other; }
  };
  Peak peak;

private:
  /// What a chain holds of a tile that goes through it element by element: measured, the loads
  /// that LLVM issues ahead.
  static constexpr int64_t window = 24;

  /// What is counted of a tile.
  struct Share {
    int64_t tiles = 0, streamed = 0, other = 0;
    void add(const Share &share, int64_t times = 1) {
      tiles += times * share.tiles;
      streamed += times * share.streamed;
      other += times * share.other;
    }
  };

  void begin(Value value) override {
    count(value, 1);
    order[value] = ++begun;
  }
  void end(Value value) override {
    count(value, -1);
    order.erase(value);
  }
  void count(Value value, int64_t times) {
    live.add(shareOf(value), times);
    if (!llvm::any_of(value.getUsers(), [&](Operation *user) { return ir::intoOf(user) == value; }))
      return;
    if (times > 0)
      sliced.insert(value);
    else
      sliced.remove(value);
  }

  /// While `op` runs: what is held across it, and the larger of its results and of the
  /// operands that nobody uses again.
  void at(Operation *op, ArrayRef<Value> last) override {
    if (isListing && op != peakAt)
      return;
    const auto isBefore = [&](Value value) {
      return order.contains(value) || llvm::is_contained(last, value);
    };
    const auto goesOn = [&](Value value) { return goesOnIn(value, isBefore, op); };
    Share here = live, results, operands;
    for (Value value : sliced)
      if (goesOn(value))
        here.add(shareOf(value), -1);
    for (Value result : op->getResults())
      results.add(shareOf(result));
    for (Value value : last)
      if (!goesOn(value))
        operands.add(shareOf(value));
    const bool isResult = results.tiles > operands.tiles;
    here.add(isResult ? results : operands);
    here.other += isResult ? 0 : workOf(op);
    if (isListing)
      return list(isResult ? llvm::to_vector_of<Value>(op->getResults()) : llvm::to_vector(last),
                  goesOn);
    if (here.tiles + here.other <= peak.all())
      return;
    peakAt = op;
    peak.tiles = here.tiles;
    peak.streamed = here.streamed;
    peak.other = here.other;
  }

  /// What is held across the peak, in the order in which it began, and `ends`.
  void list(ArrayRef<Value> ends, llvm::function_ref<bool(Value)> goesOn) {
    SmallVector<std::pair<uint64_t, Value>> across;
    for (const auto &[value, number] : order)
      across.emplace_back(number, value);
    llvm::sort(across, llvm::less_first());
    SmallVector<Value> values(llvm::make_second_range(across));
    llvm::append_range(values, ends);
    for (Value value : values)
      if (const int64_t registers = shareOf(value).tiles; registers && !goesOn(value))
        peak.held.push_back({value, registers});
  }

  /// Whether the registers of a tile that is read in slices are those of a later slice's, which is
  /// held at the same time.
  static bool goesOnIn(Value value, llvm::function_ref<bool(Value)> isBefore, Operation *op) {
    for (Operation *user : value.getUsers()) {
      if (ir::intoOf(user) != value)
        continue;
      if (user == op || isBefore(user->getResult(0)))
        return true;
      // What is read later is not there yet.
      if (user->getBlock() == op->getBlock() && user->isBeforeInBlock(op) &&
          goesOnIn(user->getResult(0), isBefore, op))
        return true;
    }
    return false;
  }

  /// Halves that are computed in f32 lie in a register each until two are packed, but for a
  /// chip that converts two at a time.
  int64_t workOf(Operation *op) {
    if (!isa_and_nonnull<ir::UnaryOp, ir::DivOp>(op))
      return 0;
    ir::TileType tile = tileOf(op->getResult(0));
    if (!tile.getElementType().isF16() && !tile.getElementType().isBF16())
      return 0;
    return chip.packsHalves ? 0 : chains.registersOf(tile);
  }

  Share shareOf(Value value) {
    auto [found, isNew] = shares.try_emplace(value);
    if (isNew)
      if (const int64_t registers = registersHeld(value))
        found->second = {registers, chains.isStreamed(value) ? registers : 0,
                         workOf(value.getDefiningOp())};
    return found->second;
  }

  int64_t registersHeld(Value value) {
    ir::TileType tile = tileOf(value);
    // What is read in place is in none; constants are part of the instructions that use them.
    if (!tile || !tile.getLayout() || isa_and_nonnull<ir::RegisterOp>(value.getDefiningOp()))
      return 0;
    const int64_t registers = chains.registersOf(tile);
    if (ir::ReduceOp reduce = combinedBy(value))
      return (registers + 1) / 2 + chains.registersOf(reduce.getResult().getType());
    return chains.isStreamed(value) ? std::min(registers, window) : registers;
  }

  /// What combines what the waves of a row have found: LLVM has half of it beside the results,
  /// measured.
  static ir::ReduceOp combinedBy(Value value) {
    if (!value.getDefiningOp<ir::SharedReadOp>())
      return {};
    return dyn_cast_or_null<ir::ReduceOp>(Chains::onlyUser(value));
  }

  const machine::Chip &chip;
  Chains chains;
  llvm::DenseMap<Value, Share> shares;
  llvm::DenseMap<Value, uint64_t> order; ///< of what is live, when it began
  uint64_t begun = 0;
  llvm::SetVector<Value> sliced; ///< of what is live, what slices are read into
  Share live;                    ///< their sum
  Operation *peakAt = nullptr;
  bool isListing = false;
};

/// Pairs of registers that hold addresses: elements of one row are reached from one, rows are
/// strides apart that only the launch knows.
int64_t rowsOf(ir::TileType tile, ir::MemoryType memory, ir::SliceAttr slice) {
  const std::string last = memory.getDims().back().getName().getValue().str(),
                    sliced = slice ? slice.getDim().str() : std::string();
  // Registers that differ in a digit of another dimension are of different rows: the product of
  // the sizes, however large the tile.
  int64_t rows = 1;
  machine::Digits along; // of the sliced dimension
  for (const machine::Digit &digit : tile.getLayout().getValue().registers()) {
    if (!digit.dim.empty() && digit.dim == sliced)
      along.push_back(digit);
    else if (!digit.dim.empty() && digit.dim != last)
      rows *= digit.size;
  }
  if (!slice)
    return rows;
  int64_t inSlice = 0;
  const machine::Layout ofSlice(along, {}, {});
  for (int64_t reg = 0; reg < machine::countOf(ofSlice.registers()); ++reg) {
    const machine::Position position = ofSlice.at(reg, 0, 0);
    const auto found = position.find(sliced);
    inSlice += slice.hasElement(found == position.end() ? 0 : found->second);
  }
  return rows * (sliced == last ? std::min<int64_t>(inSlice, 1) : inSlice);
}

} // namespace

/// The tile that a read or a copy brings, and the memory that it is brought from.
static std::optional<std::pair<ir::TileType, ir::MemoryType>> broughtBy(Operation *op) {
  if (auto read = dyn_cast<ir::ReadOp>(op))
    return std::pair(read.getResult().getType(), read.getMemory().getType());
  if (auto copy = dyn_cast<ir::CopyOp>(op))
    return std::pair(copy.getTile(), copy.getMemory().getType());
  return std::nullopt;
}

/// A copy of a tile that may reach beyond its memory has two ways, with addresses of their own.
static int64_t addressesOf(ir::KernelOp kernel) {
  int64_t rows = 0;
  kernel.walk([&](Operation *op) {
    auto brought = broughtBy(op);
    // What one lane of a role copies in boxes takes none.
    if (!brought || !op->getParentOfType<ir::IterateOp>() ||
        (isa<ir::CopyOp>(op) && op->getParentOfType<ir::RoleOp>()))
      return;
    const auto [tile, memory] = *brought;
    rows += rowsOf(tile, memory, ir::sliceOf(op)) *
            (isa<ir::CopyOp>(op) && mayExceed(op, tile, memory) ? 2 : 1);
  });
  return 2 * rows;
}

/// Coordinates of a lane, which accesses that may reach beyond their memory compare: measured.
static int64_t coordinatesOf(ir::KernelOp kernel) {
  constexpr int64_t registers = 7;
  WalkResult result = kernel.walk([](Operation *op) {
    auto brought = broughtBy(op);
    return brought && mayExceed(op, brought->first, brought->second) ? WalkResult::interrupt()
                                                                     : WalkResult::advance();
  });
  return result.wasInterrupted() ? registers : 0;
}

/// The most registers with which a SIMD runs as many waves as with `registers`.
static int64_t budgetOf(int64_t registers, const machine::Chip &chip) {
  const int64_t granule = chip.registerGranule;
  const int64_t taken = std::min((registers + granule - 1) / granule * granule, chip.registers);
  const int64_t waves = std::min(chip.wavesPerSimd, chip.registers / taken);
  return chip.registers / waves / granule * granule;
}

int64_t tileRegistersOf(ir::RoleOp role, const machine::Chip &chip) {
  return Account(*role.getBlock(), chip).peak.tiles;
}

/// Roles have registers by what their lanes hold, of those that a launch gives to all.
static void shareOut(Roles &roles, Resources &result, const machine::Chip &chip) {
  const bool isShared = shareRegisters(roles, chip, Copying::Boxes);
  int64_t holders = 0;
  result.waves = 0;
  for (const Role &role : roles.roles) {
    result.waves += role.waves;
    if (tileRegistersOf(role.op, chip) == 0)
      continue;
    holders += role.lanes();
  }
  // Whoever holds tiles has beside them what every role has, or the addresses of its own reads.
  result.otherRegisters =
      std::max(registersBesideTiles - result.addressRegisters, result.otherRegisters);
  result.vgprs = result.tileRegisters + result.addressRegisters + result.otherRegisters;
  result.lanes = roles.threads();
  result.atEntry = isShared ? roles.registersAtEntry : result.vgprs;
  const int64_t others = result.lanes - holders;
  result.registerLimit = mostTileRegisters(std::max<int64_t>(holders, 1), others, chip);
  result.mostOfLane = result.registerLimit + registersBesideTiles;
  result.registerFormula = std::to_string(holders) + " lanes hold tiles and " +
                           std::to_string(others) + " none, which leaves " +
                           std::to_string(result.registerLimit);
  if (llvm::none_of(roles.roles, [](const Role &role) { return role.given.has_value(); }))
    return;
  for (Role &role : roles.roles)
    if (const int64_t most = role.registers - registersBesideTiles;
        tileRegistersOf(role.op, chip) > 0 && most < result.registerLimit) {
      result.registerLimit = std::max<int64_t>(most, 1);
      result.mostOfLane = role.registers;
      result.registerFormula = "the schedule leaves role '" + role.op.getName().str() + "' " +
                               std::to_string(role.registers) + ", of which " +
                               std::to_string(registersBesideTiles) +
                               " are for what is beside tiles";
    }
}

std::string describe(const HeldTile &tile) {
  Operation *op = tile.value.getDefiningOp();
  return std::to_string(tile.registers) + " registers: " + ir::describe(tileOf(tile.value)) +
         (op ? ", of " + op->getName().stripDialect().str() : ", which a loop carries");
}

Location locationOf(const HeldTile &tile) {
  Value value = tile.value;
  Operation *op = value.getDefiningOp();
  return (op ? op : value.getParentBlock()->getParentOp())->getLoc();
}

int64_t tileRegistersWith(const Resources &resources, ir::ExprAttr dim, int64_t size, int64_t now) {
  int64_t registers = 0;
  for (const HeldTile &tile : resources.held) {
    const bool isScaled = tileOf(tile.value).hasDim(dim);
    registers += isScaled ? (tile.registers * size + now - 1) / now : tile.registers;
  }
  return registers;
}

Resources resourcesOf(ir::KernelOp kernel, const machine::Chip &chip) {
  Resources result{.lanes = 1,
                   .waves = 1,
                   .sharedBytes = sharedBytesOf(kernel),
                   .held = {},
                   .tileRegisters = 0,
                   .otherRegisters = 0,
                   .addressRegisters = addressesOf(kernel),
                   .vgprs = 0,
                   .atEntry = 0,
                   .registerLimit = 0,
                   .mostOfLane = 0,
                   .registerFormula = {}};
  result.waves = ir::wavesPerBlock(kernel);
  result.lanes = ir::threadsPerWave(kernel) * result.waves;
  Account::Peak peak = Account(*kernel.getBlock(), chip).peak;
  for (auto role : kernel.getBlock()->getOps<ir::RoleOp>())
    if (Account::Peak own = Account(*role.getBlock(), chip).peak; own.all() > peak.all())
      peak = own;
  for (const HeldTile &tile : peak.held)
    result.held.insert(llvm::upper_bound(result.held, tile,
                                         [](const HeldTile &a, const HeldTile &b) {
                                           return a.registers > b.registers;
                                         }),
                       tile);
  result.tileRegisters = peak.tiles;
  // Numbers of lanes, rows and columns, addresses in shared memory: measured.
  constexpr int64_t numbers = 7;
  const int64_t other = result.otherRegisters = peak.other + numbers + coordinatesOf(kernel);
  // Loads are issued ahead as long as that costs no wave.
  const int64_t least = peak.tiles - peak.streamed + result.addressRegisters + other;
  result.vgprs = std::max(least, std::min(least + peak.streamed, budgetOf(least, chip)));
  result.atEntry = result.vgprs;
  result.registerLimit = result.mostOfLane = chip.registersFor(result.waves);
  result.registerFormula = chip.registersText(result.waves);
  if (std::optional<Roles> roles = analysis::rolesOf(kernel))
    shareOut(*roles, result, chip);
  return result;
}

} // namespace wave::analysis
