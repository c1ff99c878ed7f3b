//===- LaunchIndices.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intervals settle nearly every index, at the sizes of the launch or with the numbers that tables
// hold.  For the others the workgroups and trips are walked: where only a divisor may be 0, element
// by element; where something may overflow, with intervals for the elements of a tile first.
//
//===----------------------------------------------------------------------===//

#include "runtime/LaunchIndices.h"

#include <algorithm>
#include <set>

#include "diagnostic/ErrorId.h"
#include "runtime/Tables.h"
#include "runtime/TileCoverage.h"
#include "symbolic/Evaluate.h"
#include "symbolic/MapWalk.h"
#include "symbolic/Node.h"
#include "symbolic/Parse.h"
#include "symbolic/Substitute.h"

namespace wave {

using symbolic::Interval, symbolic::Intervals, symbolic::MapWalk;

/// Without an element, a trip or a workgroup any interval will do.
static Interval intervalOf(std::optional<int64_t> low, std::optional<int64_t> high) {
  if (low && high)
    high = std::max(*low, *high);
  return {low, high};
}

/// The same index in a launch of these sizes.
static LaunchIndex indexAt(LaunchIndex index, const Bindings &sizes) {
  const auto bind = [&](Expr &expr) { expr = symbolic::substitute(expr, sizes); };
  std::ranges::for_each(index.map.grid, bind);
  std::ranges::for_each(index.map.tile, bind);
  for (symbolic::MapLoop &loop : index.map.loops)
    for (Expr *part : {&loop.start, &loop.condition, &loop.next})
      bind(*part);
  for (symbolic::MapRead &read : index.map.reads)
    std::ranges::for_each(read.at, bind);
  for (LaunchIndex::Coordinate &each : index.coordinates) {
    bind(each.start);
    bind(each.count);
  }
  return index;
}

/// Sets the intervals of coordinates, where the other symbols are known to lie in theirs.
static void setCoordinates(const LaunchIndex &index, Intervals &known) {
  for (const auto &[symbol, start, count] : index.coordinates) {
    const Interval last = symbolic::boundsOf(start + count - 1, known);
    known[symbol] = intervalOf(symbolic::boundsOf(start, known).low, last.high);
  }
}

/// The intervals of ids, counters and coordinates, where what is read lies between these numbers.
/// The index is one of a launch.
static Intervals intervalsOf(const LaunchIndex &index, const Intervals &reads) {
  Intervals known = reads;
  for (size_t i = 0; i < index.map.workgroups.size(); ++i)
    known[index.map.workgroups[i]] =
        intervalOf(0, symbolic::boundsOf(index.map.grid[i] - 1, known).high);
  for (const symbolic::MapLoop &loop : index.map.loops) {
    const std::optional<Expr> bound = symbolic::boundOf(loop);
    const std::optional<Expr> step = symbolic::stepOf(loop);
    const bool grows = step && symbolic::boundsOf(*step, known).low.value_or(-1) >= 0;
    known[loop.counter] =
        intervalOf(grows ? symbolic::boundsOf(loop.start, known).low : std::optional<int64_t>(),
                   bound ? symbolic::boundsOf(*bound - 1, known).high : std::optional<int64_t>());
  }
  setCoordinates(index, known);
  return known;
}

/// Whether the intervals show that the index, and the places that it is read from, have values.
static bool isSettled(const LaunchIndex &index, const Intervals &known,
                      bool (*hasValue)(const Expr &, const Intervals &)) {
  return hasValue(index.value(), known) &&
         std::ranges::all_of(index.map.reads, [&](const symbolic::MapRead &read) {
           return std::ranges::all_of(read.at,
                                      [&](const Expr &place) { return hasValue(place, known); });
         });
}
static bool isSettled(const LaunchIndex &index, const Intervals &reads) {
  return isSettled(index, intervalsOf(index, reads), symbolic::alwaysHasValue);
}

static bool readsMemory(const LaunchIndex &index) { return !index.map.reads.empty(); }

std::vector<size_t> memoriesReadBy(const std::vector<LaunchIndex> &indices, const Bindings &sizes) {
  std::set<size_t> memories;
  for (const LaunchIndex &index : indices)
    if (readsMemory(index) && !isSettled(indexAt(index, sizes), index.reads))
      for (const symbolic::MapRead &read : index.map.reads)
        memories.insert(read.memory);
  return {memories.begin(), memories.end()};
}

bool isReadable(const LaunchIndex &index) {
  return isReadable(index.map) && std::ranges::all_of(index.coordinates, [](const auto &each) {
           return symbolic::isReadable(each.start) && symbolic::isReadable(each.count);
         });
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Coordinates as the C++ of a mapping numbers its iterators, and counters by their names.
static std::string named(std::string text) {
  for (size_t at = 0; (at = text.find("$at.", at)) != std::string::npos;)
    text.replace(at, 4, "i");
  std::erase(text, '$');
  return text;
}

static std::optional<symbolic::EvaluationFailure> failureOf(const Expr &expr, const Bindings &here);

/// The same of the parts of an expression that are computed there.  What is added up or multiplied
/// may leave 64 bits on the way, for it wraps around to the right number.
static std::optional<symbolic::EvaluationFailure> failureInside(const Expr &expr,
                                                                const Bindings &here) {
  using symbolic::Kind;
  if (symbolic::isKind(expr, Kind::Select)) {
    const Expr &condition = symbolic::operand(expr, 0);
    if (auto failure = failureOf(condition, here))
      return failure;
    return failureInside(
        symbolic::operand(expr, symbolic::evaluate(condition, here).value() != 0 ? 1 : 2), here);
  }
  const bool wraps = symbolic::isKind(expr, Kind::Add) || symbolic::isKind(expr, Kind::Mul);
  for (const Expr &operand : expr.node().operands)
    if (auto failure = wraps ? failureInside(operand, here) : failureOf(operand, here))
      return failure;
  return std::nullopt;
}

/// Why code of 64 bits does not compute the expression.
static std::optional<symbolic::EvaluationFailure> failureOf(const Expr &expr,
                                                            const Bindings &here) {
  const symbolic::Evaluation value = symbolic::evaluate(expr, here);
  return value ? failureInside(expr, here) : std::optional(value.failure());
}

namespace {
/// Of one index in one launch.
class Walk {
public:
  Walk(const std::string &kernel, const LaunchIndex &index, const Bindings &sizes,
       const symbolic::Tables &tables)
      : kernel(kernel), index(index), sizes(sizes), tables(tables), bound(indexAt(index, sizes)) {
    for (const auto &[symbol, start, count] : index.coordinates) {
      const Expr at = Expr::symbol(symbol);
      elements.push_back({symbol, start, (at < start + count).value(), at + 1});
    }
  }

  void run() {
    if (isSettled(bound, index.reads))
      return;
    const Intervals reads = readsMemory(index) ? rangesRead() : Intervals();
    if (readsMemory(index) && isSettled(bound, reads))
      return;
    if (isSettled(bound, intervalsOf(bound, reads), symbolic::hasValueIfDivisible))
      requireDivisible();
    else
      requireEverywhere();
  }

private:
  /// Between which numbers lies what the places hold that the index is read from.
  Intervals rangesRead() {
    std::vector<Expr> symbols;
    for (const symbolic::MapRead &read : index.map.reads)
      symbols.push_back(Expr::symbol(read.symbol));
    std::vector<std::optional<Interval>> ranges(symbols.size());
    MapWalk walk(index.map, symbols, sizes, tables);
    walk.run(/*expected=*/1, [&](const std::vector<int64_t> &values) {
      for (size_t i = 0; i < values.size(); ++i) {
        Interval &range = ranges[i] ? *ranges[i] : ranges[i].emplace(values[i], values[i]);
        range = {std::min(*range.low, values[i]), std::max(*range.high, values[i])};
      }
      return true;
    });
    requireSuccess(walk);
    Intervals result;
    for (size_t i = 0; i < ranges.size(); ++i)
      result[index.map.reads[i].symbol] = ranges[i].value_or(Interval{0, 0});
    return result;
  }

  /// Where nothing overflows: code that is compiled takes each element, some 30 ns each.
  void requireDivisible() {
    symbolic::TileMap all = index.map;
    all.loops.insert(all.loops.end(), elements.begin(), elements.end());
    MapWalk walk(all, {index.value()}, sizes, tables);
    walk.run(/*expected=*/1, [](const std::vector<int64_t> &) { return true; });
    requireSuccess(walk);
  }

  void requireEverywhere() {
    std::vector<Expr> parts = {index.value()};
    for (const LaunchIndex::Coordinate &each : index.coordinates)
      parts.insert(parts.end(), {each.start, each.count});
    MapWalk walk(index.map, {}, sizes, tables, parts);
    walk.run(/*expected=*/1, [&](const std::vector<int64_t> &) {
      requireAt(walk);
      return true;
    });
    requireSuccess(walk);
  }

  void setPoint(const MapWalk &walk) {
    for (size_t i = 0; i < walk.point().size(); ++i)
      known[walk.variables()[i]] = {walk.point()[i], walk.point()[i]};
  }

  /// Where the walk is now.
  void requireAt(const MapWalk &walk) {
    countVisit();
    setPoint(walk);
    for (size_t i = 0; i < bound.map.reads.size(); ++i)
      for (size_t d = 0; d < bound.map.reads[i].at.size(); ++d)
        if (!symbolic::alwaysHasValue(bound.map.reads[i].at[d], known))
          refuse(index.map.reads[i].at[d], walk.visit());
    setCoordinates(bound, known);
    if (!symbolic::alwaysHasValue(bound.value(), known))
      requireElements(walk);
  }

  /// Takes each element of the tile.
  void requireElements(const MapWalk &walk) {
    Bindings here = sizes;
    for (size_t i = 0; i < walk.point().size(); ++i)
      here.set(walk.variables()[i], walk.point()[i]);
    symbolic::TileMap tile;
    tile.loops = elements;
    const symbolic::Tables none;
    MapWalk inside(tile, {}, here, none, {index.value()});
    inside.run(/*expected=*/1, [&](const std::vector<int64_t> &) {
      countVisit();
      setPoint(inside);
      if (!symbolic::alwaysHasValue(bound.value(), known))
        refuse(index.value(), walk.visit());
      return true;
    });
    if (inside.failure())
      requireSize(inside);
  }

  /// Some 5 us each: a launch must not wait for minutes.
  void countVisit() {
    constexpr int64_t most = int64_t(1) << 20;
    if (++visits > most)
      refuseAsUnknown("there are more than 2^20 places where it may overflow");
  }

  /// A walk that did not come to its end met an index or a place to read from without a value, or a
  /// bound of a loop, which is an index itself.
  void requireSuccess(const MapWalk &walk) {
    if (!walk.failure())
      return;
    requireSize(walk);
    if (!walk.failure()->where)
      return;
    setPoint(walk);
    for (const symbolic::MapRead &read : index.map.reads)
      for (const Expr &place : read.at)
        if (failureIn(place))
          refuse(place, *walk.failure()->where);
    symbolic::Visit visit = *walk.failure()->where;
    const bool isInside = visit.trips.size() == index.map.loops.size() + elements.size();
    visit.trips.resize(std::min(visit.trips.size(), index.map.loops.size()));
    if (isInside && failureIn(index.value()))
      refuse(index.value(), visit);
  }

  /// Why the expression has no value at the point that is known.
  std::optional<symbolic::EvaluationFailure> failureIn(const Expr &expr) {
    Bindings here = sizes;
    for (const auto &[symbol, value] : known)
      if (value.low)
        here.set(symbol, *value.low);
    return failureOf(expr, here);
  }

  [[noreturn]] void refuse(const Expr &expr, const symbolic::Visit &visit) {
    const std::optional<symbolic::EvaluationFailure> failure = failureIn(expr);
    throw Error({.id = failure ? symbolic::idOf(failure->kind) : ErrorId("overflow"),
                 .message = "an index of kernel '" + kernel + "' has no value: " +
                            named(failure ? symbolic::describe(*failure) : expr.str()),
                 .where = index.where,
                 .notes = {{"it is used by " + named(visitText(index.map, visit)), {}}},
                 .help = "launch it with other values, or do without the index where it has none: "
                         "select(divisor == 0, 0, floordiv(i, divisor))"});
  }

  void requireSize(const MapWalk &walk) {
    if (walk.failure()->kind != symbolic::CoverageVerdict::Kind::TooLarge)
      return;
    refuseAsUnknown(walk.failure()->reason);
  }

  [[noreturn]] void refuseAsUnknown(const std::string &reason) {
    throw Error({.id = ErrorId("overflow"),
                 .message = "whether an index of kernel '" + kernel +
                            "' overflows 64 bits, or divides by zero, cannot be told: " +
                            named(index.value().str()),
                 .where = index.where,
                 .notes = {{reason, {}}},
                 .help = "choose smaller sizes, or assume between which numbers lies what is read "
                         "from memory: assume(offset < M)"});
  }

  const std::string &kernel;
  const LaunchIndex &index;
  const Bindings &sizes;
  const symbolic::Tables &tables;
  const LaunchIndex bound;                 ///< in this launch
  std::vector<symbolic::MapLoop> elements; ///< loops over the elements of a tile
  Intervals known;                         ///< where the walk is
  int64_t visits = 0;
};
} // namespace

void LaunchIndices::require(const std::string &kernel, const std::vector<LaunchIndex> &indices,
                            const Bindings &sizes, std::span<const Tensor> tensors) {
  if (!std::ranges::all_of(indices, readsMemory))
    once.run(sizes, [&] {
      for (const LaunchIndex &index : indices)
        if (!readsMemory(index))
          Walk(kernel, index, sizes, {}).run();
    });
  for (const LaunchIndex &index : indices)
    if (readsMemory(index))
      Walk(kernel, index, sizes, tablesOf(tensors)).run();
}

} // namespace wave
