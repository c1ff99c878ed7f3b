//===- InPlace.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bind/InPlace.h"

#include "llvm/ADT/SetVector.h"

#include "analysis/Roles.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "passes/bind/WaveTiles.h"

using namespace mlir;

namespace wave {

namespace {

constexpr int64_t threads = 128;          ///< of a warpgroup
constexpr int64_t rowsOfInstruction = 64; // NVIDIA PTX ISA, wgmma.mma_async: M

int64_t sizeOr0(const ir::Distribution &distribution, ir::ExprAttr dim, Block *block) {
  const std::optional<ir::Distribution::Extent> extent = distribution.extent(dim, block);
  return extent ? extent->size.getConstant().value_or(0) : 0;
}

SmallVector<ir::MmaOp> productsOf(ir::KernelOp kernel) {
  SmallVector<ir::MmaOp> products;
  kernel.walk([&](ir::MmaOp mma) { products.push_back(mma); });
  return products;
}

std::string number(int64_t value) { return std::to_string(value); }

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
      for (auto ask :
           {&Judge::ofRows, &Judge::ofInstruction, &Judge::ofReduction, &Judge::ofOperands})
        if (std::string reason = (this->*ask)(mma); !reason.empty())
          return reason;
    if (std::string reason = ofRegisters(); !reason.empty())
      return reason;
    return ofSharedMemory();
  }

private:
  int64_t sizeOf(ir::MmaOp mma, ir::ExprAttr dim) const {
    return sizeOr0(distribution, dim, mma->getBlock());
  }
  static std::string nameOf(ir::ExprAttr dim) { return dim.getValue().str(); }

  std::string ofRows(ir::MmaOp mma) {
    const ir::MmaDims dims = ir::mmaDims(mma);
    if (!dims.batches.empty())
      return "a product has batches, " + nameOf(dims.batches.front());
    if (dims.m != warpgroups.rows)
      return "the rows of products are " + nameOf(warpgroups.rows) + " and " + nameOf(dims.m);
    if (warpgroups.rowsOf == 0 || warpgroups.rowsOf % rowsOfInstruction != 0)
      return "a wave of 128 threads takes " + number(rowsOfInstruction) +
             " rows at once, and has " + number(warpgroups.rowsOf) + " of " + nameOf(dims.m);
    return {};
  }

  /// The one that it has, or will be given.
  const machine::Mma *instructionOf(ir::MmaOp mma) const {
    if (ir::isAsynchronous(mma))
      return machine::mmaNamed(mma.getMmaType()->str());
    const ir::MmaDims dims = ir::mmaDims(mma);
    return machine::chooseMma(chip.processor, ir::mmaTypes(mma),
                              {warpgroups.rowsOf, sizeOf(mma, dims.n), sizeOf(mma, dims.k)},
                              threads);
  }

  std::string ofInstruction(ir::MmaOp mma) {
    const machine::Mma *row = instructionOf(mma);
    if (!row)
      return "no instruction of a warpgroup multiplies " +
             std::string(dtype_name(ir::mmaTypes(mma).lhs));
    const ir::MmaDims dims = ir::mmaDims(mma);
    const int64_t columns = sizeOf(mma, dims.n), depth = sizeOf(mma, dims.k);
    if (columns == 0 || columns % row->n != 0)
      return "the tile has " + number(columns) + " elements of " + nameOf(dims.n) +
             ", which is no multiple of " + number(row->n);
    if (depth == 0 || depth % row->k != 0)
      return "a step has " + number(depth) + " elements of " + nameOf(dims.k) +
             ", which is no multiple of " + number(row->k);
    if (std::optional<Tile> tile = tileOf<ir::WaveConstraintOp>(kernel, dims.n);
        tile && tile->size != columns)
      return "waves share out " + nameOf(dims.n) + ", of which each has to have all";
    return {};
  }

  /// What is read in place lies in rows that a swizzle leaves whole.
  std::string ofReduction(ir::MmaOp mma) {
    const ir::MmaDims dims = ir::mmaDims(mma);
    const int64_t bytes = sizeOf(mma, dims.k) * size_in_bytes(ir::mmaTypes(mma).rhs);
    if (bytes != 32 && bytes != 64 && bytes != 128)
      return "a row of " + nameOf(dims.k) + " in shared memory has " + number(bytes) +
             " bytes, and can be read in place if it has 32, 64 or 128";
    return {};
  }

  std::string ofOperands(ir::MmaOp mma) {
    const ir::MmaDims dims = ir::mmaDims(mma);
    auto read = mma.getRhs().getDefiningOp<ir::ReadOp>();
    if (!read || !ir::isShared(read.getMemory().getType()))
      return "rhs is not read from a memory through shared memory";
    if (read.getMemory().getType().getDims().back().getName() != dims.k)
      return "in the memory of rhs, elements of " + nameOf(dims.k) + " do not follow each other";
    if (!analysis::isOperandOnly(read.getResult()))
      return "something else than products uses rhs";
    return ofMemory(read);
  }

  /// Waves of another role copy it, which nothing tells of writes.
  std::string ofMemory(ir::ReadOp read) {
    if (!analysis::canCopyApart(read))
      return "a memory that is read through shared memory is written too";
    return {};
  }

  /// Of a lane: sums, and the left operands that it holds.
  std::string ofRegisters() {
    const int64_t groups = warpgroups.count + 1, lanes = warpgroups.count * threads;
    if (groups * threads > chip.maxThreads)
      return number(warpgroups.count) + " warpgroups and one that copies have more than " +
             number(chip.maxThreads) + " threads";
    int64_t held = 0;
    for (ir::MmaOp mma : products) {
      const ir::MmaDims dims = ir::mmaDims(mma);
      const int64_t blocks = warpgroups.rowsOf / rowsOfInstruction;
      if (!mma.getAccumulator().getDefiningOp<ir::MmaOp>())
        held += blocks * sizeOf(mma, dims.n) / 2;
      auto read = mma.getLhs().getDefiningOp<ir::ReadOp>();
      if (!read || !analysis::isOperandOnly(read.getResult()))
        held += blocks * sizeOf(mma, dims.k) / 4;
      const int64_t ofSums = analysis::registersOfSums(instructionOf(mma)->n);
      if (const int64_t most = analysis::registersAtEntry(groups * threads, chip); ofSums > most)
        return std::string(instructionOf(mma)->name) + " takes " + number(ofSums) +
               " registers of each of " + number(groups * threads) + " lanes, which have " +
               number(most);
    }
    if (const int64_t most = analysis::mostTileRegisters(lanes, threads, chip); held > most)
      return "each lane would hold " + number(held) + " registers of sums and operands, and has " +
             number(most);
    return {};
  }

  /// One step is read while another one is copied.
  std::string ofSharedMemory() {
    int64_t bytes = 0;
    kernel.walk([&](ir::ReadOp read) {
      if (!ir::isShared(read.getMemory().getType()))
        return;
      int64_t tile = size_in_bytes(*ir::dtypeOf(read.getResult().getType().getElementType()));
      for (ir::DimAttr dim : read.getResult().getType().getDims())
        tile *= sizeOr0(distribution, dim.getName(), read->getBlock());
      bytes += tile;
    });
    if (2 * bytes > chip.sharedBytes)
      return "two steps take " + number(2 * bytes) + " bytes of shared memory, a workgroup has " +
             number(chip.sharedBytes);
    return {};
  }

  ir::KernelOp kernel;
  const machine::Chip &chip;
  const Warpgroups &warpgroups;
  const ir::Distribution distribution;
  SmallVector<ir::MmaOp> products;
};

} // namespace

Warpgroups chooseWarpgroups(ir::KernelOp kernel) {
  const SmallVector<ir::MmaOp> products = productsOf(kernel);
  if (products.empty())
    return {};
  ir::MmaOp first = products.front();
  Warpgroups result{.rows = ir::mmaDims(first).m};
  const int64_t rows = sizeOr0(ir::Distribution(kernel), result.rows, first->getBlock());
  // Two, or three where two do not divide the rows: four have no registers for large sums.
  result.count = 1;
  for (const int64_t count : {3, 2})
    if (rows > 0 && rows % (count * rowsOfInstruction) == 0)
      result.count = count;
  result.rowsOf = rows / result.count;
  return result;
}

Warpgroups warpgroupsOf(ir::KernelOp kernel) {
  Warpgroups result = chooseWarpgroups(kernel);
  const int64_t rows = result.count * result.rowsOf;
  const std::optional<Tile> tile = tileOf<ir::WaveConstraintOp>(kernel, result.rows);
  result.rowsOf = tile ? tile->size : rows;
  result.count = std::max<int64_t>(1, rows / std::max<int64_t>(1, result.rowsOf));
  return result;
}

std::string whyNotInPlace(ir::KernelOp kernel, const machine::Chip &chip,
                          const Warpgroups &warpgroups) {
  return Judge(kernel, chip, warpgroups).run();
}

} // namespace wave
