//===- Dies.cpp - Which die computes each tile -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a chip whose workgroups go in turn to several dies, each with a cache of its own.
//
//===----------------------------------------------------------------------===//

#include "picture/Picture.h"
#include "picture/TileGrid.h"

namespace wave::picture {

void drawLegendOfDies(Svg &svg, const Facts &facts, double x, double y) {
  constexpr int64_t ofRow = 4;
  const std::string name = nameOfDie(facts);
  const double width = widthOf(name + " 10", 10) + 24;
  for (int64_t die = 0; die < diesOf(facts); ++die) {
    const double left = x + static_cast<double>(die % ofRow) * width,
                 top = y + static_cast<double>(die / ofRow) * 18;
    svg.rect(left, top, 12, 12, "die" + std::to_string(die % 8));
    svg.text(left + 17, top + 10, name + " " + std::to_string(die), "small");
  }
}

Drawn drawDies(const Facts &facts) {
  const Facts &map = orderMapOf(facts);
  if (map.is_null())
    return {.drawings = {}, .absence = whyNoOrderMap(facts)};
  if (diesOf(facts) == 1)
    return {.drawings = {},
            .absence = "The workgroups of " + shown(at(facts, "target")) +
                       " go to one die, as far as its makers say: no tile has another colour."};
  const std::string name = nameOfDie(facts);
  Drawing drawing{
      .title = "Tiles of " + shown(at(map, "output")) + ", by the " + name + " that computes them",
      .description =
          "Workgroup w runs on " + name + " w mod " + std::to_string(diesOf(facts)) + ".",
      .svg = {}};
  if (const std::string drawn = whatIsDrawn(map); !drawn.empty())
    drawing.description += " " + drawn;
  const TileGrid grid(facts, 560, 36, false);
  grid.drawLabels(drawing.svg);
  grid.drawCells(drawing.svg, [](const TileCell &) { return true; }, TileGrid::classOfDie);
  grid.drawNumbers(drawing.svg);
  drawLegendOfDies(drawing.svg, facts, grid.left(), grid.bottom() + 12);
  return {.drawings = {drawing}, .absence = {}};
}

} // namespace wave::picture
