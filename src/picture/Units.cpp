//===- Units.cpp - How long a step keeps each unit of the chip ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bar for each unit; the one that binds has a thick outline, and says so.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "picture/Picture.h"

namespace wave::picture {

static Drawing drawUnitsOf(const Facts &loop) {
  constexpr double names = 116, bars = 360, row = 40;
  Drawing drawing{.title = titleOfLoop(loop) + ": cycles of a step",
                  .description = "The unit that is busy longest binds: a step cannot be shorter.",
                  .svg = {}};
  Svg &svg = drawing.svg;
  double most = 0;
  for (const Facts &unit : at(loop, "units"))
    most = std::max(most, at(unit, "cycles").get<double>());
  double y = 0;
  for (const Facts &unit : at(loop, "units")) {
    const bool binds = at(unit, "name") == at(loop, "binding");
    const double width = most > 0 ? bars * at(unit, "cycles").get<double>() / most : 0;
    svg.text(0, y + 14, shown(at(unit, "name")), binds ? "strong" : "");
    svg.rect(names, y + 2, width, 16, binds ? "fill c1 thick" : "fill c0");
    svg.text(names + width + 8, y + 14, shown(at(unit, "cycles")) + (binds ? " binds" : ""),
             binds ? "strong" : "");
    svg.text(names, y + 31, shown(at(unit, "formula")), "small");
    y += row;
  }
  return drawing;
}

Drawn drawUnits(const Facts &facts) {
  Drawn drawn{.drawings = {}, .absence = whyNoLoops(facts)};
  for (const Facts *loop : loopsWith(facts, "units"))
    drawn.drawings.push_back(drawUnitsOf(*loop));
  if (drawn.absence.empty() && drawn.drawings.empty())
    drawn.absence = "Nothing of a loop is left that would keep a unit busy.";
  return drawn;
}

} // namespace wave::picture
