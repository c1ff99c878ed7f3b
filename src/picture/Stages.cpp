//===- Stages.cpp - When a pipelined loop's operations run ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table: a row for each stage, a column for each position of a step.  Where several stages have a
// part in a column they run together, which a bracket below says.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "picture/Lanes.h"
#include "picture/Picture.h"

namespace wave::picture {

/// A trip of the steady loop runs stage s of an iteration that began s trips before.
static std::string iterationOf(int64_t stage) {
  return stage == 0 ? "iteration i" : "iteration i - " + std::to_string(stage);
}

/// "stages 0 and 2".
static std::string nameOfStages(const std::set<int64_t> &stages) {
  std::string text;
  for (const int64_t stage : stages) {
    const std::string before = stage == *stages.rbegin() ? " and " : ", ";
    text += (text.empty() ? "stages " : before) + std::to_string(stage);
  }
  return text;
}

/// A bracket below a column that several stages have a part in.
static void drawTogether(Svg &svg, double left, double width, double y,
                         const std::set<int64_t> &stages) {
  if (stages.size() < 2)
    return;
  svg.path("M " + length(left) + " " + length(y) + " v 6 h " + length(width) + " v -6", "wait");
  svg.text(left + width / 2, y + 20, nameOfStages(stages), "strong middle");
  svg.text(left + width / 2, y + 36, "run together", "strong middle");
}

static Drawing drawStagesOf(const Facts &loop) {
  constexpr double line = 17, pad = 8, gap = 6, headHeight = 24, labelWidth = 112;
  const Facts &timeline = at(loop, "timeline");
  const auto stages = at(at(loop, "pipeline"), "stages").get<int64_t>();
  const auto positions = at(at(loop, "pipeline"), "interval").get<int64_t>();
  const Lanes lanes(timeline);
  using Cell = std::pair<int64_t, int64_t>;
  std::map<Cell, std::vector<std::pair<std::string, std::string>>> cells; // texts, with classes
  std::map<int64_t, double> widths;                                       // of a position
  std::map<int64_t, size_t> rows;                                         // lines of a stage
  std::map<int64_t, std::set<int64_t>> together;                          // stages of a position
  for (const Facts &op : at(timeline, "operations")) {
    const auto stage = at(op, "stage").get<int64_t>(), position = at(op, "position").get<int64_t>();
    const std::string role = shown(at(op, "role"));
    const std::string text = (role.empty() ? "" : role + ": ") + nameOfOperation(op);
    auto &cell = cells[{stage, position}];
    cell.emplace_back(text, lanes.colourOf(op));
    widths[position] = std::max(widths[position], widthOf(text) + 2 * pad + 8);
    rows[stage] = std::max(rows[stage], cell.size());
    together[position].insert(stage);
  }
  Drawing drawing{.title = titleOfLoop(loop) + ": " + std::to_string(stages) +
                           (stages == 1 ? " stage" : " stages") + ", a step every " +
                           std::to_string(positions) +
                           (positions == 1 ? " position" : " positions"),
                  .description = "Each trip of the steady loop runs all stages, each of another "
                                 "iteration: stage s of the iteration that began s trips before. "
                                 "Positions come one after the other; what several stages have "
                                 "at one position runs together.",
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
    const double height = static_cast<double>(std::max<size_t>(rows[stage], 2)) * line + pad;
    svg.text(0, y + line, "stage " + std::to_string(stage), "strong");
    svg.text(0, y + 2 * line, iterationOf(stage), "quiet");
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
  for (int64_t position = 0; position < positions; ++position)
    drawTogether(svg, lefts[position], widths[position], y, together[position]);
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
