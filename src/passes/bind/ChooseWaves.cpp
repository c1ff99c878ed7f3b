//===- ChooseWaves.cpp - Let more waves share tiles that one cannot hold --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: tiles are numbers                                              (sized)
// Gives: the same; where lanes could not hold what one wave computes, more waves share it,
//        as many as fit, or as lack least
//
// There are no layouts yet: a tile takes the elements of a wave's share, divided by its lanes.
// Row statistics, which every column of lanes holds, take more than that, chains that go element
// by element less.  CheckRegisters has the exact account.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include "analysis/LiveTiles.h"
#include "analysis/Roles.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "passes/bind/WaveTiles.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CHOOSEWAVES
#include "passes/Passes.h.inc"

namespace {

constexpr int64_t registerBytes = 4;

/// Of positive numbers, at most 2^40: more than any chip holds, and sums of it do not overflow.
/// ResolveHardware refuses tiles of such sizes.
int64_t product(int64_t a, int64_t b) {
  constexpr int64_t most = int64_t{1} << 40;
  int64_t exact = 0;
  return llvm::MulOverflow(a, b, exact) ? most : std::min(exact, most);
}

/// How many elements a wave has of each dimension that waves share.
using Shares = llvm::MapVector<ir::ExprAttr, int64_t>;

struct ChooseWaves : impl::ChooseWavesBase<ChooseWaves> {
  using ChooseWavesBase::ChooseWavesBase;

  void runOnOperation() override {
    if (failed(ir::verifyForm(getOperation(), ir::Form::Sized)))
      return signalPassFailure();
    gpu = machine::chipNamed(chip.getValue());
    products.clear();
    getOperation().walk([&](ir::MmaOp mma) { products.push_back(mma); });
    ir::HardwareConstraintOp hardware = hardwareOf(getOperation());
    isWritten = !waveConstraints().empty() || (hardware && hardware.getWavesPerBlock());
    if (!gpu || products.empty() || !areOfChip(hardware) || (isWritten && !may))
      return;
    const std::optional<Shares> written = sharesNow();
    if (!written)
      return; // what waves do not divide, ResolveHardware reports
    const Shares chosen = sharesOfLeastExcess(*written);
    // What the kernel says makes way for what fits alone.
    if (excess(chosen) >= excess(*written) || (isWritten && excess(chosen) > 0))
      return;
    if (isWritten)
      remark(hardware, *written, chosen);
    replace(hardware, *written, chosen);
  }

private:
  SmallVector<ir::WaveConstraintOp> waveConstraints() {
    return SmallVector<ir::WaveConstraintOp>(
        getOperation().getBlock()->getOps<ir::WaveConstraintOp>());
  }

  /// Whether waves have the chip's lanes, each of which holds its part of all tiles: those of
  /// warpgroups have been chosen by their instructions.
  bool areOfChip(ir::HardwareConstraintOp hardware) {
    const IntegerAttr threads = hardware ? hardware.getThreadsPerWaveAttr() : IntegerAttr();
    return (!threads || threads.getInt() == gpu->lanes) &&
           llvm::all_of(products, [&](ir::MmaOp mma) {
             const machine::Mma *named = namedInstruction(mma);
             return !named || static_cast<unsigned>(named->threadsPerWave) == gpu->lanes;
           });
  }

  /// Of the dimensions of workgroups, of which waves may share any; nothing if the tile of a
  /// wave does not divide that of its workgroup.
  std::optional<Shares> sharesNow() {
    Shares shares;
    for (auto workgroup : getOperation().getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
      if (workgroup.getWorkgroupDim() >= ir::launchDims ||
          ir::hasLoopedPart(getOperation(), workgroup.getDim()))
        continue;
      const int64_t tile = *workgroup.getTile().getConstant();
      const auto wave = tileOf<ir::WaveConstraintOp>(getOperation(), workgroup.getDim());
      if (wave && (wave->size <= 0 || tile % wave->size != 0))
        return std::nullopt;
      shares[workgroup.getDim()] = wave ? wave->size : tile;
    }
    return shares;
  }

  int64_t wavesOf(const Shares &shares) {
    int64_t waves = 1;
    for (const auto &[dim, share] : shares)
      waves = product(waves, tileOf<ir::WorkgroupConstraintOp>(getOperation(), dim)->size / share);
    // Waves may share what no workgroup distributes, too.
    const ir::Distribution distribution(getOperation());
    for (ir::WaveConstraintOp wave : waveConstraints())
      if (!shares.contains(wave.getDim()))
        if (const auto size = sizeOf(distribution, wave.getDim(), getOperation().getBlock()))
          waves = product(waves, static_cast<int64_t>(llvm::divideCeil(
                                     static_cast<uint64_t>(*size),
                                     static_cast<uint64_t>(*wave.getTile().getConstant()))));
    return waves;
  }

  static std::optional<int64_t> sizeOf(const ir::Distribution &distribution, ir::ExprAttr dim,
                                       Block *block) {
    return distribution.constantTileSize(dim, block);
  }

  /// Registers of a lane that a tile takes; 0 for constants and truth values, which take none,
  /// and where a size is open, which is refused later.
  int64_t registersOf(Value value, const Shares &shares, const ir::Distribution &distribution) {
    auto tile = dyn_cast<ir::TileType>(value.getType());
    if (!tile || tile.getElementType().isInteger(1) ||
        isa_and_nonnull<ir::RegisterOp>(value.getDefiningOp()))
      return 0;
    int64_t bytes = ir::elementBytes(tile.getElementType());
    for (ir::DimAttr dim : tile.getDims()) {
      std::optional<int64_t> size = sizeOf(distribution, dim.getName(), value.getParentBlock());
      if (!size)
        return 0;
      if (const auto share = shares.find(dim.getName()); share != shares.end())
        size = std::min(*size, share->second);
      else if (const auto wave = tileOf<ir::WaveConstraintOp>(getOperation(), dim.getName()))
        size = std::min(*size, wave->size);
      bytes = product(bytes, *size);
    }
    return static_cast<int64_t>(llvm::divideCeil(
        static_cast<uint64_t>(bytes), static_cast<uint64_t>(registerBytes * gpu->lanes)));
  }

  /// Of all tiles, where they are most.
  int64_t registersHeld(const Shares &shares) {
    struct Count : analysis::LiveVisitor {
      explicit Count(llvm::function_ref<int64_t(Value)> registersOf) : registersOf(registersOf) {}
      void begin(Value value) override { live += registersOf(value); }
      void end(Value value) override { live -= registersOf(value); }
      void at(Operation *op, ArrayRef<Value> last) override {
        most = std::max(most, live + std::max(sum(last), sum(op->getResults())));
      }
      int64_t sum(ValueRange values) {
        int64_t registers = 0;
        for (Value value : values)
          registers += registersOf(value);
        return registers;
      }
      llvm::function_ref<int64_t(Value)> registersOf;
      int64_t live = 0, most = 0;
    };
    const ir::Distribution distribution(getOperation());
    const auto ofValue = [&](Value value) { return registersOf(value, shares, distribution); };
    Count count(ofValue);
    analysis::forEachOperation(*getOperation().getBlock(), count);
    return count.most;
  }

  /// Registers that a lane lacks.  Addresses and numbers need some beside tiles; waves that the
  /// kernel asks for may have to do with fewer of these.
  int64_t excess(const Shares &shares) {
    const int64_t others = isWritten ? 0 : analysis::registersBesideTiles;
    return std::max<int64_t>(0,
                             registersHeld(shares) + others - gpu->registersFor(wavesOf(shares)));
  }

  /// Whether instructions divide what a wave has of every product.
  bool canMultiply(const Shares &shares) {
    return llvm::all_of(products, [&](ir::MmaOp mma) {
      machine::MmaTile tile = instructionTile(mma);
      const ir::MmaDims dims = ir::mmaDims(mma);
      for (auto [size, dim] : {std::pair(&tile.m, dims.m), {&tile.n, dims.n}})
        if (const auto share = shares.find(dim); share != shares.end())
          *size = share->second;
      const machine::Mma *row = namedInstruction(mma);
      if (!row)
        row = machine::chooseMma(chip.getValue(), ir::mmaTypes(mma), tile);
      return row && tile.m % row->m == 0 && tile.n % row->n == 0;
    });
  }

  /// Halved along the dimension that saves most, again and again until they fit: the first that
  /// do, or those that lack least.
  Shares sharesOfLeastExcess(const Shares &written) {
    Shares shares = written, least = written;
    while (excess(least) > 0) {
      std::optional<Shares> next;
      int64_t held = registersHeld(shares);
      for (const auto &[dim, share] : shares) {
        if (share % 2 != 0)
          continue;
        Shares halved = shares;
        halved[dim] = share / 2;
        if (registersHeld(halved) < held && canMultiply(halved) &&
            wavesOf(halved) * gpu->lanes <= gpu->maxThreads) {
          held = registersHeld(halved);
          next = halved;
        }
      }
      if (!next)
        break;
      shares = *next;
      if (excess(shares) < excess(least))
        least = shares;
    }
    return least;
  }

  void remark(ir::HardwareConstraintOp hardware, const Shares &written, const Shares &chosen) {
    const int64_t before = wavesOf(written);
    std::string text;
    for (const auto &[dim, share] : chosen)
      text += (text.empty() ? "" : " by ") + std::to_string(share) + " of " + dim.getValue().str();
    mlir::emitRemark(hardware ? hardware.getLoc() : waveConstraints().front().getLoc())
        << "hardware constraint: " << wavesOf(chosen) << " waves, " << text
        << " each, share the tiles of a workgroup instead of " << before
        << ", in which a lane would hold tiles in " << registersHeld(written) << " registers; on "
        << chip << " it has " << gpu->registersFor(before) << " [retargeted]";
  }

  void replace(ir::HardwareConstraintOp hardware, const Shares &written, const Shares &chosen) {
    for (auto workgroup : getOperation().getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
      const ir::ExprAttr dim = workgroup.getDim();
      if (!chosen.contains(dim))
        continue;
      const int64_t share = chosen.lookup(dim), times = written.lookup(dim) / share;
      if (times == 1)
        continue;
      const ir::ExprAttr size = ir::ExprAttr::get(&getContext(), share);
      ir::WaveConstraintOp own;
      for (ir::WaveConstraintOp wave : waveConstraints())
        if (wave.getDim() == dim)
          own = wave;
      if (own) {
        own.setTileAttr(size);
      } else {
        OpBuilder builder(workgroup);
        builder.setInsertionPointAfter(workgroup);
        ir::WaveConstraintOp::create(builder, workgroup.getLoc(), dim, size);
      }
      if (std::optional<ArrayRef<int64_t>> given =
              hardware ? hardware.getWavesPerBlock() : std::nullopt) {
        SmallVector<int64_t> waves(*given);
        waves[workgroup.getWorkgroupDim()] *= times;
        hardware.setWavesPerBlock(waves);
      }
    }
  }

  const machine::Chip *gpu = nullptr;
  SmallVector<ir::MmaOp> products;
  bool isWritten = false; ///< how many waves there are
};

} // namespace
} // namespace wave
