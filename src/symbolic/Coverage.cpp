//===- Coverage.cpp - Whether each tile is computed exactly once ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Coverage.h"

#include "symbolic/Compiled.h"
#include "symbolic/Substitute.h"

#include <algorithm>
#include <functional>
#include <set>

namespace wave::symbolic {

namespace {

using VerdictKind = CoverageVerdict::Kind;

/// A byte for each tile must fit memory, and a launch must not wait for minutes.
constexpr int64_t mostTiles = int64_t(1) << 31;
constexpr int64_t mostWorkgroups = int64_t(1) << 31;
/// A loop that is not known to advance may take this many trips more than four for each tile.
constexpr int64_t surplusTrips = int64_t(1) << 20;
/// All loops together may take this many more than eight for each tile and workgroup: some ten
/// seconds.
constexpr int64_t mostSurplusTrips = int64_t(1) << 28;
constexpr size_t mostListed = 8;

struct PreparedLoop {
  CompiledExpr start, condition, next;
  bool isOnce;       ///< only whether there is a trip matters
  bool mustIncrease; ///< it ends because the counter reaches a bound
  std::string text;
};

struct PreparedRead {
  std::vector<CompiledExpr> at;
  size_t memory;
  int64_t fill;
  size_t depth; ///< the loops that have to be entered before
};

/// The symbols of `expr`, with those in the values that they are bound to and in the places that
/// they are read from.
void collectDependences(const Expr &expr, const TileMap &map, const Bindings &sizes,
                        std::set<std::string> &symbols) {
  for (const std::string &symbol : symbolsOf(expr)) {
    if (!symbols.insert(symbol).second)
      continue;
    if (const Expr *value = sizes.find(symbol))
      collectDependences(*value, map, sizes, symbols);
    for (const MapRead &read : map.reads)
      if (read.symbol == symbol)
        for (const Expr &at : read.at)
          collectDependences(at, map, sizes, symbols);
  }
}

/// For each loop, whether one trip stands for all.
std::vector<bool> findRepetitions(const TileMap &map, const Bindings &sizes) {
  std::set<std::string> needed;
  for (const Expr &each : map.tile)
    collectDependences(each, map, sizes, needed);
  std::vector<bool> isOnce(map.loops.size());
  for (size_t i = map.loops.size(); i-- > 0;) {
    const MapLoop &loop = map.loops[i];
    isOnce[i] = !needed.contains(loop.counter) && isCounted(loop);
    collectDependences(loop.start, map, sizes, needed);
    collectDependences(loop.condition, map, sizes, needed);
    if (!isOnce[i])
      collectDependences(loop.next, map, sizes, needed);
  }
  return isOnce;
}

/// The product, or nothing if it exceeds `most`.
std::optional<int64_t> volumeOf(const std::vector<int64_t> &extents, int64_t most) {
  if (std::find(extents.begin(), extents.end(), 0) != extents.end())
    return 0;
  int64_t volume = 1;
  for (int64_t extent : extents)
    if (__builtin_mul_overflow(volume, extent, &volume) || volume > most)
      return std::nullopt;
  return volume;
}

class CoverageWalk {
public:
  CoverageWalk(const TileMap &map, const Bindings &sizes, const Tables &tables)
      : map(map), sizes(sizes), tables(tables) {}

  CoverageVerdict run(const VisitListener &onVisit) {
    if (!map.reads.empty() && !tables) {
      verdict.kind = VerdictKind::NoValue;
      verdict.reason = "its tiles depend on what memory holds, which a launch gives";
      return std::move(verdict);
    }
    if (!evaluateAll(map.tiles, extents) || !evaluateAll(map.grid, grid))
      return std::move(verdict);
    const std::optional<int64_t> tileCount = volumeOf(extents, mostTiles);
    const std::optional<int64_t> workgroupCount = volumeOf(grid, mostWorkgroups);
    if (!tileCount || !workgroupCount) {
      fail(VerdictKind::TooLarge,
           tileCount ? "there are more than 2^31 workgroups" : "there are more than 2^31 tiles");
      verdict.first.reset();
      return std::move(verdict);
    }
    workgroups = *workgroupCount;
    trustedTrips = surplusTrips + 4 * *tileCount;
    mostTrips = mostSurplusTrips + 8 * (*tileCount + workgroups);
    prepare();
    visits.assign(static_cast<size_t>(*tileCount), 0);
    if (walk([&](size_t tile) {
          visits[tile] = static_cast<uint8_t>(std::min(visits[tile] + 1, 2));
          if (onVisit)
            onVisit(visitAt(loops.size()), coordinatesOf(tile));
          return true;
        }))
      summarize();
    return std::move(verdict);
  }

private:
  const TileMap &map;
  const Bindings &sizes;
  const Tables &tables;
  CoverageVerdict verdict;
  std::vector<int64_t> extents, grid;
  int64_t workgroups = 0;
  int64_t trustedTrips = 0; ///< of one loop
  int64_t mostTrips = 0, allTrips = 0;
  std::vector<PreparedLoop> loops;
  std::vector<PreparedRead> reads;
  std::vector<CompiledExpr> coordinates;
  std::vector<int64_t> point;  ///< the workgroup's id, then the counters, then what is read
  std::vector<uint8_t> visits; ///< of each tile; 2 for more
  /// Takes the number of a tile; returns false to end the walk.
  std::function<bool(size_t)> onTile;

  bool fail(VerdictKind kind, std::string reason, size_t enteredLoops = 0) {
    verdict.kind = kind;
    verdict.reason = std::move(reason);
    verdict.first = visitAt(enteredLoops);
    return false;
  }

  bool failWithoutValue(const CompiledExpr &expr, size_t enteredLoops) {
    return fail(VerdictKind::NoValue, describe(expr.evaluation(point).failure()), enteredLoops);
  }

  Visit visitAt(size_t enteredLoops) const {
    if (point.empty())
      return {};
    const auto counters = point.begin() + static_cast<std::ptrdiff_t>(grid.size());
    return {{point.begin(), counters},
            {counters, counters + static_cast<std::ptrdiff_t>(enteredLoops)},
            0,
            {counters + static_cast<std::ptrdiff_t>(loops.size()), point.end()}};
  }

  bool evaluateAll(const std::vector<Expr> &exprs, std::vector<int64_t> &values) {
    for (const Expr &each : exprs) {
      const Evaluation value = evaluate(each, sizes);
      if (!value) {
        fail(VerdictKind::NoValue, describe(value.failure()));
        verdict.first.reset();
        return false;
      }
      values.push_back(std::max<int64_t>(value.value(), 0));
    }
    return true;
  }

  void prepare() {
    const std::vector<bool> isOnce = findRepetitions(map, sizes);
    std::vector<std::string> variables = map.workgroups;
    for (const MapLoop &loop : map.loops)
      variables.push_back(loop.counter);
    for (const MapRead &read : map.reads)
      variables.push_back(read.symbol);
    const auto isPositiveHere = [&](const Expr &step) {
      const Evaluation value = evaluate(step, sizes);
      return value && value.value() >= 1;
    };
    for (size_t i = 0; i < map.loops.size(); ++i) {
      const MapLoop &loop = map.loops[i];
      loops.push_back({CompiledExpr(loop.start, variables, sizes),
                       CompiledExpr(loop.condition, variables, sizes),
                       CompiledExpr(loop.next, variables, sizes), isOnce[i],
                       boundOf(loop, isPositiveHere).has_value(),
                       "the loop over " + loop.counter + " while " + loop.condition.str()});
    }
    for (const MapRead &read : map.reads) {
      PreparedRead &prepared = reads.emplace_back(PreparedRead{{}, read.memory, read.fill, 0});
      for (const Expr &each : read.at) {
        prepared.at.emplace_back(each, variables, sizes);
        prepared.depth = std::max(prepared.depth, depthOf(each));
      }
    }
    for (const Expr &each : map.tile)
      coordinates.emplace_back(each, variables, sizes);
    point.assign(variables.size(), 0);
  }

  /// How many loops have to be entered before the expression has a value.
  size_t depthOf(const Expr &expr) const {
    size_t depth = 0;
    for (size_t i = 0; i < map.loops.size(); ++i)
      if (mentions(expr, map.loops[i].counter))
        depth = i + 1;
    for (size_t i = 0; i + 1 < reads.size(); ++i)
      if (mentions(expr, map.reads[i].symbol))
        depth = std::max(depth, reads[i].depth);
    return depth;
  }

  /// Reads what has a place once that many loops are entered.
  bool readAt(size_t depth) {
    std::vector<int64_t> place;
    for (size_t i = 0; i < reads.size(); ++i) {
      if (reads[i].depth != depth)
        continue;
      place.clear();
      for (const CompiledExpr &each : reads[i].at) {
        const std::optional<int64_t> value = each(point);
        if (!value)
          return failWithoutValue(each, depth);
        place.push_back(*value);
      }
      point[grid.size() + loops.size() + i] = tables(reads[i].memory, place, reads[i].fill);
    }
    return true;
  }

  /// False where the walk ended before all was visited.
  bool walk(std::function<bool(size_t)> visitor) {
    onTile = std::move(visitor);
    allTrips = 0;
    std::fill(point.begin(), point.end(), 0);
    for (int64_t i = 0; i < workgroups; ++i) {
      if (!readAt(0) || !enterLoop(0))
        return false;
      for (size_t d = 0; d < grid.size(); ++d) {
        if (++point[d] < grid[d])
          break;
        point[d] = 0;
      }
    }
    return true;
  }

  bool enterLoop(size_t depth) {
    if (depth == loops.size())
      return visitTile();
    const PreparedLoop &loop = loops[depth];
    int64_t &counter = point[grid.size() + depth];
    const std::optional<int64_t> start = loop.start(point);
    if (!start)
      return failWithoutValue(loop.start, depth);
    counter = *start;
    // Where a loop takes a counter for the second time it never ends.  The value after 1, 2, 4, ...
    // trips meets every cycle (Brent).
    int64_t earlier = counter;
    for (int64_t trip = 0;; ++trip) {
      if (!readAt(depth + 1))
        return false;
      const std::optional<int64_t> goesOn = loop.condition(point);
      if (!goesOn)
        return failWithoutValue(loop.condition, depth + 1);
      if (*goesOn == 0)
        return true;
      if (trip > 0 && counter == earlier)
        return fail(VerdictKind::Endless, loop.text + " comes back to " + std::to_string(counter),
                    depth + 1);
      if ((trip & (trip - 1)) == 0)
        earlier = counter;
      if (trip > trustedTrips && !loop.mustIncrease)
        return fail(VerdictKind::Endless,
                    loop.text + " has not ended after " + std::to_string(trip) + " trips",
                    depth + 1);
      if (++allTrips > mostTrips)
        return fail(VerdictKind::TooLarge,
                    "the loops take more than " + std::to_string(mostTrips) + " trips", depth + 1);
      if (!enterLoop(depth + 1))
        return false;
      if (loop.isOnce)
        return true;
      const std::optional<int64_t> next = loop.next(point);
      if (!next)
        return failWithoutValue(loop.next, depth + 1);
      if (loop.mustIncrease && *next <= counter)
        return fail(VerdictKind::Endless,
                    loop.text + " goes on from " + std::to_string(counter) + " to " +
                        std::to_string(*next),
                    depth + 1);
      counter = *next;
    }
  }

  bool visitTile() {
    int64_t tile = 0;
    bool isInside = true;
    for (size_t i = 0; i < coordinates.size(); ++i) {
      const std::optional<int64_t> value = coordinates[i](point);
      if (!value)
        return failWithoutValue(coordinates[i], loops.size());
      isInside = isInside && *value >= 0 && *value < extents[i];
      if (isInside)
        tile = tile * extents[i] + *value;
    }
    return !isInside || onTile(static_cast<size_t>(tile));
  }

  std::vector<int64_t> coordinatesOf(size_t tile) const {
    std::vector<int64_t> result(extents.size());
    int64_t rest = static_cast<int64_t>(tile);
    for (size_t i = extents.size(); i-- > 0;) {
      result[i] = rest % extents[i];
      rest /= extents[i];
    }
    return result;
  }

  void summarize() {
    std::optional<size_t> firstRepeated;
    for (size_t tile = 0; tile < visits.size(); ++tile) {
      if (visits[tile] == 1)
        continue;
      const bool isMissing = visits[tile] == 0;
      ++(isMissing ? verdict.missingCount : verdict.repeatedCount);
      std::vector<std::vector<int64_t>> &list = isMissing ? verdict.missing : verdict.repeated;
      if (list.size() < mostListed)
        list.push_back(coordinatesOf(tile));
      if (!isMissing && !firstRepeated)
        firstRepeated = tile;
    }
    if (firstRepeated) {
      verdict.kind = VerdictKind::Repeated;
      verdict.tile = verdict.repeated.front();
      walk([&](size_t tile) {
        if (tile != *firstRepeated)
          return true;
        (verdict.first ? verdict.second : verdict.first) = visitAt(loops.size());
        return !verdict.second;
      });
    } else if (verdict.missingCount != 0) {
      verdict.kind = VerdictKind::Skipped;
      verdict.tile = verdict.missing.front();
    }
  }
};

} // namespace

std::vector<std::string> openSizesOf(const TileMap &map) {
  std::vector<std::string> sizes, others = map.workgroups;
  for (const MapLoop &loop : map.loops)
    others.push_back(loop.counter);
  for (const MapRead &read : map.reads)
    others.push_back(read.symbol);
  const auto add = [&](const Expr &expr) {
    for (const std::string &symbol : symbolsOf(expr))
      if (!std::ranges::count(others, symbol) && !std::ranges::count(sizes, symbol))
        sizes.push_back(symbol);
  };
  for (const std::vector<Expr> *exprs : {&map.grid, &map.tile, &map.tiles})
    std::ranges::for_each(*exprs, add);
  for (const MapLoop &loop : map.loops)
    for (const Expr *expr : {&loop.start, &loop.condition, &loop.next})
      add(*expr);
  for (const MapRead &read : map.reads)
    std::ranges::for_each(read.at, add);
  return sizes;
}

CoverageVerdict evaluateCoverage(const TileMap &map, const Bindings &sizes,
                                 const VisitListener &onVisit, const Tables &tables) {
  return CoverageWalk(map, sizes, tables).run(onVisit);
}

} // namespace wave::symbolic
