//===- CoverageTest.cpp - Verdicts are those of a walk that shares no code ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include "symbolic/CoverageProof.h"
#include "symbolic/Evaluate.h"
#include "wave/order.h"

#include <map>
#include <set>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

using Kind = CoverageVerdict::Kind;
using Coordinates = std::vector<int64_t>;

/// Executes a map as its definition says.
class CoverageOracle {
public:
  CoverageOracle(const TileMap &map, const Bindings &sizes) : map(map), values(sizes) {}

  bool hasValue = true;
  std::map<Coordinates, std::vector<Visit>> visits;
  std::vector<Coordinates> missing, repeated;

  void run() {
    std::vector<int64_t> grid, tiles;
    for (const Expr &each : map.grid)
      grid.push_back(valueOf(each));
    for (const Expr &each : map.tiles)
      tiles.push_back(valueOf(each));
    // The last dimension of the grid is the outermost loop.
    workgroups(grid, grid.size(), std::vector<int64_t>(grid.size()));
    enumerate(tiles, {});
  }

private:
  const TileMap &map;
  Bindings values;
  std::set<std::pair<Coordinates, Coordinates>> seen; ///< workgroups, with counters
  int64_t executions = 0;

  int64_t valueOf(const Expr &expr) {
    const Evaluation value = evaluate(expr, values);
    hasValue = hasValue && value.ok();
    return value ? value.value() : 0;
  }

  void workgroups(const std::vector<int64_t> &grid, size_t left, std::vector<int64_t> id) {
    if (left == 0)
      return loop(0, {id, {}});
    for (int64_t i = 0; i < grid[left - 1]; ++i) {
      id[left - 1] = i;
      values.set(map.workgroups[left - 1], i);
      workgroups(grid, left - 1, id);
    }
  }

  void loop(size_t depth, const Visit &visit) {
    if (depth == map.loops.size()) {
      Coordinates tile;
      for (const Expr &each : map.tile)
        tile.push_back(valueOf(each));
      Visit moved = visit; // by the loops that move the tile
      moved.trips.clear();
      for (size_t i = 0; i < depth; ++i)
        if (moves(i))
          moved.trips.push_back(visit.trips[i]);
      ++executions;
      if (hasValue && seen.insert({moved.workgroup, moved.trips}).second)
        visits[tile].push_back(visit);
      return;
    }
    const MapLoop &each = map.loops[depth];
    for (int64_t counter = valueOf(each.start); hasValue; counter = valueOf(each.next)) {
      values.set(each.counter, counter);
      if (valueOf(each.condition) == 0)
        break;
      Visit inner = visit;
      inner.trips.push_back(counter);
      const int64_t before = executions;
      loop(depth + 1, inner);
      values.set(each.counter, counter);
      if (isRepetition(depth) || (executions > before && !movesFrom(depth)))
        break;
    }
  }

  /// What is written in the tile, and in the loops after `depth` that `isTaken` takes.
  template <typename Taken> std::string textAfter(size_t depth, const Taken &isTaken) const {
    std::string text;
    for (const Expr &each : map.tile)
      text += each.str() + " ";
    for (size_t i = depth + 1; i < map.loops.size(); ++i)
      if (isTaken(i))
        text += map.loops[i].start.str() + " " + map.loops[i].condition.str() + " " +
                map.loops[i].next.str() + " ";
    return text;
  }
  /// Whether the counter of a loop occurs in the text.  No name is part of another.
  bool occurs(size_t depth, const std::string &text) const {
    return text.find(map.loops[depth].counter) != std::string::npos;
  }

  /// A loop whose counter occurs nowhere after it: the trips are one as the other.
  bool isRepetition(size_t depth) const {
    return !occurs(depth, textAfter(depth, [](size_t) { return true; }));
  }
  /// A loop whose counter the tile depends on, or another loop that does so: its trips are visits
  /// of their own.
  bool moves(size_t depth) const {
    return occurs(depth, textAfter(depth, [&](size_t i) { return moves(i); }));
  }
  bool movesFrom(size_t depth) const {
    for (size_t i = depth; i < map.loops.size(); ++i)
      if (moves(i))
        return true;
    return false;
  }

  void enumerate(const std::vector<int64_t> &tiles, Coordinates tile) {
    if (tile.size() < tiles.size()) {
      tile.push_back(0);
      for (; tile.back() < tiles[tile.size() - 1]; ++tile.back())
        enumerate(tiles, tile);
      return;
    }
    auto it = visits.find(tile);
    if (it == visits.end())
      missing.push_back(tile);
    else if (it->second.size() > 1)
      repeated.push_back(tile);
  }
};

std::vector<Coordinates> firstEight(std::vector<Coordinates> list) {
  list.resize(std::min<size_t>(list.size(), 8));
  return list;
}

/// Tells the map where the law fails.
void show(const TileMap &map) {
  for (size_t i = 0; i < map.grid.size(); ++i)
    RC_LOG() << map.workgroups[i] << " below " << map.grid[i] << "\n";
  for (const MapLoop &loop : map.loops)
    RC_LOG() << loop.counter << " from " << loop.start << " while " << loop.condition << " then "
             << loop.next << "\n";
  for (size_t i = 0; i < map.tile.size(); ++i)
    RC_LOG() << "tile " << map.tile[i] << " of " << map.tiles[i] << "\n";
}

void checkVerdict(const TileMap &map, const Bindings &sizes) {
  CoverageOracle expected(map, sizes);
  expected.run();
  const CoverageVerdict actual = evaluateCoverage(map, sizes);
  show(map);
  RC_LOG() << actual.reason << "\n";
  RC_ASSERT((actual.kind == Kind::NoValue) == !expected.hasValue);
  if (!expected.hasValue)
    return;
  const Kind kind = !expected.repeated.empty()  ? Kind::Repeated
                    : !expected.missing.empty() ? Kind::Skipped
                                                : Kind::Covered;
  RC_ASSERT(actual.kind == kind);
  RC_ASSERT(actual.missingCount == int64_t(expected.missing.size()));
  RC_ASSERT(actual.repeatedCount == int64_t(expected.repeated.size()));
  RC_ASSERT(actual.missing == firstEight(expected.missing));
  RC_ASSERT(actual.repeated == firstEight(expected.repeated));
  if (kind == Kind::Repeated) {
    RC_ASSERT(actual.tile == expected.repeated.front());
    const std::vector<Visit> &visits = expected.visits[actual.tile];
    RC_ASSERT((actual.first && *actual.first == visits[0]));
    RC_ASSERT((actual.second && *actual.second == visits[1]));
  } else {
    RC_ASSERT((!actual.first && !actual.second));
  }
}

const Expr w0 = WORKGROUP_0, w1 = WORKGROUP_1, t = Expr::symbol("TRIP"), u = Expr::symbol("UNIT");
const Expr m = Expr::symbol("M"), n = Expr::symbol("N");

struct DrawnMap {
  TileMap map;
  Bindings sizes;
};

/// Of G, X, C and S it is known that they are not 0.
Bindings drawSizes() {
  return {{"M", *between(0, 9)}, {"N", *between(0, 9)}, {"G", *between(1, 40)},
          {"X", *between(1, 9)}, {"C", *between(1, 5)}, {"S", *between(1, 5)}};
}

/// A number from the interval, or the symbol.
Expr drawParameter(int64_t low, int64_t high, const char *symbol) {
  return *between(0, 1) != 0 ? Expr(*between(low, high)) : Expr::symbol(symbol);
}

/// Kernels as they are written: an order of tiles, a remap of workgroups, with or without a
/// persistent loop.
DrawnMap drawMap() {
  const Expr xcds = drawParameter(1, 9, "X"), chunk = drawParameter(1, 5, "C"),
             group = drawParameter(1, 5, "S"), g = drawParameter(1, 40, "G"),
             rows = *between(0, 2) != 0 ? Expr::symbol("M") : Expr(*between(0, 9)),
             columns = *between(0, 2) != 0 ? Expr::symbol("N") : Expr(*between(0, 9));
  const Bindings sizes = drawSizes();
  const auto remap = [&](const Expr &w, const Expr &count) -> Expr {
    switch (*between(0, 2)) {
    case 0:
      return w;
    case 1:
      return order::xcd_chunked(w, count, xcds, chunk);
    default:
      return order::xcd_contiguous(w, count, xcds);
    }
  };
  const auto order = [&](const Expr &index) -> std::vector<Expr> {
    order::TileCoordinates<Expr> at = order::row_major(index, rows, columns);
    if (int64_t kind = *between(0, 3); kind > 1)
      at = order::grouped(index, rows, columns, group);
    else if (kind == 1)
      at = order::column_major(index, rows, columns);
    return {at.m, at.n};
  };
  switch (*between(0, 3)) {
  case 0:
    return {{{"WORKGROUP_0", "WORKGROUP_1"},
             {rows, columns},
             {},
             order(remap(w1 * rows + w0, rows * columns)),
             {rows, columns}},
            sizes};
  case 1:
    return {{{"WORKGROUP_0"}, {rows}, {countedLoop("TRIP", columns)}, {w0, t}, {rows, columns}},
            sizes};
  case 2:
    return {
        {{"WORKGROUP_0"}, {rows * columns}, {}, order(remap(w0, rows * columns)), {rows, columns}},
        sizes};
  default:
    return {{{"WORKGROUP_0"},
             {g},
             {{"TRIP", remap(w0, g), (t < rows * columns).value(), t + g}},
             order(t),
             {rows, columns}},
            sizes};
  }
}

/// Makes one of the mistakes that kernels have.
void breakMap(TileMap &map) {
  Expr &coordinate = map.tile[static_cast<size_t>(*between(0, 1))];
  switch (*between(0, 5)) {
  case 0:
    coordinate = coordinate + *between(-2, 2);
    break;
  case 1:
    coordinate = 0;
    break;
  case 2:
    coordinate = floordiv(coordinate, 2);
    break;
  case 3:
    std::swap(map.tile[0], map.tile[1]);
    break;
  case 4:
    map.grid[0] = map.grid[0] + *between(-1, 1);
    break;
  default:
    // A trip twice or none at all.
    map.loops.push_back({"UNIT", 0, (u < *between(0, 2)).value(), u + 1});
    coordinate = coordinate + u;
    break;
  }
}

WAVE_PROPERTY(Coverage, IsThatOfTheOracle) {
  DrawnMap drawn = drawMap();
  const bool isBroken = *between(0, 9) == 0;
  if (isBroken)
    breakMap(drawn.map);
  checkVerdict(drawn.map, drawn.sizes);
  const Kind kind = evaluateCoverage(drawn.map, drawn.sizes).kind;
  RC_ASSERT((isBroken || kind == Kind::Covered));
  cover(60, kind == Kind::Covered, "covered");
  cover(2, kind == Kind::Repeated, "repeated");
}

/// What is proved holds for whatever sizes; the maps of kernels are proved, and none with a mistake
/// that shows.
WAVE_PROPERTY(CoverageProof, HoldsForAllSizes) {
  DrawnMap drawn = drawMap();
  const bool isBroken = *between(0, 2) == 0;
  if (isBroken)
    breakMap(drawn.map);
  show(drawn.map);
  const bool isProved = proveCoverage(drawn.map, {"G", "X", "C", "S"}).has_value();
  RC_ASSERT((isProved || isBroken));
  cover(10, !isProved, "not proved");
  if (!isProved)
    return;
  for (int i = 0; i < 4; ++i) {
    const CoverageVerdict verdict = evaluateCoverage(drawn.map, drawSizes());
    RC_LOG() << verdict.reason << "\n";
    RC_ASSERT(verdict.kind == Kind::Covered);
  }
}

/// Expressions that mean nothing, for verdicts of every kind.
WAVE_PROPERTY(Coverage, OfArbitraryMapsIsThatOfTheOracle) {
  const auto term = [](std::vector<Expr> of) {
    return of[size_t(*between(0, int64_t(of.size()) - 1))];
  };
  const auto expr = [&](std::vector<Expr> of) -> Expr {
    const Expr a = term(of), b = term(of);
    const int64_t c = *between(1, 4);
    switch (*between(0, 5)) {
    case 0:
      return a;
    case 1:
      return a + b * c;
    case 2:
      return floordiv(a, c) + b;
    case 3:
      return a % Max(b, 1);
    case 4:
      return a * c / 2;
    default:
      return Min(a, b) - *between(0, 1);
    }
  };
  const TileMap map = {{"WORKGROUP_0", "WORKGROUP_1"},
                       {expr({m, 2}), expr({n, 3})},
                       {{"TRIP", expr({w0, 0}), (t < expr({m, w1})).value(), t + expr({1, 2, 1})},
                        {"UNIT", expr({t, w1}), (u <= expr({n, t})).value(), u + Max(w0, 1)}},
                       {expr({w0, t, u}), expr({w1, u, t})},
                       {expr({m, n}), expr({n, 4})}};
  const Bindings sizes = {{"M", *between(0, 4)}, {"N", *between(0, 4)}};
  // A step of 0 has no end to compare.
  const CoverageVerdict verdict = evaluateCoverage(map, sizes);
  RC_PRE(verdict.kind != Kind::Endless);
  checkVerdict(map, sizes);
  cover(5, verdict.kind == Kind::Repeated, "repeated");
  cover(5, verdict.kind == Kind::Skipped, "skipped");
  cover(5, verdict.kind == Kind::NoValue, "without a value");
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

void checkPermutation(const std::function<Expr(const Expr &)> &permuted, int64_t count) {
  std::vector<int64_t> seen(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t value = evaluate(permuted(i)).value();
    RC_ASSERT((value >= 0 && value < count));
    ++seen[static_cast<size_t>(value)];
  }
  for (int64_t times : seen)
    RC_ASSERT(times == 1);
}

WAVE_PROPERTY(TileOrder, XcdChunkedIsAPermutation) {
  const int64_t count = *between(0, 90), xcds = *between(1, 9), chunk = *between(1, 6);
  checkPermutation([&](const Expr &w) { return order::xcd_chunked(w, count, xcds, chunk); }, count);
}
WAVE_PROPERTY(TileOrder, XcdContiguousIsAPermutation) {
  const int64_t count = *between(0, 90), xcds = *between(1, 9);
  checkPermutation([&](const Expr &w) { return order::xcd_contiguous(w, count, xcds); }, count);
}

/// Each order as a permutation of row-major indices.
void checkOrder(
    const std::function<order::TileCoordinates<Expr>(const Expr &, int64_t, int64_t)> &order) {
  const int64_t rows = *between(0, 11), columns = *between(0, 11);
  checkPermutation(
      [&](const Expr &index) {
        const auto [row, column] = order(index, rows, columns);
        const int64_t inRow = evaluate(column).value();
        RC_ASSERT((inRow >= 0 && inRow < columns));
        return row * columns + column;
      },
      rows * columns);
}

WAVE_PROPERTY(TileOrder, RowMajorIsABijection) {
  checkOrder([](const Expr &i, int64_t a, int64_t b) { return order::row_major(i, a, b); });
}
WAVE_PROPERTY(TileOrder, ColumnMajorIsABijection) {
  checkOrder([](const Expr &i, int64_t a, int64_t b) { return order::column_major(i, a, b); });
}
WAVE_PROPERTY(TileOrder, GroupedIsABijection) {
  const int64_t group = *between(1, 13);
  checkOrder([=](const Expr &i, int64_t a, int64_t b) { return order::grouped(i, a, b, group); });
}
WAVE_PROPERTY(TileOrder, XcdGroupedIsABijection) {
  const int64_t group = *between(1, 13), xcds = *between(1, 9);
  checkOrder([=](const Expr &i, int64_t a, int64_t b) {
    return order::xcd_grouped(i, a, b, xcds, group);
  });
}

/// The first tiles of a group are one below the other.
TEST(TileOrder, GroupedGoesDownAGroup) {
  const auto [row, column] = order::grouped(6, 5, 3, 2);
  EXPECT_TRUE(row.same_as(2) && column.same_as(0));
  const auto [last, third] = order::grouped(14, 5, 3, 2);
  EXPECT_TRUE(last.same_as(4) && third.same_as(2));
}
/// Workgroups 0, 8, 16, 24 run on XCD 0.
TEST(TileOrder, XcdChunkedGivesAnXcdConsecutiveIndices) {
  const auto of = [](int64_t w) { return evaluate(order::xcd_chunked(w, 40, 8, 2)).value(); };
  EXPECT_EQ((std::vector{of(0), of(8), of(16), of(24), of(1), of(9)}),
            (std::vector<int64_t>{0, 1, 16, 17, 2, 3}));
  EXPECT_EQ(of(33), 33);
}

} // namespace
