//===- CoverageProofTest.cpp - Which maps are proved, for all sizes -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/CoverageProof.h"

#include "symbolic/Substitute.h"
#include "wave/order.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

using namespace wave;
using namespace wave::symbolic;

namespace {

using Kind = CoverageVerdict::Kind;
using Positive = std::set<std::string>;

const Expr w0 = WORKGROUP_0, w1 = WORKGROUP_1, w2 = WORKGROUP_2, tile = Expr::symbol("TILE_IDX");
const Expr ctas = Expr::symbol("NUM_CTAS"), x = Expr::symbol("NUM_XCDS"),
           c = Expr::symbol("CHUNK_SIZE"), g = Expr::symbol("GROUP_SIZE_M");
const Expr m = Expr::symbol("M_TILES"), n = Expr::symbol("N_TILES"), rows = Expr::symbol("M"),
           columns = Expr::symbol("N"), batch = Expr::symbol("B"), k = Expr::symbol("K");

std::set<std::string> sizesOf(const TileMap &map) {
  std::set<std::string> sizes;
  const auto add = [&](const Expr &expr) {
    for (const std::string &symbol : symbolsOf(expr))
      sizes.insert(symbol);
  };
  for (const std::vector<Expr> *list : {&map.grid, &map.tile, &map.tiles})
    std::for_each(list->begin(), list->end(), add);
  for (const MapLoop &loop : map.loops)
    for (const Expr *each : {&loop.start, &loop.condition, &loop.next})
      add(*each);
  for (const std::string &symbol : map.workgroups)
    sizes.erase(symbol);
  for (const MapLoop &loop : map.loops)
    sizes.erase(loop.counter);
  return sizes;
}

/// Proves it, and executes it at 200 drawn sizes, many of them 0 or 1.
void expectProof(const TileMap &map, const Positive &positive = {}) {
  const std::optional<CoverageProof> proof = proveCoverage(map, positive);
  ASSERT_TRUE(proof) << map.tile[0];
  std::mt19937_64 random(1);
  for (int draw = 0; draw < 200; ++draw) {
    Bindings sizes;
    std::string text;
    for (const std::string &symbol : sizesOf(map)) {
      const uint64_t least = positive.contains(symbol) ? 1 : 0;
      const uint64_t value = least + random() % (random() % 3 == 0 ? 2 : 14);
      sizes.set(symbol, value);
      text += symbol + " = " + std::to_string(value) + " ";
    }
    const CoverageVerdict verdict = evaluateCoverage(map, sizes);
    ASSERT_EQ(verdict.kind, Kind::Covered) << text << verdict.reason;
  }
}

void expectNoProof(const TileMap &map, const Positive &positive = {}) {
  EXPECT_FALSE(proveCoverage(map, positive)) << map.tile[0];
}

std::vector<Expr> both(const order::TileCoordinates<Expr> &at) { return {at.m, at.n}; }

TileMap persistent(const Expr &start, const Expr &step, const std::vector<Expr> &coordinates) {
  return {{"WORKGROUP_0"},
          {step},
          {{"TILE_IDX", start, (tile < m * n).value(), tile + step}},
          coordinates,
          {m, n}};
}

//===----------------------------------------------------------------------===//
// A workgroup for each tile
//===----------------------------------------------------------------------===//

TEST(CoverageProof, OfTheIdentity) {
  expectProof({{"WORKGROUP_0", "WORKGROUP_1"}, {m, n}, {}, {w0, w1}, {m, n}});
  expectProof({{"WORKGROUP_0", "WORKGROUP_1"}, {n, m}, {}, {w1, w0}, {m, n}});
  expectProof({{"WORKGROUP_0"}, {ceildiv(rows, 64)}, {}, {w0}, {ceildiv(rows, 64)}});
  expectNoProof({{"WORKGROUP_0", "WORKGROUP_1"}, {m, n}, {}, {w1, w0}, {m, n}});
  expectNoProof({{"WORKGROUP_0", "WORKGROUP_1"}, {m, n}, {}, {w0, w0}, {m, n}});
  expectNoProof({{"WORKGROUP_0", "WORKGROUP_1"}, {m, n}, {}, {w0}, {m}});
  expectNoProof({{"WORKGROUP_0"}, {m}, {}, {w0 + 1}, {m}});
  expectNoProof({{"WORKGROUP_0"}, {m}, {}, {0}, {m}});
}

TEST(CoverageProof, OfGridsThatAreRoundedUp) {
  expectProof({{"WORKGROUP_0"}, {m + 3}, {}, {w0}, {m}});
  expectProof({{"WORKGROUP_0"}, {ceildiv(m, 2) * 2}, {}, {w0}, {m}});
  expectProof({{"WORKGROUP_0"}, {ceildiv(rows, 128) * 2}, {}, {w0}, {ceildiv(rows, 64)}});
  expectProof({{"WORKGROUP_0"}, {ceildiv(m, c) * c}, {}, {w0}, {m}}, {"CHUNK_SIZE"});
  expectNoProof({{"WORKGROUP_0"}, {ceildiv(m, c) * c}, {}, {w0}, {m}});
  expectNoProof({{"WORKGROUP_0"}, {floordiv(m, 2) * 2}, {}, {w0}, {m}});
}

/// A tile of two workgroups, and two workgroups for a tile.
TEST(CoverageProof, OfClusters) {
  const MapLoop both = countedLoop("i", 2);
  const Expr i = Expr::symbol("i");
  expectProof({{"WORKGROUP_0"}, {ceildiv(m, 2)}, {both}, {w0 * 2 + i}, {m}});
  expectProof({{"WORKGROUP_0"}, {m}, {both}, {i * m + w0}, {m * 2}});
  expectNoProof({{"WORKGROUP_0"}, {m}, {both}, {w0 + i}, {m}});
  expectNoProof({{"WORKGROUP_0"}, {m}, {}, {floordiv(w0, 2)}, {m}});
}

TEST(CoverageProof, OfOneTileAlongADimension) {
  expectProof({{"WORKGROUP_0", "WORKGROUP_1"}, {m, 1}, {}, {w0, w1}, {m, 1}});
  expectProof({{"WORKGROUP_0"}, {m}, {}, both(order::row_major(w0, m, 1)), {m, 1}});
  expectProof({{"WORKGROUP_0"}, {n}, {}, both(order::grouped(w0, 1, n, 4)), {1, n}});
  expectProof({{"WORKGROUP_0"}, {m}, {}, both(order::grouped(w0, m, 1, 4)), {m, 1}});
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

TEST(CoverageProof, OfLinearIndices) {
  const auto linear = [](const order::TileCoordinates<Expr> &at) {
    return TileMap{{"WORKGROUP_0"}, {m * n}, {}, both(at), {m, n}};
  };
  expectProof(linear(order::row_major(w0, m, n)));
  expectProof(linear(order::column_major(w0, m, n)));
  expectProof(linear(order::grouped(w0, m, n, g)), {"GROUP_SIZE_M"});
  for (int64_t group : {1, 2, 3, 8, 64})
    expectProof(linear(order::grouped(w0, m, n, group)));
  const auto turned = order::grouped(w0, n, m, 4);
  expectProof(linear({turned.n, turned.m}));
  expectNoProof(linear(order::grouped(w0, m, n, g)));
  expectNoProof(linear(order::grouped(w0, n, m, 4)));
  expectNoProof(linear(order::row_major(w0, n, m)));
  // A grid with surplus workgroups: they have no tile, but need a divisor that is not 0.
  TileMap surplus = linear(order::row_major(w0, m, n));
  surplus.grid = {m * n + 5};
  expectProof(surplus, {"N_TILES"});
  expectNoProof(surplus);
}

/// A kernel's own way to write it: the group is at least 1.
TEST(CoverageProof, OfAGuardedGroup) {
  const Expr size = g * n, first = floordiv(w0, size) * g;
  const Expr group = Max(1, Min(m - first, g));
  expectProof({{"WORKGROUP_0"},
               {m * n},
               {},
               {first + w0 % size % group, floordiv(w0 % size, group)},
               {m, n}},
              {"GROUP_SIZE_M"});
}

TEST(CoverageProof, OfBatches) {
  const auto [i, j] = order::grouped(w1 * m + w0, m, n, 4);
  expectProof({{"WORKGROUP_0", "WORKGROUP_1", "WORKGROUP_2"},
               {m, n, batch},
               {},
               {w2, i, j},
               {batch, m, n}});
}

//===----------------------------------------------------------------------===//
// Permutations of workgroups
//===----------------------------------------------------------------------===//

/// As kernels write it.
Expr remapped(const Expr &count, const Expr &xcds, const Expr &chunk, bool includesThreshold,
              bool isJoined = false) {
  const Expr local = floordiv(w0, xcds);
  const Expr index = isJoined ? floordiv(w0, xcds * chunk) : floordiv(local, chunk);
  const Expr target = index * xcds * chunk + w0 % xcds * chunk + local % chunk;
  const Expr threshold = floordiv(count, xcds * chunk) * (xcds * chunk);
  return select(includesThreshold ? w0 <= threshold : w0 < threshold, target, w0);
}

TEST(CoverageProof, OfXcdChunks) {
  for (bool includes : {false, true})
    for (bool isJoined : {false, true}) {
      expectProof({{"WORKGROUP_0"}, {m}, {}, {remapped(m, x, c, includes, isJoined)}, {m}},
                  {"NUM_XCDS", "CHUNK_SIZE"});
      for (int64_t xcds : {1, 2, 3, 8})
        for (int64_t chunk : {1, 2, 3, 8, 64})
          expectProof(
              {{"WORKGROUP_0"}, {m}, {}, {remapped(m, xcds, chunk, includes, isJoined)}, {m}});
    }
  expectNoProof({{"WORKGROUP_0"}, {m}, {}, {remapped(m, x, c, true)}, {m}}, {"NUM_XCDS"});
  expectNoProof({{"WORKGROUP_0"}, {m}, {}, {remapped(n, 8, 2, true)}, {m}});
  // Of a number of workgroups that is known.
  for (int64_t count : {24, 64, 132, 304})
    for (bool includes : {false, true})
      expectProof({{"WORKGROUP_0"}, {count}, {}, {remapped(count, 8, 2, includes)}, {count}});
}

TEST(CoverageProof, OfXcdRanges) {
  expectProof({{"WORKGROUP_0"}, {m}, {}, {order::xcd_contiguous(w0, m, x)}, {m}}, {"NUM_XCDS"});
  for (int64_t count : {1, 8, 20, 64})
    expectProof({{"WORKGROUP_0"}, {count}, {}, {order::xcd_contiguous(w0, count, 8)}, {count}});
  expectNoProof({{"WORKGROUP_0"}, {m}, {}, {order::xcd_contiguous(w0, m, x)}, {m}});
  expectNoProof({{"WORKGROUP_0"}, {m}, {}, {order::xcd_contiguous(w0, n, 8)}, {m}});
}

TEST(CoverageProof, OfPermutationsOfPermutations) {
  const Expr once = order::xcd_contiguous(w0, m, 8);
  expectProof({{"WORKGROUP_0"}, {m}, {}, {order::xcd_chunked(once, m, 4, 2)}, {m}});
  const Expr chunked = order::xcd_chunked(w0, m * n, 8, 2);
  expectProof(
      {{"WORKGROUP_0"}, {m * n}, {}, both(order::xcd_grouped(chunked, m, n, 4, 3)), {m, n}});
}

TEST(CoverageProof, OfReorderings) {
  const auto map = [](const Expr &a, const Expr &b, const Expr &xcds, const Expr &group) {
    return TileMap{{"WORKGROUP_0", "WORKGROUP_1"},
                   {a, b},
                   {},
                   both(order::xcd_grouped(w1 * a + w0, a, b, xcds, group)),
                   {a, b}};
  };
  expectProof(map(m, n, x, g), {"NUM_XCDS", "GROUP_SIZE_M"});
  for (int64_t group : {1, 2, 8})
    expectProof(map(m, n, 8, group));
  expectProof(map(ceildiv(rows, 128), ceildiv(columns, 256), 8, 4));
  expectProof(map(rows, ceildiv(columns, 256), 8, 4));
  expectProof(map(m, 16, 8, 4));
  expectProof(map(16, n, 8, 4));
  expectProof(map(32, 16, 8, 8));
  expectProof(map(7, 5, 8, 8));
  // One symbol after the other.
  const auto [i, j] = order::xcd_grouped(w1 * m + w0, m, n, 8, 4);
  const auto one = [&, i = i, j = j](const Expr &expr) {
    return substitute(substitute(expr, {{"WORKGROUP_0", i}}), {{"WORKGROUP_1", j}});
  };
  expectNoProof({{"WORKGROUP_0", "WORKGROUP_1"}, {m, n}, {}, {one(w0), one(w1)}, {m, n}});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST(CoverageProof, OfCountedLoops) {
  expectProof({{"WORKGROUP_0"}, {m}, {countedLoop("i", n)}, {w0, Expr::symbol("i")}, {m, n}});
  // A loop over K that writes in each trip has to have one.
  const TileMap repeated = {{"WORKGROUP_0"}, {m}, {countedLoop("i", ceildiv(k, 64))}, {w0}, {m}};
  expectProof(repeated, {"K"});
  expectNoProof(repeated);
}

TEST(CoverageProof, OfPersistentLoops) {
  const std::vector<Expr> grouped = both(order::grouped(tile, m, n, 4));
  const std::vector<Expr> plain = both(order::row_major(tile, m, n));
  const Expr few = Min(132, m * n);
  for (const std::vector<Expr> &coordinates : {grouped, plain}) {
    expectProof(persistent(w0, ctas, coordinates), {"NUM_CTAS"});
    expectProof(persistent(w0, 7, coordinates));
    expectProof(persistent(w0, few, coordinates));
    expectProof(persistent(remapped(ctas, 8, 2, true), ctas, coordinates), {"NUM_CTAS"});
    expectProof(persistent(remapped(ctas, x, c, true), ctas, coordinates),
                {"NUM_CTAS", "NUM_XCDS", "CHUNK_SIZE"});
    expectProof(persistent(remapped(few, 8, 2, false), few, coordinates));
    expectProof(persistent(remapped(304, 8, 2, true), 304, coordinates));
    expectProof(persistent(order::xcd_contiguous(w0, ctas, 8), ctas, coordinates), {"NUM_CTAS"});
    // No workgroup, though there are tiles.
    expectNoProof(persistent(w0, ctas, coordinates));
    expectNoProof(persistent(remapped(m * n, 8, 2, true), ctas, coordinates), {"NUM_CTAS"});
    expectNoProof(persistent(w0 + 1, ctas, coordinates), {"NUM_CTAS"});
  }
  TileMap map = persistent(w0, ctas, plain);
  map.loops[0].next = tile + ctas - 1;
  expectNoProof(map, {"NUM_CTAS"});
  map.loops[0].next = tile + ctas;
  map.grid = {ctas + 1};
  expectNoProof(map, {"NUM_CTAS"});
  map.grid = {ctas};
  map.loops[0].condition = (tile <= m * n).value();
  expectNoProof(map, {"NUM_CTAS"});
}

/// Workgroups in two dimensions number the tiles together.
/// A loop through a workgroup's part of a dimension, in steps of 8.
TEST(CoverageProof, OfParts) {
  const Expr counter = Expr::symbol("C");
  const auto part = [&](int64_t size, const Expr &index) {
    const Expr trips = max(ceildiv(min(w1 * size + size, columns) - w1 * size, 8), Expr(0));
    return TileMap{{"WORKGROUP_0", "WORKGROUP_1"},
                   {ceildiv(rows, 16), ceildiv(columns, size)},
                   {countedLoop("C", trips)},
                   {w0, index},
                   {ceildiv(rows, 16), ceildiv(columns, 8)}};
  };
  expectProof(part(32, w1 * 4 + counter));
  expectProof(part(8, w1 + counter));
  expectNoProof(part(32, w1 * 3 + counter));
  expectNoProof(part(32, w1 * 4 + counter * 2));
  expectNoProof(part(32, w1 * 4 + counter + w0));
  TileMap late = part(32, w1 * 4 + counter);
  late.grid[1] = ceildiv(columns, 40);
  expectNoProof(late);
}

/// A scheduler counts rounds: tile = round * NUM_CTAS + id.
TEST(CoverageProof, OfRounds) {
  const Expr round = Expr::symbol("ITER"), at = round * ctas + w0;
  const auto rounds = [&](const Expr &index, const std::vector<Expr> &coordinates) {
    return TileMap{{"WORKGROUP_0"},
                   {ctas},
                   {{"ITER", 0, (index < m * n).value(), round + 1}},
                   coordinates,
                   {m, n}};
  };
  expectProof(rounds(at, both(order::grouped(at, m, n, 8))), {"NUM_CTAS"});
  expectProof(rounds(at, both(order::row_major(at, m, n))), {"NUM_CTAS"});
  expectNoProof(rounds(at, both(order::grouped(at + 1, m, n, 8))), {"NUM_CTAS"});
  expectNoProof(rounds(at + 1, both(order::grouped(at, m, n, 8))), {"NUM_CTAS"});
  expectNoProof(rounds(at, {floordiv(at, n), at % n + round * 0 + round}), {"NUM_CTAS"});
  const Expr gap = round * (ctas + 1) + w0;
  expectNoProof(rounds(gap, both(order::grouped(gap, m, n, 8))), {"NUM_CTAS"});
}

/// Clusters take the blocks of two workgroups in turn; both at the same place, or at places that
/// the rank does not choose, are refused.
TEST(CoverageProof, OfRanksOfClusters) {
  const Expr blocks = ceildiv(m, 2), cluster = floordiv(w0, 2), rank = w0 % 2;
  const auto persistentClusters = [&](const Expr &row, const Expr &column, const Expr &grid) {
    return TileMap{{"WORKGROUP_0"},
                   {grid},
                   {{"TILE_IDX", cluster, (tile < blocks * n).value(), tile + floordiv(grid, 2)}},
                   {row, column},
                   {m, n}};
  };
  const Expr row = tile % blocks * 2, column = floordiv(tile, blocks);
  for (const Expr &grid : {Expr(2), Expr(12), Expr::symbol("NUM_CLUSTERS") * 2}) {
    expectProof(persistentClusters(row + rank, column, grid), {"M_TILES", "NUM_CLUSTERS"});
    expectNoProof(persistentClusters(row, column, grid), {"M_TILES", "NUM_CLUSTERS"});
    expectNoProof(persistentClusters(row + rank * rank, column + rank, grid),
                  {"M_TILES", "NUM_CLUSTERS"});
    expectNoProof(persistentClusters(row + 1 - rank * 2, column, grid),
                  {"M_TILES", "NUM_CLUSTERS"});
  }
  // The scheduler that counts its rounds; of one cluster the number is no value of the map.
  for (const Expr &grid : {Expr(2), Expr(12), Expr::symbol("NUM_CLUSTERS") * 2}) {
    const Expr round = Expr::symbol("ROUND"), clusters = floordiv(grid, 2);
    const Expr block = round * clusters + cluster;
    const auto rounds = [&](const Expr &next) {
      return TileMap{{"WORKGROUP_0"},
                     {grid},
                     {{"ROUND", 0, (block < blocks * n).value(), next}},
                     {block % blocks * 2 + rank, floordiv(block, blocks)},
                     {m, n}};
    };
    expectProof(rounds(round + 1), {"M_TILES", "NUM_CLUSTERS"});
    expectNoProof(rounds(round + 2), {"M_TILES", "NUM_CLUSTERS"});
  }
  // A cluster that the grid ends in.
  expectNoProof(persistentClusters(row + rank, column, 7), {"M_TILES"});
  expectProof({{"WORKGROUP_0"}, {n * 4}, {}, {floordiv(w0, 4), w0 % 4}, {n, 4}});
  expectNoProof({{"WORKGROUP_0"}, {n * 4}, {}, {floordiv(w0, 4), w0 % 2}, {n, 4}});
}

/// Of a counter that is multiplied by a number of clusters which each launch gives.
TEST(CoverageProof, OfRoundsOfAnyNumberOfWorkgroups) {
  const Expr round = Expr::symbol("$I"), id = Expr::symbol("WORKGROUP_0");
  const Expr clusters = Expr::symbol("NUM_CLUSTERS"), tiles = ceildiv(Expr::symbol("M"), 16);
  const Expr index = round * clusters + id;
  const TileMap map{{"WORKGROUP_0"},
                    {clusters},
                    {{"$I", 0, (index < tiles).value(), round + 1}},
                    {index},
                    {tiles}};
  expectProof(map, {"NUM_CLUSTERS"});
  expectNoProof(map); // without a cluster nothing is computed
}

TEST(CoverageProof, OfAPersistentLoopOverAGrid) {
  const Expr step = x * c;
  TileMap map = persistent(w1 * x + w0, step, both(order::grouped(tile, m, n, 4)));
  map.workgroups = {"WORKGROUP_0", "WORKGROUP_1"};
  map.grid = {x, c};
  expectProof(map, {"NUM_XCDS", "CHUNK_SIZE"});
}

TEST(CoverageProof, NeedsExpressionsWithAValue) {
  expectNoProof({{"WORKGROUP_0"}, {rows / 2}, {}, {w0}, {rows / 2}});
  expectNoProof({{"WORKGROUP_0"}, {floordiv(rows, k)}, {}, {w0}, {floordiv(rows, k)}});
  expectProof({{"WORKGROUP_0"}, {floordiv(rows, k)}, {}, {w0}, {floordiv(rows, k)}}, {"K"});
  expectNoProof({{"WORKGROUP_0"}, {m - 1}, {}, {w0}, {m - 1}});
}

std::string textOf(const TileMap &map, const Positive &positive) {
  std::string text;
  const CoverageProof proof = proveCoverage(map, positive).value_or(CoverageProof());
  for (const std::string &line : proof.lines)
    text += line + "\n";
  return text;
}

TEST(CoverageProof, NamesItsLemmas) {
  EXPECT_EQ(
      textOf(
          persistent(order::xcd_chunked(w0, ctas, 8, 2), ctas, both(order::grouped(tile, m, n, 4))),
          {"NUM_CTAS"}),
      "select(WORKGROUP_0 < floordiv(NUM_CTAS, 16) * 16, floordiv(WORKGROUP_0, 16) * 16 + "
      "WORKGROUP_0 % 8 * 2 + floordiv(WORKGROUP_0, 8) % 2, WORKGROUP_0) takes each value of "
      "[0, NUM_CTAS) once: xcd-chunks of 8 XCDs in chunks of 2\n"
      "TILE_IDX takes each value of [0, M_TILES * N_TILES) once: strided loop with step NUM_CTAS\n"
      "the tiles of M_TILES x N_TILES are in this order: grouped by 4\n"
      "each tile is computed once, for all sizes with NUM_CTAS >= 1\n");
  EXPECT_EQ(
      textOf(
          {{"WORKGROUP_0", "WORKGROUP_1"}, {m, 2}, {countedLoop("i", 3)}, {w1 * m + w0}, {m * 2}},
          {}),
      "i does not change the tile: repetition\n"
      "M_TILES * WORKGROUP_1 + WORKGROUP_0 takes each value of [0, M_TILES * 2) once: mixed "
      "radix\n"
      "the coordinate M_TILES * WORKGROUP_1 + WORKGROUP_0 takes M_TILES * 2 values, for as many "
      "tiles or less: product\n"
      "each tile is computed once, for all sizes\n");
}

} // namespace

/// A table is taken for any permutation: the proof is checked against one that is drawn.
TEST(CoverageProof, ThroughATable) {
  const Expr number = Expr::symbol("tiles"), total = m * n;
  const auto through = [&](const Expr &place, const std::optional<Expr> &size) {
    const auto [i, j] = order::row_major(number, m, n);
    TileMap map{.workgroups = {"WORKGROUP_0"},
                .grid = {ctas},
                .loops = {{"TILE_IDX", w0, (tile < total).value(), tile + ctas}},
                .tile = {i, j},
                .tiles = {m, n}};
    map.reads = {{"tiles", 0, {place}, 0, size}};
    return map;
  };
  const TileMap map = through(tile, total);
  const Positive positive = {"NUM_CTAS"};
  const std::optional<CoverageProof> proof = proveCoverage(map, positive);
  ASSERT_TRUE(proof);
  EXPECT_EQ(std::count_if(proof->lines.begin(), proof->lines.end(),
                          [](const std::string &line) {
                            return line.find("permutation, which each launch checks") !=
                                   std::string::npos;
                          }),
            1);
  std::mt19937 random(17);
  for (int64_t height : {0, 1, 3, 7})
    for (int64_t width : {1, 2, 5}) {
      std::vector<int64_t> numbers(static_cast<size_t>(height * width));
      std::iota(numbers.begin(), numbers.end(), 0);
      std::shuffle(numbers.begin(), numbers.end(), random);
      const Tables tables = [&](size_t, std::span<const int64_t> place, int64_t fill) {
        const bool isInside = place[0] >= 0 && place[0] < height * width;
        return isInside ? numbers[static_cast<size_t>(place[0])] : fill;
      };
      Bindings sizes;
      sizes.set("M_TILES", height);
      sizes.set("N_TILES", width);
      sizes.set("NUM_CTAS", 3);
      EXPECT_EQ(evaluateCoverage(map, sizes, {}, tables).kind, Kind::Covered);
      EXPECT_EQ(evaluateCoverage(map, sizes).kind, Kind::NoValue);
      if (height * width < 2)
        continue;
      numbers[1] = numbers[0];
      EXPECT_EQ(evaluateCoverage(map, sizes, {}, tables).kind, Kind::Repeated);
    }
  EXPECT_FALSE(proveCoverage(through(tile, std::nullopt), positive)); // any numbers
  EXPECT_FALSE(proveCoverage(through(tile, total + 1), positive));    // one is left out
  EXPECT_FALSE(proveCoverage(through(tile + 1, total), positive));    // the first one is
  EXPECT_FALSE(proveCoverage(through(floordiv(tile, 2), total), positive));
}
