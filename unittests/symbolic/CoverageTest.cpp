//===- CoverageTest.cpp - Maps that miss tiles are told from those that do not ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Coverage.h"

#include "symbolic/Substitute.h"
#include "wave/order.h"

#include <gtest/gtest.h>

#include <set>

using namespace wave;
using namespace wave::symbolic;

namespace {

using Kind = CoverageVerdict::Kind;
using Coordinates = std::vector<std::vector<int64_t>>;

const Expr w0 = WORKGROUP_0, w1 = WORKGROUP_1, tile = Expr::symbol("TILE_IDX");
const Expr tiles = Expr::symbol("TOTAL_TILES"), ctas = Expr::symbol("NUM_CTAS");
const Expr xcds = Expr::symbol("NUM_XCDS"), chunk = Expr::symbol("CHUNK_SIZE");

/// As kernels remap workgroups, with the threshold made of `count`.
Expr remapped(const Expr &count) {
  const Expr local = floordiv(w0, xcds);
  const Expr target = floordiv(local, chunk) * xcds * chunk + w0 % xcds * chunk + local % chunk;
  return select(w0 <= floordiv(count, xcds * chunk) * (xcds * chunk), target, w0);
}

TileMap persistent(const Expr &start, const Expr &next) {
  return {{"WORKGROUP_0"},
          {ctas},
          {{"TILE_IDX", start, (tile < tiles).value(), next}},
          {tile},
          {tiles}};
}

Bindings seedSizes() {
  return {{"TOTAL_TILES", 64}, {"NUM_CTAS", 24}, {"NUM_XCDS", 8}, {"CHUNK_SIZE", 2}};
}

Coordinates line(const std::vector<int64_t> &numbers) {
  Coordinates result;
  for (int64_t each : numbers)
    result.push_back({each});
  return result;
}

TEST(Coverage, FindsAThresholdFromTheNumberOfTiles) {
  const CoverageVerdict verdict =
      evaluateCoverage(persistent(remapped(tiles), tile + ctas), seedSizes());
  EXPECT_EQ(verdict.kind, Kind::Repeated);
  EXPECT_EQ(verdict.repeatedCount, 8);
  EXPECT_EQ(verdict.missingCount, 8);
  EXPECT_EQ(verdict.repeated, line({24, 26, 28, 30, 48, 50, 52, 54}));
  EXPECT_EQ(verdict.missing, line({17, 19, 21, 23, 41, 43, 45, 47}));
  EXPECT_EQ(verdict.tile, std::vector<int64_t>{24});
  EXPECT_EQ(verdict.first, (Visit{{0}, {24}}));
  EXPECT_EQ(verdict.second, (Visit{{20}, {24}}));
}

TEST(Coverage, TakesAThresholdFromTheNumberOfWorkgroups) {
  const TileMap map = persistent(remapped(ctas), tile + ctas);
  EXPECT_EQ(evaluateCoverage(map, seedSizes()).kind, Kind::Covered);
  for (int64_t count : {1, 2, 15, 16, 17, 63, 64, 65, 100}) {
    Bindings sizes = seedSizes();
    sizes.set("NUM_CTAS", count);
    EXPECT_EQ(evaluateCoverage(map, sizes).kind, Kind::Covered) << count;
  }
}

TEST(Coverage, FindsAStepThatIsOneTooShort) {
  const CoverageVerdict verdict = evaluateCoverage(persistent(w0, tile + ctas - 1), seedSizes());
  EXPECT_EQ(verdict.kind, Kind::Repeated);
  EXPECT_EQ(verdict.tile, std::vector<int64_t>{23});
  EXPECT_EQ(verdict.first, (Visit{{0}, {23}}));
  EXPECT_EQ(verdict.second, (Visit{{23}, {23}}));
  EXPECT_EQ(verdict.missingCount, 0);
}

TEST(Coverage, FindsAForgottenOffset) {
  const CoverageVerdict verdict =
      evaluateCoverage({{"WORKGROUP_0"}, {tiles}, {}, {0}, {tiles}}, seedSizes());
  EXPECT_EQ(verdict.kind, Kind::Repeated);
  EXPECT_EQ(verdict.repeated, line({0}));
  EXPECT_EQ(verdict.first, (Visit{{0}, {}}));
  EXPECT_EQ(verdict.second, (Visit{{1}, {}}));
  EXPECT_EQ(verdict.missingCount, 63);
  EXPECT_EQ(verdict.missing, line({1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Coverage, FindsAShiftedWrite) {
  const CoverageVerdict verdict =
      evaluateCoverage({{"WORKGROUP_0"}, {tiles}, {}, {w0 + 8}, {tiles}}, seedSizes());
  EXPECT_EQ(verdict.kind, Kind::Skipped);
  EXPECT_EQ(verdict.missing, line({0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(verdict.missingCount, 8);
  EXPECT_EQ(verdict.repeatedCount, 0);
  EXPECT_FALSE(verdict.first);
}

TEST(Coverage, FindsBothCtasOfAClusterAtOneTile) {
  const CoverageVerdict verdict =
      evaluateCoverage({{"WORKGROUP_0"}, {tiles}, {}, {floordiv(w0, 2)}, {tiles}}, seedSizes());
  EXPECT_EQ(verdict.kind, Kind::Repeated);
  EXPECT_EQ(verdict.first, (Visit{{0}, {}}));
  EXPECT_EQ(verdict.second, (Visit{{1}, {}}));
  EXPECT_EQ(verdict.repeatedCount, 32);
  EXPECT_EQ(verdict.missing.front(), std::vector<int64_t>{32});
}

//===----------------------------------------------------------------------===//
// The reordering of a grid of 2 dimensions
//===----------------------------------------------------------------------===//

const Expr n0 = Expr::symbol("N_0"), n1 = Expr::symbol("N_1");

order::TileCoordinates<Expr> reordered() { return order::xcd_grouped(w1 * n0 + w0, n0, n1, 8, 4); }

TEST(Coverage, TakesAReordering) {
  const auto [m, n] = reordered();
  for (auto [a, b] : {std::pair(8, 8), {7, 5}, {1, 1}, {0, 3}, {3, 0}, {33, 19}})
    EXPECT_EQ(evaluateCoverage({{"WORKGROUP_0", "WORKGROUP_1"}, {n0, n1}, {}, {m, n}, {n0, n1}},
                               {{"N_0", a}, {"N_1", b}})
                  .kind,
              Kind::Covered);
}

/// The second substitution sees the ids that the first one put in.
TEST(Coverage, FindsSubstitutionOfOneIdAfterTheOther) {
  const auto [m, n] = reordered();
  const auto one = [&](const Expr &expr) {
    return substitute(substitute(expr, {{"WORKGROUP_0", m}}), {{"WORKGROUP_1", n}});
  };
  const auto both = [&](const Expr &expr) {
    return substitute(expr, {{"WORKGROUP_0", m}, {"WORKGROUP_1", n}});
  };
  const Bindings sizes = {{"N_0", 8}, {"N_1", 8}};
  TileMap map = {{"WORKGROUP_0", "WORKGROUP_1"}, {n0, n1}, {}, {one(w0), one(w1)}, {n0, n1}};
  EXPECT_EQ(evaluateCoverage(map, sizes).kind, Kind::Repeated);
  map.tile = {both(w0), both(w1)};
  EXPECT_EQ(evaluateCoverage(map, sizes).kind, Kind::Covered);
}

/// Workgroups are in the order of their number, dimension 0 first, not of their ids.
TEST(Coverage, NumbersWorkgroupsByDimension0First) {
  const CoverageVerdict verdict = evaluateCoverage(
      {{"WORKGROUP_0", "WORKGROUP_1"}, {2, 2}, {}, {(w0 == 0).value() * (1 - w1)}, {2}}, {});
  EXPECT_EQ(verdict.tile, std::vector<int64_t>{0});
  EXPECT_EQ(verdict.first, (Visit{{1, 0}, {}}));
  EXPECT_EQ(verdict.second, (Visit{{0, 1}, {}}));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

const Expr k = Expr::symbol("K_STEPS"), i = Expr::symbol("i"), kth = Expr::symbol("k");

TEST(Coverage, LeavesOutCountedLoopsThatNothingDependsOn) {
  const TileMap map = {{"WORKGROUP_0"}, {4}, {countedLoop("i", k)}, {w0}, {4}};
  EXPECT_EQ(evaluateCoverage(map, {{"K_STEPS", int64_t(1) << 40}}).kind, Kind::Covered);
  const CoverageVerdict none = evaluateCoverage(map, {{"K_STEPS", 0}});
  EXPECT_EQ(none.kind, Kind::Skipped);
  EXPECT_EQ(none.missingCount, 4);
}

TEST(Coverage, ExecutesLoopsThatMoveTheTile) {
  // The loop over j, which does not move it, has trips where i is 1 and 2.
  TileMap map = {{}, {}, {countedLoop("i", 3), countedLoop("j", i)}, {0}, {1}};
  EXPECT_EQ(evaluateCoverage(map, {}).kind, Kind::Covered);
  map = {{}, {}, {countedLoop("i", 3), countedLoop("j", i)}, {i}, {3}};
  const CoverageVerdict verdict = evaluateCoverage(map, {});
  EXPECT_EQ(verdict.kind, Kind::Skipped);
  EXPECT_EQ(verdict.missing, (std::vector<std::vector<int64_t>>{{0}}));
  // One around it repeats what it reaches.
  map = {{}, {}, {countedLoop("k", 3), countedLoop("i", 3), countedLoop("j", i - kth)}, {i}, {3}};
  EXPECT_EQ(evaluateCoverage(map, {}).missing, (std::vector<std::vector<int64_t>>{{0}}));
  map.loops[1] = countedLoop("i", 4);
  map.tile = {i % 2};
  EXPECT_EQ(evaluateCoverage(map, {}).kind, Kind::Repeated);
  // A size that is bound in terms of the counter depends on it too.
  map = {{}, {}, {countedLoop("i", 3)}, {k}, {3}};
  EXPECT_EQ(evaluateCoverage(map, {{"K_STEPS", i}}).kind, Kind::Covered);
}

TEST(Coverage, TakesWhatOneWorkgroupRepeatsAsOne) {
  const TileMap map = {{}, {}, {{"i", 0, (i < 4).value(), i + 2}}, {0}, {1}};
  EXPECT_EQ(evaluateCoverage(map, {}).kind, Kind::Covered);
}

/// A loop that moves no tile has trips in the first three of eight workgroups only.
TEST(Coverage, CountsTheTripsOfLoopsThatMoveNothing) {
  const TileMap map = {{"WORKGROUP_0"},
                       {8},
                       {{"s", w0, (Expr::symbol("s") < 3).value(), Expr::symbol("s") + 8}},
                       {w0},
                       {8}};
  const CoverageVerdict verdict = evaluateCoverage(map, {});
  EXPECT_EQ(verdict.kind, Kind::Skipped);
  EXPECT_EQ(verdict.missing, line({3, 4, 5, 6, 7}));
}

void expectEndless(const MapLoop &loop, const Visit &visit, const std::string &reason) {
  const CoverageVerdict verdict =
      evaluateCoverage({{"WORKGROUP_0"}, {2}, {loop}, {Expr::symbol(loop.counter)}, {2}}, {});
  EXPECT_EQ(verdict.kind, Kind::Endless);
  EXPECT_EQ(verdict.first, visit);
  EXPECT_EQ(verdict.reason, reason);
}

TEST(Coverage, FindsLoopsThatDoNotEnd) {
  expectEndless({"i", w0, (i < 2).value(), i * 2}, {{0}, {0}},
                "the loop over i while i < 2 goes on from 0 to 0");
  expectEndless({"i", w0, (i < 2).value(), i - 1}, {{0}, {0}},
                "the loop over i while i < 2 goes on from 0 to -1");
  expectEndless({"i", w0, (i != 5).value(), (i + 2) % 8}, {{0}, {0}},
                "the loop over i while i != 5 comes back to 0");
  expectEndless({"i", w0, (i >= 0).value(), i + 1}, {{0}, {(1 << 20) + 9}},
                "the loop over i while 0 <= i has not ended after 1048585 trips");
}

TEST(Coverage, TakesALoopThatCountsDown) {
  const TileMap map = {{}, {}, {{"i", 9, (i >= 0).value(), i - 1}}, {i}, {10}};
  EXPECT_EQ(evaluateCoverage(map, {}).kind, Kind::Covered);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

TEST(Coverage, TakesNothing) {
  const TileMap map = {{"WORKGROUP_0", "WORKGROUP_1"}, {n0, n1}, {}, {w0, w1}, {n0, n1}};
  for (auto [a, b] : {std::pair(0, 0), {0, 5}, {5, 0}, {1, 1}, {-1, 2}})
    EXPECT_EQ(evaluateCoverage(map, {{"N_0", a}, {"N_1", b}}).kind, Kind::Covered);
  const CoverageVerdict verdict =
      evaluateCoverage({{"WORKGROUP_0"}, {0}, {}, {w0}, {n0}}, {{"N_0", 3}});
  EXPECT_EQ(verdict.kind, Kind::Skipped);
  EXPECT_EQ(verdict.missingCount, 3);
}

TEST(Coverage, TakesRoundedUpGrids) {
  const TileMap map = {{"WORKGROUP_0"}, {ceildiv(n0, 4) * 4}, {}, {w0}, {n0}};
  EXPECT_EQ(evaluateCoverage(map, {{"N_0", 5}}).kind, Kind::Covered);
}

TEST(Coverage, TellsWhatHasNoValue) {
  const TileMap map = {{"WORKGROUP_0"}, {4}, {countedLoop("i", 2)}, {(w0 + i) / 2}, {n0}};
  const CoverageVerdict verdict = evaluateCoverage(map, {{"N_0", 5}});
  EXPECT_EQ(verdict.kind, Kind::NoValue);
  EXPECT_EQ(verdict.first, (Visit{{0}, {1}}));
  EXPECT_EQ(verdict.reason, "(WORKGROUP_0 + i) / 2 is not exact for WORKGROUP_0 = 0 and i = 1");
  const CoverageVerdict open = evaluateCoverage(map, {});
  EXPECT_EQ(open.kind, Kind::NoValue);
  EXPECT_EQ(open.reason, "N_0 has no value");
  EXPECT_FALSE(open.first);
}

TEST(Coverage, RefusesWhatIsTooLarge) {
  const TileMap map = {{"WORKGROUP_0", "WORKGROUP_1"}, {1, 1}, {}, {w0, w1}, {n0, n1}};
  const int64_t large = int64_t(1) << 40;
  EXPECT_EQ(evaluateCoverage(map, {{"N_0", large}, {"N_1", large}}).kind, Kind::TooLarge);
  EXPECT_EQ(evaluateCoverage(map, {{"N_0", large}, {"N_1", 0}}).kind, Kind::Covered);
  EXPECT_EQ(evaluateCoverage({{"WORKGROUP_0"}, {n0}, {}, {w0}, {1}}, {{"N_0", large}}).kind,
            Kind::TooLarge);
}

/// The tiles of each workgroup, in the order in which it computes them.
std::vector<std::vector<int64_t>> tilesByWorkgroup(const TileMap &map, const Bindings &sizes) {
  std::vector<std::vector<int64_t>> list;
  const CoverageVerdict verdict =
      evaluateCoverage(map, sizes, [&](const Visit &visit, const std::vector<int64_t> &tile) {
        list.resize(std::max(list.size(), static_cast<size_t>(visit.workgroup[0]) + 1));
        list[static_cast<size_t>(visit.workgroup[0])].push_back(tile[0]);
      });
  EXPECT_EQ(verdict.kind, Kind::Covered);
  return list;
}

/// The list of the persistent GEMM's document (seed 000): 10 tiles, 4 workgroups.
TEST(Coverage, ListsTheTilesOfWorkgroups) {
  const std::vector<std::vector<int64_t>> expected = {{0, 4, 8}, {1, 5, 9}, {2, 6}, {3, 7}};
  EXPECT_EQ(tilesByWorkgroup(persistent(w0, tile + ctas), {{"TOTAL_TILES", 10}, {"NUM_CTAS", 4}}),
            expected);
}

/// Its table for CHUNK_SIZE = 2, of the XCD that runs workgroup w, which is w % 8: by the order of
/// the library and by the document's formula, which is right for as many workgroups as tiles.
TEST(Coverage, ListsTheTilesOfXcds) {
  const Bindings sizes{{"TOTAL_TILES", 32}, {"NUM_CTAS", 32}, {"NUM_XCDS", 8}, {"CHUNK_SIZE", 2}};
  for (const Expr &start : {order::xcd_chunked(w0, ctas, xcds, chunk), remapped(tiles)}) {
    const auto workgroups = tilesByWorkgroup(persistent(start, tile + ctas), sizes);
    ASSERT_EQ(workgroups.size(), 32U);
    std::vector<std::vector<int64_t>> byXcd(8);
    for (size_t w = 0; w < workgroups.size(); ++w)
      for (int64_t each : workgroups[w])
        byXcd[w % 8].push_back(each);
    EXPECT_EQ(byXcd[0], (std::vector<int64_t>{0, 1, 16, 17}));
    EXPECT_EQ(byXcd[1], (std::vector<int64_t>{2, 3, 18, 19}));
    EXPECT_EQ(byXcd[7], (std::vector<int64_t>{14, 15, 30, 31}));
  }
}

/// In the grid of 8 x 8 of the document on reordering (seed 001) XCD 0 has the indices 0 to 7, XCD
/// 1 those from 8 to 15, and so on.
TEST(Coverage, GivesEachXcdConsecutiveIndices) {
  const TileMap map{{"WORKGROUP_0"}, {64}, {}, {order::xcd_contiguous(w0, 64, 8)}, {64}};
  const CoverageVerdict verdict =
      evaluateCoverage(map, {}, [&](const Visit &visit, const std::vector<int64_t> &tile) {
        EXPECT_EQ(visit.workgroup[0] % 8, tile[0] / 8);
      });
  EXPECT_EQ(verdict.kind, Kind::Covered);
}

/// Blocks of A and of B that XCD 0 reads, of 8 for each row and each column of tiles, in the grid
/// of 8 x 8 of the document on reordering (seed 001).
struct PanelCount {
  std::set<int64_t> workgroups, rows, columns;

  explicit PanelCount(const order::TileCoordinates<Expr> &at) {
    const TileMap map{{"WORKGROUP_0", "WORKGROUP_1"}, {8, 8}, {}, {at.m, at.n}, {8, 8}};
    const CoverageVerdict verdict =
        evaluateCoverage(map, {}, [&](const Visit &visit, const std::vector<int64_t> &tile) {
          const int64_t flat = visit.workgroup[1] * 8 + visit.workgroup[0];
          if (flat % 8 != 0)
            return; // of another XCD
          workgroups.insert(flat);
          rows.insert(tile[0]);
          columns.insert(tile[1]);
        });
    EXPECT_EQ(verdict.kind, Kind::Covered);
  }
  size_t blocksOfA() const { return 8 * rows.size(); }
  size_t blocksOfB() const { return 8 * columns.size(); }
};

TEST(Coverage, CountsThePanelsOfAnXcd) {
  const PanelCount byDefault({w0, w1});
  EXPECT_EQ(byDefault.workgroups, (std::set<int64_t>{0, 8, 16, 24, 32, 40, 48, 56}));
  EXPECT_EQ(byDefault.blocksOfA(), 8U);
  EXPECT_EQ(byDefault.blocksOfB(), 64U);
  const PanelCount grouped(order::xcd_grouped(w1 * 8 + w0, 8, 8, 8, 2));
  EXPECT_EQ(grouped.blocksOfA(), 16U);
  EXPECT_EQ(grouped.blocksOfB(), 32U);
  const PanelCount wide(order::xcd_grouped(w1 * 8 + w0, 8, 8, 8, 8));
  EXPECT_EQ(wide.blocksOfA() + wide.blocksOfB(), 72U);
}

/// The first half of the tiles by one write, and by another one those from `begin` on.
std::vector<TileMap> halves(const Expr &begin) {
  const std::vector<Expr> half = {n0};
  return {{{"WORKGROUP_0"}, half, {}, {w0}, {n0 * 2}},
          {{"WORKGROUP_0"}, half, {}, {w0 + begin}, {n0 * 2}}};
}

TEST(Coverage, TakesDisjointWrites) {
  for (int64_t count : {0, 1, 2, 7})
    EXPECT_EQ(evaluateTogether(halves(n0), {{"N_0", count}}).kind, Kind::Covered) << count;
}

TEST(Coverage, FindsWritesThatOverlap) {
  const CoverageVerdict verdict = evaluateTogether(halves(n0 - 1), {{"N_0", 4}});
  EXPECT_EQ(verdict.kind, Kind::Repeated);
  EXPECT_EQ(verdict.tile, std::vector<int64_t>{3});
  EXPECT_EQ(verdict.first, (Visit{{3}, {}, 0}));
  EXPECT_EQ(verdict.second, (Visit{{0}, {}, 1}));
  EXPECT_EQ(verdict.repeated, line({3}));
  EXPECT_EQ(verdict.missing, line({7}));
}

TEST(Coverage, FindsWhatNoWriteReaches) {
  const CoverageVerdict verdict = evaluateTogether(halves(n0 + 2), {{"N_0", 4}});
  EXPECT_EQ(verdict.kind, Kind::Skipped);
  EXPECT_EQ(verdict.tile, std::vector<int64_t>{4});
  EXPECT_EQ(verdict.missing, line({4, 5}));
}

TEST(Coverage, TellsWhichOfSeveralWritesHasNoValue) {
  const CoverageVerdict verdict = evaluateTogether(halves(w0 / n0), {{"N_0", 4}});
  EXPECT_EQ(verdict.kind, Kind::NoValue);
  EXPECT_EQ(verdict.first, (Visit{{1}, {}, 1}));
}

} // namespace
