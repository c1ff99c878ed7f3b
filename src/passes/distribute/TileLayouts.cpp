//===- TileLayouts.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/distribute/TileLayouts.h"

#include <bit>
#include <numeric>

#include "analysis/MappedAccess.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "machine/Chip.h"

using namespace mlir;

namespace wave {

using machine::Digit;
using machine::Digits;
using machine::Layout;

static std::string nameOf(ir::ExprAttr dim) { return dim.getValue().str(); }

static int64_t sizeOf(ir::TileType tile, ir::ExprAttr dim) {
  return *tile.getDims()[static_cast<size_t>(tile.indexOf(dim))].getConstantSize();
}

/// The smallest power of two that is at least `count`.
static int64_t powerAbove(int64_t count) {
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(std::max<int64_t>(count, 1))));
}

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

TileLayouts::TileLayouts(ir::KernelOp kernel) {
  SmallVector<int64_t> counts(3, 1);
  lanes_ = ir::threadsPerWave(kernel);
  for (auto hardware : kernel.getBlock()->getOps<ir::HardwareConstraintOp>())
    counts.assign(hardware.getWavesPerBlock()->begin(), hardware.getWavesPerBlock()->end());
  // Waves are numbered along the workgroup's dimensions, dimension 0 fastest.
  auto isDivided = [&](auto constraints, ir::WaveConstraintOp wave) {
    return llvm::any_of(constraints, [&](auto op) { return op.getDim() == wave.getDim(); });
  };
  Block *block = kernel.getBlock();
  for (auto [count, constraint] : llvm::zip(counts, ir::waveConstraints(kernel)))
    if (constraint)
      waves.push_back({nameOf(constraint.getDim()), count, *constraint.getTile().getConstant(),
                       isDivided(block->getOps<ir::WorkgroupConstraintOp>(), constraint) ||
                           isDivided(block->getOps<ir::TilingConstraintOp>(), constraint)});
    else
      waves.push_back({"", count, 0, false});
}

const TileLayouts::Wave *TileLayouts::waveAlong(ir::ExprAttr dim) const {
  auto found = llvm::find_if(waves, [&](const Wave &wave) { return wave.dim == nameOf(dim); });
  return found == waves.end() ? nullptr : found;
}

bool TileLayouts::isDivided(ir::TileType tile, ir::ExprAttr dim) const {
  const Wave *wave = waveAlong(dim);
  return wave && wave->isDivided && wave->count * wave->tile == sizeOf(tile, dim);
}

int64_t TileLayouts::waveTile(ir::TileType tile, ir::ExprAttr dim) const {
  const Wave *wave = waveAlong(dim);
  // A lane has a place even where a dimension has no element.
  return std::max<int64_t>(1, wave ? ceilDiv(sizeOf(tile, dim), wave->count) : sizeOf(tile, dim));
}

Layout TileLayouts::withWaves(ir::TileType tile, const Digits &registers,
                              const Digits &lanes) const {
  const Layout one(registers, lanes, {});
  Digits digits;
  for (const Wave &wave : waves) {
    bool isInTile = llvm::any_of(
        tile.getDims(), [&](ir::DimAttr dim) { return nameOf(dim.getName()) == wave.dim; });
    digits.push_back(isInTile ? Digit{wave.dim, wave.count, one.extent(wave.dim)}
                              : Digit{"", wave.count, 0});
  }
  return {registers, lanes, digits};
}

static int64_t lanesAlong(const Layout &layout, const std::string &dim) {
  int64_t count = 1;
  for (const Digit &digit : layout.lanes())
    count *= digit.dim == dim ? digit.size : 1;
  return count;
}

Layout TileLayouts::ofMma(ir::MmaOp mma, machine::MmaPart part, bool isPacked,
                          ArrayRef<ir::SliceAttr> slices, ir::TileType tile) const {
  machine::Mma row = *machine::mmaNamed(mma.getMmaType()->str());
  ir::MmaDims dims = ir::mmaDims(mma);
  // Of a sum in tensor memory a wave may load fewer columns than an instruction makes.
  if (mma.getInTensorMemory())
    row.n = std::min(
        row.n,
        waveTile(part == machine::MmaPart::Accumulator ? tile : mma.getResult().getType(), dims.n));
  machine::MmaDimNames names{nameOf(dims.m), nameOf(dims.n), nameOf(dims.k)};
  Layout one = *machine::layoutOf(row, part, names);
  Digits registers = one.registers(), lanes = one.lanes();
  auto repeat = [&](ir::ExprAttr dim, int64_t instruction) {
    // What has no elements has a layout all the same.
    if (tile.hasDim(dim))
      registers.push_back({nameOf(dim),
                           std::max<int64_t>(ceilDiv(waveTile(tile, dim), instruction), 1),
                           instruction});
  };
  int64_t packed = 1;
  // Where a lane holds all that it has along k side by side.
  const int64_t perLane = one.run(names.k);
  if (isPacked && tile.hasDim(dims.k) && perLane * lanesAlong(one, names.k) == row.k) {
    packed = std::max<int64_t>(
        machine::widestAccess / (perLane * ir::elementBytes(tile.getElementType())), 1);
    // Whole instructions of each slice, where the reduction is sliced.
    int64_t whole = waveTile(tile, dims.k);
    for (ir::SliceAttr slice : slices)
      if (slice.getDim() == nameOf(dims.k))
        whole = std::gcd(whole, slice.granule());
    while (packed > 1 && whole % (packed * row.k) != 0)
      packed /= 2;
    registers.push_back({names.k, packed, perLane});
    for (Digit &digit : lanes)
      if (digit.dim == names.k)
        digit.stride *= packed;
  }
  repeat(dims.k, row.k * packed);
  repeat(dims.n, row.n);
  repeat(dims.m, row.m);
  for (ir::ExprAttr dim : dims.repeated)
    repeat(dim, 1);
  return withWaves(tile, registers, lanes);
}

namespace {
/// Deals a tile out, dimension by dimension from the fastest, to registers, lanes, waves.
class Dealer {
public:
  /// `bytes`: the most of one access.
  Dealer(ir::TileType tile, ArrayRef<ir::DimAttr> order, int64_t lanes,
         int64_t bytes = machine::widestAccess)
      : tile(tile), order(order), lanes(lanes), bytes(bytes) {}

  /// Elements of a dimension that are to be dealt out; whether more may be, which lie
  /// beyond the tile.
  struct Part {
    int64_t size;
    bool mayExceed;
  };
  using PartOf = llvm::function_ref<Part(ir::ExprAttr)>;

  void deal(PartOf partOf) {
    ir::ExprAttr last = order.back().getName();
    const auto [most, mayExceed] = partOf(last);
    int64_t run = std::max<int64_t>(bytes / ir::elementBytes(tile.getElementType()), 1);
    while (run > 1 && (run > most || (mayExceed ? sizeOf(tile, last) : most) % run != 0))
      run /= 2;
    registerDigits.push_back({nameOf(last), run, 1});
    dealt[last] = run;
    int64_t left = lanes;
    for (ir::DimAttr dim : llvm::reverse(order)) {
      Part part = partOf(dim.getName());
      int64_t rest = ceilDiv(part.size, dealtOf(dim.getName()));
      int64_t taken = std::min(left, part.mayExceed ? powerAbove(rest) : rest & -rest);
      add(laneDigits, dim.getName(), taken);
      left /= taken;
    }
    if (left > 1)
      laneDigits.push_back({"", left, 0});
  }

  /// Deals `count` waves along the dimension of which most is left.
  void dealWaves(int64_t count) {
    ir::ExprAttr longest = order.front().getName();
    auto restOf = [&](ir::ExprAttr dim) { return ceilDiv(sizeOf(tile, dim), dealtOf(dim)); };
    for (ir::DimAttr dim : order)
      if (restOf(dim.getName()) > restOf(longest))
        longest = dim.getName();
    add(waveDigits, longest, count);
  }

  Layout finish(PartOf partOf) {
    for (ir::DimAttr dim : llvm::reverse(order))
      add(registerDigits, dim.getName(),
          ceilDiv(partOf(dim.getName()).size, dealtOf(dim.getName())));
    return {registerDigits, laneDigits, waveDigits};
  }

private:
  int64_t dealtOf(ir::ExprAttr dim) const {
    auto found = dealt.find(dim);
    return found == dealt.end() ? 1 : found->second;
  }
  void add(Digits &digits, ir::ExprAttr dim, int64_t count) {
    digits.push_back({nameOf(dim), count, dealtOf(dim)});
    dealt[dim] = dealtOf(dim) * count;
  }

  ir::TileType tile;
  ArrayRef<ir::DimAttr> order;
  int64_t lanes, bytes;
  Digits registerDigits, laneDigits, waveDigits;
  DenseMap<ir::ExprAttr, int64_t> dealt; ///< elements along each dimension
};
} // namespace

Layout TileLayouts::ofAccess(ir::TileType tile, ArrayRef<ir::DimAttr> order, int64_t bytes) const {
  Dealer dealer(tile, order, lanes_, bytes);
  auto part = [&](ir::ExprAttr dim) {
    return Dealer::Part{waveTile(tile, dim), !isDivided(tile, dim)};
  };
  dealer.deal(part);
  const Layout one = dealer.finish(part);
  return withWaves(tile, one.registers(), one.lanes());
}

int64_t TileLayouts::waveCount() const {
  int64_t count = 1;
  for (const Wave &wave : waves)
    count *= wave.count;
  return count;
}

static Layout ofWholeCopy(ir::TileType tile, ArrayRef<ir::DimAttr> order, int64_t lanes,
                          int64_t waves) {
  Dealer dealer(tile, order, lanes);
  auto part = [&](ir::ExprAttr dim) {
    return Dealer::Part{std::max<int64_t>(sizeOf(tile, dim), 1), true};
  };
  dealer.deal(part);
  dealer.dealWaves(waves);
  return dealer.finish(part);
}

/// The tile with `size` elements along `dim`.
static ir::TileType withSize(ir::TileType tile, StringRef dim, int64_t size) {
  SmallVector<ir::DimAttr> dims(tile.getDims());
  for (ir::DimAttr &own : dims)
    if (nameOf(own.getName()) == dim)
      own = ir::DimAttr::get(own.getContext(), own.getName(),
                             ir::ExprAttr::get(own.getContext(), Expr::constant(size)));
  return ir::TileType::get(tile.getContext(), dims, tile.getElementType(), tile.getLayout());
}

static int64_t sizeAlong(ir::TileType tile, StringRef dim) {
  for (ir::DimAttr own : tile.getDims())
    if (nameOf(own.getName()) == dim)
      return *own.getConstantSize();
  return 1;
}

Layout TileLayouts::ofCopy(ir::TileType tile, ArrayRef<ir::DimAttr> order, int64_t count,
                           ArrayRef<ir::SliceAttr> slices) const {
  if (slices.empty())
    return ofWholeCopy(tile, order, lanes_, count);
  const std::string dim = slices.front().getDim().str();
  int64_t granule = 0;
  for (ir::SliceAttr slice : slices)
    granule = std::gcd(granule, slice.granule());
  // Larger parts leave the waves more of a row; one that lanes cannot share out without a rest is
  // cut further.  Rows of shared memory are cut into powers of two (LayOutShared).
  const bool areOfRows = dim == nameOf(order.back().getName());
  for (int64_t parts = 1; parts <= granule; ++parts) {
    if (granule % parts != 0)
      continue;
    const int64_t part = granule / parts;
    if (areOfRows && !llvm::isPowerOf2_64(static_cast<uint64_t>(part)))
      continue;
    const Layout one = ofWholeCopy(withSize(tile, dim, part), order, lanes_, count);
    if (one.extent(dim) != part)
      continue;
    Digits registers = one.registers();
    registers.push_back({dim, ceilDiv(sizeAlong(tile, dim), part), part});
    return {registers, one.lanes(), one.waves()};
  }
  return ofWholeCopy(tile, order, lanes_, count);
}

ir::SliceUnits TileLayouts::unitsOfCopy(ir::TileType tile, ArrayRef<ir::DimAttr> order,
                                        int64_t count, StringRef dim) const {
  const int64_t size = sizeAlong(tile, dim);
  const Layout whole = ofWholeCopy(tile, order, lanes_, count);
  const std::string last = nameOf(order.back().getName());
  for (int64_t unit = dim == last ? whole.run(last) : 1; unit < size; unit *= 2) {
    const Layout one = ofWholeCopy(withSize(tile, dim, unit), order, lanes_, count);
    const int64_t units = ceilDiv(size, unit);
    if (one.extent(dim.str()) == unit && one.run(last) == whole.run(last) &&
        units * machine::countOf(one.registers()) <= machine::countOf(whole.registers()))
      return {units, unit};
  }
  return {1, size};
}

SmallVector<ir::DimAttr> accessOrder(Operation *access, ir::MemoryType memory) {
  ir::IndexValues indices;
  if (auto mapped =
          analysis::MappedAccess::of(access, [&](Value index) { return indices.of(index); }))
    return mapped->order();
  SmallVector<ir::DimAttr> order(memory.getDims());
  const ir::TileType tile = cast<ir::AccessOpInterface>(access).getTile();
  llvm::erase_if(order, [&](ir::DimAttr dim) { return !tile.hasDim(dim.getName()); });
  return order;
}

/// All coordinates along `dim` that digits count; what other digits count is left out.
static SmallVector<int64_t> coordinatesOf(const Digits &digits, const std::string &dim) {
  SmallVector<int64_t> all = {0};
  for (const Digit &digit : digits) {
    if (digit.dim != dim)
      continue;
    const size_t count = all.size();
    for (int64_t i = 1; i < digit.size; ++i)
      for (size_t k = 0; k < count; ++k)
        all.push_back(all[k] + i * digit.stride);
  }
  return all;
}

bool hasWholeSlices(const Layout &layout, ir::TileType tile, ir::SliceAttr slice) {
  const std::string dim = slice.getDim().str();
  const int64_t size = sizeAlong(tile, dim);
  // What is moved at once, and what lanes and waves add.
  Digits registers = layout.registers(), others = layout.lanes();
  if (layout.run(dim) > 1) {
    others.push_back(registers.front());
    registers.erase(registers.begin());
  }
  others.insert(others.end(), layout.waves().begin(), layout.waves().end());
  const SmallVector<int64_t> added = coordinatesOf(others, dim);
  for (int64_t begin : coordinatesOf(registers, dim))
    for (int64_t more : added)
      if (begin + more < size && slice.hasElement(begin + more) != slice.hasElement(begin))
        return false;
  return true;
}

} // namespace wave
