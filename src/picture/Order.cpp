//===- Order.cpp - When each tile is computed ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grid of tiles with the number of the workgroup that computes each, coloured by time.
//
//===----------------------------------------------------------------------===//

#include "picture/Picture.h"
#include "picture/TileGrid.h"

namespace wave::picture {

void drawLegendOfTimes(Svg &svg, double x, double y) {
  constexpr double words = 38, swatch = 14;
  svg.text(x, y + 10, "first", "small");
  for (int64_t time = 0; time < TileGrid::times; ++time)
    svg.rect(x + words + static_cast<double>(time) * swatch, y, swatch, 12,
             "time" + std::to_string(time));
  svg.text(x + words + TileGrid::times * swatch + 6, y + 10, "last to start", "small");
}

Drawn drawOrder(const Facts &facts) {
  const Facts &map = orderMapOf(facts);
  if (map.is_null())
    return {.drawings = {}, .absence = whyNoOrderMap(facts)};
  Drawing drawing{.title = "Tiles of " + shown(at(map, "output")) + ", in the order of launch",
                  .description = "A number is the workgroup that computes the tile; those with "
                                 "small numbers start first.",
                  .svg = {}};
  if (at(map, "trips_of_a_workgroup") != 1)
    drawing.description = "A number w:t is workgroup w in its trip t; first trips come first.";
  if (const std::string drawn = whatIsDrawn(map); !drawn.empty())
    drawing.description += " " + drawn;
  const TileGrid grid(facts, 560, 36, false);
  Svg &svg = drawing.svg;
  grid.drawLabels(svg);
  grid.drawCells(
      svg, [](const TileCell &) { return true; },
      [&](const TileCell &cell) { return "time" + std::to_string(grid.timeOf(cell)); });
  grid.drawNumbers(svg);
  drawLegendOfTimes(svg, grid.left(), grid.bottom() + 12);
  return {.drawings = {drawing}, .absence = {}};
}

} // namespace wave::picture
