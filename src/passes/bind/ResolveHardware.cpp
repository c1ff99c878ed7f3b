//===- ResolveHardware.cpp - Infer and check waves and instructions -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: tiles are numbers                                              (sized)
// Gives: the same; one hardware constraint, with waves; an instruction on every
//        mma, whose shape divides the tile that a wave computes
//
// That tiles divide is the language's rule on every target.  The CPU computes
// any mma with vector code, so it takes every instruction, as a statement about
// tiles.
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Choice.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/NormalForms.h"
#include "dialect/Schedule.h"
#include "machine/Chip.h"
#include "machine/ElementFormat.h"
#include "machine/MmaTable.h"
#include "passes/Passes.h"
#include "passes/bind/InPlace.h"
#include "passes/bind/Pairs.h"
#include "passes/bind/WaveTiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_RESOLVEHARDWARE
#include "passes/Passes.h.inc"

using ir::BrokenConstraint;

namespace {

std::string str(ArrayRef<int64_t> waves) {
  return "(" +
         llvm::join(llvm::map_range(waves, [](int64_t n) { return std::to_string(n); }), ", ") +
         ")";
}

struct ResolveHardware : impl::ResolveHardwareBase<ResolveHardware> {
  using ResolveHardwareBase::ResolveHardwareBase;

  void runOnOperation() override {
    if (failed(ir::verifyForm(getOperation(), ir::Form::Sized)))
      return signalPassFailure();
    arePairs.reset();
    if (failed(checkTileBytes()))
      return signalPassFailure();
    ir::HardwareConstraintOp hardware = hardwareOrDefault();
    if (failed(forEachProduct([&](ir::MmaOp mma) { return checkChip(mma); })))
      return signalPassFailure();
    resolveThreads(hardware);
    if (failed(checkWaveSize(hardware)) || failed(resolveCluster(hardware)) ||
        failed(resolveWaves(hardware)) || failed(forEachProduct([&](ir::MmaOp mma) {
          return success(succeeded(chooseInstruction(mma, hardware)) && succeeded(placeSum(mma)) &&
                         succeeded(checkWave(mma, hardware)) && succeeded(checkTiles(mma)));
        })) ||
        failed(checkInPlace(hardware)) ||
        failed(forEachProduct([&](ir::MmaOp mma) { return checkPairChoice(mma); })))
      signalPassFailure();
  }

private:
  /// More than any compute unit has, by far: what is less is refused where it is known what the
  /// tiles of a workgroup take together.  Computing with the sizes of such tiles cannot overflow.
  static constexpr int64_t mostTileBytes = int64_t(1) << 40;

  LogicalResult checkTileBytes() {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    if (!gpu)
      return success();
    const ir::Distribution distribution(getOperation());
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (Value value : op->getResults())
        if (auto tile = dyn_cast<ir::TileType>(value.getType());
            tile && failed(checkTileBytes(op, tile, distribution, *gpu)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult checkTileBytes(Operation *op, ir::TileType tile,
                               const ir::Distribution &distribution, const machine::Chip &gpu) {
    int64_t bytes = ir::elementBytes(tile.getElementType());
    bool isTooLarge = false;
    for (ir::DimAttr dim : tile.getDims()) {
      // An open size is refused later, by those that need it.
      const std::optional<int64_t> size =
          distribution.constantTileSize(dim.getName(), op->getBlock());
      isTooLarge |= llvm::MulOverflow(bytes, size.value_or(1), bytes);
    }
    if (!isTooLarge && bytes <= mostTileBytes)
      return success();
    return BrokenConstraint(op, "tiles-too-large",
                            "the tile " + ir::describe(tile) + " takes " +
                                (isTooLarge ? std::string("2^63") : std::to_string(bytes)) +
                                (isTooLarge ? " bytes or more" : " bytes") + ", a workgroup of " +
                                chip + " has " + Twine(gpu.registers * gpu.simds * gpu.lanes * 4) +
                                " bytes of registers and " + Twine(gpu.sharedBytes) +
                                " of shared memory")
        .help("a dimension with neither a workgroup nor a tiling constraint is whole in the "
              "tile: give the large ones a constraint, or choose smaller tiles");
  }

  /// What the instructions of a warpgroup ask of the kernel.
  LogicalResult checkInPlace(ir::HardwareConstraintOp hardware) {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    return forEachProduct([&](ir::MmaOp mma) -> LogicalResult {
      if (!gpu || !ir::readsInPlace(mma))
        return success();
      const Warpgroups warpgroups = warpgroupsOf(getOperation());
      const int64_t waves = ir::wavesPerBlock(getOperation());
      const int64_t sharing = gpu->hasTensorMemory() ? warpgroups.count() : warpgroups.rows.count;
      std::string reason =
          waves == sharing ? whyNotInPlace(getOperation(), *gpu, warpgroups)
                           : "waves share out more than " + warpgroups.rows.dim.getValue().str();
      if (reason.empty())
        reason = whyNotTogether(mma, *gpu);
      if (reason.empty())
        return success();
      return BrokenConstraint(mma, "not-by-descriptor",
                              "mma: " + *mma.getMmaType() +
                                  " reads operands from shared memory by descriptor: " + reason)
          .help("set threads_per_wave to " + Twine(gpu->lanes) + ", and leave mma_type out");
    });
  }

  /// What an instruction of a pair asks besides.
  std::string whyNotTogether(ir::MmaOp mma, const machine::Chip &gpu) {
    bool areAll = true, isAny = false;
    getOperation().walk([&](ir::MmaOp other) {
      areAll &= ir::isOfPair(other);
      isAny |= ir::isOfPair(other);
    });
    if (isAny && !areAll)
      return "some MMAs of the kernel are of a CTA pair, and others are not";
    return isAny ? whyNoPair(mma, gpu) : std::string();
  }

  LogicalResult forEachProduct(llvm::function_ref<LogicalResult(ir::MmaOp)> visit) {
    return failure(getOperation()
                       .walk([&](ir::MmaOp mma) {
                         return succeeded(visit(mma)) ? WalkResult::advance()
                                                      : WalkResult::interrupt();
                       })
                       .wasInterrupted());
  }

  ir::HardwareConstraintOp hardwareOrDefault() {
    if (ir::HardwareConstraintOp hardware = hardwareOf(getOperation()))
      return hardware;
    auto builder = OpBuilder::atBlockBegin(getOperation().getBlock());
    return ir::HardwareConstraintOp::create(builder, getOperation().getLoc(), IntegerAttr(),
                                            DenseI64ArrayAttr(), StringAttr(), DenseI64ArrayAttr(),
                                            DictionaryAttr());
  }

  /// Where nothing is written, those of the instruction that is named, or the target's.
  void resolveThreads(ir::HardwareConstraintOp hardware) {
    if (writtenThreads(hardware))
      return;
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    const int64_t threads =
        gpu ? namedThreads(getOperation(), *gpu).value_or(gpu->lanes) : widestWave;
    hardware.setThreadsPerWave(static_cast<uint64_t>(threads));
  }

  /// The waves of a GPU have a size, whether or not they multiply.
  LogicalResult checkWaveSize(ir::HardwareConstraintOp hardware) {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    const int64_t threads = *writtenThreads(hardware);
    if (!gpu || isWaveOf(*gpu, threads, getOperation()))
      return success();
    return BrokenConstraint(hardware, "threads-per-wave",
                            "hardware constraint: threads_per_wave is " + Twine(threads) +
                                ", a wave of " + chip + " has " + Twine(gpu->lanes) + " threads")
        .help("set threads_per_wave to " + Twine(gpu->lanes) + ", or retarget in the options");
  }

  /// The CPU runs workgroups one after the other.
  LogicalResult resolveCluster(ir::HardwareConstraintOp hardware) {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    if (!gpu)
      hardware.removeWorkgroupsPerClusterAttr();
    const int64_t together = ir::clusterSize(getOperation());
    if (!gpu || together <= static_cast<int64_t>(gpu->maxCluster))
      return success();
    return BrokenConstraint(hardware, "no-clusters",
                            "hardware constraint: a cluster has " + Twine(together) +
                                " workgroups, " + chip + " has no clusters")
        .help("leave workgroups_per_cluster out, or retarget in the options");
  }

  struct Waves {
    int64_t count;
    std::string why;
  };

  /// The waves that share out a workgroup's tile, a step or all of a dimension.
  FailureOr<Waves> wavesAlong(ir::WaveConstraintOp wave) {
    ir::KernelOp kernel = getOperation();
    const int64_t waveTile = *wave.getTile().getConstant();
    std::optional<Tile> tile = tileOf<ir::WorkgroupConstraintOp>(kernel, wave.getDim());
    if (!tile)
      tile = tileOf<ir::TilingConstraintOp>(kernel, wave.getDim());
    if (tile)
      return divide(wave, *tile, waveTile);
    std::optional<ir::ExprAttr> size = ir::Distribution(kernel).wholeSize(wave.getDim());
    if (!size || !size->getConstant())
      return Waves{1, "as long as the launch says = 1 wave"}; // no GPU holds such a tile
    const int64_t elements = *size->getConstant();
    const int64_t count = std::max<int64_t>(1, (elements + waveTile - 1) / waveTile);
    return Waves{count, ("ceildiv(" + Twine(elements) + ", " + Twine(waveTile) +
                         ") = " + Twine(count) + " waves")
                            .str()};
  }

  FailureOr<Waves> divide(ir::WaveConstraintOp wave, const Tile &tile, int64_t waveTile) {
    const std::string dim = wave.getDim().getValue().str();
    if (const int64_t left = tile.size % waveTile; left != 0) {
      const bool isStep = isa<ir::TilingConstraintOp>(tile.constraint);
      return LogicalResult(
          BrokenConstraint(wave, "wave-tile",
                           "wave constraint: the wave tile of " + dim + " is " + Twine(waveTile) +
                               ", which does not divide the " +
                               (isStep ? "step of " : "workgroup tile ") + Twine(tile.size))
              .note(tile.constraint->getLoc(),
                    isStep
                        ? "one step of the loop takes " + Twine(tile.size) + " elements of " + dim
                        : "the workgroup tile of " + dim + " is " + Twine(tile.size))
              .help("a workgroup has a whole number of waves: " + Twine(tile.size) + " / " +
                    Twine(waveTile) + " leaves " + Twine(left)));
    }
    const int64_t count = tile.size / waveTile;
    return Waves{
        count,
        (Twine(tile.size) + " / " + Twine(waveTile) + " = " + Twine(count) + " waves").str()};
  }

  LogicalResult resolveWaves(ir::HardwareConstraintOp hardware) {
    ir::KernelOp kernel = getOperation();
    SmallVector<int64_t> waves(3, 1);
    SmallVector<std::pair<Location, std::string>> reasons;
    Location most = hardware.getLoc(); // where the kernel says how many there are
    int64_t mostWaves = 1;
    for (auto [i, wave] : llvm::enumerate(ir::waveConstraints(kernel))) {
      if (!wave)
        continue;
      FailureOr<Waves> along = wavesAlong(wave);
      if (failed(along))
        return failure();
      waves[i] = along->count;
      if (along->count > mostWaves)
        most = wave.getLoc();
      mostWaves = std::max(mostWaves, along->count);
      reasons.emplace_back(wave.getLoc(), ("workgroup dimension " + Twine(i) + ": " +
                                           wave.getDim().getValue().str() + ", " + along->why)
                                              .str());
    }
    if (std::optional<ArrayRef<int64_t>> given = hardware.getWavesPerBlock();
        given && *given != ArrayRef<int64_t>(waves)) {
      BrokenConstraint broken(hardware, "waves-per-block",
                              "hardware constraint: waves_per_block is " + str(*given) +
                                  ", the tiles give " + str(waves));
      for (auto &[where, reason] : reasons)
        broken.note(where, reason);
      return broken.help("leave waves_per_block out, or change the wave constraints");
    }
    hardware.setWavesPerBlock(waves);
    return checkThreads(hardware, waves, reasons, most);
  }

  using Reasons = ArrayRef<std::pair<Location, std::string>>;

  /// An error is one of the constraint that gives `most` waves.
  LogicalResult checkThreads(ir::HardwareConstraintOp hardware, ArrayRef<int64_t> waves,
                             Reasons reasons, Location most) {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    const int64_t threads = *writtenThreads(hardware);
    const int64_t count = waves[0] * waves[1] * waves[2];
    if (!gpu || count * threads <= gpu->maxThreads)
      return success();
    BrokenConstraint broken(most, "workgroup-threads",
                            "wave constraint: a workgroup has " + Twine(count) + " waves of " +
                                Twine(threads) + " threads = " + Twine(count * threads) + ", " +
                                chip + " runs at most " + Twine(gpu->maxThreads));
    for (auto &[where, reason] : reasons)
      broken.note(where, reason);
    return broken.help("give each wave more: there may be " + Twine(gpu->maxThreads / threads) +
                       " waves");
  }

  /// On a chip with tensor memory the sums of instructions in place are there.
  LogicalResult placeSum(ir::MmaOp mma) {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    mma.setInTensorMemory(gpu && gpu->hasTensorMemory() && ir::readsInPlace(mma));
    return success();
  }

  LogicalResult chooseInstruction(ir::MmaOp mma, ir::HardwareConstraintOp hardware) {
    if (mma.getMmaType())
      return success(); // the verifier has compared its types
    if (hardware.getMmaType()) {
      mma.setMmaTypeAttr(hardware.getMmaTypeAttr());
      return mma.verify();
    }
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    const int64_t threads = gpu ? *writtenThreads(hardware) : 0;
    const bool isWarpgroup = gpu && threads != gpu->lanes;
    machine::MmaTile tile = isWarpgroup ? exactTile(mma) : instructionTile(mma);
    if (isWarpgroup && gpu->hasTensorMemory())
      tile.n = workgroupSize(mma, ir::mmaDims(mma).n);
    const machine::Mma *row = machine::chooseMma(chip.getValue(), ir::mmaTypes(mma), tile, threads);
    if (!row)
      return reportUnavailable(mma, hardware);
    if (isWarpgroup && areInPairs(*gpu))
      row = machine::pairMma(chip.getValue(), ir::mmaTypes(mma),
                             workgroupSize(mma, ir::mmaDims(mma).m), tile.n);
    mma.setMmaTypeAttr(StringAttr::get(&getContext(), row->name));
    return success();
  }

  /// A schedule that asks for a CTA pair has it, and one that wants none has none; the CPU has no
  /// instructions.
  LogicalResult checkPairChoice(ir::MmaOp mma) {
    const ir::ChoiceAttr choice = ir::choiceOf(mma);
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    ir::eraseChoice(mma);
    if (!choice || !gpu || choice.getFlag("together") == ir::isOfPair(mma))
      return success();
    if (ir::isOfPair(mma))
      return BrokenConstraint(choice.getWhere(), "not-paired",
                              "pair: the schedule wants no CTA pair, and the MMA names " +
                                  *mma.getMmaType())
          .note(mma.getLoc(), "the MMA is here")
          .help("leave mma_type out, or pair out");
    const std::string reason = !gpu->hasPairs ? chip.getValue() + " has none"
                               : mma.getInTensorMemory()
                                   ? whyNoPairs(getOperation(), *gpu)
                                   : "it does not accumulate in tensor memory";
    return BrokenConstraint(choice.getWhere(), "not-paired",
                            "pair: the MMA is not one of a CTA pair: " +
                                (reason.empty() ? "another one cannot be" : reason))
        .note(mma.getLoc(), "the MMA is here")
        .help("leave pair out, or write pair(nodes, False)");
  }

  /// Whether the products, for which no instruction is named, are those of pairs: where clusters
  /// have some and the products can be.
  bool areInPairs(const machine::Chip &gpu) {
    if (!gpu.hasPairs || ir::clusterSize(getOperation()) == 1)
      return false;
    if (!arePairs) {
      std::string reason = whyNoPairs(getOperation(), gpu);
      getOperation().walk([&](ir::MmaOp other) {
        if (reason.empty() && other.getMmaType() && !ir::isOfPair(other))
          reason = "an MMA names " + other.getMmaType()->str();
      });
      arePairs = reason.empty() && !hasChosen(false);
      if (!*arePairs && !hasChosen(false) && !hasChosen(true))
        mlir::emitRemark(getOperation().getLoc())
            << "each workgroup of a cluster issues its own MMAs, not in CTA pairs: " << reason
            << " [not-paired]";
    }
    return *arePairs;
  }
  std::optional<bool> arePairs;

  /// Whether the schedule has said that of an MMA.
  bool hasChosen(bool together) {
    return failed(forEachProduct([&](ir::MmaOp mma) {
      const ir::ChoiceAttr choice = ir::choiceOf(mma);
      return success(!choice || choice.getFlag("together") != together);
    }));
  }

  /// Elements along a dimension that the workgroup computes at `mma`; 0 where that is open.
  int64_t workgroupSize(ir::MmaOp mma, ir::ExprAttr dim) {
    return ir::Distribution(getOperation()).constantTileSize(dim, mma->getBlock()).value_or(0);
  }

  /// What the compiler has no row for in mma_types.def; the chip itself may well have the
  /// instruction.
  LogicalResult reportUnavailable(ir::MmaOp mma, ir::HardwareConstraintOp hardware) {
    const machine::MmaTypes types = ir::mmaTypes(mma);
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    const bool isWarpgroup = gpu && gpu->lanes != *writtenThreads(hardware);
    BrokenConstraint broken(
        mma, "mma-unavailable",
        Twine("mma: the compiler supports no instruction of ") + chip + " for " +
            machine::operandsText(types) + " into " + dtype_name(types.accumulator) +
            (isWarpgroup ? " in waves of " + Twine(*writtenThreads(hardware)) + " threads" : ""));
    if (isWarpgroup && machine::chooseMma(chip.getValue(), types, instructionTile(mma)))
      return broken.help("set threads_per_wave to " + Twine(gpu->lanes));
    return broken.help(otherWays(mma, types, isWarpgroup ? *writtenThreads(hardware) : 0));
  }

  /// Where there is no instruction for these types: less precision, other types, other chips.
  std::string otherWays(ir::MmaOp mma, const machine::MmaTypes &types, int64_t threads = 0) {
    return tf32Way(mma, types, threads) + castWay(mma, types, threads) + "compile for " +
           llvm::join(machine::chipsWith(types), " or ");
  }

  /// Where the chip multiplies f32 operands in tf32.
  std::string tf32Way(ir::MmaOp mma, machine::MmaTypes types, int64_t threads) {
    if (types.precision != Precision::Full)
      return {};
    types.precision = Precision::TF32;
    const machine::Mma *own =
        machine::chooseMma(chip.getValue(), types, instructionTile(mma), threads);
    if (!own)
      return {};
    return "multiply them in tf32, for which it supports " + std::string(own->name) +
           " and which keeps 11 of 24 significant bits, or as three MMAs of tf32, which keep 21, "
           "by .precision = Precision::TF32 or Precision::TF32x3, or --precision tf32 or 3xtf32; "
           "or ";
  }

  std::string castWay(ir::MmaOp mma, const machine::MmaTypes &types, int64_t threads) {
    const machine::Mma *own =
        machine::nearestMma(chip.getValue(), types, instructionTile(mma), threads);
    if (!own)
      return {};
    const machine::MmaTypes &to = own->types;
    const std::string which = to.lhs == to.rhs
                                  ? "the operands to " + std::string(dtype_name(to.lhs))
                                  : "lhs to " + std::string(dtype_name(to.lhs)) + " and rhs to " +
                                        std::string(dtype_name(to.rhs));
    return "cast " + which + ", for which it supports " + std::string(own->name) +
           lossOf(types.lhs, to.lhs) + ", as in cast(lhs, " + std::string(dtype_name(to.lhs)) +
           "); or ";
  }

  static std::string lossOf(DType from, DType to) {
    const int bits = machine::formatOf(from).significantBits,
              kept = machine::formatOf(to).significantBits;
    return kept >= bits ? ""
                        : " and which keeps " + std::to_string(kept) + " of " +
                              std::to_string(bits) + " significant bits";
  }

  /// The CPU takes every instruction; a GPU its own.
  LogicalResult checkChip(ir::MmaOp mma) {
    const machine::Mma *row = namedInstruction(mma);
    if (!row || chip == "cpu" || row->runsOn(chip.getValue()) || row->types != ir::mmaTypes(mma))
      return success(); // of other types: said when it is put on the mma
    const machine::Mma *own = machine::chooseMma(chip.getValue(), row->types, instructionTile(mma));
    return BrokenConstraint(mma, "mma-unavailable",
                            "mma: " + chip + " has no instruction " +
                                Twine(std::string(row->name)) + ", which is one of " +
                                Twine(std::string(row->chips)))
        .help(own ? "leave mma_type out, use " + std::string(own->name) +
                        ", or retarget in the options"
                  : otherWays(mma, row->types));
  }

  /// A wave is what issues one instruction; the CPU's have no lanes.
  LogicalResult checkWave(ir::MmaOp mma, ir::HardwareConstraintOp hardware) {
    const machine::Mma *row = machine::mmaNamed(mma.getMmaType()->str());
    const int64_t threads = *writtenThreads(hardware);
    if (row->runsOn("cpu") || row->threadsPerWave == threads)
      return success();
    return BrokenConstraint(mma, "threads-per-wave",
                            "mma: " + *mma.getMmaType() + " is issued by waves of " +
                                Twine(row->threadsPerWave) + " threads, threads_per_wave is " +
                                Twine(threads))
        .note(hardware.getLoc(), "threads_per_wave is " + Twine(threads) + " here")
        .help("set threads_per_wave to " + Twine(row->threadsPerWave) + ", or leave mma_type out");
  }

  LogicalResult checkTiles(ir::MmaOp mma) {
    const machine::Mma *row = machine::mmaNamed(mma.getMmaType()->str());
    ir::MmaDims dims = ir::mmaDims(mma);
    struct {
      ir::ExprAttr dim;
      int64_t instruction;
    } checks[] = {{dims.m, row->m}, {dims.n, row->n}, {dims.k, row->k}};
    for (auto [dim, instruction] : checks) {
      std::optional<Tile> tile = waveTile(mma, dim);
      // Waves share out the columns of a sum in tensor memory, and not its products.
      const bool isShared = mma.getInTensorMemory() && dim == dims.n;
      if (!tile || isShared || tile->size % instruction == 0)
        continue;
      std::string name = dim.getValue().str();
      return BrokenConstraint(mma, "mma-tile",
                              "mma: " + *mma.getMmaType() + " takes " + Twine(instruction) +
                                  " elements of " + name + ", which do not divide the tile of " +
                                  Twine(tile->size))
          .note(tile->constraint->getLoc(),
                (isa<ir::TilingConstraintOp>(tile->constraint) ? "one step of the loop takes "
                                                               : "one wave computes ") +
                    Twine(tile->size) + " elements of " + name)
          .help("make the tile of " + name + " a multiple of " + Twine(instruction) +
                ", or leave mma_type out");
    }
    return success();
  }
};

} // namespace
} // namespace wave
