//===- Reads.cpp - What runs at one time, and the blocks that it reads -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tiles of one die, or of all workgroups of a chip with one, when the chip is full for the
// first time; beside the grid the blocks of inputs that they read, and below how many these are.
//
//===----------------------------------------------------------------------===//

#include <functional>

#include "picture/Picture.h"
#include "picture/TileGrid.h"

namespace wave::picture {

void drawCounts(Svg &svg, const Facts &facts, const Facts &use, double x, double y) {
  const auto tiles = at(use, "tiles").get<int64_t>();
  svg.text(x, y,
           nameOfUser(facts, use) + ": " + std::to_string(tiles) +
               (tiles == 1 ? " tile" : " tiles") + " at one time");
  svg.text(x, y += 18, blocksInUse(facts, use), "strong");
  for (const std::string &reason : reasonsOfBlocks(facts, use))
    svg.text(x, y += 16, reason, "small");
}

const Facts &positionOf(const Facts &map) {
  return at(map, "positions")[at(map, "first_position").get<size_t>()];
}

const Facts &userOf(const Facts &facts, const Facts &position) {
  return at(position, "in_use")[diesOf(facts) > 1 ? 1 : 0];
}

bool isInFlight(const TileCell &cell, const Facts &position, const Facts &use) {
  return at(position, "from").get<int64_t>() <= cell.start &&
         cell.start < at(position, "started").get<int64_t>() &&
         (at(use, "die").is_null() || at(use, "die") == cell.die);
}

Drawn drawReads(const Facts &facts) {
  const Facts &map = orderMapOf(facts);
  if (map.is_null())
    return {.drawings = {}, .absence = whyNoOrderMap(facts)};
  const Facts &position = positionOf(map), &use = userOf(facts, position);
  Drawing drawing{.title = "Blocks that " + nameOfUser(facts, use) + " read" +
                           (at(use, "die").is_null() ? "" : "s") + " at one time",
                  .description = "A block is what a workgroup loads of an input in one step of its "
                                 "loop. Tiles in colour run at one time; the blocks that they read "
                                 "are in colour beside the grid.",
                  .svg = {}};
  if (const std::string drawn = whatIsDrawn(map); !drawn.empty())
    drawing.description += " " + drawn;
  const TileGrid grid(facts, 560, 36, true);
  Svg &svg = drawing.svg;
  grid.drawLabels(svg);
  grid.drawBlocks(svg);
  grid.drawBlocksInUse(svg, use);
  const auto runs = [&](const TileCell &cell) { return isInFlight(cell, position, use); };
  grid.drawCells(svg, std::not_fn(runs), [](const TileCell &) { return "cell"; });
  grid.drawCells(svg, runs, [](const TileCell &) { return "tile"; });
  grid.drawNumbers(svg);
  drawCounts(svg, facts, use, 0, grid.bottom() + 22);
  return {.drawings = {drawing}, .absence = {}};
}

} // namespace wave::picture
