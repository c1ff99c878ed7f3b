//===- TileMaps.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/TileMaps.h"

#include <set>

#include "analysis/IndexRanges.h"
#include "analysis/MappedAccess.h"
#include "dialect/Distribution.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::analysis {

static bool isZero(const Expr &expr) { return expr.same_as(Expr::constant(0)); }

/// Workgroups that fill up clusters, where one of their coordinates is shown to lie outside.
static void leaveOutSurplus(symbolic::TileMap &map, const ir::Distribution &distribution) {
  for (size_t along = 0; along < map.grid.size(); ++along) {
    const auto inside = distribution.insideAlong(static_cast<int64_t>(along));
    if (!inside)
      continue;
    const Expr condition = inside->condition.value();
    bool isOutside = false;
    for (auto [tile, tiles] : llvm::zip(map.tile, map.tiles))
      isOutside |= symbolic::replaced(tile, condition, Expr::constant(0)).same_as(tiles);
    if (!isOutside)
      continue;
    const Expr id = symbolic::workgroupIds[along];
    for (Expr &tile : map.tile)
      tile = symbolic::replaced(symbolic::replaced(tile, condition, Expr::constant(1)),
                                inside->last, id);
    map.grid[along] = inside->count;
  }
}

namespace {
/// What a write reaches along a dimension of its memory.
struct Side {
  Expr start, size;
  /// Of a register whose last tile ends with its dimension, wherever it is stored: elements that
  /// the register has from the beginning of the tile on.
  std::optional<Expr> left = std::nullopt;
};

class Sides {
public:
  Sides(ir::WriteOp write, ir::KernelOp kernel, IndexRanges &indices)
      : write(write), tile(write.getValue().getType()), kernel(kernel), distribution(kernel),
        indices(indices) {}

  SmallVector<Side> run() {
    auto exprOf = [&](Value index) { return indices.of(index); };
    const ArrayRef<ir::DimAttr> dims = write.getMemory().getType().getDims();
    SmallVector<Side> sides;
    if (auto mapped = MappedAccess::of(write, exprOf)) {
      for (auto [dim, side] : llvm::zip(dims, *mapped->box())) // one by write-c5
        sides.push_back(
            side.dim ? sideOf(dim, side.start, tile.getDims()[*side.dim], mapped->starts[*side.dim])
                     : Side{side.start, Expr::constant(1)});
      return sides;
    }
    const SmallVector<Expr> own =
        distribution.starts(dims, write->getBlock(), indices.indexValues());
    for (auto [i, dim] : llvm::enumerate(dims)) {
      const Expr start = exprOf(write.getStart()[i]);
      const auto part =
          ir::DimAttr::get(dim.getContext(), dim.getName(), tile.getSizeAlong(dim.getName()));
      sides.push_back(ir::isMapped(write, dim.getName()) ? sideOf(dim, start, part, own[i])
                                                         : Side{start, part.getSize().getValue()});
    }
    return sides;
  }

private:
  Side sideOf(ir::DimAttr dim, const Expr &start, ir::DimAttr part, const Expr &own) {
    const Expr &size = part.getSize().getValue();
    const Expr whole = distribution.wholeSize(part.getName())->getValue();
    const bool isSame = own.same_as(start) && whole.same_as(dim.getSize().getValue());
    if (isSame || isZero(whole % size) || ir::hasWholeTiles(kernel, part.getName()))
      return {start, size};
    return {start, size, whole - own};
  }

  ir::WriteOp write;
  ir::TileType tile;
  ir::KernelOp kernel;
  ir::Distribution distribution;
  IndexRanges &indices;
};
} // namespace

namespace {
/// What is read from memory, in the expressions of one map.
class Reads {
public:
  explicit Reads(IndexRanges &indices) : indices(indices) {}

  /// Whether `expr` depends on the symbol, also through a place that is read from.
  bool dependsOn(const Expr &expr, const std::string &symbol) {
    return llvm::any_of(symbolic::symbolsOf(expr), [&](const std::string &each) {
      auto read = readOf(each);
      return each == symbol || (read && llvm::any_of(read.getAt(), [&](Value at) {
                                  return dependsOn(indices.of(at), symbol);
                                }));
    });
  }

  void add(const Expr &expr, std::vector<symbolic::MapRead> &reads) {
    for (const std::string &symbol : symbolic::symbolsOf(expr)) {
      auto read = readOf(symbol);
      if (!read || llvm::any_of(reads, [&](const auto &each) { return each.symbol == symbol; }))
        continue;
      symbolic::MapRead added{symbol, read.getMemoryNumber(), {}, read.getOutside()};
      for (Value at : read.getAt()) {
        add(indices.of(at), reads);
        added.at.push_back(indices.of(at));
      }
      if (read.getPermutation())
        added.permutationOf = read.getMemory().getType().getDims().front().getSize().getValue();
      reads.push_back(std::move(added));
    }
  }

private:
  ir::ReadIndexOp readOf(const std::string &symbol) {
    Value root = indices.indexValues().root(symbol);
    return root ? root.getDefiningOp<ir::ReadIndexOp>() : ir::ReadIndexOp();
  }

  IndexRanges &indices;
};
} // namespace

/// Where an operation is executed to compute `values`: by which workgroups, in which loops.
static symbolic::TileMap domainOf(Operation *op, ir::KernelOp kernel, IndexRanges &indices,
                                  ArrayRef<Expr> values) {
  symbolic::TileMap map;
  Reads reads(indices);
  for (auto [id, count] : llvm::zip(symbolic::workgroupIds, *kernel.getGrid())) {
    map.workgroups.emplace_back(id.name());
    map.grid.push_back(cast<ir::ExprAttr>(count).getValue());
  }
  // Also a loop that the values do not depend on: it may have no trip.
  for (auto loop = op->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>())
    map.loops.insert(map.loops.begin(),
                     loop.isWhile() ? indices.mapLoop(loop)
                                    : symbolic::countedLoop(indices.of(loop.getCounter()).str(),
                                                            indices.of(loop.getCount())));
  // A dimension of the grid that no constraint uses has one workgroup.
  const auto isUsed = [&](const std::string &id) {
    const auto depends = [&](const Expr &expr) { return reads.dependsOn(expr, id); };
    return llvm::any_of(values, depends) ||
           llvm::any_of(map.loops, [&](const symbolic::MapLoop &loop) {
             return depends(loop.start) || depends(loop.condition) || depends(loop.next);
           });
  };
  while (map.grid.size() > 1 && map.grid.back().same_as(Expr::constant(1)) &&
         !isUsed(map.workgroups.back())) {
    map.workgroups.pop_back();
    map.grid.pop_back();
  }
  for (const Expr &value : values)
    reads.add(value, map.reads);
  for (const symbolic::MapLoop &loop : map.loops)
    for (const Expr &part : {loop.start, loop.condition, loop.next})
      reads.add(part, map.reads);
  return map;
}

static WriteMap tileMapOf(ir::WriteOp write, ir::KernelOp kernel) {
  WriteMap result;
  result.write = write;
  IndexRanges indices(kernel);
  const SmallVector<Side> sides = Sides(write, kernel, indices).run();
  const auto starts = llvm::map_to_vector(sides, [](const Side &side) { return side.start; });
  result.map = domainOf(write, kernel, indices, starts);
  for (auto [dim, side] : llvm::zip(write.getMemory().getType().getDims(), sides)) {
    const Expr &start = side.start, &size = side.size, whole = dim.getSize().getValue();
    if (isZero(start) && size.same_as(whole))
      continue;
    result.dims.push_back(ir::DimAttr::get(kernel.getContext(), dim.getName(),
                                           ir::ExprAttr::get(kernel.getContext(), size)));
    if (isZero(size)) { // reaches no element, and is no tile
      result.map.tile.push_back(Expr::constant(-1));
      result.map.tiles.push_back(whole);
      continue;
    }
    const Expr coordinate = isZero(start % size) ? floordiv(start, size) : start / size;
    // A tile of which the register lacks a part is not computed.
    result.map.tile.push_back(
        side.left ? select(Min(whole - start, size) <= *side.left, coordinate, Expr::constant(-1))
                  : coordinate);
    result.map.tiles.push_back(ceildiv(whole, size));
  }
  leaveOutSurplus(result.map, ir::Distribution(kernel));
  result.isRepeated = symbolic::withoutIdleLoops(result.map).loops.size() < result.map.loops.size();
  return result;
}

SmallVector<WriteMap> tileMapsOf(ir::KernelOp kernel) {
  SmallVector<WriteMap> maps;
  kernel.walk([&](ir::WriteOp write) { maps.push_back(tileMapOf(write, kernel)); });
  return maps;
}

/// How many elements along a dimension a tile in `op` has: it ends with its dimension, or with the
/// range of the loop that goes through it.
static Expr extentIn(Operation *op, ir::DimAttr dim, ir::KernelOp kernel,
                     const ir::Distribution &distribution, IndexRanges &indices) {
  const Expr size = dim.getSize().getValue();
  const auto own = distribution.extent(dim.getName(), op->getBlock(), indices.indexValues());
  if (!own)
    return size;
  std::optional<Expr> end;
  for (auto loop = op->getParentOfType<ir::IterateOp>(); loop && !end;
       loop = loop->getParentOfType<ir::IterateOp>())
    if (!loop.isWhile() && loop.getAxis() == dim.getName())
      if (const auto range = distribution.range(loop, indices.indexValues()))
        end = range->end;
  if (!end && !ir::hasWholeTiles(kernel, dim.getName()))
    if (const auto whole = distribution.wholeSize(dim.getName()))
      end = whole->getValue();
  return end ? Min(size, *end - own->start) : size;
}

namespace {
/// The elements that accesses of one kernel touch.
class AccessMaps {
public:
  explicit AccessMaps(ir::KernelOp kernel)
      : kernel(kernel), distribution(kernel), indices(kernel) {}

  symbolic::AccessMap of(Operation *op) {
    symbolic::AccessMap access;
    SmallVector<Expr> coordinates;
    if (auto read = dyn_cast<ir::ReadIndexOp>(op)) {
      for (Value at : read.getAt())
        coordinates.push_back(indices.of(at));
      return finish(op, read.getMemory(), std::move(access), coordinates);
    }
    auto read = dyn_cast<ir::ReadOp>(op);
    auto write = dyn_cast<ir::WriteOp>(op);
    const auto memory =
        cast<TypedValue<ir::MemoryType>>(read ? read.getMemory() : write.getMemory());
    const ir::TileType tile = read ? read.getResult().getType() : write.getValue().getType();
    for (auto [i, dim] : llvm::enumerate(tile.getDims())) {
      const Expr size = dim.getSize().getValue();
      access.elements.push_back({placeIn(i).str(), size, size});
    }
    if (auto mapped = MappedAccess::of(op, [&](Value index) { return indices.of(index); })) {
      Bindings places;
      for (auto [i, start] : llvm::enumerate(mapped->starts)) {
        places.set(MappedAccess::iterator(i).str(), start + placeIn(i));
        access.elements[i].extent = extentIn(op, tile.getDims()[i], kernel, distribution, indices);
      }
      for (const Expr &coordinate : mapped->coordinates)
        coordinates.push_back(symbolic::substitute(coordinate, places));
    } else {
      for (auto [dim, start] : llvm::zip(ir::accessedDims(op), ir::startsOf(op))) {
        coordinates.push_back(indices.of(start));
        if (!tile.hasDim(dim.getName()))
          continue;
        const auto i = static_cast<size_t>(tile.indexOf(dim.getName()));
        coordinates.back() = coordinates.back() + placeIn(i);
        access.elements[i].extent = extentIn(op, tile.getDims()[i], kernel, distribution, indices);
      }
    }
    return finish(op, memory, std::move(access), coordinates);
  }

private:
  /// What stands for the place in the tile along its dimension number `dim`: no counter has such a
  /// name, for those of dimensions have one $.
  static Expr placeIn(size_t dim) { return Expr::symbol("$in$" + std::to_string(dim)); }

  symbolic::AccessMap finish(Operation *op, TypedValue<ir::MemoryType> memory,
                             symbolic::AccessMap access, ArrayRef<Expr> coordinates) {
    SmallVector<Expr> values(coordinates);
    for (const symbolic::TileElement &element : access.elements)
      values.push_back(element.extent);
    access.map = domainOf(op, kernel, indices, values);
    access.map.tile.assign(coordinates.begin(), coordinates.end());
    for (ir::DimAttr dim : memory.getType().getDims())
      access.map.tiles.push_back(dim.getSize().getValue());
    return access;
  }

  ir::KernelOp kernel;
  ir::Distribution distribution;
  IndexRanges indices;
};
} // namespace

symbolic::AccessMap accessMapOf(Operation *access, ir::KernelOp kernel) {
  return AccessMaps(kernel).of(access);
}

static std::optional<size_t> accessedMemory(Operation *op) {
  const auto numberOf = [](Value memory) { return cast<BlockArgument>(memory).getArgNumber(); };
  if (auto read = dyn_cast<ir::ReadOp>(op))
    return numberOf(read.getMemory());
  if (auto read = dyn_cast<ir::ReadIndexOp>(op))
    return read.getMemoryNumber();
  if (auto write = dyn_cast<ir::WriteOp>(op))
    return numberOf(write.getMemory());
  return std::nullopt;
}

SmallVector<SharedAccess> sharedAccessesOf(ir::KernelOp kernel) {
  llvm::DenseMap<size_t, int> reads, writes;
  kernel.walk([&](Operation *op) {
    if (const std::optional<size_t> memory = accessedMemory(op))
      ++(isa<ir::WriteOp>(op) ? writes : reads)[*memory];
  });
  SmallVector<SharedAccess> accesses;
  AccessMaps maps(kernel);
  kernel.walk([&](Operation *op) {
    const std::optional<size_t> memory = accessedMemory(op);
    if (memory && writes[*memory] > (reads.contains(*memory) ? 0 : 1))
      accesses.push_back({op, *memory, maps.of(op)});
  });
  return accesses;
}

SmallVector<AssumedCondition> assumedConditionsOf(ir::KernelOp kernel) {
  SmallVector<AssumedCondition> conditions;
  IndexRanges indices(kernel);
  kernel.walk([&](ir::AssumeOp assume) {
    const Expr condition = indices.of(assume.getCondition());
    AssumedCondition assumed{assume, domainOf(assume, kernel, indices, condition)};
    assumed.map.tile = {condition};
    assumed.map.tiles = {1};
    conditions.push_back(std::move(assumed));
  });
  return conditions;
}

namespace {
/// The indices that operations use, each once.
class UsedIndices {
public:
  explicit UsedIndices(ir::KernelOp kernel)
      : kernel(kernel), distribution(kernel), indices(kernel) {}

  SmallVector<UsedIndex> run() {
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (ir::isIndex(op) || isa<ir::AssumeOp>(op))
        return; // part of what uses them, and a condition of its own
      const auto mapped = MappedAccess::of(op, [&](Value index) { return indices.of(index); });
      for (Value operand : op->getOperands())
        if (operand.getType().isIndex() && !(mapped && isMappingOperand(op, operand)))
          add(op, indices.of(operand), {});
      if (mapped)
        for (const Expr &coordinate : mapped->coordinates)
          add(op, coordinate, coordinatesOf(op, *mapped));
      if (auto loop = dyn_cast<ir::IterateOp>(op); loop && loop.isWhile())
        add(loop.getYield(), indices.conditionOf(loop), {});
    });
    return std::move(found);
  }

private:
  using Coordinates = std::vector<LaunchIndex::Coordinate>;

  /// What a mapping takes may occur in a way of it that is not taken.
  static bool isMappingOperand(Operation *op, Value operand) {
    return !llvm::is_contained(ir::startsOf(op), operand);
  }

  Coordinates coordinatesOf(Operation *op, const MappedAccess &access) {
    Coordinates coordinates;
    for (auto [i, dim] : llvm::enumerate(access.tile.getDims()))
      coordinates.push_back({MappedAccess::iterator(i).str(), access.starts[i],
                             extentIn(op, dim, kernel, distribution, indices)});
    return coordinates;
  }

  bool isProved(const Expr &expr, const Coordinates &coordinates) {
    symbolic::Intervals places;
    for (const auto &[symbol, start, count] : coordinates) {
      symbolic::Interval &place = places[symbol];
      place = {indices.boundsOf(start).low, indices.boundsOf(start + count - 1).high};
      if (place.low && place.high) // of no elements any interval will do
        place.high = std::max(*place.low, *place.high);
    }
    return indices.alwaysHasValue(expr, places);
  }

  void add(Operation *user, const Expr &expr, const Coordinates &coordinates) {
    if (symbolic::isConstant(expr) || !seen.insert({&expr.node(), user->getBlock()}).second)
      return;
    kept.push_back(expr);
    SmallVector<Expr> values = {expr};
    for (const LaunchIndex::Coordinate &each : coordinates)
      llvm::append_values(values, each.start, each.count);
    UsedIndex used{user, domainOf(user, kernel, indices, values), coordinates, {}};
    const bool isReadFromProvedPlaces =
        llvm::all_of(used.map.reads, [&](const symbolic::MapRead &read) {
          return llvm::all_of(read.at, [&](const Expr &at) { return isProved(at, {}); });
        });
    if (isReadFromProvedPlaces && isProved(expr, coordinates))
      return;
    used.map.tile = {expr};
    used.map.tiles = {1};
    for (const symbolic::MapRead &read : used.map.reads)
      used.reads[read.symbol] = indices.boundsOf(Expr::symbol(read.symbol));
    leaveOutFillers(used);
    if (hasKnownSymbols(used))
      found.push_back(std::move(used));
    else
      addParts(user, expr, coordinates);
  }

  /// Of an index that depends on what a loop carries, what does not, where it is always used.
  void addParts(Operation *user, const Expr &expr, const Coordinates &coordinates) {
    if (symbolic::isKind(expr, symbolic::Kind::Select))
      return add(user, symbolic::operand(expr, 0), coordinates);
    for (const Expr &operand : expr.node().operands)
      add(user, operand, coordinates);
  }

  /// Workgroups that fill up clusters compute nothing that is stored.
  void leaveOutFillers(UsedIndex &used) {
    for (size_t along = 0; along < used.map.grid.size(); ++along) {
      const auto inside = distribution.insideAlong(static_cast<int64_t>(along));
      if (!inside)
        continue;
      const Expr condition = inside->condition.value(), id = symbolic::workgroupIds[along];
      used.map.grid[along] = inside->count;
      const auto ofNoFiller = [&](Expr &expr) {
        expr = symbolic::replaced(symbolic::replaced(expr, condition, Expr::constant(1)),
                                  inside->last, id);
      };
      ofNoFiller(used.map.tile.front());
      for (LaunchIndex::Coordinate &each : used.coordinates) {
        ofNoFiller(each.start);
        ofNoFiller(each.count);
      }
    }
  }

  bool hasKnownSymbols(const UsedIndex &used) {
    symbolic::TileMap all = used.map;
    for (const LaunchIndex::Coordinate &each : used.coordinates)
      all.tile.insert(all.tile.end(), {each.start, each.count});
    return llvm::none_of(symbolic::openSizesOf(all), [&](const std::string &symbol) {
      return indices.indexValues().root(symbol) != Value();
    });
  }

  ir::KernelOp kernel;
  ir::Distribution distribution;
  IndexRanges indices;
  SmallVector<UsedIndex> found;
  std::set<std::pair<const symbolic::Node *, Block *>> seen;
  std::vector<Expr> kept; ///< so that each of `seen` is another one
};
} // namespace

SmallVector<UsedIndex> usedIndicesOf(ir::KernelOp kernel) { return UsedIndices(kernel).run(); }

} // namespace wave::analysis
