//===- WaveTiles.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bind/WaveTiles.h"

#include "dialect/Distribution.h"

using namespace mlir;

namespace wave {

std::optional<Tile> waveTile(Operation *op, ir::ExprAttr dim) {
  auto kernel = op->getParentOfType<ir::KernelOp>();
  if (auto tile = tileOf<ir::WaveConstraintOp>(kernel, dim))
    return tile;
  if (auto tile = tileOf<ir::WorkgroupConstraintOp>(kernel, dim))
    return tile;
  for (auto loop = op->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>())
    if (loop.getAxis() == dim)
      return tileOf<ir::TilingConstraintOp>(kernel, dim);
  return std::nullopt;
}

machine::MmaTile instructionTile(ir::MmaOp mma) {
  ir::MmaDims dims = ir::mmaDims(mma);
  auto sizeOf = [&](ir::ExprAttr dim) {
    std::optional<Tile> tile = waveTile(mma, dim);
    return tile ? tile->size : 0;
  };
  return {sizeOf(dims.m), sizeOf(dims.n), sizeOf(dims.k)};
}

machine::MmaTile exactTile(ir::MmaOp mma) {
  machine::MmaTile tile = instructionTile(mma);
  const ir::Distribution distribution(mma->getParentOfType<ir::KernelOp>());
  const ir::MmaDims dims = ir::mmaDims(mma);
  for (auto [size, dim] : {std::pair(&tile.m, dims.m), {&tile.n, dims.n}, {&tile.k, dims.k}})
    if (*size == 0)
      *size = distribution.constantTileSize(dim, mma->getBlock()).value_or(0);
  return tile;
}

const machine::Mma *namedInstruction(ir::MmaOp mma) {
  std::optional<StringRef> name = mma.getMmaType();
  if (ir::HardwareConstraintOp hardware = hardwareOf(mma->getParentOfType<ir::KernelOp>());
      hardware && !name)
    name = hardware.getMmaType();
  return name ? machine::mmaNamed(name->str()) : nullptr;
}

bool isWaveOf(const machine::Chip &chip, int64_t threads, ir::KernelOp kernel) {
  if (threads == chip.lanes)
    return true;
  const bool isIssued = llvm::any_of(machine::mmaNames(), [&](const std::string &name) {
    const machine::Mma *row = machine::mmaNamed(name);
    return row->threadsPerWave == threads && row->runsOn(chip.processor);
  });
  return isIssued &&
         kernel.walk([](ir::MmaOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

ir::HardwareConstraintOp hardwareOf(ir::KernelOp kernel) {
  auto found = kernel.getBlock()->getOps<ir::HardwareConstraintOp>();
  return found.empty() ? ir::HardwareConstraintOp() : *found.begin();
}

std::optional<int64_t> writtenThreads(ir::HardwareConstraintOp hardware) {
  if (!hardware || !hardware.getThreadsPerWave())
    return std::nullopt;
  return static_cast<int64_t>(*hardware.getThreadsPerWave());
}

std::optional<int64_t> namedThreads(ir::KernelOp kernel, const machine::Chip &chip,
                                    std::optional<int64_t> written) {
  std::optional<int64_t> named;
  kernel.walk([&](ir::MmaOp mma) {
    if (const machine::Mma *row = namedInstruction(mma);
        row && row->runsOn(chip.processor) && (!named || named != written))
      named = row->threadsPerWave;
  });
  return named;
}

} // namespace wave
