//===- BlockOrderTest.cpp - Which blocks workgroups read at one time ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "SomeRead.h"
#include "analysis/BlockOrder.h"
#include "analysis/MemoryTraffic.h"
#include "wave/order.h"

namespace wave::analysis {
namespace {

//===----------------------------------------------------------------------===//
// Counted
//===----------------------------------------------------------------------===//

/// A formula, and the same for a computer without formulas.
struct Formula {
  Expr expr = 0;
  std::function<int64_t(int64_t, int64_t)> value;
};

Formula randomFormula(std::mt19937 &random, const Expr &x, const Expr &y, int depth) {
  const auto draw = [&](unsigned count) { return static_cast<int64_t>(random() % count); };
  if (depth == 0)
    switch (draw(3)) {
    case 0:
      return {x, [](int64_t a, int64_t) { return a; }};
    case 1:
      return {y, [](int64_t, int64_t b) { return b; }};
    default: {
      const int64_t number = draw(4);
      return {number, [=](int64_t, int64_t) { return number; }};
    }
    }
  const Formula a = randomFormula(random, x, y, depth - 1),
                b = randomFormula(random, x, y, depth - 1);
  const int64_t divisor = draw(4) + 1;
  const auto of = [](auto combine, const Formula &left, const Formula &right) {
    return [=](int64_t p, int64_t q) { return combine(left.value(p, q), right.value(p, q)); };
  };
  switch (draw(5)) { // of natural numbers
  case 0:
    return {a.expr + b.expr, of(std::plus<>(), a, b)};
  case 1:
    return {a.expr * b.expr, of(std::multiplies<>(), a, b)};
  case 2:
    return {floordiv(a.expr, divisor),
            [=](int64_t p, int64_t q) { return a.value(p, q) / divisor; }};
  case 3:
    return {a.expr % divisor, [=](int64_t p, int64_t q) { return a.value(p, q) % divisor; }};
  default:
    return {Min(a.expr, b.expr), of([](int64_t p, int64_t q) { return std::min(p, q); }, a, b)};
  }
}

TEST(BlockOrder, CountsWhatWorkgroupsRead) {
  std::mt19937 random(4);
  const auto draw = [&](unsigned count) { return static_cast<int64_t>(random() % count); };
  for (int round = 0; round < 500; ++round) {
    const bool isPersistent = draw(2) != 0;
    const Expr x = isPersistent ? Expr::symbol("$t") : Expr(WORKGROUP_0), y = WORKGROUP_1;
    std::vector<Formula> place;
    for (int64_t coordinates = draw(2) + 1; coordinates > 0; --coordinates)
      place.push_back(randomFormula(random, x, y, 2));
    // What no counter moves is read once.
    if (isPersistent)
      place.push_back({x % 7, [](int64_t t, int64_t) { return t % 7; }});
    const int64_t columns = draw(9) + 1, rows = draw(5) + 1, tiles = draw(30);
    const int64_t steps = draw(4) + 1;
    BlockRead read = someRead(steps);
    read.map.workgroups = {std::string(WORKGROUP_0.name()), std::string(WORKGROUP_1.name())};
    read.map.grid = {columns, rows};
    for (const Formula &formula : place)
      read.map.tile.push_back(formula.expr);
    if (isPersistent)
      read.map.loops = {{.counter = "$t",
                         .start = WORKGROUP_0,
                         .condition = (x < tiles).value(),
                         .next = x + columns}};

    // Each place on the chip runs one workgroup after the other, each of them trip by trip.
    const LaunchOrder launch{.running = draw(12) + 1, .dies = draw(3) + 1};
    std::vector<std::vector<std::pair<int64_t, std::vector<int64_t>>>> expected(
        static_cast<size_t>(launch.running));
    for (int64_t number = 0; number < rows * columns; ++number)
      for (int64_t t = number % columns; isPersistent ? t < tiles : t == number % columns;
           t += columns) {
        std::vector<int64_t> at;
        for (const Formula &formula : place)
          at.push_back(formula.value(t, number / columns));
        expected[static_cast<size_t>(number % launch.running)].emplace_back(number, at);
      }

    const std::optional<BlockOrder> order = blockOrderOf(read, {});
    ASSERT_TRUE(order);
    const auto places = tripsOfPlaces({*order}, launch);
    ASSERT_EQ(places.size(), expected.size());
    for (size_t trip = 0; trip < 8; ++trip) {
      std::set<std::vector<int64_t>> all;
      std::vector<std::set<std::vector<int64_t>>> onDie(static_cast<size_t>(launch.dies));
      for (const auto &trips : expected)
        if (trip < trips.size()) {
          all.insert(trips[trip].second);
          onDie[static_cast<size_t>(trips[trip].first % launch.dies)].insert(trips[trip].second);
        }
      const CountedParts parts = partsOf(readersOf(order->ofWorkgroup, tripsOfRound(places, trip)),
                                         order->steps, launch.dies);
      EXPECT_EQ(parts.all, static_cast<int64_t>(all.size()) * steps);
      for (size_t die = 0; die < onDie.size(); ++die)
        EXPECT_EQ(parts.onDie[die], static_cast<int64_t>(onDie[die].size()) * steps);
    }
    if (HasFailure())
      return;
  }
}

/// Blocks of a and of b that the workgroups of the first die read, in a grid of 8 x 8 tiles with 8
/// steps each, of which a tile has the row `m` and the column `n`.
int64_t blocksOfFirstDie(const Expr &m, const Expr &n) {
  int64_t blocks = 0;
  for (const Expr &place : {m, n}) {
    BlockRead read = someRead(8);
    read.map.workgroups = {std::string(WORKGROUP_0.name()), std::string(WORKGROUP_1.name())};
    read.map.grid = {8, 8};
    read.map.tile = {place};
    const std::optional<BlockOrder> order = blockOrderOf(read, {});
    const LaunchOrder launch{.running = 64, .dies = 8};
    blocks += partsOf(readersOf(order.value().ofWorkgroup,
                                tripsOfRound(tripsOfPlaces({*order}, launch), 0)),
                      order->steps, launch.dies)
                  .onDie.front();
  }
  return blocks;
}

TEST(BlockOrder, IsTheSameOfAFunctionAndOfItsFormula) {
  const Expr wg0 = WORKGROUP_0, wg1 = WORKGROUP_1, flat = wg1 * 8 + wg0;
  EXPECT_EQ(blocksOfFirstDie(wg0, wg1), 72);
  for (const auto &[rows, blocks] : {std::pair(1, 72), {2, 48}, {4, 48}, {8, 72}}) {
    const auto [m, n] = order::xcd_grouped(flat, Expr(8), Expr(8), Expr(8), Expr(rows));
    EXPECT_EQ(blocksOfFirstDie(m, n), blocks) << rows;
    // As the document on workgroup reordering writes it.
    const Expr xcd =
        (flat % 8) * floordiv(Expr(64), 8) + Min(flat % 8, Expr(64) % 8) + floordiv(flat, 8);
    const Expr group = floordiv(xcd, rows * 8), first = group * rows,
               size = Min(8 - first, Expr(rows));
    EXPECT_EQ(blocksOfFirstDie(first + (xcd % (rows * 8)) % size, floordiv(xcd % (rows * 8), size)),
              blocks)
        << rows;
  }
}

//===----------------------------------------------------------------------===//
// Predicted
//===----------------------------------------------------------------------===//

/// Workgroups with one trip each.
BlockOrder orderOf(std::vector<uint32_t> blocks, int64_t blockBytes, int64_t steps) {
  BlockOrder order{.ofWorkgroup = {}, .bytes = {}, .rowBytes = 4096, .steps = steps};
  for (const uint32_t block : blocks) {
    order.ofWorkgroup.push_back({block});
    if (order.bytes.size() <= block)
      order.bytes.resize(block + 1, blockBytes);
  }
  return order;
}

MemoryTraffic::Input trafficOf(const BlockOrder &order, int64_t running, int64_t outputBytes = 0) {
  const machine::Chip &chip = *machine::chipNamed("h200");
  const TileTime time{.stepCycles = 1000, .ahead = 2, .outputBytes = outputBytes};
  return memoryTrafficOf({order}, {.running = running, .dies = 1}, time, chip).inputs.front();
}

constexpr int64_t MiB = 1 << 20;

TEST(MemoryTraffic, OfWorkgroupsThatRunTogetherIsEachSliceOnce) {
  // 100 MiB, more than the cache holds, a slice of which is read by all eight at about one time.
  const MemoryTraffic::Input input = trafficOf(orderOf({0, 0, 0, 0, 0, 0, 0, 0}, 100 * MiB, 64), 8);
  EXPECT_EQ(input.requested, 800 * MiB);
  EXPECT_EQ(input.fromMemory, 100 * MiB);
  EXPECT_EQ(input.least, 100 * MiB);
}

TEST(MemoryTraffic, OfWorkgroupsOneAfterTheOtherIsWhatTheCacheDoesNotHold) {
  EXPECT_EQ(trafficOf(orderOf({0, 0, 0}, 100 * MiB, 64), 1).fromMemory, 300 * MiB);
  EXPECT_EQ(trafficOf(orderOf({0, 0, 0}, 20 * MiB, 64), 1).fromMemory, 20 * MiB);
  EXPECT_EQ(trafficOf(orderOf({0, 1, 0, 1}, 30 * MiB, 64), 1).fromMemory, 120 * MiB);
  EXPECT_EQ(trafficOf(orderOf({0, 0, 1, 1}, 20 * MiB, 64), 1).fromMemory, 40 * MiB);
  // What fits in some parts of it is there in part.
  const int64_t inPart = trafficOf(orderOf({0, 0, 0}, 35 * MiB, 64), 1).fromMemory;
  EXPECT_GT(inPart, 50 * MiB);
  EXPECT_LT(inPart, 90 * MiB);
  // What is written takes room as well.
  EXPECT_EQ(trafficOf(orderOf({0, 0, 0}, 20 * MiB, 64), 1, 40 * MiB).fromMemory, 60 * MiB);
}

TEST(MemoryTraffic, OfEachDieGoesThroughTheLastCache) {
  const machine::Chip &chip = *machine::chipNamed("mi300x");
  const TileTime time{.stepCycles = 1000, .ahead = 1, .outputBytes = 0};
  // Workgroups of eight dies, one after the other: no L2 has what another one has read.
  const auto of = [&](int64_t blockBytes) {
    return memoryTrafficOf({orderOf({0, 0, 0, 0, 0, 0, 0, 0, 0}, blockBytes, 64)},
                           {.running = 1, .dies = 8}, time, chip)
        .inputs.front()
        .fromMemory;
  };
  EXPECT_EQ(of(200 * MiB), 200 * MiB);
  EXPECT_EQ(of(300 * MiB), 2700 * MiB);
}

TEST(MemoryTraffic, OfAChipWithoutCachesIsNotPredicted) {
  const TileTime time{.stepCycles = 1000, .ahead = 2, .outputBytes = MiB};
  const auto of = [&](const machine::Chip &chip) {
    return memoryTrafficOf({orderOf({0, 0, 1, 1}, 20 * MiB, 64)}, {.running = 2, .dies = 1}, time,
                           chip);
  };
  machine::Chip withoutL2 = *machine::chipNamed("h200"), withoutMemory = withoutL2;
  withoutL2.l2ReuseBytes = 0;
  withoutMemory.memoryBytesPerCycle = 0;
  EXPECT_TRUE(of(*machine::chipNamed("h200")).isPredicted);
  for (const machine::Chip &chip : {machine::Chip{}, withoutL2, withoutMemory}) {
    const MemoryTraffic traffic = of(chip);
    EXPECT_FALSE(traffic.isPredicted);
    EXPECT_EQ(traffic.inputs.front().requested, 80 * MiB);
    EXPECT_EQ(traffic.inputs.front().least, 40 * MiB);
  }
}

TEST(MemoryTraffic, HasNoPartOfWhatIsEmpty) {
  const MemoryTraffic::Input input = trafficOf(orderOf({0, 1}, 0, 0), 2);
  EXPECT_EQ(input.requested, 0);
  EXPECT_EQ(input.fromMemory, 0);
  EXPECT_EQ(input.least, 0);
}

} // namespace
} // namespace wave::analysis
