//===- CoverageProof.cpp - Maps that reach each tile once for all sizes ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/CoverageProof.h"

#include "symbolic/Multiple.h"
#include "symbolic/Node.h"
#include "symbolic/RangeProof.h"
#include "symbolic/Simplify.h"
#include "symbolic/Substitute.h"

#include <algorithm>

namespace wave::symbolic {

namespace {

/// `expr` in which `index` plus anything that does not depend on `counter` is `name` plus that.
Expr renamed(const Expr &expr, const Expr &index, const std::string &counter, const Expr &name) {
  if (!mentions(expr, counter))
    return expr;
  if (const Expr rest = expr - index; !mentions(rest, counter))
    return name + rest;
  if (expr.node().operands.empty())
    return expr;
  std::vector<Expr> operands;
  for (const Expr &each : expr.node().operands)
    operands.push_back(renamed(each, index, counter, name));
  return makeNode(kindOf(expr), std::move(operands));
}

/// `expr` with ceildiv(Min(a, b), c) as Min(ceildiv(a, c), ceildiv(b, c)): it grows with its
/// dividend.
Expr distributed(const Expr &expr) {
  if (expr.node().operands.empty())
    return expr;
  std::vector<Expr> operands;
  for (const Expr &each : expr.node().operands)
    operands.push_back(distributed(each));
  const bool isOfMin = isKind(expr, Kind::CeilDiv) && isKind(operands[0], Kind::Min) &&
                       isConstant(operands[1]) && operands[1].node().value > 0;
  if (!isOfMin)
    return makeNode(kindOf(expr), std::move(operands));
  std::vector<Expr> parts;
  appendChain(Kind::Min, operands[0], parts);
  Expr least = ceildiv(parts[0], operands[1]);
  for (size_t i = 1; i < parts.size(); ++i)
    least = min(least, ceildiv(parts[i], operands[1]));
  return least;
}

/// Loops over a counter that is used as c * step + start alone, as loops over that.
TileMap withStridedCounters(TileMap map, ProofLines &lines) {
  for (size_t i = 0; i < map.loops.size(); ++i) {
    const MapLoop loop = map.loops[i];
    const std::optional<Expr> index = stridedIndexOf(loop);
    if (!index)
      continue;
    TileMap changed = map;
    Bindings first, second;
    first.set(loop.counter, 0);
    second.set(loop.counter, 1);
    const Expr start = substitute(*index, first);
    const std::string name = loop.counter + "'";
    const Expr at = Expr::symbol(name);
    const auto rename = [&](Expr &expr) { expr = renamed(expr, *index, loop.counter, at); };
    changed.loops[i] = {name, start, loop.condition, at + (substitute(*index, second) - start)};
    rename(changed.loops[i].condition);
    for (Expr &each : changed.tile)
      rename(each);
    for (size_t inner = i + 1; inner < map.loops.size(); ++inner)
      for (Expr *each : {&changed.loops[inner].start, &changed.loops[inner].condition,
                         &changed.loops[inner].next})
        rename(*each);
    const auto keeps = [&](const Expr &expr) { return mentions(expr, loop.counter); };
    if (keeps(changed.loops[i].condition) ||
        std::any_of(changed.tile.begin(), changed.tile.end(), keeps) ||
        std::any_of(changed.loops.begin() + static_cast<std::ptrdiff_t>(i), changed.loops.end(),
                    [&](const MapLoop &each) {
                      return keeps(each.start) || keeps(each.condition) || keeps(each.next);
                    }))
      continue;
    lines.push_back(name + " = " + index->str() + ": change of the counter");
    map = std::move(changed);
  }
  return map;
}

/// All expressions of a map but for its sizes.
std::vector<Expr *> indicesOf(TileMap &map) {
  std::vector<Expr *> indices;
  for (Expr &each : map.tile)
    indices.push_back(&each);
  for (MapLoop &loop : map.loops)
    for (Expr *each : {&loop.start, &loop.condition, &loop.next})
      indices.push_back(each);
  return indices;
}

/// The number by which `id` is divided somewhere in `expr`; nothing if it is not.
std::optional<int64_t> divisorOf(const Expr &expr, const Expr &id) {
  const std::vector<Expr> &operands = expr.node().operands;
  if ((isKind(expr, Kind::FloorDiv) || isKind(expr, Kind::Mod)) && operands[0].same_as(id) &&
      isConstant(operands[1]) && operands[1].node().value > 1)
    return operands[1].node().value;
  for (const Expr &each : operands)
    if (const std::optional<int64_t> divisor = divisorOf(each, id))
      return divisor;
  return std::nullopt;
}

/// An id of which only the cluster, floordiv(id, c), and the rank, id % c, are used, as two ids,
/// where the grid has whole clusters.  A coordinate c * A + rank takes each of its values once if A
/// does, so that A takes its place.
TileMap withClusters(TileMap map, ProofLines &lines) {
  for (size_t dim = 0; dim < map.workgroups.size(); ++dim) {
    const Expr id = Expr::symbol(map.workgroups[dim]);
    std::optional<int64_t> size;
    for (const Expr *each : indicesOf(map))
      if (!size)
        size = divisorOf(*each, id);
    if (!size || !isMultiple(map.grid[dim], *size))
      continue;
    TileMap changed = map;
    const Expr cluster = Expr::symbol("CLUSTER_ID_" + std::to_string(dim)),
               rank = Expr::symbol("CLUSTER_RANK_" + std::to_string(dim));
    changed.workgroups[dim] = cluster.str();
    changed.grid[dim] = floordiv(map.grid[dim], *size);
    const Expr number = isConstant(changed.grid[dim], 1) ? Expr(0) : cluster;
    bool isLeft = false;
    for (Expr *each : indicesOf(changed)) {
      *each = replaced(replaced(*each, floordiv(id, *size), number), id % *size, rank);
      isLeft |= mentions(*each, map.workgroups[dim]);
    }
    if (isLeft)
      continue;
    lines.push_back(id.str() + " = " + (cluster * *size + rank).str() + ": clusters");
    const auto usesRank = [&](const Expr *each) { return mentions(*each, rank.str()); };
    const std::vector<Expr *> indices = indicesOf(changed);
    const auto used = std::find_if(indices.begin(), indices.end(), usesRank);
    const auto coordinate = static_cast<size_t>(used - indices.begin());
    const bool isAlone = std::count_if(indices.begin(), indices.end(), usesRank) == 1 &&
                         coordinate < changed.tile.size() && isMultiple(**used - rank, *size);
    if (isAlone) {
      lines.push_back("coordinate " + std::to_string(coordinate) + ", less " + rank.str() +
                      ", takes each multiple of " + std::to_string(*size) +
                      " once, as is to be shown: ranks of clusters");
      changed.tile[coordinate] = floordiv(**used - rank, *size);
      changed.tiles[coordinate] = ceildiv(changed.tiles[coordinate], *size);
    } else {
      changed.workgroups.push_back(rank.str());
      changed.grid.push_back(*size);
    }
    map = std::move(changed);
  }
  return map;
}

class CoverageProver {
public:
  /// `lines` say how `given` came about.
  CoverageProver(const TileMap &given, ProofLines before, const std::set<std::string> &positive)
      : lines(std::move(before)), map(withStridedCounters(given, lines)), facts(positive),
        names(namesOf(map)), prover(facts, exprsOf(map), names) {}

  std::optional<CoverageProof> run() {
    for (const std::vector<Expr> *list : {&map.grid, &map.tiles})
      for (const Expr &each : *list)
        if (!isSize(each))
          return std::nullopt;
    for (size_t d = 0; d < map.grid.size(); ++d)
      axes.push_back({map.workgroups[d], map.grid[d]});
    for (size_t i = 0; i < map.loops.size(); ++i)
      if (!takeLoop(i))
        return std::nullopt;
    if (!proveTile())
      return std::nullopt;
    lines.push_back("each tile is computed once, " + facts.str());
    return CoverageProof{std::move(lines)};
  }

private:
  ProofLines lines;
  TileMap map;
  const SizeFacts facts;
  const PositiveTest isPositive = [this](const Expr &expr) { return facts.isPositive(expr); };
  const std::vector<std::string> names; ///< of workgroup ids and counters
  RangeProver prover;
  std::vector<Axis> axes;

  static std::vector<std::string> namesOf(const TileMap &map) {
    std::vector<std::string> names = map.workgroups;
    for (const MapLoop &loop : map.loops)
      names.push_back(loop.counter);
    return names;
  }

  static std::vector<Expr> exprsOf(const TileMap &map) {
    std::vector<Expr> exprs = map.tile;
    for (const MapLoop &loop : map.loops)
      exprs.push_back(loop.start);
    return exprs;
  }

  /// Of sizes alone, with a value that is no less than 0 for all of them.
  bool isSize(const Expr &expr) const {
    return std::none_of(names.begin(), names.end(),
                        [&](const std::string &name) { return mentions(expr, name); }) &&
           facts.isTotal(expr) && facts.isNonNegative(expr);
  }

  void append(const ProofLines &more) { lines.insert(lines.end(), more.begin(), more.end()); }

  /// The axes that an expression depends on; nothing if it depends on an id or counter that is none
  /// any more.
  std::optional<std::vector<Axis>> axesOf(const Expr &expr) const {
    std::vector<Axis> result;
    for (const std::string &name : names) {
      if (!mentions(expr, name))
        continue;
      auto it = std::find_if(axes.begin(), axes.end(),
                             [&](const Axis &axis) { return axis.symbol == name; });
      if (it == axes.end())
        return std::nullopt;
      result.push_back(*it);
    }
    return result;
  }

  void removeAxes(const std::vector<Axis> &used) {
    std::erase_if(axes, [&](const Axis &axis) {
      return std::any_of(used.begin(), used.end(),
                         [&](const Axis &each) { return each.symbol == axis.symbol; });
    });
  }

  bool isUsedAfter(size_t index) const {
    const std::string &counter = map.loops[index].counter;
    const auto uses = [&](const Expr &expr) { return mentions(expr, counter); };
    return std::any_of(map.tile.begin(), map.tile.end(), uses) ||
           std::any_of(map.loops.begin() + static_cast<std::ptrdiff_t>(index) + 1, map.loops.end(),
                       [&](const MapLoop &loop) {
                         return uses(loop.start) || uses(loop.condition) || uses(loop.next);
                       });
  }

  /// A loop through a workgroup's part of a coordinate, which is the counter afterwards.
  bool takePart(size_t index) {
    const MapLoop &loop = map.loops[index];
    const std::optional<Expr> bound = boundOf(loop, isPositive);
    if (!bound || !isCounted(loop) || !facts.isTotal(loop.condition))
      return false;
    const std::optional<std::vector<Axis>> over = axesOf(*bound);
    if (!over || over->size() != 1)
      return false;
    const Axis part = over->front();
    const Expr id = Expr::symbol(part.symbol), counter = Expr::symbol(loop.counter);
    const auto isUsedBy = [&](const Expr &expr) {
      return mentions(expr, part.symbol) || mentions(expr, loop.counter);
    };
    if (std::count_if(map.tile.begin(), map.tile.end(), isUsedBy) != 1 ||
        std::any_of(map.loops.begin() + static_cast<std::ptrdiff_t>(index) + 1, map.loops.end(),
                    [&](const MapLoop &later) {
                      return isUsedBy(later.start) || isUsedBy(later.condition) ||
                             isUsedBy(later.next);
                    }))
      return false;
    const auto used = std::find_if(map.tile.begin(), map.tile.end(), isUsedBy);
    const Expr tiles = map.tiles[static_cast<size_t>(used - map.tile.begin())];
    Bindings second;
    second.set(part.symbol, 1);
    const Expr size = substitute(*used - counter, second);
    const Expr trips = max(min(id * size + size, tiles) - id * size, Expr(0));
    if (!isSize(size) || !facts.isPositive(size) || !used->same_as(id * size + counter) ||
        !distributed(*bound).same_as(distributed(trips)) ||
        !ceildiv(tiles, size).same_as(part.extent))
      return false;
    lines.push_back(used->str() + " takes each value of [0, " + tiles.str() + ") once: parts of " +
                    size.str());
    *used = counter;
    removeAxes({part});
    axes.push_back({loop.counter, tiles});
    return true;
  }

  bool takeLoop(size_t index) {
    if (takePart(index))
      return true;
    const MapLoop &loop = map.loops[index];
    const std::optional<Expr> bound = boundOf(loop, isPositive), step = stepOf(loop);
    if (!bound || !step || !isSize(*bound) || !isSize(*step) || !facts.isTotal(loop.condition) ||
        !facts.isTotal(loop.next))
      return false;
    if (!isUsedAfter(index) && isSize(loop.start) && facts.isPositive(*bound - loop.start)) {
      lines.push_back(loop.counter + " does not change the tile: repetition");
      return true;
    }
    const std::optional<std::vector<Axis>> used = axesOf(loop.start);
    if (!used || !countOf(*used).same_as(*step) || !isZeroOnlyWith(*step, *bound))
      return false;
    const std::optional<ProofLines> proof = prover.prove(loop.start, *used);
    if (!proof)
      return false;
    append(*proof);
    lines.push_back(loop.counter + " takes each value of [0, " + bound->str() +
                    ") once: strided loop with step " + step->str());
    removeAxes(*used);
    axes.push_back({loop.counter, *bound});
    return true;
  }

  /// Whether the step is 0 only where the bound is.
  bool isZeroOnlyWith(const Expr &step, const Expr &bound) const {
    std::vector<Expr> parts;
    appendChain(Kind::Min, step, parts);
    return std::all_of(parts.begin(), parts.end(), [&](const Expr &part) {
      return facts.isPositive(part) || part.same_as(bound);
    });
  }

  /// Coordinates that share axes are proved together.
  bool proveTile() {
    Expr tileCount = 1;
    for (const Expr &each : map.tiles)
      tileCount = tileCount * each;
    if (isConstant(tileCount, 0) && isConstant(countOf(axes), 0)) {
      lines.push_back("there are no tiles, and nothing runs");
      return true;
    }
    const std::vector<Expr> &tile = map.tile;
    std::vector<std::vector<Axis>> used;
    for (const Expr &each : tile) {
      std::optional<std::vector<Axis>> of = axesOf(each);
      if (!of)
        return false;
      used.push_back(std::move(*of));
    }
    std::vector<bool> isDone(tile.size());
    for (size_t i = 0; i < tile.size(); ++i) {
      if (isDone[i])
        continue;
      std::vector<size_t> group = {i};
      std::vector<Axis> all = used[i];
      for (bool grew = true; grew;) {
        grew = false;
        for (size_t j = i + 1; j < tile.size(); ++j) {
          if (std::find(group.begin(), group.end(), j) != group.end() || !overlap(all, used[j]))
            continue;
          group.push_back(j);
          for (const Axis &axis : used[j])
            if (!overlap(all, {axis}))
              all.push_back(axis);
          grew = true;
        }
      }
      for (size_t each : group)
        isDone[each] = true;
      std::sort(group.begin(), group.end());
      if (!proveGroup(group, all))
        return false;
      removeAxes(all);
    }
    // Another workgroup, or trip, would write the same tile.
    return std::all_of(axes.begin(), axes.end(),
                       [](const Axis &axis) { return isConstant(axis.extent, 1); });
  }

  static bool overlap(const std::vector<Axis> &a, const std::vector<Axis> &b) {
    return std::any_of(a.begin(), a.end(), [&](const Axis &x) {
      return std::any_of(b.begin(), b.end(), [&](const Axis &y) { return x.symbol == y.symbol; });
    });
  }

  bool proveGroup(const std::vector<size_t> &group, const std::vector<Axis> &used) {
    const size_t i = group.front(), j = group.back();
    if (group.size() == 1)
      return proveCoordinate(map.tile[i], map.tiles[i], used);
    return group.size() == 2 &&
           proveOrder(map.tile[i], map.tile[j], map.tiles[i], map.tiles[j], used);
  }

  bool proveCoordinate(const Expr &coordinate, const Expr &tiles, const std::vector<Axis> &used) {
    const Expr count = countOf(used);
    if (!facts.isAtLeast(count, tiles))
      return false;
    const std::optional<ProofLines> proof = prover.prove(coordinate, used);
    if (!proof)
      return false;
    append(*proof);
    lines.push_back("the coordinate " + coordinate.str() + " takes " + count.str() +
                    " values, for as many tiles or less: product");
    return true;
  }

  bool proveOrder(const Expr &i, const Expr &j, const Expr &m, const Expr &n,
                  const std::vector<Axis> &used) {
    const Expr count = countOf(used);
    if (!facts.isAtLeast(count, m * n))
      return false;
    for (const RangeCandidate &each : prover.candidatesOver(used))
      for (TileOrder order : allTileOrders)
        for (const Expr &group : groupsOf(order))
          if (mayBeOrder(order, each.samples, i, j, m, n, group))
            for (const Expr &form : prover.formsOf(each, count))
              if (isOrder(order, form, i, j, m, n, group, count))
                if (std::optional<ProofLines> proof = prover.proveAs(each, form, count))
                  return finishOrder(*proof, order, group, m, n);
    for (const Expr &index : subExpressionsOf({i, j})) {
      const std::optional<std::vector<Axis>> of = axesOf(index);
      if (!of || of->size() != used.size())
        continue;
      for (TileOrder order : allTileOrders)
        for (const Expr &group : groupsOf(order))
          if (mayBeOrder(order, prover.samplesOf(index), i, j, m, n, group) &&
              isOrder(order, index, i, j, m, n, group, count))
            if (std::optional<ProofLines> proof = prover.prove(index, used))
              return finishOrder(*proof, order, group, m, n);
    }
    return false;
  }

  std::vector<Expr> groupsOf(TileOrder order) const {
    return takesGroup(order) ? prover.parameters() : std::vector<Expr>{1};
  }

  bool mayBeOrder(TileOrder order, const Samples &index, const Expr &i, const Expr &j,
                  const Expr &m, const Expr &n, const Expr &group) {
    const auto at = applyTileOrder(order, index, prover.samplesOf(m), prover.samplesOf(n),
                                   prover.samplesOf(group), Samples::constant(1));
    return at.m.mayEqual(prover.samplesOf(i)) && at.n.mayEqual(prover.samplesOf(j));
  }

  bool isOrder(TileOrder order, const Expr &index, const Expr &i, const Expr &j, const Expr &m,
               const Expr &n, const Expr &group, const Expr &count) const {
    // Surplus indices have no tile in a row-major or column-major order, but need a divisor.
    const bool takesSurplus = (order == TileOrder::RowMajor && facts.isPositive(n)) ||
                              (order == TileOrder::ColumnMajor && facts.isPositive(m));
    if (!takesSurplus && !count.same_as(m * n))
      return false;
    const auto at = applyTileOrder(order, index, m, n, group, Expr(1));
    return at.m.same_as(i) && at.n.same_as(j);
  }

  bool finishOrder(const ProofLines &proof, TileOrder order, const Expr &group, const Expr &m,
                   const Expr &n) {
    append(proof);
    lines.push_back("the tiles of " + m.str() + " x " + n.str() + " are in this order: " +
                    nameOf(order) + (takesGroup(order) ? " by " + group.str() : ""));
    return true;
  }
};

} // namespace

/// Of a map that reads from one permutation.
static std::optional<CoverageProof> proveThroughTable(const TileMap &map,
                                                      const std::set<std::string> &positive) {
  const MapRead &read = map.reads.front();
  const auto dependsOnRead = [&](const MapLoop &loop) {
    return mentions(loop.start, read.symbol) || mentions(loop.condition, read.symbol) ||
           mentions(loop.next, read.symbol);
  };
  if (map.reads.size() != 1 || !read.permutationOf ||
      std::any_of(map.loops.begin(), map.loops.end(), dependsOnRead))
    return std::nullopt;
  TileMap places = map;
  places.reads.clear();
  TileMap direct = places;
  places.tile = read.at;
  places.tiles = {*read.permutationOf};
  Bindings itself;
  itself.set(read.symbol, read.at.front());
  for (Expr &each : direct.tile)
    each = substitute(each, itself);
  std::optional<CoverageProof> ofPlaces = proveCoverage(places, positive),
                               ofTiles = proveCoverage(direct, positive);
  if (!ofPlaces || !ofTiles)
    return std::nullopt;
  CoverageProof proof = std::move(*ofPlaces);
  proof.lines.back() = read.symbol + " takes each value of [0, " + read.permutationOf->str() +
                       ") once, as its place " + read.at.front().str() +
                       " does: permutation, which each launch checks";
  for (const std::string &line : ofTiles->lines)
    if (std::find(proof.lines.begin(), proof.lines.end(), line) == proof.lines.end())
      proof.lines.push_back(line);
  return proof;
}

std::optional<CoverageProof> proveCoverage(const TileMap &map,
                                           const std::set<std::string> &positive) {
  if (!map.reads.empty())
    return proveThroughTable(map, positive);
  if (std::optional<CoverageProof> proof = CoverageProver(map, {}, positive).run())
    return proof;
  ProofLines lines;
  const TileMap inClusters = withClusters(map, lines);
  return lines.empty() ? std::nullopt
                       : CoverageProver(inClusters, std::move(lines), positive).run();
}

} // namespace wave::symbolic
