//===- Coverage.cpp - Whether each tile is computed exactly once ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Coverage.h"

#include "symbolic/MapWalk.h"
#include "symbolic/Substitute.h"

#include <algorithm>

namespace wave::symbolic {

namespace {

using VerdictKind = CoverageVerdict::Kind;

/// Half a byte for each tile must fit memory, and a launch must not wait for minutes.
constexpr int64_t mostTiles = int64_t(1) << 31;
constexpr size_t mostListed = 8;

/// How often each tile is visited: never, once, or more than once.
class VisitCounts {
public:
  explicit VisitCounts(int64_t tiles)
      : tiles(tiles), any((static_cast<size_t>(tiles) + 63) / 64), more(any.size()) {}

  void add(int64_t tile) {
    const uint64_t bit = uint64_t(1) << (tile % 64);
    uint64_t &seen = any[static_cast<size_t>(tile / 64)];
    more[static_cast<size_t>(tile / 64)] |= seen & bit;
    seen |= bit;
  }
  void add(const VisitCounts &other) {
    for (size_t i = 0; i < any.size(); ++i) {
      more[i] |= other.more[i] | (any[i] & other.any[i]);
      any[i] |= other.any[i];
    }
  }
  bool isMissing(int64_t tile) const { return !has(any, tile); }
  bool isRepeated(int64_t tile) const { return has(more, tile); }
  bool hasRepeated() const {
    return std::ranges::any_of(more, [](uint64_t bits) { return bits != 0; });
  }
  bool isOnceEach() const {
    for (size_t i = 0; i < any.size(); ++i)
      if (any[i] != all(i) || more[i] != 0)
        return false;
    return true;
  }

private:
  static bool has(const std::vector<uint64_t> &bits, int64_t tile) {
    return (bits[static_cast<size_t>(tile / 64)] >> (tile % 64) & 1) != 0;
  }
  /// The bits of a word that stand for tiles.
  uint64_t all(size_t word) const {
    const int64_t left = tiles - static_cast<int64_t>(word) * 64;
    return left >= 64 ? ~uint64_t(0) : (uint64_t(1) << left) - 1;
  }

  int64_t tiles;
  std::vector<uint64_t> any, more;
};

/// Of writes that share the tiles of one memory.
class CoverageEvaluation {
public:
  CoverageEvaluation(const std::vector<const TileMap *> &writes, const Bindings &sizes,
                     const Tables &tables)
      : writes(writes), sizes(sizes), tables(tables) {}

  CoverageVerdict run(const VisitListener &onVisit) {
    if (!evaluateExtents())
      return std::move(verdict);
    const std::optional<int64_t> count = volumeOf(extents, mostTiles);
    if (!count) {
      verdict.kind = VerdictKind::TooLarge;
      verdict.reason = "there are more than 2^31 tiles";
      return std::move(verdict);
    }
    tileCount = *count;
    VisitCounts together(tileCount);
    bool isEachCovered = true, isOneCovered = false, isAnyRepeated = false;
    for (size_t write = 0; write < writes.size(); ++write) {
      VisitCounts alone(tileCount);
      const bool isComplete = walk(write, [&](int64_t tile, const MapWalk &walk) {
        alone.add(tile);
        if (onVisit)
          onVisit(walk.visit(), coordinatesOf(tile));
        return true;
      });
      if (!isComplete)
        return std::move(verdict);
      isEachCovered = isEachCovered && alone.isOnceEach();
      isOneCovered = isOneCovered || alone.isOnceEach();
      isAnyRepeated = isAnyRepeated || alone.hasRepeated();
      together.add(alone);
    }
    const bool areUpdates = isOneCovered && !isAnyRepeated;
    if (!isEachCovered && !areUpdates && !together.isOnceEach())
      summarize(together);
    return std::move(verdict);
  }

private:
  const std::vector<const TileMap *> &writes;
  const Bindings &sizes;
  const Tables &tables;
  CoverageVerdict verdict;
  std::vector<int64_t> extents;
  int64_t tileCount = 0;

  bool evaluateExtents() {
    for (const Expr &each : writes.front()->tiles) {
      const Evaluation value = evaluate(each, sizes);
      if (!value) {
        verdict.kind = VerdictKind::NoValue;
        verdict.reason = describe(value.failure());
        return false;
      }
      extents.push_back(std::max<int64_t>(value.value(), 0));
    }
    return true;
  }

  /// Calls `onTile` with the number of each tile that a write visits; it returns false to end the
  /// walk.  False where the walk fails, of which the verdict tells.
  template <typename OnTile> bool walk(size_t write, const OnTile &onTile) {
    MapWalk walk(*writes[write], writes[write]->tile, sizes, tables);
    walk.run(tileCount, [&](const std::vector<int64_t> &coordinates) {
      int64_t tile = 0;
      for (size_t i = 0; i < coordinates.size(); ++i) {
        if (coordinates[i] < 0 || coordinates[i] >= extents[i])
          return true; // no tile
        tile = tile * extents[i] + coordinates[i];
      }
      return onTile(tile, walk);
    });
    if (!walk.failure())
      return true;
    verdict.kind = walk.failure()->kind;
    verdict.reason = walk.failure()->reason;
    verdict.first = walk.failure()->where;
    if (verdict.first)
      verdict.first->write = write;
    return false;
  }

  std::vector<int64_t> coordinatesOf(int64_t tile) const {
    std::vector<int64_t> result(extents.size());
    for (size_t i = extents.size(); i-- > 0;) {
      result[i] = tile % extents[i];
      tile /= extents[i];
    }
    return result;
  }

  void summarize(const VisitCounts &visits) {
    std::optional<int64_t> firstRepeated;
    const auto list = [&](std::vector<std::vector<int64_t>> &tiles, int64_t tile) {
      if (tiles.size() < mostListed)
        tiles.push_back(coordinatesOf(tile));
    };
    for (int64_t tile = 0; tile < tileCount; ++tile) {
      if (visits.isMissing(tile)) {
        ++verdict.missingCount;
        list(verdict.missing, tile);
      } else if (visits.isRepeated(tile)) {
        ++verdict.repeatedCount;
        list(verdict.repeated, tile);
        firstRepeated = firstRepeated.value_or(tile);
      }
    }
    if (!firstRepeated) {
      verdict.kind = VerdictKind::Skipped;
      verdict.tile = verdict.missing.front();
      return;
    }
    verdict.kind = VerdictKind::Repeated;
    verdict.tile = verdict.repeated.front();
    for (size_t write = 0; write < writes.size() && !verdict.second; ++write)
      walk(write, [&](int64_t tile, const MapWalk &walk) {
        if (tile != *firstRepeated)
          return true;
        std::optional<Visit> &visit = verdict.first ? verdict.second : verdict.first;
        visit = walk.visit();
        visit->write = write;
        return !verdict.second;
      });
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

TileMap withoutIdleLoops(TileMap map) {
  std::set<std::string> needed;
  const auto need = [&](const Expr &expr) { collectDependences(expr, map, {}, needed); };
  std::ranges::for_each(map.tile, need);
  for (size_t i = map.loops.size(); i-- > 0;) {
    const MapLoop loop = map.loops[i];
    if (!needed.contains(loop.counter)) {
      map.loops.erase(map.loops.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    for (const Expr *part : {&loop.start, &loop.condition, &loop.next})
      need(*part);
  }
  std::erase_if(map.reads, [&](const MapRead &read) { return !needed.contains(read.symbol); });
  return map;
}

CoverageVerdict evaluateCoverage(const TileMap &map, const Bindings &sizes,
                                 const VisitListener &onVisit, const Tables &tables) {
  return CoverageEvaluation({&map}, sizes, tables).run(onVisit);
}

CoverageVerdict evaluateTogether(const std::vector<TileMap> &writes, const Bindings &sizes,
                                 const Tables &tables) {
  std::vector<const TileMap *> maps;
  for (const TileMap &write : writes)
    maps.push_back(&write);
  return CoverageEvaluation(maps, sizes, tables).run({});
}

} // namespace wave::symbolic
