//===- OutputTilesTest.cpp - Which workgroup computes which tile, and when ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>

#include "SomeRead.h"
#include "analysis/OutputTiles.h"

namespace wave::analysis {
namespace {

/// An expression over the number of a trip, and the same for a computer without expressions.
struct Formula {
  Expr expr = 0;
  std::function<int64_t(int64_t)> value;
};

struct ExpectedTrip {
  int64_t workgroup, number;
  std::vector<int64_t> tile;
  std::vector<std::vector<int64_t>> blocks; ///< of each input
};

/// Tiles in a random order, whole or shared by several trips, of workgroups with one trip or of
/// persistent ones; inputs whose blocks follow from some of the coordinates.
TEST(OutputTiles, FollowTheMaps) {
  std::mt19937 random(7);
  const auto draw = [&](unsigned count) { return static_cast<int64_t>(random() % count); };
  for (int round = 0; round < 300; ++round) {
    const bool isPersistent = draw(2) != 0;
    const int64_t rows = draw(5) + 1, columns = draw(5) + 1, shares = draw(3) == 0 ? 2 : 1;
    const int64_t trips = rows * columns * shares;
    const int64_t workgroups = isPersistent ? draw(6) + 1 : trips;
    const Expr t = isPersistent ? Expr::symbol("$t") : Expr(WORKGROUP_0);
    const int64_t all = rows * columns;
    const bool isByRows = draw(2) != 0; // the first tiles are a row, or a column
    const Formula row = isByRows
                            ? Formula{floordiv(t % all, columns),
                                      [=](int64_t n) { return n % all / columns; }}
                            : Formula{t % all % rows, [=](int64_t n) { return n % all % rows; }},
                  column = isByRows ? Formula{t % all % columns,
                                              [=](int64_t n) { return n % all % columns; }}
                                    : Formula{floordiv(t % all, rows),
                                              [=](int64_t n) { return n % all / rows; }};
    const Formula half{floordiv(row.expr, 2), [=](int64_t n) { return row.value(n) / 2; }},
        share{floordiv(t, all), [=](int64_t n) { return n / all; }};
    std::vector<std::vector<Formula>> inputs = {{row},  {column}, {row, column},
                                                {half}, {share},  {column, share}};
    symbolic::TileMap map;
    map.workgroups = {std::string(WORKGROUP_0.name())};
    map.grid = {workgroups};
    if (isPersistent)
      map.loops = {{.counter = "$t",
                    .start = WORKGROUP_0,
                    .condition = (t < trips).value(),
                    .next = t + workgroups}};
    OutputTiles output{.memory = "c", .sides = {{"M", 8}, {"N", 8}}, .map = map};
    output.map.tile = {row.expr, column.expr};
    output.map.tiles = {rows, columns};

    const LaunchOrder launch{.running = draw(8) + 1, .dies = draw(3) + 1};
    const std::optional<TileGrid> grid = tileGridOf(output, {});
    ASSERT_TRUE(grid);
    const std::vector<Trip> sequence = launchSequence(*grid, launch);
    const TilesInOrder tiles = tilesInOrder(*grid, sequence);

    // The trips of each place, then a round of all places after the other.
    std::vector<std::vector<ExpectedTrip>> places(static_cast<size_t>(launch.running));
    for (int64_t workgroup = 0; workgroup < workgroups; ++workgroup)
      for (int64_t n = workgroup, number = 0; isPersistent ? n < trips : n == workgroup;
           n += workgroups, ++number) {
        ExpectedTrip trip{workgroup, number, {row.value(n), column.value(n)}, {}};
        for (const auto &input : inputs) {
          trip.blocks.emplace_back();
          for (const Formula &formula : input)
            trip.blocks.back().push_back(formula.value(n));
        }
        places[static_cast<size_t>(workgroup % launch.running)].push_back(trip);
      }
    std::vector<ExpectedTrip> expected;
    for (size_t at = 0; at < 200; ++at)
      for (const auto &place : places)
        if (at < place.size())
          expected.push_back(place[at]);
    ASSERT_EQ(sequence.size(), expected.size());
    std::map<std::vector<int64_t>, int64_t> seen;
    std::vector<int64_t> shareOf;
    for (size_t at = 0; at < expected.size(); ++at) {
      EXPECT_EQ(sequence[at].workgroup, expected[at].workgroup);
      EXPECT_EQ(sequence[at].number, expected[at].number);
      const uint32_t tile = tiles.places[at].tile;
      EXPECT_EQ(grid->coordinate(tile, 0), expected[at].tile[0]);
      EXPECT_EQ(grid->coordinate(tile, 1), expected[at].tile[1]);
      shareOf.push_back(seen[expected[at].tile]++);
      EXPECT_EQ(tiles.places[at].share, shareOf.back());
    }
    EXPECT_EQ(tiles.shares, shares);

    // At each position the last trip that each place has started runs, back to the first place that
    // has started two.
    for (size_t started = 0; started <= sequence.size(); ++started) {
      const size_t from = firstInFlight(sequence, started, launch);
      std::set<int64_t> busy;
      for (size_t at = from; at < started; ++at)
        EXPECT_TRUE(busy.insert(expected[at].workgroup % launch.running).second);
      if (from > 0)
        EXPECT_TRUE(busy.contains(expected[from - 1].workgroup % launch.running));
    }

    // An input changes along a side if two trips that differ in it alone read different blocks.
    for (size_t input = 0; input < inputs.size(); ++input) {
      BlockRead read = someRead(1, map);
      for (const Formula &formula : inputs[input])
        read.map.tile.push_back(formula.expr);
      const std::optional<BlockOrder> order = blockOrderOf(read, {});
      ASSERT_TRUE(order);
      const auto sides = sidesOf(*order, *grid, sequence, tiles);
      ASSERT_TRUE(sides);
      std::vector<size_t> wanted;
      for (size_t side = 0; side < 3; ++side) {
        bool changes = false;
        for (size_t one = 0; one < expected.size(); ++one)
          for (size_t other = 0; other < one; ++other) {
            const auto isSame = [&](size_t of) {
              return of < 2 ? expected[one].tile[of] == expected[other].tile[of]
                            : shareOf[one] == shareOf[other];
            };
            bool isLine = true;
            for (size_t of = 0; of < 3; ++of)
              isLine = isLine && (of == side || isSame(of));
            changes =
                changes || (isLine && expected[one].blocks[input] != expected[other].blocks[input]);
          }
        if (changes)
          wanted.push_back(side);
      }
      EXPECT_EQ(*sides, wanted) << "input " << input;
    }
    if (HasFailure())
      return;
  }
}

TEST(OutputTiles, AWorkgroupThatReadsOtherBlocksThanItHasTilesHasNoSides) {
  OutputTiles output{.memory = "c", .sides = {{"M", 8}}, .map = {}};
  output.map.workgroups = {std::string(WORKGROUP_0.name())};
  output.map.grid = {4};
  output.map.tile = {WORKGROUP_0};
  output.map.tiles = {4};
  const std::optional<TileGrid> grid = tileGridOf(output, {});
  ASSERT_TRUE(grid);
  const std::vector<Trip> sequence = launchSequence(*grid, {.running = 4, .dies = 1});
  const BlockOrder order{.ofWorkgroup = {{0, 1}, {0, 1}, {2, 3}, {2, 3}}, .bytes = {1, 1, 1, 1}};
  EXPECT_FALSE(sidesOf(order, *grid, sequence, tilesInOrder(*grid, sequence)));
}

} // namespace
} // namespace wave::analysis
