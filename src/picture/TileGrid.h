//===- TileGrid.h - The grid of tiles, and the blocks beside it -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells are tiles of the output, in the rows and columns that they have there.  Left of the grid
// stand the blocks of inputs that a row of tiles reads, above it those that a column reads.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "picture/OrderFacts.h"
#include "picture/Svg.h"

namespace wave::picture {

/// One cell, with what the facts say of it.
struct TileCell {
  size_t row, column;
  int64_t workgroup, trip, start, die;
};

class TileGrid {
public:
  /// As wide as `wide`, as far as cells are neither too small nor larger than `mostCell`; with the
  /// blocks of inputs beside it or without.
  TileGrid(const Facts &facts, double wide, double mostCell, bool hasBlocks);

  /// Numbers of rows on both sides, so that one is in sight where a page is narrow, and of columns.
  void drawLabels(Svg &svg) const;
  /// Of each tile the number of the workgroup that computes it, where cells have room.
  void drawNumbers(Svg &svg) const;
  /// The cells that `isDrawn`, in the class of each.
  void drawCells(Svg &svg, const std::function<bool(const TileCell &)> &isDrawn,
                 const std::function<std::string(const TileCell &)> &classOf) const;
  /// The blocks of all inputs, and those that are in use.
  void drawBlocks(Svg &svg) const;
  void drawBlocksInUse(Svg &svg, const Facts &use) const;

  /// In which of so many parts of the launch it starts.
  static constexpr int64_t times = 8;
  int64_t timeOf(const TileCell &cell) const;
  static std::string classOfDie(const TileCell &cell);

  double left() const { return x0; }
  double bottom() const;
  double right() const;

private:
  static constexpr double labelWidth = 26, lineHeight = 14, stripGap = 8, leastCell = 6,
                          widestStrip = 48;
  /// From here on cells stand apart; smaller ones touch, and runs of them are one shape.
  static constexpr double leastApart = 12;

  struct Strip {
    size_t input;   ///< its number
    bool isLeft;    ///< of rows; else of columns
    double at;      ///< where it begins, across
    double breadth; ///< of all steps
    size_t steps;   ///< that are drawn apart
  };
  std::string labelOf(const TileCell &cell) const;
  void drawStrip(Svg &svg, const Strip &strip, size_t from, size_t to,
                 const std::string &classes) const;

  const Facts &facts, &map, &cells;
  std::vector<TileCell> all;
  std::vector<Strip> strips;
  size_t rows = 0, columns = 0;
  double cell = 0, x0 = 0, y0 = 0;
};

// What pictures of the order have in common.

/// A colour for each die, with its name.
void drawLegendOfDies(Svg &svg, const Facts &facts, double x, double y);

/// The colours of the parts of a launch.
void drawLegendOfTimes(Svg &svg, double x, double y);

/// How many blocks a use has, and why.
void drawCounts(Svg &svg, const Facts &facts, const Facts &use, double x, double y);

/// Where the chip is full for the first time, and whose blocks are shown there: those of the first
/// die, or of all workgroups.
const Facts &positionOf(const Facts &map);
const Facts &userOf(const Facts &facts, const Facts &position);

bool isInFlight(const TileCell &cell, const Facts &position, const Facts &use);

} // namespace wave::picture
