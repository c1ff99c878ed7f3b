//===- InPlace.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bind/InPlace.h"

#include "llvm/ADT/SetVector.h"

#include "analysis/Boxes.h"
#include "analysis/Roles.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "passes/bind/WaveTiles.h"

using namespace mlir;

namespace wave {

namespace {

constexpr int64_t threads = 128; ///< of a warpgroup

/// Rows that one instruction may take at most: wgmma.mma_async has 64, tcgen05.mma of one
/// workgroup 64 or 128 (NVIDIA PTX ISA, both: M).
int64_t rowsOfInstruction(const machine::Chip &chip, int64_t rows) {
  return chip.hasTensorMemory() && rows % 128 == 0 ? 128 : 64;
}

int64_t sizeOr0(const ir::Distribution &distribution, ir::ExprAttr dim, Block *block) {
  return distribution.constantTileSize(dim, block).value_or(0);
}

SmallVector<ir::MmaOp> productsOf(ir::KernelOp kernel) {
  SmallVector<ir::MmaOp> products;
  kernel.walk([&](ir::MmaOp mma) { products.push_back(mma); });
  return products;
}

/// One question after the other; the first answer is the reason.
class Judge {
public:
  Judge(ir::KernelOp kernel, const machine::Chip &chip, const Warpgroups &warpgroups)
      : kernel(kernel), chip(chip), warpgroups(warpgroups), distribution(kernel),
        products(productsOf(kernel)) {}

  std::string run() {
    if (products.empty())
      return "there are none";
    for (ir::MmaOp mma : products)
      for (auto ask : {&Judge::ofRows, &Judge::ofInstruction, &Judge::ofOperands, &Judge::ofSums})
        if (std::string reason = (this->*ask)(mma); !reason.empty())
          return reason;
    for (auto ask :
         {&Judge::ofReductions, &Judge::ofThreads, &Judge::ofRegisters, &Judge::ofSharedMemory})
      if (std::string reason = (this->*ask)(); !reason.empty())
        return reason;
    return {};
  }

private:
  int64_t sizeOf(ir::MmaOp mma, ir::ExprAttr dim) const {
    return sizeOr0(distribution, dim, mma->getBlock());
  }
  static std::string nameOf(ir::ExprAttr dim) { return dim.getValue().str(); }

  std::string ofRows(ir::MmaOp mma) {
    const ir::MmaDims dims = ir::mmaDims(mma);
    if (!dims.repeated.empty()) // those of one element have been dropped, where they could be
      return "an MMA is repeated over " + nameOf(dims.repeated.front()) + ", of which a tile has " +
             std::to_string(sizeOf(mma, dims.repeated.front())) + " elements";
    if (dims.m != warpgroups.rows.dim)
      return "the rows of the MMAs are " + nameOf(warpgroups.rows.dim) + " and " + nameOf(dims.m);
    if (hasTensorMemory() && dims.n != warpgroups.columns.dim)
      return "the columns of the MMAs are " + nameOf(warpgroups.columns.dim) + " and " +
             nameOf(dims.n);
    const int64_t rows = warpgroups.rows.size, atOnce = rowsOfInstruction(chip, rows);
    if (rows == 0 || rows % atOnce != 0)
      return "a wave of 128 threads takes " + std::to_string(atOnce) + " rows at once, and has " +
             std::to_string(rows) + " of " + nameOf(dims.m);
    return {};
  }

  bool hasTensorMemory() const { return chip.hasTensorMemory(); }

  /// Columns of the sum of which a wave has registers.
  int64_t columnsOf(ir::MmaOp mma) const {
    return hasTensorMemory() ? warpgroups.columns.size : sizeOf(mma, ir::mmaDims(mma).n);
  }

  /// The one that it has, or will be given.
  const machine::Mma *instructionOf(ir::MmaOp mma) const {
    if (ir::readsInPlace(mma))
      return machine::mmaNamed(mma.getMmaType()->str());
    const ir::MmaDims dims = ir::mmaDims(mma);
    return machine::chooseMma(chip.processor, ir::mmaTypes(mma),
                              {warpgroups.rows.size, columnsOf(mma), sizeOf(mma, dims.k)}, threads);
  }

  std::string ofInstruction(ir::MmaOp mma) {
    const machine::Mma *row = instructionOf(mma);
    if (!row)
      return "the compiler supports no warpgroup MMA of " +
             machine::operandsText(ir::mmaTypes(mma));
    const ir::MmaDims dims = ir::mmaDims(mma);
    const int64_t columns = sizeOf(mma, dims.n), depth = sizeOf(mma, dims.k);
    if (columns == 0 || columns % row->n != 0)
      return "the tile has " + std::to_string(columns) + " elements of " + nameOf(dims.n) +
             ", which is no multiple of " + std::to_string(row->n);
    if (depth == 0 || depth % row->k != 0)
      return "a step has " + std::to_string(depth) + " elements of " + nameOf(dims.k) +
             ", which is no multiple of " + std::to_string(row->k);
    if (std::optional<Tile> tile = tileOf<ir::WaveConstraintOp>(kernel, dims.n);
        tile && tile->size != columns && !hasTensorMemory())
      return "waves share out " + nameOf(dims.n) + ", of which each has to have all";
    return {};
  }

  /// What is read in place lies in rows that a swizzle leaves whole, along the reduction or
  /// along the dimension `outer`, of which an instruction takes so many elements.
  std::string ofStoredRows(ir::MmaOp mma, ir::ExprAttr last, ir::ExprAttr outer, int64_t taken) {
    const machine::Mma &row = *instructionOf(mma);
    const bool isAlong = last == ir::mmaDims(mma).k;
    const int64_t element = size_in_bytes(row.types.lhs);
    if (!isAlong && !machine::elementRow(row.rhs).mayLieAlongOuter)
      return std::string(row.name) + " reads rows along the reduction " +
             nameOf(ir::mmaDims(mma).k) + " alone, since an element has " +
             std::to_string(element) + " bytes, and rows in shared memory lie along " +
             nameOf(last);
    const int64_t rows = sizeOf(mma, isAlong ? outer : ir::mmaDims(mma).k);
    const int64_t bytes = sizeOf(mma, last) * element;
    if (isAlong ? analysis::canReadInPlace(rows, bytes, true, row.k * element)
                : analysis::canReadInPlace(rows, bytes, false, taken * element))
      return {};
    if (!analysis::isSwizzledRow(analysis::boxRowBytes(rows, bytes)))
      return "a row of " + nameOf(last) + " in shared memory has " + std::to_string(bytes) +
             " bytes, and can be read by descriptor if it has a multiple of 32";
    return "an instruction takes " + std::to_string(taken) + " of " + nameOf(last) + ", " +
           std::to_string(taken * element) + " bytes, and rows of " + std::to_string(bytes) +
           " are read by descriptor in columns of " +
           std::to_string(analysis::boxRowBytes(rows, bytes));
  }

  std::string ofOperands(ir::MmaOp mma) {
    const ir::MmaDims dims = ir::mmaDims(mma);
    const machine::Mma &row = *instructionOf(mma);
    std::string reason = ofOperand(mma, mma.getRhs(), "rhs", dims.n, row.n);
    return reason.empty() && hasTensorMemory() ? ofOperand(mma, mma.getLhs(), "lhs", dims.m, row.m)
                                               : reason;
  }

  /// Next to tensor memory, lanes put what they compute into shared memory themselves.
  std::string ofOperand(ir::MmaOp mma, Value operand, const std::string &name, ir::ExprAttr outer,
                        int64_t taken) {
    auto read = operand.getDefiningOp<ir::ReadOp>();
    const bool isShared = read && ir::isShared(read.getMemory().getType());
    if (!isShared && !hasTensorMemory())
      return name + " is not read from a memory through shared memory";
    if (const std::string reason = isShared ? analysis::whyNoBox(read) : ""; !reason.empty())
      return "no TMA box brings " + name + ": " + reason;
    const ArrayRef<ir::DimAttr> order = isShared ? read.getMemory().getType().getDims()
                                                 : cast<ir::TileType>(operand.getType()).getDims();
    if (std::string reason = ofStoredRows(mma, order.back().getName(), outer, taken);
        !reason.empty())
      return reason;
    if (!isShared)
      return {};
    if (!analysis::isOperandOnly(read.getResult()))
      return hasTensorMemory() ? "" : "something other than MMAs uses " + name;
    return ofMemory(read);
  }

  /// Nobody sees a sum in tensor memory before it is whole.
  std::string ofSums(ir::MmaOp mma) {
    std::string reason;
    if (hasTensorMemory())
      (void)analysis::tensorAccumulatorOf(mma, reason);
    return reason;
  }

  /// Waves of another role copy it, which nothing tells of writes.
  std::string ofMemory(ir::ReadOp read) {
    if (!analysis::canCopyApart(read))
      return "a memory that is read through shared memory is written too";
    return {};
  }

  /// Next to tensor memory MMAs have a role of their own, and lanes would reduce in its loop.
  std::string ofReductions() {
    std::string reason;
    const auto isInLoop = [](ir::MmaOp mma, ir::ReduceOp reduce) {
      auto loop = reduce->getParentOfType<ir::IterateOp>();
      return loop && loop->isProperAncestor(mma);
    };
    kernel.walk([&](ir::ReduceOp reduce) {
      for (ir::MmaOp mma : products)
        if (hasTensorMemory() && isInLoop(mma, reduce))
          reason = "lanes reduce along " + nameOf(reduce.getDim()) +
                   " in a loop with MMAs, which a role of their own issues";
    });
    return reason;
  }

  /// Roles that hold no tile: one that copies, and one that multiplies into tensor memory.
  int64_t otherRoles() const { return hasTensorMemory() ? 2 : 1; }

  std::string ofThreads() {
    const int64_t groups = warpgroups.count() + otherRoles();
    if (groups * threads <= chip.maxThreads)
      return {};
    return std::to_string(warpgroups.count()) + " warpgroups and " +
           (hasTensorMemory() ? "two that copy and multiply" : "one that copies") +
           " have more than " + std::to_string(chip.maxThreads) + " threads";
  }

  /// Of a lane: sums, and the left operands that it holds.
  std::string ofRegisters() {
    const int64_t lanes = warpgroups.count() * threads, others = otherRoles() * threads;
    int64_t held = 0, columns = 0;
    for (ir::MmaOp mma : products) {
      const ir::MmaDims dims = ir::mmaDims(mma);
      const machine::Mma &row = *instructionOf(mma);
      const int64_t blocks = warpgroups.rows.size / row.m;
      if (!mma.getAccumulator().getDefiningOp<ir::MmaOp>()) {
        held += blocks * columnsOf(mma) * row.m / threads;
        columns += row.tensorColumns(sizeOf(mma, dims.m) / row.m * sizeOf(mma, dims.n));
      }
      if (hasTensorMemory()) {
        for (Value operand : {mma.getLhs(), mma.getRhs()})
          held += isComputed(operand) ? bytesOf(operand) / 4 / lanes : 0;
        continue;
      }
      auto read = mma.getLhs().getDefiningOp<ir::ReadOp>();
      if (!read || !ir::isShared(read.getMemory().getType()) ||
          !analysis::isOperandOnly(read.getResult()) || !analysis::whyNoBox(read).empty() ||
          !ofStoredRows(mma, read.getMemory().getType().getDims().back().getName(), dims.m, row.m)
               .empty())
        held += blocks * row.m * sizeOf(mma, dims.k) * size_in_bytes(row.types.lhs) / threads / 4;
      const int64_t ofSums = analysis::registersOfSums(row.n);
      if (const int64_t most = analysis::registersAtEntry(lanes + others, chip); ofSums > most)
        return std::string(row.name) + " takes " + std::to_string(ofSums) +
               " registers of each of " + std::to_string(lanes + others) + " lanes, which have " +
               std::to_string(most);
    }
    if (hasTensorMemory() && columns > chip.tensorColumns)
      return "sums take " + std::to_string(columns) + " columns of tensor memory, which has " +
             std::to_string(chip.tensorColumns);
    if (const int64_t most = analysis::mostTileRegisters(lanes, others, chip); held > most)
      return "each lane would hold " + std::to_string(held) +
             " registers of accumulators and operands, and has " + std::to_string(most);
    return {};
  }

  /// Whether lanes have to put the operand into shared memory.
  bool isComputed(Value operand) const {
    auto read = operand.getDefiningOp<ir::ReadOp>();
    return hasTensorMemory() && !(read && analysis::isOperandOnly(operand));
  }

  int64_t bytesOf(Value tile) const {
    const auto type = cast<ir::TileType>(tile.getType());
    int64_t bytes = ir::elementBytes(type.getElementType());
    for (ir::DimAttr dim : type.getDims())
      bytes *= sizeOr0(distribution, dim.getName(), tile.getParentBlock());
    return bytes;
  }

  /// Of what a loop loads one step is read while another one is copied.
  std::string ofSharedMemory() {
    int64_t bytes = 0;
    const auto add = [&](Value tile) {
      Operation *around = tile.getParentBlock()->getParentOp();
      const bool isInLoop = isa<ir::IterateOp>(around) || around->getParentOfType<ir::IterateOp>();
      bytes += bytesOf(tile) * (isInLoop ? 2 : 1);
    };
    kernel.walk([&](ir::ReadOp read) {
      if (ir::isShared(read.getMemory().getType()))
        add(read.getResult());
    });
    for (ir::MmaOp mma : products)
      for (Value operand : {mma.getLhs(), mma.getRhs()})
        if (isComputed(operand))
          add(operand);
    if (bytes > chip.sharedBytes)
      return "two steps take " + std::to_string(bytes) +
             " bytes of shared memory, a workgroup has " + std::to_string(chip.sharedBytes);
    return {};
  }

  ir::KernelOp kernel;
  const machine::Chip &chip;
  const Warpgroups &warpgroups;
  const ir::Distribution distribution;
  SmallVector<ir::MmaOp> products;
};

} // namespace

Warpgroups chooseWarpgroups(ir::KernelOp kernel, const machine::Chip &chip) {
  const SmallVector<ir::MmaOp> products = productsOf(kernel);
  if (products.empty())
    return {};
  ir::MmaOp first = products.front();
  const ir::MmaDims dims = ir::mmaDims(first);
  const ir::Distribution distribution(kernel);
  const int64_t rows = sizeOr0(distribution, dims.m, first->getBlock());
  const int64_t columns = sizeOr0(distribution, dims.n, first->getBlock());
  Warpgroups result{.rows = {dims.m, 1, rows}, .columns = {dims.n, 1, columns}};
  const int64_t atOnce = rowsOfInstruction(chip, rows);
  if (chip.hasTensorMemory()) {
    // Lanes load the sum of an instruction's rows: half of the registers that they can have are
    // for what is computed from it.  Columns are loaded 8 at a time.
    constexpr int64_t mostRegisters = 128, columnsAtOnce = 8;
    if (rows > 0 && rows % atOnce == 0)
      result.rows = {dims.m, rows / atOnce, atOnce};
    auto tooLarge = [&] {
      return result.columns.size * atOnce / threads > mostRegisters &&
             columns % (2 * columnsAtOnce * result.columns.count) == 0;
    };
    while (tooLarge())
      result.columns = {dims.n, 2 * result.columns.count, columns / (2 * result.columns.count)};
    return result;
  }
  // Two, or three where two do not divide the rows: four have no registers for large sums.
  for (const int64_t count : {3, 2})
    if (rows > 0 && rows % (count * atOnce) == 0)
      result.rows = {dims.m, count, rows / count};
  return result;
}

Warpgroups warpgroupsOf(ir::KernelOp kernel) {
  const SmallVector<ir::MmaOp> products = productsOf(kernel);
  if (products.empty())
    return {};
  ir::MmaOp first = products.front();
  const ir::MmaDims dims = ir::mmaDims(first);
  const ir::Distribution distribution(kernel);
  auto partOf = [&](ir::ExprAttr dim) {
    const int64_t whole = sizeOr0(distribution, dim, first->getBlock());
    const std::optional<Tile> tile = tileOf<ir::WaveConstraintOp>(kernel, dim);
    const int64_t size = tile ? tile->size : whole;
    return Warpgroups::Part{dim, std::max<int64_t>(1, whole / std::max<int64_t>(1, size)), size};
  };
  return {partOf(dims.m), partOf(dims.n)};
}

std::string whyNotInPlace(ir::KernelOp kernel, const machine::Chip &chip,
                          const Warpgroups &warpgroups) {
  return Judge(kernel, chip, warpgroups).run();
}

} // namespace wave
