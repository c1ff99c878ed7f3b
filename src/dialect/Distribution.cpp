//===- Distribution.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Distribution.h"

#include "symbolic/Multiple.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::ir {

std::array<int64_t, 3> workgroupsPerCluster(KernelOp kernel) {
  std::array<int64_t, 3> counts = {1, 1, 1};
  for (auto hardware : kernel.getBlock()->getOps<HardwareConstraintOp>())
    if (std::optional<ArrayRef<int64_t>> given = hardware.getWorkgroupsPerCluster();
        given && given->size() == counts.size())
      llvm::copy(*given, counts.begin());
  return counts;
}

int64_t clusterSize(KernelOp kernel) {
  const std::array<int64_t, 3> counts = workgroupsPerCluster(kernel);
  return counts[0] * counts[1] * counts[2];
}

std::optional<int64_t> pairDim(KernelOp kernel) {
  const std::array<int64_t, 3> counts = workgroupsPerCluster(kernel);
  const auto *first = llvm::find_if(counts, [](int64_t count) { return count > 1; });
  if (first == counts.end() || *first != 2)
    return std::nullopt;
  return first - counts.begin();
}

Expr placeInPair(KernelOp kernel) { return Expr(symbolic::workgroupIds[*pairDim(kernel)]) % 2; }

static int64_t halfAlong(TileType whole, ExprAttr dim) {
  return *whole.getDims()[static_cast<size_t>(whole.indexOf(dim))].getConstantSize() / 2;
}

TileType halfOf(TileType whole, ExprAttr dim) {
  SmallVector<DimAttr> dims(whole.getDims());
  const auto half = ExprAttr::get(dim.getContext(), halfAlong(whole, dim));
  dims[static_cast<size_t>(whole.indexOf(dim))] = DimAttr::get(dim.getContext(), dim, half);
  return TileType::get(dim.getContext(), dims, whole.getElementType(), whole.getLayout());
}

Expr startOfHalf(KernelOp kernel, const Expr &start, TileType whole, ExprAttr dim) {
  return start + placeInPair(kernel) * halfAlong(whole, dim);
}

bool hasWholeTiles(KernelOp kernel, ExprAttr dim) {
  return gridConstraint(kernel) &&
         llvm::any_of(kernel.getBlock()->getOps<WorkgroupConstraintOp>(),
                      [&](WorkgroupConstraintOp workgroup) { return workgroup.getDim() == dim; });
}

bool mayReachBeyond(KernelOp kernel, ExprAttr dim, const Expr &tile, const Expr &whole) {
  // Grids have whole clusters, and so workgroups for which nothing is left.
  if (hasWholeTiles(kernel, dim))
    return false;
  const auto isZero = [](const Expr &expr) { return expr.same_as(Expr::constant(0)); };
  for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
    if (workgroup.getDim() == dim && workgroup.getWorkgroupDim() < launchDims) {
      const int64_t together =
          workgroupsPerCluster(kernel)[static_cast<size_t>(workgroup.getWorkgroupDim())];
      // Of which `tile` may be half.
      if (together > 1 && !isZero(ceildiv(whole, workgroup.getTile().getValue()) % together))
        return true;
    }
  return !whole.same_as(tile) && !isZero(whole % tile);
}

Distribution::Distribution(KernelOp kernel)
    : context(kernel.getContext()), cluster(workgroupsPerCluster(kernel)),
      ids({symbolic::workgroupIds[0], symbolic::workgroupIds[1], symbolic::workgroupIds[2], 0, 0}) {
  for (auto reordering : kernel.getBlock()->getOps<ReorderingConstraintOp>())
    ids[static_cast<size_t>(reordering.getWorkgroupDim())] = reordering.getIndex().getValue();
  if (GridConstraintOp grid = gridConstraint(kernel))
    launched = grid.getSizes();
  for (auto constraint : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
    workgroups.insert(
        {constraint.getDim(),
         {constraint.getTile().getValue(), static_cast<int64_t>(constraint.getWorkgroupDim())}});
  for (auto constraint : kernel.getBlock()->getOps<TilingConstraintOp>())
    if (std::optional<int64_t> tile = constraint.getTile().getConstant())
      steps[constraint.getDim()] = *tile;
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (DimAttr dim : cast<MemoryType>(type).getDims())
      if (dim.getSize())
        sizes.insert({dim.getName(), dim.getSize()});
  // A dimension of registers alone is a symbol that was bound like a size.
  Bindings bindings;
  if (DictionaryAttr values = kernel.getBindingsAttr())
    for (NamedAttribute entry : values)
      if (auto value = dyn_cast<ExprAttr>(entry.getValue()))
        bindings.set(entry.getName().str(), value.getValue());
  SmallVector<ExprAttr> open = launchSymbols(kernel);
  llvm::SmallDenseSet<ExprAttr> seen;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<TileType>(type))
        for (DimAttr dim : tile.getDims()) {
          if (!seen.insert(dim.getName()).second)
            continue;
          ExprAttr size = expr(symbolic::substitute(dim.getName().getValue(), bindings));
          if (isKnownAtLaunch(size, open))
            sizes.insert({dim.getName(), size});
        }
  });
  if (sharesLaunchDims(kernel))
    shareLaunchDims();
  if (!kernel.getBlock()->getOps<ReorderingConstraintOp>().empty())
    moveOutside();
}

std::optional<Distribution::Inside> Distribution::insideAlong(int64_t dim) const {
  const int64_t together = cluster[static_cast<size_t>(dim)];
  for (auto &[name, workgroup] : workgroups)
    if (auto size = sizes.find(name); workgroup.dim == dim && size != sizes.end() && !launched) {
      const Expr tiles = ceildiv(size->second.getValue(), workgroup.tile);
      if (together == 1 || symbolic::isMultiple(tiles, together))
        return std::nullopt;
      const Expr id = symbolic::workgroupIds[static_cast<size_t>(dim)];
      return Inside{id < tiles, tiles, min(id, tiles - 1)};
    }
  return std::nullopt;
}

/// Digits of one number, the first the fastest.
void Distribution::shareLaunchDims() {
  Expr rest = symbolic::workgroupIds.back();
  int64_t last = 0;
  for (const auto &[dim, workgroup] : workgroups)
    last = std::max(last, workgroup.dim);
  for (size_t dim = launchDims - 1; dim <= static_cast<size_t>(last); ++dim) {
    const bool isLast = dim == static_cast<size_t>(last);
    ids[dim] = isLast ? rest : rest % tilesAlong(dim);
    rest = floordiv(rest, tilesAlong(dim));
  }
}

Expr Distribution::tilesAlong(size_t along) const {
  for (const auto &[dim, workgroup] : workgroups)
    if (auto size = sizes.find(dim);
        workgroup.dim == static_cast<int64_t>(along) && size != sizes.end()) {
      const Expr tiles = ceildiv(size->second.getValue(), workgroup.tile);
      const Expr together = Expr::constant(along < launchDims ? cluster[along] : 1);
      return ceildiv(tiles, together) * together;
    }
  return 1;
}

/// A workgroup that fills up a cluster gets an index behind the last one along the dimensions that
/// are rounded up, so that nothing of its tile is in a memory, and along the others that of the
/// last workgroup with a tile, so that what a cluster has in common stays so.
void Distribution::moveOutside() {
  for (int64_t along = 0; along < 3; ++along)
    if (std::optional<Inside> inside = insideAlong(along)) {
      Bindings last;
      last.set(std::string(symbolic::workgroupIds[static_cast<size_t>(along)].name()),
               inside->last);
      for (int64_t dim = 0; dim < 3; ++dim) {
        Expr &id = ids[static_cast<size_t>(dim)];
        if (std::optional<Inside> own = insideAlong(dim))
          id = select(inside->condition, id, own->count);
        else
          id = symbolic::substitute(id, last);
      }
    }
}

std::array<WaveConstraintOp, 3> waveConstraints(KernelOp kernel) {
  std::array<ExprAttr, 3> dims;
  for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
    if (workgroup.getWorkgroupDim() < launchDims)
      dims[workgroup.getWorkgroupDim()] = workgroup.getDim();
  for (auto wave : kernel.getBlock()->getOps<WaveConstraintOp>())
    if (!llvm::is_contained(dims, wave.getDim()))
      if (auto free = llvm::find(dims, ExprAttr()); free != dims.end())
        *free = wave.getDim();
  std::array<WaveConstraintOp, 3> waves;
  for (auto wave : kernel.getBlock()->getOps<WaveConstraintOp>())
    if (auto found = llvm::find(dims, wave.getDim()); found != dims.end())
      waves[static_cast<size_t>(found - dims.begin())] = wave;
  return waves;
}

static bool gridMentions(KernelOp kernel, const Symbol &symbol) {
  GridConstraintOp grid = gridConstraint(kernel);
  return grid && llvm::any_of(grid.getSizes(), [&](Attribute size) {
           return symbolic::mentions(cast<ExprAttr>(size).getValue(), std::string(symbol.name()));
         });
}

SmallVector<ExprAttr> computeUnitSymbols(KernelOp kernel) {
  SmallVector<ExprAttr> symbols;
  for (const Symbol &units : {symbolic::numCtas, NUM_CLUSTERS}) {
    const auto symbol = ExprAttr::get(kernel.getContext(), units);
    const bool isSize = llvm::any_of(kernel.getBlock()->getArgumentTypes(), [&](Type type) {
      return llvm::any_of(cast<MemoryType>(type).getDims(),
                          [&](DimAttr dim) { return dim.getName() == symbol; });
    });
    if (gridMentions(kernel, units) && !isSize && !kernel.getScalar(*symbol.getSymbol()))
      symbols.push_back(symbol);
  }
  return symbols;
}

SmallVector<ExprAttr> launchSymbols(KernelOp kernel) {
  SmallVector<ExprAttr> open;
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (DimAttr dim : cast<MemoryType>(type).getDims())
      if (dim.getSize() == dim.getName() && dim.getName().getSymbol() &&
          !llvm::is_contained(open, dim.getName()))
        open.push_back(dim.getName());
  for (ScalarAttr scalar : kernel.getScalarList())
    if (scalar.getType().isInteger())
      open.push_back(ExprAttr::get(kernel.getContext(), Expr::symbol(scalar.getName().getValue())));
  llvm::append_range(open, computeUnitSymbols(kernel));
  return open;
}

bool takesComputeUnits(KernelOp kernel) {
  return llvm::is_contained(computeUnitSymbols(kernel),
                            ExprAttr::get(kernel.getContext(), symbolic::numCtas));
}

bool isKnownAtLaunch(ExprAttr expr, ArrayRef<ExprAttr> known) {
  return llvm::all_of(symbolic::symbolsOf(expr.getValue()), [&](const std::string &symbol) {
    return llvm::any_of(known, [&](ExprAttr dim) { return dim.getSymbol() == StringRef(symbol); });
  });
}

ExprAttr Distribution::expr(const Expr &value) const { return ExprAttr::get(context, value); }

IterateOp Distribution::loopOver(ExprAttr dim, Block *block) {
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (auto loop = dyn_cast<IterateOp>(op); loop && loop.getAxis() == dim && !loop.isWhile())
      return loop;
  return {};
}

std::optional<ExprAttr> Distribution::tileSize(ExprAttr dim, Block *block) const {
  if (loopOver(dim, block))
    return expr(steps.lookup(dim));
  if (auto found = workgroups.find(dim); found != workgroups.end())
    return expr(found->second.tile);
  return wholeSize(dim);
}

std::optional<int64_t> Distribution::constantTileSize(ExprAttr dim, Block *block) const {
  std::optional<ExprAttr> size = tileSize(dim, block);
  return size ? size->getConstant() : std::nullopt;
}

std::optional<Distribution::Extent> Distribution::extent(ExprAttr dim, Block *block,
                                                         IndexValues &values) const {
  std::optional<ExprAttr> size = tileSize(dim, block);
  if (!size)
    return std::nullopt;
  if (IterateOp loop = loopOver(dim, block)) {
    const std::optional<Range> part = range(loop, values);
    if (!part)
      return std::nullopt;
    return Extent{part->begin + values.of(loop.getCounter()) * steps.lookup(dim), *size};
  }
  if (launched && workgroups.contains(dim))
    return Extent{Expr::constant(0), *size};
  if (auto found = workgroups.find(dim); found != workgroups.end())
    return Extent{workgroup(found->second.dim) * found->second.tile, *size};
  return Extent{Expr::constant(0), *size};
}

std::optional<ExprAttr> Distribution::wholeSize(ExprAttr dim) const {
  auto found = sizes.find(dim);
  return found == sizes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Distribution::Range> Distribution::range(IterateOp loop, IndexValues &values) const {
  const std::optional<ExprAttr> size = wholeSize(loop.getAxis());
  Range result{loop.getBegin() ? values.of(loop.getBegin()) : Expr::constant(0),
               size ? size->getValue() : Expr::constant(0)};
  if (auto found = workgroups.find(loop.getAxis()); found != workgroups.end()) {
    const Expr &part = found->second.tile;
    result.begin = workgroup(found->second.dim) * part;
    result.end = size ? min(result.begin + part, result.end) : result.begin + part;
  } else if (loop.getEnd()) {
    const Expr end = values.of(loop.getEnd());
    result.end = size ? min(end, result.end) : end;
  } else if (!size) {
    return std::nullopt;
  }
  return result;
}

std::optional<Expr> Distribution::count(IterateOp loop, IndexValues &values) const {
  auto step = steps.find(loop.getAxis());
  const std::optional<Range> part = range(loop, values);
  if (!part || step == steps.end() || step->second < 1)
    return std::nullopt;
  const Expr steps = ceildiv(part->end - part->begin, Expr::constant(step->second));
  // Sizes are not negative; a begin may be greater than an end.
  const bool isWhole = !loop.getBegin() && !loop.getEnd() && !workgroups.contains(loop.getAxis());
  return isWhole ? steps : max(steps, Expr::constant(0));
}

ArrayAttr Distribution::grid() const {
  SmallVector<Attribute> counts(3, expr(1));
  if (launched) {
    llvm::copy(launched, counts.begin());
    return ArrayAttr::get(context, counts);
  }
  for (size_t dim = 0; dim < launchDims; ++dim)
    counts[dim] = expr(tilesAlong(dim));
  Expr shared = tilesAlong(launchDims - 1);
  for (size_t dim = launchDims; dim < gridDims; ++dim)
    shared = shared * tilesAlong(dim);
  counts.back() = expr(shared);
  return ArrayAttr::get(context, counts);
}

SmallVector<Expr> Distribution::starts(ArrayRef<DimAttr> dims, Block *block,
                                       IndexValues &values) const {
  SmallVector<Expr> list;
  for (DimAttr dim : dims)
    if (std::optional<Extent> part = extent(dim.getName(), block, values))
      list.push_back(part->start);
  return list;
}

TileType Distribution::sized(TileType tile, Block *block) const {
  SmallVector<DimAttr> dims;
  for (DimAttr dim : tile.getDims())
    dims.push_back(
        DimAttr::get(context, dim.getName(), tileSize(dim.getName(), block).value_or(ExprAttr())));
  return TileType::get(context, dims, tile.getElementType());
}

} // namespace wave::ir
