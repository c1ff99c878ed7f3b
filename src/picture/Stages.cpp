//===- Stages.cpp - When a pipelined loop's operations run ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table: a row for each stage, a column for each position of a step.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <map>

#include "picture/Lanes.h"
#include "picture/Picture.h"

namespace wave::picture {

namespace {
constexpr double line = 17, pad = 8, gap = 6, headHeight = 24, labelWidth = 64;
} // namespace

static Drawing drawStagesOf(const Facts &loop) {
  const Facts &timeline = at(loop, "timeline");
  const auto stages = at(at(loop, "pipeline"), "stages").get<int64_t>();
  const auto positions = at(at(loop, "pipeline"), "interval").get<int64_t>();
  const Lanes lanes(timeline);
  using Cell = std::pair<int64_t, int64_t>;
  std::map<Cell, std::vector<std::pair<std::string, std::string>>> cells; // texts, with classes
  std::map<int64_t, double> widths;                                       // of a position
  std::map<int64_t, size_t> rows;                                         // lines of a stage
  for (const Facts &op : at(timeline, "operations")) {
    const auto stage = at(op, "stage").get<int64_t>(), position = at(op, "position").get<int64_t>();
    const std::string role = shown(at(op, "role"));
    const std::string text = (role.empty() ? "" : role + ": ") + nameOfOperation(op);
    auto &cell = cells[{stage, position}];
    cell.emplace_back(text, lanes.colourOf(op));
    widths[position] = std::max(widths[position], widthOf(text) + 2 * pad + 8);
    rows[stage] = std::max(rows[stage], cell.size());
  }
  Drawing drawing{.title = titleOfLoop(loop) + ": " + std::to_string(stages) +
                           (stages == 1 ? " stage" : " stages") + ", a step every " +
                           std::to_string(positions) +
                           (positions == 1 ? " position" : " positions"),
                  .description = "Each trip of the steady loop runs all stages, each of another "
                                 "iteration: stage s of the iteration that began s trips before.",
                  .svg = {}};
  Svg &svg = drawing.svg;
  double x = labelWidth;
  std::map<int64_t, double> lefts;
  for (int64_t position = 0; position < positions; ++position) {
    widths[position] = std::max(widths[position], widthOf("position 10") + 2 * pad);
    lefts[position] = x;
    svg.text(x + pad, 15, "position " + std::to_string(position), "quiet");
    x += widths[position] + gap;
  }
  double y = headHeight;
  for (int64_t stage = 0; stage < stages; ++stage) {
    const double height = static_cast<double>(std::max<size_t>(rows[stage], 1)) * line + pad;
    svg.text(0, y + line, "stage " + std::to_string(stage), "strong");
    for (int64_t position = 0; position < positions; ++position) {
      svg.rect(lefts[position], y, widths[position], height, "cell");
      double base = y + line;
      for (const auto &[text, colour] : cells[{stage, position}]) {
        svg.rect(lefts[position] + 5, base - 10, 5, 12, "fill " + colour);
        svg.text(lefts[position] + 8 + pad, base, text);
        base += line;
      }
    }
    y += height + gap;
  }
  return drawing;
}

Drawn drawStages(const Facts &facts) {
  Drawn drawn{.drawings = {}, .absence = whyNoLoops(facts)};
  for (const Facts *loop : loopsWith(facts, "pipeline"))
    drawn.drawings.push_back(drawStagesOf(*loop));
  if (drawn.absence.empty() && drawn.drawings.empty())
    drawn.absence = loopsWith(facts, "timeline").empty()
                        ? "No loop is pipelined: a step ends before the next begins."
                        : "No loop has stages: its roles hand slots to each other.";
  return drawn;
}

} // namespace wave::picture
