//===- IndependenceTest.cpp - Workgroups that read what others write ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Independence.h"

#include "symbolic/CoverageProof.h"

#include <gtest/gtest.h>

#include <chrono>

using namespace wave;
using namespace wave::symbolic;

namespace {

using Kind = IndependenceVerdict::Kind;

const Expr w0 = WORKGROUP_0, w1 = WORKGROUP_1, m = Expr::symbol("M"), n = Expr::symbol("N");
const Expr i = Expr::symbol("i"), j = Expr::symbol("j");

/// Tiles of 16 x 4 of a memory [M, N], one for each workgroup, at these coordinates.
AccessMap at(const Expr &row, const Expr &column) {
  return {
      {{"WORKGROUP_0", "WORKGROUP_1"}, {ceildiv(m, 16), ceildiv(n, 4)}, {}, {row, column}, {m, n}},
      {{"i", 16, 16}, {"j", 4, 4}}};
}

const AccessMap own = at(w0 * 16 + i, w1 * 4 + j);

IndependenceVerdict verdictOf(const AccessMap &read, const Bindings &sizes) {
  return evaluateIndependence({own}, {read}, sizes);
}

TEST(Independence, OfTheOwnTile) {
  for (const int64_t rows : {0, 1, 16, 50})
    EXPECT_EQ(verdictOf(own, {{"M", rows}, {"N", 9}}).kind, Kind::Independent) << rows;
  // Whatever stays within it, in any order.
  EXPECT_EQ(verdictOf(at(w0 * 16 + 15 - i, w1 * 4 + (j + 1) % 4), {{"M", 32}, {"N", 8}}).kind,
            Kind::Independent);
  EXPECT_EQ(verdictOf(at(w0 * 16, w1 * 4 + j), {{"M", 32}, {"N", 8}}).kind, Kind::Independent);
}

TEST(Independence, NamesTheElementAndBothWorkgroups) {
  const IndependenceVerdict beside =
      verdictOf(at(w0 * 16 + i, w1 * 4 + j - 1), {{"M", 32}, {"N", 8}});
  EXPECT_EQ(beside.kind, Kind::Shared);
  EXPECT_EQ(beside.element, (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(beside.reader, (Visit{{0, 1}, {}}));
  EXPECT_EQ(beside.writer, (Visit{{0, 0}, {}}));
  const IndependenceVerdict crossed =
      verdictOf(at(w1 * 4 + j, w0 * 16 + i), {{"M", 32}, {"N", 32}});
  EXPECT_EQ(crossed.kind, Kind::Shared);
  EXPECT_EQ(crossed.element, (std::vector<int64_t>{0, 4}));
  EXPECT_EQ(crossed.reader, (Visit{{0, 0}, {}}));
  EXPECT_EQ(crossed.writer, (Visit{{0, 1}, {}}));
  // No box: the sum of both places.
  const IndependenceVerdict skewed =
      verdictOf(at(w0 * 16 + (i + j) % 32, w1 * 4 + j), {{"M", 32}, {"N", 4}});
  EXPECT_EQ(skewed.kind, Kind::Shared);
  EXPECT_EQ(skewed.element, (std::vector<int64_t>{16, 3}));
}

TEST(Independence, LeavesOutWhatIsOutside) {
  EXPECT_EQ(verdictOf(at(w0 * 16 + i + m, w1 * 4 + j), {{"M", 32}, {"N", 8}}).kind,
            Kind::Independent);
  // A last tile of 2 columns ends there: the next column of its elements is outside.
  AccessMap cut = at(w0 * 16 + i, w1 * 4 + j + 4);
  EXPECT_EQ(verdictOf(cut, {{"M", 16}, {"N", 4}}).kind, Kind::Independent);
  EXPECT_EQ(verdictOf(cut, {{"M", 16}, {"N", 5}}).kind, Kind::Shared);
  cut.elements[1].extent = Min(Expr(4), n - w1 * 4) - 3;
  EXPECT_EQ(verdictOf(cut, {{"M", 16}, {"N", 3}}).kind, Kind::Independent);
}

TEST(Independence, FollowsLoops) {
  // Persistent: tiles of 16 rows, and reads of the tile that the workgroup has next.
  const Expr t = Expr::symbol("t"), count = ceildiv(m, 16);
  const auto persistent = [&](const Expr &row) {
    return AccessMap{{{"WORKGROUP_0"}, {3}, {{"t", w0, (t < count).value(), t + 3}}, {row}, {m}},
                     {{"i", 16, 16}}};
  };
  const AccessMap write = persistent(t * 16 + i);
  const auto verdict = [&](const Expr &row) {
    return evaluateIndependence({write}, {persistent(row)}, {{"M", 100}});
  };
  EXPECT_EQ(verdict(t * 16 + i).kind, Kind::Independent);
  EXPECT_EQ(verdict((t + 3) * 16 + i).kind, Kind::Independent); // its own next tile
  EXPECT_EQ(verdict((t + 1) * 16 + i).kind, Kind::Shared);
  EXPECT_EQ(verdict((t + 1) * 16 + i).reader, (Visit{{0}, {0}}));
  EXPECT_EQ(verdict((t + 1) * 16 + i).writer, (Visit{{1}, {1}}));
}

TEST(Independence, TakesTilesOfSeveralSizes) {
  // Two writes of halves, in tiles of 4 and of 6 rows.
  const auto rowsAt = [&](const Expr &start, int64_t size) {
    return AccessMap{{{"WORKGROUP_0"}, {3}, {}, {start + i}, {30}}, {{"i", size, size}}};
  };
  const std::vector<AccessMap> writes = {rowsAt(w0 * 4, 4), rowsAt(w0 * 6 + 12, 6)};
  EXPECT_EQ(evaluateIndependence(writes, {rowsAt(w0 * 4 + 1, 3), rowsAt(w0 * 6 + 12, 6)}, {}).kind,
            Kind::Independent);
  const IndependenceVerdict verdict = evaluateIndependence(writes, {rowsAt(w0 * 6 + 13, 6)}, {});
  EXPECT_EQ(verdict.kind, Kind::Shared);
  EXPECT_EQ(verdict.element, std::vector<int64_t>{18});
  EXPECT_EQ(verdict.write, 1u);
}

TEST(Independence, SaysWhatHasNoValue) {
  const IndependenceVerdict verdict =
      verdictOf(at(floordiv(i, n - 8), w1 * 4 + j), {{"M", 16}, {"N", 8}});
  EXPECT_EQ(verdict.kind, Kind::NoValue);
  EXPECT_EQ(verdict.reason.substr(0, 8), "floordiv");
}

TEST(IndependenceProof, OfReadsWithinTheOwnTile) {
  const auto isProved = [](const AccessMap &read) {
    for (const TileMap &map : ownTilesOf(own, read))
      if (proveCoverage(map))
        return true;
    return false;
  };
  EXPECT_TRUE(isProved(own));
  EXPECT_TRUE(isProved(at(w0 * 16 + 15 - i, w1 * 4 + (j + 1) % 4)));
  EXPECT_TRUE(isProved(at(w0 * 16, w1 * 4 + j)));
  EXPECT_FALSE(isProved(at(w0 * 16 + i, w1 * 4 + j - 1)));
  EXPECT_FALSE(isProved(at(w1 * 4 + j, w0 * 16 + i)));
  EXPECT_FALSE(isProved(at(i, w1 * 4 + j)));
}

} // namespace
