//===- LoopCost.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoopCost.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

#include "llvm/ADT/TypeSwitch.h"

#include "analysis/Clusters.h"
#include "analysis/GlobalAccess.h"
#include "analysis/MatrixStores.h"
#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "machine/MmaTable.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave::analysis {

std::string_view nameOf(Unit unit) {
  static constexpr std::array<std::string_view, unitCount> names = {
      "matrix cores", "vector ALUs", "shared memory", "global memory"};
  return names[static_cast<size_t>(unit)];
}

Unit LoopCost::binding() const {
  return static_cast<Unit>(std::ranges::max_element(cycles) - cycles.begin());
}

static int64_t elementsOfLane(ir::TileType tile) {
  return machine::countOf(tile.getLayout().getValue().registers());
}

static int64_t elementsOf(ir::TileType tile) {
  int64_t count = 1;
  for (ir::DimAttr dim : tile.getDims())
    count *= *dim.getConstantSize();
  return count;
}

static std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

namespace {

class Counter {
public:
  Counter(ir::KernelOp kernel, const machine::Chip &chip)
      : chip(chip), lanes(ir::threadsPerWave(kernel)), wavesOfKernel(ir::wavesPerBlock(kernel)),
        waves(wavesOfKernel) {}

  /// All that stands in the block itself.
  void count(Block &block) {
    auto role = dyn_cast<ir::RoleOp>(block.getParentOp());
    if (!role)
      role = block.getParentOp()->getParentOfType<ir::RoleOp>();
    waves = role ? static_cast<int64_t>(role.getWaves()) : wavesOfKernel;
    for (Operation &op : block)
      count(&op);
  }

  int64_t bytes() const {
    int64_t sum = 0;
    for (const InstructionCount &instruction : instructions)
      sum += instruction.unit == Unit::Global ? instruction.bytes : 0;
    return sum;
  }
  int64_t passes() const { return passCount; }

  void count(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<ir::MmaOp, ir::ReadOp, ir::CopyOp, ir::CopyOutOp, ir::WriteOp, ir::SharedReadOp,
              ir::SharedWriteOp, ir::ReduceOp, ir::PartialReduceOp>(
            [&](auto known) { countOp(known); })
        .Case([&](ir::BarrierOp) { ++barriers; })
        .Default([&](Operation *other) {
          if (other->hasTrait<ir::PerElement>())
            return countElements(other);
          // Indices, steps of channels and hints take no unit, and no constant does; an inner loop
          // has a cost of its own.
          const bool isFree = isa<ir::RegisterOp>(other) || other->getNumRegions() > 0;
          if (!isFree && llvm::any_of(other->getResultTypes(), llvm::IsaPred<ir::TileType>))
            ir::reportUnknown(other, "the cost of a kernel");
        });
  }

  LoopCost finish() {
    LoopCost cost{.instructions = instructions,
                  .cycles = {},
                  .formulas = {},
                  .bytes = bytes(),
                  .passes = passes(),
                  .barriers = barriers};
    llvm::sort(cost.instructions, [](const InstructionCount &a, const InstructionCount &b) {
      return std::tie(a.unit, a.name) < std::tie(b.unit, b.name);
    });
    setOfSimds(cost, Unit::Matrix, matrixCycles);
    if (tensorCycles > 0)
      set(cost, Unit::Matrix, tensorCycles, decimal(tensorCycles) + " cycles of the workgroup");
    setOfSimds(cost, Unit::Vector, vectorCycles);
    set(cost, Unit::Shared, static_cast<double>(passCount),
        std::to_string(passCount) + " passes through the banks");
    const machine::Terms &terms = chip.terms();
    const double rate = static_cast<double>(chip.l2BytesPerCycle * chip.dies) / chip.units;
    set(cost, Unit::Global, static_cast<double>(cost.bytes) / rate,
        std::to_string(cost.bytes) + " bytes / (" + std::to_string(chip.l2BytesPerCycle) +
            " bytes of L2 a cycle" +
            (chip.dies == 1 ? std::string()
                            : " x " + std::to_string(chip.dies) + " " + std::string(terms.caches)) +
            " / " + std::to_string(chip.units) + " " + std::string(terms.units) + ")");
    return cost;
  }

private:
  /// Cycles of a wave, by how many waves of the workgroup take them.
  using OfWaves = std::map<int64_t, double>;

  /// Waves are spread evenly over the SIMDs, each of which has its own matrix core and ALUs;
  /// warpgroups are several.
  void setOfSimds(LoopCost &cost, Unit unit, const OfWaves &parts) const {
    const machine::Terms &terms = chip.terms();
    double sum = 0;
    std::string formula;
    const auto add = [&](int64_t count, double perWave) {
      const int64_t inStep = (count * lanes + chip.lanes - 1) / chip.lanes;
      const int64_t ofSimd = (inStep + chip.simds - 1) / chip.simds;
      sum += perWave * static_cast<double>(ofSimd);
      formula += (formula.empty() ? "" : " + ") + decimal(perWave) + " cycles a " +
                 std::string(terms.wave) + " x " + std::to_string(ofSimd) + " " +
                 std::string(ofSimd == 1 ? terms.wave : terms.waves) + " of a " +
                 std::string(terms.simd);
    };
    for (const auto &[count, perWave] : parts)
      add(count, perWave);
    if (parts.empty())
      add(wavesOfKernel, 0);
    set(cost, unit, sum, formula);
  }

  static void set(LoopCost &cost, Unit unit, double cycles, const std::string &formula) {
    cost.cycles[static_cast<size_t>(unit)] = cycles;
    cost.formulas[static_cast<size_t>(unit)] = formula;
  }

  void add(const std::string &name, Unit unit, int64_t perWave, int64_t bytes = 0) {
    for (InstructionCount &known : instructions)
      if (known.name == name && known.unit == unit) {
        known.perWave += perWave;
        known.bytes += bytes;
        return;
      }
    instructions.push_back({name, unit, perWave, bytes});
  }

  /// Of a count for the whole tile, what is left to a slice of it.
  static int64_t inSlice(Operation *op, int64_t whole) {
    const ir::SliceAttr slice = ir::sliceOf(op);
    return slice
               ? whole * (slice.beginOf(slice.getNumber() + 1) - slice.beginOf(slice.getNumber())) /
                     slice.getUnits()
               : whole;
  }

  void countOp(ir::MmaOp op) {
    const machine::Mma &row = *machine::mmaNamed(op.getMmaType()->str());
    const ir::MmaDims dims = ir::mmaDims(op);
    const ir::TileType sum = op.getAccumulator().getType(), rhs = ir::tileTypeOf(op.getRhs());
    // A wave's part of the sums, for each piece of the reduction; all of them where one lane
    // begins the products of the workgroup.
    const int64_t ofSum = op.getInTensorMemory() ? elementsOf(sum) / (row.m * row.n)
                                                 : elementsOfLane(sum) / (row.m * row.n / lanes);
    int64_t depth = 1;
    for (ir::ExprAttr reduction : dims.reductions) {
      const int64_t step = reduction == dims.k ? row.k : int64_t{1};
      depth *= (*rhs.getSizeAlong(reduction).getConstant() + step - 1) / step;
    }
    const int64_t count = inSlice(op, ofSum * depth);
    add(std::string(row.name), Unit::Matrix, count);
    (op.getInTensorMemory() ? tensorCycles : matrixCycles[waves]) +=
        static_cast<double>(count * row.m * row.n * row.k) /
        static_cast<double>(machine::productsPerCycle(row, chip.processor));
    // By descriptor each instruction reads its rows and columns; of a pair a workgroup has half of
    // the columns.
    const auto bytesOf = [&](Value operand, int64_t rows) {
      return isa<ir::BufferType>(operand.getType())
                 ? rows * row.k * ir::elementBytes(ir::tileTypeOf(operand).getElementType())
                 : 0;
    };
    const int64_t read =
        bytesOf(op.getLhs(), row.m) + bytesOf(op.getRhs(), row.isOfPair() ? row.n / 2 : row.n);
    passCount += passesOf(read) * count * (op.getInTensorMemory() ? 1 : waves);
  }

  /// Rows that are swizzled for it are read, and written, without conflicts.
  int64_t passesOf(int64_t bytes) const {
    constexpr int64_t bankBytes = 4;
    const machine::SharedAccess &access =
        machine::sharedAccess(chip, machine::SharedDirection::Read, machine::widestAccess);
    return llvm::divideCeilSigned(bytes, access.banks * bankBytes);
  }

  /// How many numbers the digits write, with copies of an element as one.
  static int64_t firstCopiesOf(const machine::Digits &digits) {
    int64_t count = 1;
    for (const machine::Digit &digit : digits)
      count *= digit.dim.empty() ? 1 : digit.size;
    return count;
  }

  /// Each of `holders` lanes of the workgroup.
  void global(const std::string &name, Operation *op, ir::TileType tile, ir::MemoryType memory,
              int64_t holders) {
    const int64_t width = globalAccessWidth(op, tile, memory);
    const int64_t count = inSlice(op, elementsOfLane(tile) / width);
    add(name + " b" + std::to_string(width * ir::elementBytes(tile.getElementType()) * 8),
        Unit::Global, count, count * width * ir::elementBytes(tile.getElementType()) * holders);
  }
  void countOp(ir::ReadOp op) {
    global("global load", op, op.getResult().getType(), op.getMemory().getType(), lanes * waves);
  }
  void countOp(ir::CopyOp op) {
    if (op->getParentOfType<ir::RoleOp>()) {
      // Of a multicast each workgroup loads a slice, and gets all of the tile.
      passCount += passesOf(tileBytes(op.getRing().getType()));
      return add("TMA load", Unit::Global, 1, tileBytes(op.getRing().getType()) / sharersOf(op));
    }
    global("copy to shared", op, op.getTile(), op.getMemory().getType(), lanes * waves);
    passCount += inSlice(
        op,
        costOf(chip, machine::SharedDirection::Write, op.getTile(), op.getRing().getType()).passes);
  }
  void countOp(ir::CopyOutOp op) {
    if (op.getLaneBytes()) {
      shared("shared read", op, machine::SharedDirection::Read, op.getTile(),
             op.getRing().getType());
      return global("global store", op, op.getTile(), op.getMemory().getType(), lanes * waves);
    }
    passCount += passesOf(tileBytes(op.getRing().getType()));
    add("TMA store", Unit::Global, 1, tileBytes(op.getRing().getType()));
  }
  void countOp(ir::WriteOp op) {
    // Of lanes that hold the same element one stores it.
    const machine::Layout &layout = op.getValue().getType().getLayout().getValue();
    global("global store", op, op.getValue().getType(), op.getMemory().getType(),
           firstCopiesOf(layout.lanes()) * firstCopiesOf(layout.waves()));
  }

  void shared(const std::string &name, Operation *op, machine::SharedDirection direction,
              ir::TileType tile, ir::BufferType ring) {
    const int64_t width = accessWidth(tile, ring),
                  count = inSlice(op, elementsOfLane(tile) *
                                          ir::elementBytes(tile.getElementType()) / width);
    add(name + " b" + std::to_string(width * 8), Unit::Shared, count,
        count * width * lanes * waves);
    const machine::Digits &ofWaves = tile.getLayout().getValue().waves();
    const int64_t all = inSlice(op, costOf(chip, direction, tile, ring).passes);
    // Waves read what they hold each for itself; of those that hold the same one stores it.
    passCount += direction == machine::SharedDirection::Read
                     ? all * waves / machine::countOf(ofWaves)
                     : all * firstCopiesOf(ofWaves) / machine::countOf(ofWaves);
  }
  void countOp(ir::SharedReadOp op) {
    if (op.getRing().getType().isInTensorMemory())
      return add("tensor memory load", Unit::Shared, elementsOfLane(op.getResult().getType()));
    shared("shared read", op, machine::SharedDirection::Read, op.getResult().getType(),
           op.getRing().getType());
  }
  void countOp(ir::SharedWriteOp op) {
    if (op.getInPlace())
      return; // by the products
    shared("shared write", op, machine::SharedDirection::Write,
           matrixRowsOf(op).value_or(op.getValue().getType()), op.getRing().getType());
  }

  void countElements(Operation *op) {
    auto tile = cast<ir::TileType>(op->getResult(0).getType());
    auto unary = dyn_cast<ir::UnaryOp>(op);
    const bool isSlow = isa<ir::DivOp>(op) || (unary && unary.getKind() != ir::UnaryKind::Abs &&
                                               unary.getKind() != ir::UnaryKind::Neg &&
                                               unary.getKind() != ir::UnaryKind::Tf32);
    // Both halves of a register are added, multiplied or compared by one instruction.
    const bool isPacked = tile.getElementType().isF16() && !isSlow && op->getNumOperands() == 2 &&
                          op->getOperand(0).getType() == tile;
    const int64_t count = elementsOfLane(tile) / (isPacked ? 2 : 1);
    std::string name = op->getName().stripDialect().str();
    if (unary)
      name = ir::stringifyUnaryKind(unary.getKind()).str();
    add(name, Unit::Vector, count);
    vectorCycles[waves] +=
        static_cast<double>(count * (isSlow ? chip.slowCycles : chip.vectorCycles));
  }

  /// The registers of a lane, then lanes with each other.
  template <typename Reduction> void countOp(Reduction op) {
    int64_t count = elementsOfLane(op.getValue().getType());
    const std::string dim = op.getDim().getValue().str();
    for (const machine::Digit &digit : op.getValue().getType().getLayout().getValue().lanes())
      for (int64_t size = 1; digit.dim == dim && size < digit.size; size *= 2)
        count += 2 * elementsOfLane(op.getResult().getType());
    add("reduce", Unit::Vector, count);
    vectorCycles[waves] += static_cast<double>(count * chip.vectorCycles);
  }

  const machine::Chip &chip;
  int64_t lanes, wavesOfKernel;
  int64_t waves; ///< that run what is counted
  SmallVector<InstructionCount> instructions;
  OfWaves matrixCycles, vectorCycles;
  double tensorCycles = 0; ///< of the workgroup's MMAs in tensor memory
  int64_t passCount = 0, barriers = 0;
};

} // namespace

LoopCost costOf(ArrayRef<ir::IterateOp> loop, const machine::Chip &chip) {
  Counter counter(loop.front()->getParentOfType<ir::KernelOp>(), chip);
  for (ir::IterateOp part : loop)
    counter.count(*part.getBlock());
  return counter.finish();
}

/// Of a block that runs so often, and of the blocks in it.
static void addTraffic(Block &block, const Expr &times, ir::KernelOp kernel,
                       const machine::Chip &chip, Traffic &traffic) {
  Counter counter(kernel, chip);
  counter.count(block);
  traffic.bytes = traffic.bytes + times * counter.bytes();
  traffic.passes = traffic.passes + times * counter.passes();
  ir::IndexValues indices;
  for (Operation &op : block) {
    Expr each = times;
    if (auto loop = dyn_cast<ir::IterateOp>(op); loop && !loop.isWhile())
      each = times * Max(indices.of(loop.getCount()), 0);
    if (auto choice = dyn_cast<ir::IfOp>(op)) {
      const Expr condition = indices.of(choice.getCondition());
      const bool isTruth = symbolic::kindOf(condition) >= symbolic::Kind::Lt &&
                           symbolic::kindOf(condition) <= symbolic::Kind::Ne;
      each = times * (isTruth ? condition : (condition != 0).value());
    }
    for (Region &region : op.getRegions()) {
      for (Block &inner : region)
        addTraffic(inner, each, kernel, chip, traffic);
      each = times - each; // of an if, the other way
    }
  }
}

Traffic trafficOf(ir::KernelOp kernel, const machine::Chip &chip) {
  Traffic traffic;
  addTraffic(*kernel.getBlock(), 1, kernel, chip, traffic);
  // Each warp reads where its workgroup's tensor memory begins.
  if (const std::optional<Roles> roles = analysis::rolesOf(kernel);
      roles && roles->tensorColumns > 0)
    traffic.passes = traffic.passes + roles->threads() / chip.lanes;
  return traffic;
}

} // namespace wave::analysis
