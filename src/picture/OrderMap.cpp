//===- OrderMap.cpp - A launch, position by position -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The picture of Reads.cpp at each position of the launch and of each die, with a slider, so that
// the order is seen at work.  What a page shows first, and on paper, is what Reads.cpp shows.
//
//===----------------------------------------------------------------------===//

#include <functional>

#include "picture/Picture.h"
#include "picture/TileGrid.h"

namespace wave::picture {

/// What the value of a choice is called, of a use of blocks.
static std::string valueOf(const Facts &use) {
  return at(use, "die").is_null() ? "all" : shown(at(use, "die"));
}

namespace {

class OrderMapDrawing {
public:
  explicit OrderMapDrawing(const Facts &facts)
      : facts(facts), map(orderMapOf(facts)), hasDies(diesOf(facts) > 1),
        grid(facts, 272, 30, true) {}

  Drawing draw() {
    const Facts &first = userOf(facts, positionOf(map));
    shownFirst = valueOf(first);
    drawing.title = "Tiles of " + shown(at(map, "output")) +
                    " that run at one time, and the blocks that they read";
    drawing.description =
        "Cells are tiles, with the number of the workgroup where there is room. Those with a "
        "thick outline run at the chosen time; the blocks of inputs that they read are in colour "
        "beside the grid.";
    Svg &svg = drawing.svg;
    grid.drawLabels(svg);
    grid.drawBlocks(svg);
    svg.open("class=\"faint\"");
    grid.drawCells(svg, [](const TileCell &) { return true; }, colours());
    svg.close();
    for (size_t position = 0; position < at(map, "positions").size(); ++position)
      drawPosition(position);
    grid.drawNumbers(svg);
    drawLegend();
    choose();
    return std::move(drawing);
  }

private:
  /// By die and by time: the page chooses.
  std::function<std::string(const TileCell &)> colours() const {
    return [this](const TileCell &cell) {
      const std::string time = "time" + std::to_string(grid.timeOf(cell));
      return hasDies ? TileGrid::classOfDie(cell) + " " + time : time;
    };
  }

  double heightOfLegend() const {
    return hasDies ? 18.0 * static_cast<double>((diesOf(facts) + 3) / 4) : 18;
  }
  double belowGrid() const { return grid.bottom() + heightOfLegend() + 28; }

  /// Of the colours that are chosen.
  void drawLegend() {
    Svg &svg = drawing.svg;
    const double y = grid.bottom() + 12;
    if (!hasDies)
      return drawLegendOfTimes(svg, 0, y);
    svg.open("class=\"of now\" data-colour=\"die\"");
    drawLegendOfDies(svg, facts, 0, y);
    svg.close();
    svg.open("class=\"of\" data-colour=\"time\"");
    drawLegendOfTimes(svg, 0, y);
    svg.close();
  }

  void drawPosition(size_t number) {
    const Facts &position = at(map, "positions")[number];
    const bool isFirst = at(map, "first_position") == number;
    Svg &svg = drawing.svg;
    svg.open("class=\"step" + std::string(isFirst ? " now" : "") + "\" data-step=\"" +
             std::to_string(number) + "\"");
    for (const Facts &use : at(position, "in_use")) {
      const std::string value = valueOf(use);
      // The cells of a die are among those of all.
      if (value != "all" || !hasDies) {
        open(value == "all" ? value : value + " all");
        grid.drawCells(
            svg, [&](const TileCell &cell) { return isInFlight(cell, position, use); },
            [&](const TileCell &cell) { return "flight " + colours()(cell); });
        svg.close();
      }
      open(value);
      grid.drawBlocksInUse(svg, use);
      drawCounts(svg, facts, use, 0, belowGrid());
      svg.close();
    }
    svg.close();
  }

  /// A group that is seen where one of these values is chosen.
  void open(const std::string &values) {
    const bool isFirst = (" " + values + " ").find(" " + shownFirst + " ") != std::string::npos;
    drawing.svg.open("class=\"of" + std::string(isFirst ? " now" : "") + "\" data-of=\"" + values +
                     "\"");
  }

  void choose() {
    drawing.slider.label = "Tiles started";
    const std::string all = shown(at(map, "trips"));
    for (const Facts &position : at(map, "positions")) {
      const auto before = at(position, "from").get<int64_t>();
      drawing.slider.steps.push_back(shown(at(position, "started")) + " of " + all + " started, " +
                                     std::to_string(before) + " ended");
    }
    drawing.slider.first = at(map, "first_position").get<size_t>();
    if (!hasDies)
      return;
    Choice of{.label = "Tiles of", .name = "of", .options = {}, .first = 0};
    for (const Facts &use : at(positionOf(map), "in_use")) {
      if (valueOf(use) == shownFirst)
        of.first = of.options.size();
      of.options.push_back({valueOf(use), nameOfUser(facts, use)});
    }
    drawing.choices = {std::move(of),
                       {.label = "Colour by",
                        .name = "colour",
                        .options = {{"die", nameOfDie(facts)}, {"time", "time of launch"}},
                        .first = 0}};
  }

  const Facts &facts, &map;
  const bool hasDies;
  const TileGrid grid;
  Drawing drawing;
  std::string shownFirst;
};

} // namespace

Drawn drawOrderMap(const Facts &facts) {
  if (orderMapOf(facts).is_null())
    return {.drawings = {}, .absence = whyNoOrderMap(facts)};
  return {.drawings = {OrderMapDrawing(facts).draw()}, .absence = {}};
}

} // namespace wave::picture
