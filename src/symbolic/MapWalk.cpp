//===- MapWalk.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/MapWalk.h"

#include "symbolic/Substitute.h"

#include <algorithm>
#include <set>

namespace wave::symbolic {

/// A launch must not wait for minutes.
static constexpr int64_t mostWorkgroups = int64_t(1) << 31;
/// A loop that is not known to advance may take this many trips more than four for each visit that
/// is expected.
static constexpr int64_t surplusTrips = int64_t(1) << 20;
/// All loops together may take this many more than eight for each visit and workgroup: some ten
/// seconds.
static constexpr int64_t mostSurplusTrips = int64_t(1) << 28;

void collectDependences(const Expr &expr, const TileMap &domain, const Bindings &sizes,
                        std::set<std::string> &symbols) {
  for (const std::string &symbol : symbolsOf(expr)) {
    if (!symbols.insert(symbol).second)
      continue;
    if (const Expr *value = sizes.find(symbol))
      collectDependences(*value, domain, sizes, symbols);
    for (const MapRead &read : domain.reads)
      if (read.symbol == symbol)
        for (const Expr &at : read.at)
          collectDependences(at, domain, sizes, symbols);
  }
}

std::optional<int64_t> volumeOf(const std::vector<int64_t> &extents, int64_t most) {
  if (std::find(extents.begin(), extents.end(), 0) != extents.end())
    return 0;
  int64_t volume = 1;
  for (int64_t extent : extents)
    if (__builtin_mul_overflow(volume, extent, &volume) || volume > most)
      return std::nullopt;
  return volume;
}

MapWalk::MapWalk(const TileMap &domain, const std::vector<Expr> &values, const Bindings &sizes,
                 const Tables &tables, const std::vector<Expr> &elements)
    : names(domain.workgroups), tables(tables) {
  if (!domain.reads.empty() && !tables) {
    fail(CoverageVerdict::Kind::NoValue,
         "its tiles depend on what memory holds, which a launch gives");
    return;
  }
  for (const Expr &each : domain.grid) {
    const Evaluation count = evaluate(each, sizes);
    if (!count) {
      fail(CoverageVerdict::Kind::NoValue, describe(count.failure()));
      return;
    }
    grid.push_back(std::max<int64_t>(count.value(), 0));
  }
  const std::optional<int64_t> count = volumeOf(grid, mostWorkgroups);
  if (!count) {
    fail(CoverageVerdict::Kind::TooLarge, "there are more than 2^31 workgroups");
    return;
  }
  workgroupCount = *count;

  for (const MapLoop &loop : domain.loops)
    names.push_back(loop.counter);
  for (const MapRead &read : domain.reads)
    names.push_back(read.symbol);
  std::set<std::string> needed;
  for (const std::vector<Expr> *list : {&values, &elements})
    for (const Expr &each : *list)
      collectDependences(each, domain, sizes, needed);
  const auto isPositiveHere = [&](const Expr &step) {
    const Evaluation value = evaluate(step, sizes);
    return value && value.value() >= 1;
  };
  // `needed` by what is reached, `used` by the loops within.
  std::set<std::string> used = needed;
  std::vector<bool> moves(domain.loops.size()), isOnce(domain.loops.size());
  for (size_t i = domain.loops.size(); i-- > 0;) {
    const MapLoop &loop = domain.loops[i];
    moves[i] = needed.contains(loop.counter);
    isOnce[i] = !used.contains(loop.counter);
    for (const Expr *part : {&loop.start, &loop.condition, &loop.next}) {
      if (moves[i])
        collectDependences(*part, domain, sizes, needed);
      if (!isOnce[i] || part != &loop.next)
        collectDependences(*part, domain, sizes, used);
    }
  }
  bool movesWithin = false;
  for (size_t i = domain.loops.size(); i-- > 0;) {
    const MapLoop &loop = domain.loops[i];
    loops.push_back({CompiledExpr(loop.start, names, sizes),
                     CompiledExpr(loop.condition, names, sizes),
                     CompiledExpr(loop.next, names, sizes), moves[i], !moves[i] && !movesWithin,
                     isOnce[i], boundOf(loop, isPositiveHere).has_value(),
                     "the loop over " + loop.counter + " while " + loop.condition.str()});
    mayMeetAgain |= !moves[i] && !isOnce[i] && movesWithin;
    movesWithin |= moves[i];
  }
  std::ranges::reverse(loops);
  for (const MapRead &read : domain.reads) {
    Read prepared{{}, read.memory, read.fill, 0};
    for (const Expr &each : read.at) {
      prepared.at.emplace_back(each, names, sizes);
      prepared.depth = std::max(prepared.depth, depthOf(each, domain));
    }
    reads.push_back(std::move(prepared));
  }
  for (const Expr &each : values)
    compiled.emplace_back(each, names, sizes);
  this->values.resize(compiled.size());
  now.assign(names.size(), 0);
}

bool MapWalk::fail(CoverageVerdict::Kind kind, std::string reason, size_t enteredLoops) {
  std::erase(reason, '$'); // for people (KernelText.h)
  failed = Failure{kind, std::move(reason), std::nullopt};
  if (!now.empty())
    failed->where = visitAt(enteredLoops);
  return false;
}

bool MapWalk::failWithoutValue(const CompiledExpr &expr, size_t enteredLoops) {
  return fail(CoverageVerdict::Kind::NoValue, describe(expr.evaluation(now).failure()),
              enteredLoops);
}

Visit MapWalk::visitAt(size_t enteredLoops) const {
  const auto counters = now.begin() + static_cast<std::ptrdiff_t>(grid.size());
  return {{now.begin(), counters},
          {counters, counters + static_cast<std::ptrdiff_t>(enteredLoops)},
          0,
          {counters + static_cast<std::ptrdiff_t>(loops.size()), now.end()}};
}

/// How many loops have to be entered before the expression has a value.
size_t MapWalk::depthOf(const Expr &expr, const TileMap &domain) const {
  size_t depth = 0;
  for (size_t i = 0; i < domain.loops.size(); ++i)
    if (mentions(expr, domain.loops[i].counter))
      depth = i + 1;
  for (size_t i = 0; i < reads.size(); ++i)
    if (mentions(expr, domain.reads[i].symbol))
      depth = std::max(depth, reads[i].depth);
  return depth;
}

/// Reads what has a place once that many loops are entered.
bool MapWalk::readAt(size_t depth) {
  std::vector<int64_t> place;
  for (size_t i = 0; i < reads.size(); ++i) {
    if (reads[i].depth != depth)
      continue;
    place.clear();
    for (const CompiledExpr &each : reads[i].at) {
      const std::optional<int64_t> value = each(now);
      if (!value)
        return failWithoutValue(each, depth);
      place.push_back(*value);
    }
    now[grid.size() + loops.size() + i] = tables(reads[i].memory, place, reads[i].fill);
  }
  return true;
}

bool MapWalk::run(int64_t expected, const Visitor &visitor) {
  if (failed)
    return false;
  trustedTrips = surplusTrips + 4 * expected;
  mostTrips = mostSurplusTrips + 8 * (expected + workgroupCount);
  onVisit = &visitor;
  allTrips = 0;
  std::fill(now.begin(), now.end(), 0);
  for (number = 0; number < workgroupCount; ++number) {
    visits = 0;
    visited.clear();
    if (!readAt(0) || !enterLoop(0))
      return false;
    for (size_t d = 0; d < grid.size(); ++d) {
      if (++now[d] < grid[d])
        break;
      now[d] = 0;
    }
  }
  return true;
}

bool MapWalk::enterLoop(size_t depth) {
  if (depth == loops.size())
    return visitValues();
  const Loop &loop = loops[depth];
  int64_t &counter = now[grid.size() + depth];
  const std::optional<int64_t> start = loop.start(now);
  if (!start)
    return failWithoutValue(loop.start, depth);
  counter = *start;
  // Where a loop takes a counter for the second time it never ends.  The value after 1, 2, 4, ...
  // trips meets every cycle (Brent).
  int64_t earlier = counter;
  for (int64_t trip = 0;; ++trip) {
    if (!readAt(depth + 1))
      return false;
    const std::optional<int64_t> goesOn = loop.condition(now);
    if (!goesOn)
      return failWithoutValue(loop.condition, depth + 1);
    if (*goesOn == 0)
      return true;
    if (trip > 0 && counter == earlier)
      return fail(CoverageVerdict::Kind::Endless,
                  loop.text + " comes back to " + std::to_string(counter), depth + 1);
    if ((trip & (trip - 1)) == 0)
      earlier = counter;
    if (trip > trustedTrips && !loop.mustIncrease)
      return fail(CoverageVerdict::Kind::Endless,
                  loop.text + " has not ended after " + std::to_string(trip) + " trips", depth + 1);
    if (++allTrips > mostTrips)
      return fail(CoverageVerdict::Kind::TooLarge,
                  "the loops take more than " + std::to_string(mostTrips) + " trips", depth + 1);
    const int64_t visitsBefore = visits;
    if (!enterLoop(depth + 1))
      return false;
    if (loop.isOnce || (loop.isLeft && visits > visitsBefore))
      return true;
    const std::optional<int64_t> next = loop.next(now);
    if (!next)
      return failWithoutValue(loop.next, depth + 1);
    if (loop.mustIncrease && *next <= counter)
      return fail(CoverageVerdict::Kind::Endless,
                  loop.text + " goes on from " + std::to_string(counter) + " to " +
                      std::to_string(*next),
                  depth + 1);
    counter = *next;
  }
}

bool MapWalk::isVisitedBefore() {
  std::vector<int64_t> counters;
  for (size_t i = 0; i < loops.size(); ++i)
    if (loops[i].moves)
      counters.push_back(now[grid.size() + i]);
  return !visited.insert(std::move(counters)).second;
}

bool MapWalk::visitValues() {
  ++visits;
  if (mayMeetAgain && isVisitedBefore())
    return true;
  for (size_t i = 0; i < compiled.size(); ++i) {
    const std::optional<int64_t> value = compiled[i](now);
    if (!value)
      return failWithoutValue(compiled[i], loops.size());
    values[i] = *value;
  }
  return (*onVisit)(values);
}

} // namespace wave::symbolic
