//===- OrderMap.h - Which tiles run at one time, and what they read -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grid of tiles of an output, who computes each and when, and for some positions in the order
// of launch what is in use, in all and on each die.  All of it is counted.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wave::report {

struct OrderMap {
  struct Side {
    std::string dim;
    int64_t tiles, size; ///< how many, and elements of each
  };
  std::string output;
  std::vector<Side> sides;
  int64_t shares;    ///< workgroups or trips that compute a part of one tile, at most
  int64_t trips;     ///< of all workgroups
  int64_t mostTrips; ///< of a workgroup

  /// Of the input of that number in the order of Traffic::inputs.
  struct Input {
    std::vector<std::string> along; ///< sides along which its blocks change
    bool changesWithShare;
    std::string block;                   ///< that is loaded in one step: "[M = 64, K = 32] f16"
    int64_t blocks;                      ///< of a panel, which is what a tile takes
    int64_t blocksInAll;                 ///< that differ, of the launch
    std::vector<std::string> stepsAlong; ///< dimensions of the loop through them
  };
  std::vector<Input> inputs;

  /// What is drawn: tile (i * everyRow, j * everyColumn), the first along every other side.
  std::optional<size_t> rows; ///< the side that is the rows; a grid of one side is one row
  size_t columns = 0;
  int64_t everyRow = 1, everyColumn = 1;
  struct Cell {
    int64_t workgroup, trip, start, die; ///< `start` counts trips in the order of launch
  };
  std::vector<std::vector<std::optional<Cell>>> cells; ///< by row

  /// From the first to the last one, of each run.
  using Runs = std::vector<std::array<int64_t, 2>>;
  struct InUse {
    std::optional<int64_t> die; ///< of that one, or in all
    int64_t tiles;
    // Of the tiles in flight, as far as they are first along the sides that are not drawn: how many
    // rows and columns they take, and the rows and columns of cells that these are in.
    int64_t rowCount, columnCount;
    Runs rows, columns;
    std::vector<int64_t> blocks; ///< of each input, that differ
    int64_t all;
  };
  struct Position {
    int64_t from, started; ///< trips from..started - 1 are in flight
    std::vector<InUse> of; ///< all, and where there are several dies each
  };
  std::vector<Position> positions;
  size_t first = 0; ///< the position at which the chip is full for the first time
};

/// What other values of a symbol that decides the order alone would read.
struct OrderVariants {
  struct Row {
    int64_t value;
    bool isPresent;                  ///< it is the kernel's
    std::vector<OrderMap::InUse> of; ///< at the first position, as there
  };
  std::string symbol;
  std::vector<Row> rows;
};

} // namespace wave::report
