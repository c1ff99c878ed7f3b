//===- TileChoice.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/TileChoice.h"

#include <algorithm>

#include "llvm/Support/MathExtras.h"

#include "dialect/ElementTypes.h"
#include "driver/Targets.h"
#include "driver/main/Hardware.h"
#include "driver/main/RowTiles.h"
#include "driver/main/StandardOutput.h"
#include "frontend/KernelTrace.h"
#include "machine/TileCost.h"
#include "symbolic/Evaluate.h"

namespace wave::commandline {

namespace {

/// A GEMM by its constraints: the grid of its tiles, and what a workgroup computes.
class TiledGemm {
public:
  explicit TiledGemm(ir::KernelOp kernel) : kernel(kernel) {
    kernel.walk([&](ir::MmaOp op) { mma = op; });
  }

  /// Whether the costs of tile_costs.def are of such a kernel: 16-bit floats, of which the right
  /// operand is read through shared memory.
  bool isMeasured(const Bindings &subs) const {
    if (!mma)
      return false;
    auto rhs = llvm::cast<ir::TileType>(mma.getRhs().getType());
    auto read = mma.getRhs().getDefiningOp<ir::ReadOp>();
    if (!read || (!rhs.getElementType().isF16() && !rhs.getElementType().isBF16()))
      return false;
    auto memory = llvm::cast<ir::MemoryType>(read.getMemory().getType());
    Expr space = memory.getAddressSpace().getValue();
    if (const Expr *bound = subs.find(space.str()))
      space = *bound;
    return space.same_as(Expr(SHARED_ADDRESS_SPACE));
  }

  /// Cycles until all workgroups have ended; nothing where a size or tile has no value.
  std::optional<double> cyclesOn(const machine::TileCost &cost, int64_t units,
                                 const Bindings &subs) const {
    const ir::MmaDims dims = ir::mmaDims(mma);
    const auto workgroups = workgroupsOf(subs);
    const auto m = valueOf(tileAlong(dims.m), subs), n = valueOf(tileAlong(dims.n), subs),
               k = valueOf(tileAlong(dims.k), subs),
               steps = valueOf(ceildiv(dims.k.getValue(), tileAlong(dims.k)), subs);
    if (!workgroups || !m || !n || !k || !steps)
      return std::nullopt;
    return static_cast<double>(llvm::divideCeilSigned(*workgroups, units)) *
           cost.cycles(*m, *n, *k, *steps);
  }

  /// Nothing where they are more than 64 bits count.
  std::optional<int64_t> workgroupsOf(const Bindings &subs) const {
    Expr count = Expr::constant(1);
    for (auto constraint : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>())
      count = count * ceildiv(constraint.getDim().getValue(), constraint.getTile().getValue());
    return valueOf(count, subs);
  }

private:
  static std::optional<int64_t> valueOf(const Expr &expr, const Bindings &subs) {
    const symbolic::Evaluation value = symbolic::evaluate(expr, subs);
    return value ? std::optional(value.value()) : std::nullopt;
  }
  /// The whole dimension where no constraint divides it.
  Expr tileAlong(ir::ExprAttr dim) const {
    if (auto tiling = ir::tilingConstraint(kernel, dim))
      return tiling.getTile().getValue();
    if (auto workgroup = ir::workgroupConstraint(kernel, dim))
      return workgroup.getTile().getValue();
    return dim.getValue();
  }

  mutable ir::KernelOp kernel;
  mutable ir::MmaOp mma;
};

Bindings merged(Bindings below, const Bindings &above) {
  for (const Binding &binding : above)
    below.set(binding.symbol, binding.value);
  return below;
}

/// Whether what the user has defined leaves these tiles as they are.
bool agree(const Bindings &tiles, const Bindings &definitions, const Bindings &subs) {
  return std::ranges::all_of(tiles, [&](const Binding &tile) {
    if (!definitions.find(tile.symbol))
      return true;
    const symbolic::Evaluation wanted = symbolic::evaluate(Expr::symbol(tile.symbol), subs);
    const symbolic::Evaluation offered = symbolic::evaluate(tile.value);
    return wanted && offered && wanted.value() == offered.value();
  });
}

} // namespace

std::optional<TileChoice> chooseTiles(const KernelChoice &choice, const Target &target,
                                      const Bindings &definitions, const Bindings &subs) {
  const machine::Chip *chip = chipOf(target);
  const machine::TileCost *cost = chip ? machine::tileCostOn(chip->name) : nullptr;
  if (!cost || !choice.entry || choice.entry->tiles.empty())
    return std::nullopt;
  auto context = frontend::makeContext();
  auto module = frontend::load(choice.kernel, *context);
  const TiledGemm gemm(frontend::onlyKernel(*module));
  if (!gemm.isMeasured(subs))
    return std::nullopt;
  const auto units = static_cast<int64_t>(chip->units);
  std::optional<TileChoice> best;
  double least = 0;
  for (const Bindings &tiles : choice.entry->tiles) {
    if (!agree(tiles, definitions, subs))
      continue;
    const Bindings all = merged(subs, tiles);
    const std::optional<double> cycles = gemm.cyclesOn(*cost, units, all);
    if (!cycles || (best && *cycles >= least))
      continue;
    least = *cycles;
    best = {tiles, *gemm.workgroupsOf(all), units, std::string(chip->name)};
  }
  return best;
}

static std::string listOf(const Bindings &tiles) {
  std::string list;
  for (const Binding &tile : tiles)
    list += (list.empty() ? "" : ", ") + tile.symbol + "=" + tile.value.str();
  return list;
}

std::string TileChoice::text() const {
  const int64_t rounds = llvm::divideCeilSigned(workgroups, units);
  return listOf(tiles) + " on " + chip + ": " + std::to_string(workgroups) +
         (workgroups == 1 ? " workgroup in " : " workgroups in ") + std::to_string(rounds) +
         (rounds == 1 ? " round of " : " rounds of ") + std::to_string(units);
}

Bindings withTiles(const Options &options, const KernelChoice &choice, const Target &target,
                   const Bindings &definitions, Bindings subs) {
  if (hardwareOf(options)) // the costs are of the waves and instructions that the target chooses
    return subs;
  Bindings tiles;
  std::string text;
  if (const std::optional<TileChoice> gemm = chooseTiles(choice, target, definitions, subs)) {
    tiles = gemm->tiles;
    text = gemm->text();
  } else if (const auto rows = chooseRowTiles(choice,
                                              {.target = target,
                                               .subs = subs,
                                               .retarget = true,
                                               .compile_to_mlir = true,
                                               .coverage = uncheckedOf(options)},
                                              definitions, subs)) {
    tiles = rows->tiles;
    text = listOf(tiles) + " on " + std::string(chipOf(target)->name) + ": " + rows->reason;
  } else {
    return subs;
  }
  if (!options.quiet)
    writeStandardError(Diagnostic{.id = ErrorId("tiles-chosen"),
                                  .message = "tiles " + text,
                                  .where = {},
                                  .notes = {},
                                  .help = "choose others with -D"}
                           .render("remark") +
                       "\n");
  return merged(std::move(subs), tiles);
}

} // namespace wave::commandline
