//===- TileTrial.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/TileTrial.h"

#include <algorithm>
#include <limits>

#include "llvm/Support/MathExtras.h"

#include "analysis/Occupancy.h"
#include "analysis/Resources.h"
#include "dialect/ElementTypes.h"
#include "driver/Session.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"
#include "symbolic/Evaluate.h"

using namespace mlir;

namespace wave {

/// Of numbers that are not negative.
static int64_t product(int64_t a, int64_t b) {
  int64_t exact = 0;
  return llvm::MulOverflow(a, b, exact) ? std::numeric_limits<int64_t>::max() : exact;
}

/// Of the elements of a tile that are in the memory.
static int64_t bytesOf(ir::AccessOpInterface access) {
  const ir::TileType tile = access.getTile();
  auto memory = llvm::cast<ir::MemoryType>(access.getMemory().getType());
  int64_t bytes = ir::elementBytes(memory.getElementType());
  for (ir::DimAttr dim : tile.getDims()) {
    int64_t size = dim.getConstantSize().value_or(1);
    for (ir::DimAttr own : memory.getDims())
      if (own.getName() == dim.getName())
        size = std::min(size, own.getConstantSize().value_or(size));
    bytes = product(bytes, size);
  }
  return bytes;
}

static TileTrial trialOf(ir::KernelOp kernel, const machine::Chip &chip, int64_t workgroups) {
  const analysis::Resources resources = analysis::resourcesOf(kernel, chip);
  // Code generators interleave what is computed of many elements, of which about twice as many are
  // live then as the tiles have, as far as a lane has registers: 80 of `softmax` with 32 elements
  // of a lane, 180 with 80, 64 of `add_bias_gelu` with 16.
  const int64_t ofTiles = resources.vgprs - resources.addressRegisters - resources.otherRegisters;
  const analysis::Occupancy occupancy =
      analysis::occupancyOf({.lanes = resources.lanes,
                             .sharedBytes = resources.sharedBytes,
                             .vgprs = std::min(resources.vgprs + ofTiles, resources.mostOfLane)},
                            chip);
  TileTrial trial{.workgroups = workgroups,
                  .waves = resources.waves,
                  .residentOfUnit = occupancy.workgroups,
                  .loaded = 0,
                  .stored = 0,
                  .fits = resources.vgprs <= resources.mostOfLane};
  kernel.walk([&](ir::AccessOpInterface access) {
    if (access.getMemory() && access.getTile())
      (access.isLoad() ? trial.loaded : trial.stored) += bytesOf(access);
  });
  return trial;
}

std::optional<TileTrial> tryTiles(const WaveCompileOptions &options, const Kernel &kernel) {
  const machine::Chip *chip = chipOf(options.target);
  if (!chip)
    return std::nullopt;
  try {
    const CompiledKernel compiled = compileToCheck(options, kernel);
    const CompiledKernel::Impl &impl = compiled.impl();
    int64_t workgroups = 1;
    for (const Expr &count : impl.grid) {
      const symbolic::Evaluation value = symbolic::evaluate(count, impl.withComputeUnits({}));
      if (!value)
        return std::nullopt;
      workgroups = product(workgroups, value.value());
    }
    const Session session(impl);
    std::optional<TileTrial> trial;
    session.lowering.run(*session.module, Stage::Bound, Stage::Distributed, "wave explain", [&] {
      trial = trialOf(frontend::onlyKernel(*session.module), *chip, workgroups);
    });
    return trial;
  } catch (const Failure &) { // which the compile with these tiles reports
    return std::nullopt;
  }
}

} // namespace wave
