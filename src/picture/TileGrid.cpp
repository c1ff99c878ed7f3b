//===- TileGrid.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/TileGrid.h"

#include <algorithm>
#include <map>

namespace wave::picture {

TileGrid::TileGrid(const Facts &facts, double wide, double mostCell, bool hasBlocks)
    : facts(facts), map(orderMapOf(facts)), cells(at(map, "cells")) {
  const Facts &workgroups = at(cells, "workgroup");
  rows = workgroups.size();
  columns = workgroups.empty() ? 0 : workgroups[0].size();
  const auto numberAt = [&](const char *name, size_t row, size_t column) {
    return at(cells, name)[row][column].get<int64_t>();
  };
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column)
      if (!workgroups[row][column].is_null())
        all.push_back({.row = row,
                       .column = column,
                       .workgroup = numberAt("workgroup", row, column),
                       .trip = numberAt("trip", row, column),
                       .start = numberAt("start", row, column),
                       .die = numberAt("die", row, column)});
  cell = std::clamp(wide / static_cast<double>(std::max<size_t>(columns, 1)), leastCell, mostCell);
  x0 = labelWidth;
  y0 = 2 * lineHeight + 2;
  for (size_t input = 0; hasBlocks && input < at(map, "inputs").size(); ++input) {
    const Facts &of = at(map, "inputs")[input];
    // Of the sides that are drawn an input of a strip has one; others are the same for all cells.
    const auto isAlong = [&](const char *side) {
      const Facts &along = at(of, "along");
      return std::ranges::find(along, at(cells, side)) != along.end();
    };
    const bool isLeft = isAlong("row_dim");
    if (isLeft == isAlong("column_dim"))
      continue;
    const auto steps =
        static_cast<size_t>(std::max<int64_t>(at(of, "blocks_of_a_panel").get<int64_t>(), 1));
    const bool isApart = steps <= 16;
    double &from = isLeft ? x0 : y0;
    const double breadth = isApart
                               ? std::clamp(widestStrip / static_cast<double>(steps), 3.0, 8.0) *
                                     static_cast<double>(steps)
                               : 16;
    strips.push_back({.input = input,
                      .isLeft = isLeft,
                      .at = from,
                      .breadth = breadth,
                      .steps = isApart ? steps : 1});
    from += breadth + stripGap;
  }
}

double TileGrid::bottom() const { return y0 + cell * static_cast<double>(rows); }
double TileGrid::right() const { return x0 + cell * static_cast<double>(columns); }

int64_t TileGrid::timeOf(const TileCell &of) const {
  return std::min(of.start * times / std::max<int64_t>(at(map, "trips").get<int64_t>(), 1),
                  times - 1);
}

std::string TileGrid::classOfDie(const TileCell &of) { return "die" + std::to_string(of.die % 8); }

void TileGrid::drawLabels(Svg &svg) const {
  const auto every = [&](double room, size_t count) {
    size_t step = 1;
    while (static_cast<double>(step) * cell < room && step < count)
      step *= 2;
    return step;
  };
  const auto first = [&](const char *name, size_t index) {
    return std::to_string(static_cast<int64_t>(index) * at(cells, name).get<int64_t>());
  };
  if (!at(cells, "row_dim").is_null()) {
    svg.text(0, y0 - 4, shown(at(cells, "row_dim")), "strong");
    for (size_t row = 0; row < rows; row += every(12, rows)) {
      const double y = y0 + (static_cast<double>(row) + 0.5) * cell + 4;
      svg.text(labelWidth - 5, y, first("every_row", row), "small quiet end");
      svg.text(right() + 5, y, first("every_row", row), "small quiet");
    }
  }
  svg.text(x0, lineHeight - 4, shown(at(cells, "column_dim")), "strong");
  const double widest = widthOf(first("every_column", columns - 1), 10) + 4;
  for (size_t column = 0; column < columns; column += every(widest, columns))
    svg.text(x0 + (static_cast<double>(column) + 0.5) * cell, 2 * lineHeight - 4,
             first("every_column", column), "small quiet middle");
}

std::string TileGrid::labelOf(const TileCell &of) const {
  return std::to_string(of.workgroup) +
         (at(map, "trips_of_a_workgroup") == 1 ? "" : ":" + std::to_string(of.trip));
}

void TileGrid::drawNumbers(Svg &svg) const {
  double widest = 0;
  for (const TileCell &each : all)
    widest = std::max(widest, widthOf(labelOf(each), 10));
  if (widest + 4 > cell || cell < leastApart)
    return;
  for (const TileCell &each : all)
    svg.text(x0 + (static_cast<double>(each.column) + 0.5) * cell,
             y0 + (static_cast<double>(each.row) + 0.5) * cell + 4, labelOf(each), "small middle");
}

void TileGrid::drawCells(Svg &svg, const std::function<bool(const TileCell &)> &isDrawn,
                         const std::function<std::string(const TileCell &)> &classOf) const {
  const bool isApart = cell >= leastApart;
  std::map<std::string, std::string> paths; // by class
  for (size_t number = 0; number < all.size(); ++number) {
    const TileCell &first = all[number];
    if (!isDrawn(first))
      continue;
    const std::string classes = classOf(first);
    size_t last = number;
    while (!isApart && last + 1 < all.size() && all[last + 1].row == first.row &&
           all[last + 1].column == all[last].column + 1 && isDrawn(all[last + 1]) &&
           classOf(all[last + 1]) == classes)
      ++last;
    const double gap = isApart ? 1.5 : 0, height = cell - gap,
                 width = cell * static_cast<double>(last - number + 1) - gap;
    paths[classes] += "M" + length(x0 + static_cast<double>(first.column) * cell) + " " +
                      length(y0 + static_cast<double>(first.row) * cell) + "h" + length(width) +
                      "v" + length(height) + "h" + length(-width) + "z";
    number = last;
  }
  for (const auto &[classes, steps] : paths)
    svg.path(steps, classes);
  svg.width = std::max(svg.width, right() + labelWidth);
  svg.height = std::max(svg.height, bottom());
}

/// The blocks of the rows, or columns, from..to.
void TileGrid::drawStrip(Svg &svg, const Strip &strip, size_t from, size_t to,
                         const std::string &classes) const {
  const double gap = cell >= leastApart ? 1.5 : 0,
               step = strip.breadth / static_cast<double>(strip.steps);
  std::string steps;
  // Cells that touch are one shape.
  const size_t each = gap > 0 ? 1 : to - from + 1;
  for (size_t line = from; line <= to; line += each)
    for (size_t number = 0; number < strip.steps; ++number) {
      const double across = strip.at + static_cast<double>(number) * step,
                   along = static_cast<double>(line) * cell,
                   size = static_cast<double>(each) * cell - gap,
                   thin = step - (strip.steps > 1 ? 1 : 0);
      const double x = strip.isLeft ? across : x0 + along, y = strip.isLeft ? y0 + along : across;
      const double width = strip.isLeft ? thin : size, height = strip.isLeft ? size : thin;
      steps += "M" + length(x) + " " + length(y) + "h" + length(width) + "v" + length(height) +
               "h" + length(-width) + "z";
    }
  svg.path(steps, classes);
}

void TileGrid::drawBlocks(Svg &svg) const {
  for (const Strip &strip : strips) {
    const size_t count = strip.isLeft ? rows : columns;
    drawStrip(svg, strip, 0, count - 1, "block");
    const std::string name = shown(at(at(at(facts, "traffic"), "inputs")[strip.input], "memory"));
    if (strip.isLeft)
      svg.text(strip.at + strip.breadth / 2, y0 - 4, name, "strong middle");
    else
      svg.text(x0 - 5, strip.at + strip.breadth / 2 + 4, name, "strong end");
  }
}

void TileGrid::drawBlocksInUse(Svg &svg, const Facts &use) const {
  for (const Strip &strip : strips)
    for (const Facts &run : at(use, strip.isLeft ? "rows" : "columns"))
      drawStrip(svg, strip, run[0].get<size_t>(), run[1].get<size_t>(),
                "fill c" + std::to_string(strip.input % 4));
}

} // namespace wave::picture
