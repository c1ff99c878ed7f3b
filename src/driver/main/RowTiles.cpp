//===- RowTiles.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/RowTiles.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include "dialect/ElementTypes.h"
#include "driver/Targets.h"
#include "driver/TileTrial.h"
#include "frontend/KernelTrace.h"
#include "machine/TileCost.h"
#include "passes/bind/WaveTiles.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::commandline {

namespace {

/// Waves of a SIMD for each of which another one issues while its result is on the way.
constexpr int64_t wavesPerSimd = 4;
/// Workgroups that load, and those that compute or store meanwhile.
constexpr double inTurns = 2;

std::optional<int64_t> valueOf(const Expr &expr, const Bindings &subs) {
  const symbolic::Evaluation value = symbolic::evaluate(expr, subs);
  return value ? std::optional(value.value()) : std::nullopt;
}

/// A symbol that is nothing but the tile of a constraint.
struct TileSymbol {
  std::string name;
  ir::ExprAttr dim;
  bool isOfWaves;
};

/// How elements of memories lie along a dimension, by the accesses whose indices are not mapped.
struct Place {
  bool isLast = false, isOther = false; ///< in a memory of several dimensions
  bool isAlone = false;                 ///< in one that has no other dimension
};

/// How one instruction of all lanes goes along a row.
struct Access {
  int64_t whole;   ///< elements that it moves at most
  int64_t aligned; ///< of a row whose length aligns no more than this
};

class RowKernel {
public:
  RowKernel(ir::KernelOp kernel, const Bindings &definitions) : kernel(kernel) {
    countUses();
    for (Operation &op : *kernel.getBlock())
      if (isa<ir::WorkgroupConstraintOp, ir::WaveConstraintOp>(op))
        addSymbol(op, definitions);
    kernel.walk([&](ir::AccessOpInterface access) { addPlaces(access); });
  }

  /// Whether the facts of memory decide how fast it is: no MMA, no loop, no hardware of its own.
  bool isOfRows() const {
    bool is = !ir::gridConstraint(kernel);
    kernel.getBlock()->walk([&](Operation *op) {
      is &= op->getNumRegions() == 0 && !isa<ir::MmaOp, ir::HardwareConstraintOp>(op);
    });
    return is;
  }

  /// The one symbol of the dimension in which elements lie in a row; that of another one.
  const TileSymbol *columns() const {
    return onlyOf([&](const TileSymbol &symbol) {
      const Place place = placeOf(symbol.dim);
      return !place.isOther && (place.isLast || place.isAlone);
    });
  }
  const TileSymbol *rows() const {
    return onlyOf([&](const TileSymbol &symbol) {
      const Place place = placeOf(symbol.dim);
      return !place.isLast && place.isOther && !symbol.isOfWaves;
    });
  }

  /// How an instruction of so many lanes goes along rows of that length: rows that follow each
  /// other are aligned to what divides it.
  Access accessOf(int64_t lanes, int64_t length) const {
    const int64_t ofLane = std::max<int64_t>(machine::widestAccess / widest, 1);
    return {lanes * ofLane, lanes * std::min(ofLane, length & -length)};
  }

  /// What tiles along the dimension of a symbol divide.
  std::optional<int64_t> extentOf(const TileSymbol &symbol, const Bindings &subs) const {
    if (symbol.isOfWaves)
      for (auto workgroup : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>())
        if (workgroup.getDim() == symbol.dim)
          return valueOf(workgroup.getTile().getValue(), subs);
    return valueOf(symbol.dim.getValue(), subs);
  }

private:
  void countUses() {
    AttrTypeWalker walker;
    walker.addWalk([&](ir::ExprAttr expr) {
      for (const std::string &symbol : symbolic::symbolsOf(expr.getValue()))
        ++uses[symbol];
    });
    kernel->walk([&](Operation *op) {
      walker.walk(op->getAttrDictionary());
      for (Type type : op->getResultTypes())
        walker.walk(type);
      for (Region &region : op->getRegions())
        for (Type type : region.getArgumentTypes())
          walker.walk(type);
    });
  }

  void addSymbol(Operation &op, const Bindings &definitions) {
    const Expr &tile = op.getAttrOfType<ir::ExprAttr>("tile").getValue();
    const auto names = symbolic::symbolsOf(tile);
    if (names.size() != 1 || !tile.same_as(Expr::symbol(names.front())) ||
        definitions.find(names.front()) || uses[names.front()] != 1)
      return;
    symbols.push_back(
        {names.front(), op.getAttrOfType<ir::ExprAttr>("dim"), isa<ir::WaveConstraintOp>(op)});
  }

  void addPlaces(ir::AccessOpInterface access) {
    if (!access.getMemory() || access->hasAttr("mapping"))
      return;
    auto memory = cast<ir::MemoryType>(access.getMemory().getType());
    widest = std::max(widest, ir::elementBytes(memory.getElementType()));
    for (ir::DimAttr dim : memory.getDims()) {
      Place &place = places[dim.getName().getValue().str()];
      const bool isLast = dim == memory.getDims().back();
      (memory.getDims().size() == 1 ? place.isAlone : isLast ? place.isLast : place.isOther) = true;
    }
  }

  Place placeOf(ir::ExprAttr dim) const {
    const auto found = places.find(dim.getValue().str());
    return found == places.end() ? Place() : found->second;
  }

  const TileSymbol *onlyOf(const std::function<bool(const TileSymbol &)> &isMeant) const {
    const TileSymbol *only = nullptr;
    for (const TileSymbol &symbol : symbols)
      if (isMeant(symbol)) {
        if (only)
          return nullptr;
        only = &symbol;
      }
    return only;
  }

  mutable ir::KernelOp kernel;
  std::map<std::string, int> uses;
  std::vector<TileSymbol> symbols;
  std::map<std::string, Place> places;
  int64_t widest = 1; ///< bytes of an element
};

/// Of so many elements the tile that leaves lanes over for other rows.
int64_t shortTile(int64_t extent) {
  return static_cast<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(extent)));
}

/// So many equal tiles of a row, of whole accesses.
int64_t oneOf(int64_t count, int64_t extent, const Access &access) {
  const int64_t each = llvm::divideCeilSigned(extent, count);
  return llvm::divideCeilSigned(each, access.aligned) * access.aligned;
}

/// What waves may take of a row: the largest first.
std::vector<int64_t> sharesOf(int64_t extent, const Access &access) {
  if (extent <= access.aligned)
    return {shortTile(extent)};
  std::vector<int64_t> tiles;
  for (const int64_t shares : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32})
    if (const int64_t tile = oneOf(shares, extent, access);
        tiles.empty() || (tile < tiles.back() && tile >= access.whole))
      tiles.push_back(tile);
  return tiles;
}

/// Tiles of workgroups along a row: the smallest first.
std::vector<int64_t> stepsOf(int64_t extent, const Access &access) {
  if (extent <= access.aligned)
    return {shortTile(extent)};
  std::vector<int64_t> tiles;
  for (const int64_t accesses : {1, 2, 3, 4, 6, 8, 12, 16}) {
    const int64_t count = llvm::divideCeilSigned(extent, accesses * access.whole);
    if (const int64_t tile = oneOf(count, extent, access); tiles.empty() || tile > tiles.back())
      tiles.push_back(tile);
  }
  return tiles;
}

/// What memory needs of a chip to be busy, and how much of that tiles have.
struct MemoryNeeds {
  MemoryNeeds(const machine::Chip &chip, int64_t startCycles)
      : inFlight(inTurns * chip.loadPorts.latency * chip.memoryBytesPerCycle),
        waves(static_cast<double>(wavesPerSimd * chip.simds) * chip.units),
        ofWorkgroup(inTurns * static_cast<double>(startCycles) * chip.memoryBytesPerCycle /
                    chip.units),
        units(static_cast<int64_t>(chip.units)) {}

  int64_t atOneTime(const TileTrial &trial) const {
    return std::min(trial.workgroups, units * trial.residentOfUnit);
  }
  /// The share of memory's speed that is predicted, at most 1.
  double shareOf(const TileTrial &trial) const {
    const auto running = static_cast<double>(atOneTime(trial));
    const auto part = [](double has, double needs) { return std::min(1.0, has / needs); };
    return part(running * static_cast<double>(trial.loaded), inFlight) *
           part(running * static_cast<double>(trial.waves), waves) *
           part(static_cast<double>(trial.loaded + trial.stored), ofWorkgroup);
  }

  double inFlight;    ///< bytes of all units
  double waves;       ///< of all units
  double ofWorkgroup; ///< bytes
  int64_t units;
};

std::string reasonOf(const TileTrial &trial, const MemoryNeeds &needs, const machine::Chip &chip) {
  const int64_t running = needs.atOneTime(trial), units = needs.units;
  const auto perUnit = [&](double all) {
    return std::to_string(std::llround(all / static_cast<double>(units)));
  };
  const machine::Terms &terms = chip.terms();
  return std::to_string(trial.workgroups) +
         (trial.workgroups == 1 ? " workgroup of " : " workgroups of ") +
         std::to_string(trial.waves) + " " +
         std::string(trial.waves == 1 ? terms.wave : terms.waves) + ", each moving " +
         std::to_string(trial.loaded + trial.stored) + " bytes; at one time " +
         perUnit(static_cast<double>(running) * static_cast<double>(trial.waves)) + " " +
         std::string(terms.waves) + " and loads of " +
         perUnit(static_cast<double>(running) * static_cast<double>(trial.loaded)) + " bytes " +
         std::string(terms.ofUnit) + ", where " + perUnit(needs.waves) + " and " +
         perUnit(needs.inFlight) + " keep memory busy";
}

} // namespace

std::optional<RowTiles> chooseRowTiles(const KernelChoice &choice,
                                       const WaveCompileOptions &options,
                                       const Bindings &definitions, const Bindings &subs) {
  const machine::Chip *chip = chipOf(options.target);
  const std::optional<int64_t> start = chip ? machine::workgroupStartOn(chip->name) : std::nullopt;
  if (!start || chip->loadPorts.latency == 0 || choice.signature.isBound)
    return std::nullopt;
  auto context = frontend::makeContext();
  auto module = frontend::load(choice.kernel, *context);
  const RowKernel kernel(frontend::onlyKernel(*module), definitions);
  const TileSymbol *columns = kernel.columns(), *rows = kernel.rows();
  if (!kernel.isOfRows() || (!columns && !rows))
    return std::nullopt;
  const std::optional<int64_t> across = columns ? kernel.extentOf(*columns, subs) : 1,
                               down = rows ? kernel.extentOf(*rows, subs) : 1;
  if (!across || !down || *across <= 0 || *down <= 0)
    return std::nullopt;
  // Without a wave constraint waves share the tile of a workgroup (Retarget).
  const int64_t lanes = columns && columns->isOfWaves ? static_cast<int64_t>(chip->lanes)
                                                      : std::max<int64_t>(chip->lanes, widestWave);
  const Access access = kernel.accessOf(lanes, *across);
  std::vector<int64_t> widths;
  for (const bool divides : {true, false}) // accesses to tiles that divide a row need no mask
    for (const int64_t width : !columns             ? std::vector<int64_t>{1}
                               : columns->isOfWaves ? sharesOf(*across, access)
                                                    : stepsOf(*across, access))
      if ((*across % width == 0) == divides)
        widths.push_back(width);

  const MemoryNeeds needs(*chip, *start);
  std::optional<RowTiles> best;
  int64_t bestShare = 0;
  constexpr int64_t whole = 64; // shares are compared in parts of this, as far as facts reach
  constexpr int64_t mostRows = 16;
  for (int64_t height = 1; height <= mostRows && bestShare < whole; height *= 2) {
    if (height > 1 && (!rows || height >= 2 * *down))
      break;
    for (const int64_t width : widths) {
      Bindings tiles;
      if (rows)
        tiles.set(rows->name, height);
      if (columns)
        tiles.set(columns->name, width);
      WaveCompileOptions trialOptions = options;
      for (const Binding &tile : tiles)
        trialOptions.subs.set(tile.symbol, tile.value);
      const std::optional<TileTrial> trial = tryTiles(trialOptions, choice.kernel);
      if (!trial || !trial->fits || trial->residentOfUnit == 0)
        continue;
      const double used = static_cast<double>(*across) /
                          static_cast<double>(llvm::alignTo(static_cast<uint64_t>(*across),
                                                            static_cast<uint64_t>(width)));
      const int64_t share = std::llround(needs.shareOf(*trial) * used * whole);
      if (best && share <= bestShare)
        continue;
      bestShare = share;
      best = {tiles, reasonOf(*trial, needs, *chip)};
    }
  }
  return best;
}

} // namespace wave::commandline
