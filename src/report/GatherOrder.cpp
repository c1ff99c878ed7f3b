//===- GatherOrder.cpp - Which tiles run at one time ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "report/TrafficParts.h"
#include "symbolic/Evaluate.h"

namespace wave::report {

namespace {

/// What is drawn has at most so many cells on a side, so that a page stays small.
constexpr int64_t mostCells = 48;
constexpr size_t mostPositions = 12;

class MapOfOrder {
public:
  MapOfOrder(const analysis::OutputTiles &output, const std::vector<analysis::BlockRead> &reads,
             const std::vector<analysis::BlockOrder> &orders, const analysis::TileGrid &grid,
             const analysis::LaunchOrder &launch, const Bindings &sizes)
      : output(output), reads(reads), orders(orders), grid(grid), launch(launch), sizes(sizes),
        sequence(analysis::launchSequence(grid, launch)),
        tiles(analysis::tilesInOrder(grid, sequence)) {}

  /// Why nothing is drawn; empty where it is.
  std::string run() {
    if (sequence.empty() || grid.tiles() == 0)
      return "The output " + output.memory + " has no tile.";
    if (grid.tiles() == 1 && tiles.shares == 1)
      return "The output " + output.memory + " is one tile: there is no order to draw.";
    describe();
    for (size_t input = 0; input < orders.size(); ++input)
      if (const std::string why = relate(input); !why.empty())
        return why;
    const bool isShared = std::ranges::any_of(orders, [&](const analysis::BlockOrder &order) {
      return order.bytes.size() < sequence.size();
    });
    if (!isShared)
      return "No two tiles of " + output.memory +
             " read the same block of an input: their order decides nothing.";
    choose();
    fill();
    for (const size_t started : starts())
      map.positions.push_back(positionAt(started));
    return "";
  }

  OrderMap map{};

private:
  void describe() {
    map.output = output.memory;
    for (size_t side = 0; side < grid.counts.size(); ++side) {
      const symbolic::Evaluation size = symbolic::evaluate(output.sides[side].tile, sizes);
      map.sides.push_back({.dim = output.sides[side].dim,
                           .tiles = grid.counts[side],
                           .size = size ? size.value() : 0});
    }
    map.shares = tiles.shares;
    map.trips = static_cast<int64_t>(sequence.size());
    for (const std::vector<uint32_t> &trips : grid.ofWorkgroup)
      map.mostTrips = std::max(map.mostTrips, static_cast<int64_t>(trips.size()));
  }

  std::string relate(size_t number) {
    const analysis::BlockRead &read = reads[number];
    const auto along = analysis::sidesOf(orders[number], grid, sequence, tiles);
    if (!along)
      return "A workgroup reads several panels of " + read.name + " for one tile of " +
             output.memory + ".";
    OrderMap::Input input{.along = {},
                          .changesWithShare = false,
                          .block = {},
                          .blocks = orders[number].steps,
                          .blocksInAll = static_cast<int64_t>(orders[number].bytes.size()) *
                                         orders[number].steps,
                          .stepsAlong = {}};
    for (const size_t side : *along)
      if (side < map.sides.size())
        input.along.push_back(map.sides[side].dim);
      else
        input.changesWithShare = true;
    for (const analysis::BlockRead::Side &side : read.sides) {
      input.block += (input.block.empty() ? "[" : ", ") + side.dim + " = " + side.tile.str();
      if (!side.steps.same_as(Expr::constant(1)))
        input.stepsAlong.push_back(side.dim);
    }
    input.block += "] " + read.elementType;
    map.inputs.push_back(std::move(input));
    return "";
  }

  /// The last two sides with several tiles, or else the last two.
  void choose() {
    std::vector<size_t> sides;
    for (const bool hasSeveral : {true, false})
      for (size_t side = map.sides.size(); side-- > 0;)
        if (sides.size() < 2 && (map.sides[side].tiles > 1) == hasSeveral)
          sides.push_back(side);
    std::ranges::sort(sides);
    map.columns = sides.back();
    if (sides.size() == 2)
      map.rows = sides.front();
    // Odd, so that tiles that go to dies in turn are not all of one die.
    const auto everyOf = [](int64_t tiles) {
      int64_t every = 1;
      while ((tiles + every - 1) / every > mostCells)
        every += 2;
      return every;
    };
    map.everyColumn = everyOf(map.sides[map.columns].tiles);
    map.everyRow = map.rows ? everyOf(map.sides[*map.rows].tiles) : 1;
  }

  int64_t rowOf(uint32_t tile) const { return map.rows ? grid.coordinate(tile, *map.rows) : 0; }
  int64_t columnOf(uint32_t tile) const { return grid.coordinate(tile, map.columns); }

  /// Whether it is the first along every side that is neither rows nor columns.
  bool isInSlice(uint32_t tile) const {
    for (size_t side = 0; side < map.sides.size(); ++side)
      if (side != map.columns && side != map.rows && grid.coordinate(tile, side) != 0)
        return false;
    return true;
  }

  void fill() {
    const auto cellsOf = [](int64_t tiles, int64_t every) {
      return static_cast<size_t>((tiles + every - 1) / every);
    };
    map.cells.assign(map.rows ? cellsOf(map.sides[*map.rows].tiles, map.everyRow) : 1,
                     std::vector<std::optional<OrderMap::Cell>>(
                         cellsOf(map.sides[map.columns].tiles, map.everyColumn)));
    for (size_t start = 0; start < sequence.size(); ++start) {
      const auto [tile, share] = tiles.places[start];
      if (tile == analysis::TileGrid::noTile || share != 0 || !isInSlice(tile) ||
          rowOf(tile) % map.everyRow != 0 || columnOf(tile) % map.everyColumn != 0)
        continue;
      const analysis::Trip &trip = sequence[start];
      map.cells[static_cast<size_t>(rowOf(tile) / map.everyRow)]
               [static_cast<size_t>(columnOf(tile) / map.everyColumn)] =
          OrderMap::Cell{.workgroup = trip.workgroup,
                         .trip = trip.number,
                         .start = static_cast<int64_t>(start),
                         .die = trip.workgroup % launch.dies};
    }
  }

  /// Where a slider stops: when the chip is full for the first time, and evenly from there to the
  /// end; of a launch that does not fill it, evenly from its start.
  std::vector<size_t> starts() {
    const size_t all = sequence.size(), full = std::min(all, static_cast<size_t>(launch.running));
    const size_t begin = full < all ? full : 0;
    const auto dies = static_cast<size_t>(launch.dies);
    size_t step = std::max<size_t>((all - begin + mostPositions - 1) / mostPositions, 1);
    step = (step + dies - 1) / dies * dies;
    std::vector<size_t> found;
    for (size_t started = begin ? begin : std::min(step, all); started < all; started += step)
      found.push_back(started);
    found.push_back(all);
    map.first = static_cast<size_t>(std::ranges::find(found, full) - found.begin());
    return found;
  }

  /// Of the cells that stand for so many numbers each.
  static OrderMap::Runs runsOf(const std::set<int64_t> &numbers, int64_t every) {
    OrderMap::Runs runs;
    for (const int64_t number : numbers)
      if (!runs.empty() && runs.back()[1] + 1 >= number / every)
        runs.back()[1] = number / every;
      else
        runs.push_back({number / every, number / every});
    return runs;
  }

  OrderMap::Position positionAt(size_t started) const {
    const size_t from = analysis::firstInFlight(sequence, started, launch);
    OrderMap::Position position{.from = static_cast<int64_t>(from),
                                .started = static_cast<int64_t>(started),
                                .of = {inUse(from, started, std::nullopt)}};
    for (int64_t die = 0; die < launch.dies && launch.dies > 1; ++die)
      position.of.push_back(inUse(from, started, die));
    return position;
  }

  OrderMap::InUse inUse(size_t from, size_t started, std::optional<int64_t> die) const {
    OrderMap::InUse use{.die = die,
                        .tiles = 0,
                        .rowCount = 0,
                        .columnCount = 0,
                        .rows = {},
                        .columns = {},
                        .blocks = {},
                        .all = 0};
    std::vector<analysis::Trip> trips;
    std::set<int64_t> rows, columns;
    for (size_t start = from; start < started; ++start) {
      const uint32_t tile = tiles.places[start].tile;
      if (die && sequence[start].workgroup % launch.dies != *die)
        continue;
      trips.push_back(sequence[start]);
      if (tile == analysis::TileGrid::noTile)
        continue;
      ++use.tiles;
      if (isInSlice(tile)) {
        rows.insert(rowOf(tile));
        columns.insert(columnOf(tile));
      }
    }
    use.rowCount = static_cast<int64_t>(rows.size());
    use.columnCount = static_cast<int64_t>(columns.size());
    use.rows = runsOf(rows, map.everyRow);
    use.columns = runsOf(columns, map.everyColumn);
    for (const analysis::BlockOrder &order : orders) {
      const analysis::Readers readers = analysis::readersOf(order.ofWorkgroup, trips);
      use.blocks.push_back(analysis::partsOf(readers, order.steps, 1).all);
      use.all += use.blocks.back();
    }
    return use;
  }

  const analysis::OutputTiles &output;
  const std::vector<analysis::BlockRead> &reads;
  const std::vector<analysis::BlockOrder> &orders;
  const analysis::TileGrid &grid;
  const analysis::LaunchOrder &launch;
  const Bindings &sizes;
  const std::vector<analysis::Trip> sequence;
  const analysis::TilesInOrder tiles;
};

} // namespace

void addMap(TileOrder &order, const std::optional<analysis::OutputTiles> &output,
            const std::vector<analysis::BlockRead> &reads,
            const std::vector<analysis::BlockOrder> &orders, const analysis::LaunchOrder &launch,
            const Bindings &sizes) {
  if (!output) {
    order.whyNoMap = "A workgroup writes whole memories: there are no tiles to order.";
    return;
  }
  const std::optional<analysis::TileGrid> grid = analysis::tileGridOf(*output, sizes);
  if (!grid) {
    order.whyNoMap = "Which workgroup computes which tile of " + output->memory +
                     " is not known at these sizes.";
    return;
  }
  MapOfOrder map(*output, reads, orders, *grid, launch, sizes);
  order.whyNoMap = map.run();
  if (order.whyNoMap.empty())
    order.map = std::move(map.map);
}

} // namespace wave::report
