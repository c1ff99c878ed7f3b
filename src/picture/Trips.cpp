//===- Trips.cpp - Several trips of a loop, side by side ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row for each operation, in lanes; a column for each trip, with the iteration that each stage
// runs, and the slot and phase that an operation takes.  Of one trip lines lead from what its
// operations wait for; the slider chooses the trip.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "picture/Lanes.h"
#include "picture/Picture.h"

namespace wave::picture {

namespace {

class TripsDrawing {
public:
  TripsDrawing(const Facts &facts, const Facts &loop)
      : facts(facts), loop(loop), timeline(at(loop, "timeline")),
        operations(at(timeline, "operations")), trips(at(timeline, "trips")), lanes(timeline) {}

  Drawing draw() {
    drawing.title = titleOfLoop(loop) + ", trip by trip: " + shown(at(loop, "steps")) + " steps";
    drawing.description =
        "Rows are operations, columns trips of the loop. A cell names the slot of the ring and the "
        "phase of its mbarrier, if it has them; phase 1 has a dashed outline. Lines lead from what "
        "the operations of one trip come after.";
    if (const Facts &roles = at(loop, "roles"); !roles.is_null())
      drawing.description += " Each role goes from trip to trip for itself: loads are at most " +
                             shown(at(roles, "steps_ahead")) + " steps ahead.";
    place();
    head();
    for (const Lane &lane : lanes.all())
      drawLane(lane);
    drawOtherRoles();
    for (size_t trip = 0; trip < trips.size(); ++trip)
      drawWaits(trip);
    choose();
    return std::move(drawing);
  }

private:
  static constexpr double row = 22, cellHeight = 18, cellWidth = 92, gutter = 18, laneGap = 26,
                          top = 38;

  double left(size_t trip) const {
    // Trips that are left out have a column of their own.
    const bool isAfterGap = trip >= firstAfterGap;
    return labels + static_cast<double>(trip + (isAfterGap ? 1 : 0)) * (cellWidth + gutter);
  }

  void place() {
    double widest = 0;
    for (const Facts &op : operations)
      widest = std::max(widest, widthOf(nameOfOperation(op)) + 14);
    for (const Lane &lane : lanes.all())
      widest = std::max(widest, widthOf(lanes.nameOf(lane)));
    labels = widest + gutter + 6;
    double y = top;
    for (const Lane &lane : lanes.all()) {
      y += laneGap;
      for (const size_t number : lane.operations) {
        tops[number] = y;
        y += row;
      }
    }
    bottom = y;
    for (size_t trip = 1; trip < trips.size(); ++trip)
      if (at(trips[trip], "trip") != at(trips[trip - 1], "trip").get<int64_t>() + 1)
        firstAfterGap = trip;
  }

  void head() {
    Svg &svg = drawing.svg;
    std::string part;
    for (size_t trip = 0; trip < trips.size(); ++trip) {
      const double x = left(trip);
      if (shown(at(trips[trip], "part")) != part || trip == firstAfterGap)
        svg.text(x, 13, part = shown(at(trips[trip], "part")), "strong");
      svg.text(x, 32, "trip " + shown(at(trips[trip], "trip")), "quiet");
      if (trip == firstAfterGap)
        svg.text(x - cellWidth - gutter, 32, "…", "quiet");
    }
    svg.width = std::max(svg.width, trips.empty() ? 0 : left(trips.size() - 1) + cellWidth);
  }

  const Facts &iterationOf(size_t trip, const Facts &op) const {
    return at(trips[trip], "iterations_of_stages")[at(op, "stage").get<size_t>()];
  }

  void drawLane(const Lane &lane) {
    Svg &svg = drawing.svg;
    const Facts &first = operations[lane.operations.front()];
    const double y = tops[lane.operations.front()];
    svg.text(0, y - 7, lanes.nameOf(lane), "strong");
    for (size_t trip = 0; trip < trips.size(); ++trip)
      if (const Facts &iteration = iterationOf(trip, first); !iteration.is_null())
        svg.text(left(trip), y - 7, "iteration " + shown(iteration), "quiet");
    for (const size_t number : lane.operations) {
      const Facts &op = operations[number];
      svg.rect(0, tops[number] + 3, 5, 12, "fill " + lanes.colourOf(op));
      svg.text(12, tops[number] + 13, nameOfOperation(op));
      for (size_t trip = 0; trip < trips.size(); ++trip)
        if (const Facts &iteration = iterationOf(trip, op); !iteration.is_null())
          drawCell(op, iteration, left(trip), tops[number]);
    }
  }

  /// Those that have no part in the loop.
  void drawOtherRoles() {
    for (const Facts &role : at(facts, "roles"))
      if (std::ranges::count(lanes.all(), shown(at(role, "name")), &Lane::role) == 0) {
        bottom += laneGap;
        drawing.svg.text(0, bottom - 7, shown(at(role, "name")), "strong");
        drawing.svg.text(labels, bottom - 7, "has no part in this loop", "quiet");
      }
  }

  void drawCell(const Facts &op, const Facts &iteration, double x, double y) {
    std::string text, outline;
    // Rings of a channel go side by side.
    if (const Facts &rings = at(op, "rings"); !rings.empty())
      for (const Facts &use : at(at(timeline, "uses"), shown(rings.front())))
        if (at(use, "use") == iteration) {
          text = "slot " + shown(at(use, "slot"));
          if (const Facts &phase = at(use, "phase"); !phase.is_null()) {
            text += " phase " + shown(phase);
            outline = phase == 1 ? " dashed" : "";
          }
        }
    drawing.svg.rect(x, y, cellWidth, cellHeight, "soft " + lanes.colourOf(op) + outline);
    if (!text.empty())
      drawing.svg.text(x + cellWidth / 2, y + 13, text, "small middle");
  }

  /// The column that runs stage `stage` of the iteration, if it is drawn.
  std::optional<size_t> columnOf(int64_t iteration, size_t stage) const {
    for (size_t trip = 0; trip < trips.size(); ++trip)
      if (at(trips[trip], "iterations_of_stages")[stage] == iteration)
        return trip;
    return std::nullopt;
  }

  struct Line {
    size_t from, trip, to;
    bool isKept;
  };

  /// Of a schedule that is refused, those alone that it does not keep.
  void drawLines(const std::vector<Line> &lines, size_t trip) {
    const bool isRefused = std::ranges::count(lines, false, &Line::isKept) != 0;
    if (isRefused)
      broken.push_back(trip);
    size_t number = 0;
    for (const Line &line : lines)
      if (!isRefused || !line.isKept)
        drawLine(line.from, line.trip, line.to, trip, number++, line.isKept ? "wait" : "broken");
  }

  /// From the end of one cell, between columns and above lanes, to the start of the other.
  void drawLine(size_t from, size_t fromTrip, size_t to, size_t toTrip, size_t number,
                const std::string &classes) {
    const double shift = static_cast<double>(number % 4) * 3;
    const double startY = tops[from] + cellHeight / 2, endY = tops[to] + cellHeight / 2;
    const double endX = left(toTrip);
    Svg &svg = drawing.svg;
    // What comes too late is right of what needs it: the line leads back.
    const double startX = fromTrip >= toTrip ? left(fromTrip) : left(fromTrip) + cellWidth;
    const double last = endX - 5 - shift;
    std::string steps = "M " + length(startX) + " " + length(startY) + " H ";
    if (fromTrip == toTrip || (fromTrip < toTrip && endX - startX <= gutter))
      steps += length(last); // the same column, or the one before
    else
      steps += length(fromTrip > toTrip ? startX - 5 - shift : startX + 3 + shift) + " V " +
               length(above(to) + shift) + " H " + length(last);
    svg.path(steps + " V " + length(endY) + " H " + length(endX - 1), classes);
    svg.path("M " + length(endX - 6) + " " + length(endY - 3.5) + " L " + length(endX) + " " +
                 length(endY) + " L " + length(endX - 6) + " " + length(endY + 3.5) + " Z",
             "arrow");
  }

  /// Between the lane of the operation and the one above it, over the names of iterations.
  double above(size_t operation) const {
    for (const Lane &lane : lanes.all())
      if (std::ranges::count(lane.operations, operation))
        return tops.at(lane.operations.front()) - laneGap - 2;
    return top;
  }

  void drawWaits(size_t trip) {
    Svg &svg = drawing.svg;
    svg.open("class=\"step\" data-step=\"" + std::to_string(trip) + "\"");
    svg.path("M " + length(left(trip)) + " 20 H " + length(left(trip) + cellWidth), "mark");
    const std::string name = shown(at(trips[trip], "trip"));
    double y = bottom + 22;
    svg.text(0, y, "trip " + name + ", what waits for what", "strong");
    std::vector<Line> lines;
    const auto say = [&](const std::string &words, const std::string &classes = "") {
      svg.text(0, y += 17, words, classes);
    };
    for (size_t number = 0; number < operations.size(); ++number) {
      const Facts &iteration = iterationOf(trip, operations[number]);
      if (iteration.is_null())
        continue;
      for (const Facts &wait : at(operations[number], "waits_for")) {
        const auto from = at(wait, "operation").get<size_t>();
        const int64_t before =
            iteration.get<int64_t>() - at(wait, "iterations_before").get<int64_t>();
        if (before < 0) // nothing is there yet
          continue;
        const std::string through = shown(at(wait, "through"));
        const bool isKept = at(wait, "kept") == true;
        say(nameOfOperation(operations[number]) + " of iteration " + shown(iteration) + " " +
                shown(at(wait, "how")) + " " + nameOfOperation(operations[from]) +
                " of iteration " + std::to_string(before) +
                (through.empty() ? "" : ", in " + through) +
                (isKept ? "" : ", which the schedule does not keep"),
            isKept ? "" : "strong");
        if (const auto column = columnOf(before, at(operations[from], "stage").get<size_t>());
            column && (*column <= trip || !isKept))
          lines.push_back({from, *column, number, isKept});
      }
    }
    drawLines(lines, trip);
    if (y < bottom + 23)
      say("nothing: what it needs is of no iteration before");
    svg.close();
  }

  void choose() {
    if (trips.empty())
      return;
    drawing.slider.label = "Trip of the " + nameOfLoop(loop);
    for (const Facts &trip : trips)
      drawing.slider.steps.push_back("trip " + shown(at(trip, "trip")) + ", " +
                                     shown(at(trip, "part")));
    // The last one before a gap is the steadiest.
    drawing.slider.first = std::min(firstAfterGap, trips.size()) - 1;
    // Of a schedule that is refused, the last one that shows why.
    for (const size_t trip : broken)
      if (trip < firstAfterGap)
        drawing.slider.first = trip;
    const std::string number = " data-step=\"" + std::to_string(drawing.slider.first) + "\"";
    std::string &body = drawing.svg.body;
    body.insert(body.find(number) - 1, " now");
  }

  const Facts &facts, &loop, &timeline, &operations, &trips;
  Lanes lanes;
  Drawing drawing;
  double labels = 0, bottom = 0;
  std::map<size_t, double> tops; ///< of rows
  size_t firstAfterGap = SIZE_MAX;
  std::vector<size_t> broken; ///< trips with a dependence that is not kept
};

} // namespace

Drawn drawTrips(const Facts &facts) {
  Drawn drawn{.drawings = {}, .absence = whyNoLoops(facts)};
  for (const Facts *loop : loopsWith(facts, "timeline"))
    if (at(at(*loop, "timeline"), "trips").empty())
      drawn.absence = "The " + nameOfLoop(*loop) + " has no step.";
    else
      drawn.drawings.push_back(TripsDrawing(facts, *loop).draw());
  if (!drawn.drawings.empty())
    drawn.absence.clear();
  else if (drawn.absence.empty())
    drawn.absence = "No loop is pipelined: a step ends before the next begins.";
  return drawn;
}

} // namespace wave::picture
