//===- CoverageRepair.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/CoverageRepair.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "symbolic/Evaluate.h"
#include "symbolic/KernelText.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

namespace wave {

using symbolic::CoverageVerdict;
using symbolic::MapLoop;
using symbolic::TileMap;
using symbolic::Visit;

/// Evaluations that the search for a cause may take: some milliseconds.
static constexpr int64_t mostSteps = 20000;

static constexpr const char *orders =
    "the map from workgroups and trips to tiles has to be one to one: the orders of wave/order.h "
    "are, for every grid";

static std::string nameOf(const MapLoop &loop) {
  return loop.counter.front() == '$' ? loop.counter.substr(1) : loop.counter;
}

static std::string clipped(const Expr &expr) {
  constexpr size_t most = 80;
  const std::string text = symbolic::kernelText(expr);
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

static std::string numbered(int64_t count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

namespace {
class Search {
public:
  Search(const TileCoverage &coverage, const TileMap &map,
         const std::vector<TileCoverage::LoopLines> &lines, SourceLocation write,
         const CoverageVerdict &verdict, const Bindings &sizes)
      : coverage(coverage), map(map), lines(lines), write(std::move(write)), verdict(verdict),
        sizes(sizes) {}

  CoverageRepair run() {
    if (isAtOnePlace())
      return repair;
    const bool isFound =
        verdict.kind == CoverageVerdict::Kind::Repeated
            ? isWithoutRank() || areTogether() || isWithoutId() || areTripsAlike()
            : isStepTooLong() || isEndedEarly() || isBegunLate() || isOutside() || areTooFew();
    if (!isFound)
      repair.help = orders;
    return repair;
  }

private:
  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  Bindings at(const Visit &visit) const {
    Bindings values = sizes;
    for (size_t i = 0; i < visit.workgroup.size(); ++i)
      values.set(map.workgroups[i], Expr::constant(visit.workgroup[i]));
    for (size_t i = 0; i < visit.trips.size(); ++i)
      values.set(map.loops[i].counter, Expr::constant(visit.trips[i]));
    for (size_t i = 0; i < visit.read.size(); ++i)
      values.set(map.reads[i].symbol, Expr::constant(visit.read[i]));
    return values;
  }

  static std::optional<int64_t> valueOf(const Expr &expr, const Bindings &values) {
    const symbolic::Evaluation value = symbolic::evaluate(expr, values);
    return value ? std::optional(value.value()) : std::nullopt;
  }

  std::optional<std::vector<int64_t>> valuesOf(const std::vector<Expr> &exprs,
                                               const Bindings &values) const {
    std::vector<int64_t> result;
    for (const Expr &expr : exprs) {
      const std::optional<int64_t> value = valueOf(expr, values);
      if (!value)
        return std::nullopt;
      result.push_back(*value);
    }
    return result;
  }

  bool dependsOn(const Expr &expr, const std::string &symbol) const {
    return symbolic::mentions(expr, symbol);
  }

  bool isConstant(const Expr &expr) const {
    const auto has = [&](const std::string &symbol) { return dependsOn(expr, symbol); };
    return std::ranges::none_of(map.workgroups, has) &&
           std::ranges::none_of(map.loops, has, &MapLoop::counter) &&
           std::ranges::none_of(map.reads, has, &symbolic::MapRead::symbol);
  }

  /// Calls `visitor` for the id of each workgroup, as far as there is time; it returns false to
  /// end.
  void forEachWorkgroup(const std::function<bool(const std::vector<int64_t> &)> &visitor) {
    const auto grid = valuesOf(map.grid, sizes);
    if (!grid || std::ranges::any_of(*grid, [](int64_t count) { return count < 1; }))
      return;
    std::vector<int64_t> id(grid->size(), 0);
    for (int64_t step = 0; step < mostSteps; ++step) {
      if (!visitor(id))
        return;
      size_t d = 0;
      while (d < id.size() && ++id[d] == (*grid)[d])
        id[d++] = 0;
      if (d == id.size())
        return;
    }
  }

  int64_t workgroups() const { return productOf(map.grid); }
  int64_t tiles() const { return productOf(map.tiles); }

  /// At these sizes; 1 where one of them has no value.
  int64_t productOf(const std::vector<Expr> &extents) const {
    int64_t product = 1;
    if (const auto values = valuesOf(extents, sizes))
      for (int64_t each : *values)
        product *= each;
    return product;
  }

  /// The outermost loop that the kernel steps itself.
  std::optional<size_t> ownLoop() const {
    for (size_t i = 0; i < map.loops.size(); ++i)
      if (!symbolic::isCounted(map.loops[i]))
        return i;
    return std::nullopt;
  }

  /// The values of the counter that workgroups begin with; of an outermost loop.
  std::set<int64_t> startsOf(const MapLoop &loop) {
    std::set<int64_t> starts;
    forEachWorkgroup([&](const std::vector<int64_t> &id) {
      if (const auto start = valueOf(loop.start, at({.workgroup = id, .trips = {}})))
        starts.insert(*start);
      return true;
    });
    return starts;
  }

  SourceLocation startLine(size_t loop) const {
    return loop < lines.size() ? lines[loop].start : SourceLocation();
  }
  SourceLocation nextLine(size_t loop) const {
    return loop < lines.size() ? lines[loop].next : SourceLocation();
  }
  SourceLocation conditionLine(size_t loop) const {
    return loop < lines.size() ? lines[loop].loop : SourceLocation();
  }

  void say(std::string fact, SourceLocation where) {
    repair.facts.push_back({std::move(fact), std::move(where)});
  }

  //===--------------------------------------------------------------------===//
  // Causes
  //===--------------------------------------------------------------------===//

  /// A coordinate that is the same in all executions, where there are several tiles.
  bool isAtOnePlace() {
    std::string dims, outputs;
    for (size_t d = 0; d < map.tile.size() && d < coverage.dims.size(); ++d) {
      const std::optional<int64_t> count = valueOf(map.tiles[d], sizes);
      if (!isConstant(map.tile[d]) || !count || *count < 2)
        continue;
      const std::string &dim = coverage.dims[d];
      const std::optional<int64_t> place = valueOf(map.tile[d], sizes);
      say("along " + dim + " every execution writes tile " +
              (place ? std::to_string(*place) : clipped(map.tile[d])) + " of " +
              std::to_string(*count) + ": no mapping moves the write along " + dim,
          write);
      dims += (dims.empty() ? "" : " and ") + dim;
      outputs += (outputs.empty() ? "" : ", ") + dim + " = i + " + dim + "_OFFSET";
    }
    if (dims.empty())
      return false;
    repair.help = "move the write along " + dims + ": {.mapping = IndexMapping{.inputs = {...}, " +
                  ".outputs = {" + outputs + ", ...}}}, where set_symbol has given the offset";
    return true;
  }

  /// All workgroups of a cluster compute its whole tile, in whichever cluster.
  bool isWithoutRank() {
    const auto placeOf = [&](const std::vector<int64_t> &workgroup) {
      return clusterPlaceOf(workgroup, coverage.cluster);
    };
    const ClusterPlace first = placeOf(verdict.first->workgroup),
                       second = placeOf(verdict.second->workgroup);
    if (first.cluster != second.cluster || first.rank == second.rank ||
        verdict.first->trips != verdict.second->trips || !map.reads.empty())
      return false;
    std::map<std::vector<int64_t>, std::vector<int64_t>> tiles; // by cluster
    bool areAlike = true;
    forEachWorkgroup([&](const std::vector<int64_t> &id) {
      const auto tile = valuesOf(map.tile, at({.workgroup = id, .trips = verdict.first->trips}));
      areAlike = tile && tiles.try_emplace(placeOf(id).cluster, *tile).first->second == *tile;
      return areAlike;
    });
    if (!areAlike)
      return false;
    say("each workgroup of a cluster computes the whole tile of its cluster: CLUSTER_RANK moves no "
        "coordinate of the tile",
        write);
    const std::string dim = coverage.dims.empty() ? "M" : coverage.dims.front();
    repair.help = "give each workgroup its part of the cluster's tile: with a tile of half as many "
                  "elements along " +
                  dim + ", one that begins at (tile * 2 + CLUSTER_RANK) * BLOCK_" + dim +
                  " in clusters of two";
    return true;
  }

  /// Two workgroups in one trip: both come to it from where they begin.
  bool areTogether() {
    const Visit &first = *verdict.first, &second = *verdict.second;
    const std::optional<size_t> own = ownLoop();
    if (first.workgroup == second.workgroup || first.trips != second.trips || !own)
      return false;
    const MapLoop &loop = map.loops[*own];
    const std::string name = nameOf(loop);
    const std::optional<int64_t> a = valueOf(loop.start, at(first)),
                                 b = valueOf(loop.start, at(second));
    if (!a || !b)
      return false;
    if (*a == *b) {
      const bool dependsOnId = std::ranges::any_of(
          map.workgroups, [&](const std::string &id) { return dependsOn(loop.start, id); });
      say("both workgroups begin at " + name + " = " + std::to_string(*a) + ", since .start is " +
              clipped(loop.start),
          startLine(*own));
      repair.help = dependsOnId
                        ? "let a coordinate of the tile tell workgroups with one .start apart, as "
                          "CLUSTER_RANK does in a cluster: floordiv(" +
                              name + ", n_tiles) * 2 + CLUSTER_RANK for two of them"
                        : "let each workgroup begin at a trip of its own: .start = WORKGROUP_0";
      return true;
    }
    const std::set<int64_t> starts = startsOf(loop);
    return sayStep(*own, starts) || sayStarts(*own, starts);
  }

  /// A step that is not the number of workgroups that begin one after the other.
  bool sayStep(size_t own, const std::set<int64_t> &starts) {
    const MapLoop &loop = map.loops[own];
    const std::string name = nameOf(loop);
    const auto count = static_cast<int64_t>(starts.size());
    const bool areConsecutive = count > 0 && *starts.rbegin() - *starts.begin() == count - 1;
    const std::optional<Expr> step = symbolic::stepOf(loop);
    const std::optional<int64_t> by = step ? valueOf(*step, sizes) : std::nullopt;
    if (!areConsecutive || !by || *by == count)
      return false;
    say("the next value of " + name + " is " + clipped(loop.next) + ", and workgroups begin at " +
            numbered(count, "value") + " of it, " + std::to_string(*starts.begin()) + " to " +
            std::to_string(*starts.rbegin()),
        nextLine(own));
    repair.help =
        "go on by the number of workgroups: set_symbol(" + name + ", self_index(" + name + ") + " +
        (count == workgroups() ? std::string("NUM_CTAS) under GridConstraint{NUM_CTAS}")
                               : std::string("NUM_CLUSTERS) where clusters share a trip"));
    return true;
  }

  bool sayStarts(size_t own, const std::set<int64_t> &starts) {
    const MapLoop &loop = map.loops[own];
    const std::string name = nameOf(loop);
    say("workgroups begin at " + numbered(static_cast<int64_t>(starts.size()), "value") + " of " +
            name + ", since .start is " + clipped(loop.start),
        startLine(own));
    say("the next value is " + clipped(loop.next), nextLine(own));
    repair.help = "let each trip be of one workgroup: .start = WORKGROUP_0, or an order of the "
                  "workgroups from wave/order.h, and set_symbol(" +
                  name + ", self_index(" + name + ") + NUM_CTAS)";
    return true;
  }

  /// An id of workgroups that nothing uses.
  bool isWithoutId() {
    if (verdict.first->workgroup == verdict.second->workgroup)
      return false;
    for (size_t d = 0; d < map.workgroups.size(); ++d) {
      const std::string &id = map.workgroups[d];
      const auto has = [&](const Expr &expr) { return dependsOn(expr, id); };
      const bool isUsed = std::ranges::any_of(map.tile, has) ||
                          std::ranges::any_of(map.loops, [&](const MapLoop &loop) {
                            return has(loop.start) || has(loop.next) || has(loop.condition);
                          });
      const std::optional<int64_t> count = valueOf(map.grid[d], sizes);
      if (isUsed || !map.reads.empty() || !count || *count < 2 ||
          verdict.first->workgroup[d] == verdict.second->workgroup[d])
        continue;
      say("the tile does not depend on " + id + ", and there are " + numbered(*count, "workgroup") +
              " along dimension " + std::to_string(d),
          write);
      repair.help = "let a coordinate of the tile depend on " + id +
                    ", as a mapping or a ReorderingConstraint says, or launch one workgroup along "
                    "that dimension; the orders of wave/order.h are one to one, for every grid";
      return true;
    }
    return false;
  }

  /// Two trips, of one workgroup or of two.
  bool areTripsAlike() {
    const Visit &first = *verdict.first, &second = *verdict.second;
    for (size_t i = 0; i < first.trips.size(); ++i) {
      if (first.trips[i] == second.trips[i])
        continue;
      std::string coordinates;
      for (size_t d = 0; d < map.tile.size(); ++d)
        coordinates += (d == 0 ? "" : ", ") + clipped(map.tile[d]);
      const std::string name = nameOf(map.loops[i]);
      say(name + " = " + std::to_string(first.trips[i]) + " and " + name + " = " +
              std::to_string(second.trips[i]) + " have one tile, (" + coordinates + ")",
          write);
      repair.help = "make a tile of " + name + " that no other value has: order::row_major(" +
                    name +
                    ", m_tiles, n_tiles) and the other orders of wave/order.h do, for every grid";
      return true;
    }
    return false;
  }

  bool isStepTooLong() {
    const std::optional<size_t> own = ownLoop();
    if (!own || *own != 0)
      return false;
    const std::set<int64_t> starts = startsOf(map.loops.front());
    const std::optional<Expr> step = symbolic::stepOf(map.loops.front());
    const std::optional<int64_t> by = step ? valueOf(*step, sizes) : std::nullopt;
    return by && *by > static_cast<int64_t>(starts.size()) && sayStep(0, starts);
  }

  /// Whether the tile of a trip is the first that is missing.
  bool isMissing(const Visit &visit) const {
    const auto tile = valuesOf(map.tile, at(visit));
    return tile && *tile == verdict.tile;
  }

  /// A trip that the condition leaves out would compute what is missing.
  bool isEndedEarly() {
    if (map.loops.size() != 1 || !map.reads.empty())
      return false;
    const MapLoop &loop = map.loops.front();
    const std::string name = nameOf(loop);
    int64_t steps = 0;
    bool isFound = false;
    forEachWorkgroup([&](const std::vector<int64_t> &id) {
      Visit visit{.workgroup = id, .trips = {}};
      std::optional<int64_t> counter = valueOf(loop.start, at(visit));
      constexpr int64_t mostBeyond = 16;
      for (int64_t beyond = 0; counter && beyond < mostBeyond && steps < mostSteps; ++steps) {
        visit.trips = {*counter};
        const Bindings values = at(visit);
        const std::optional<int64_t> runs = valueOf(loop.condition, values);
        if (!runs)
          break;
        if (*runs == 0 && isMissing(visit)) {
          const bool isIdle = valueOf(loop.start, at({.workgroup = id, .trips = {}})) == counter;
          say(visitText(map, {.workgroup = id, .trips = {}}) +
                  (isIdle ? " does not enter the loop for " : " leaves the loop before ") + name +
                  " = " + std::to_string(*counter) + ", which would compute tile " +
                  tileText(verdict.tile) + ": it runs while " + clipped(loop.condition),
              conditionLine(0));
          repair.help = "let the condition hold there; of a loop over all " +
                        numbered(tiles(), "tile") + " it is " + name + " < " +
                        std::to_string(tiles()) + ", the product of ceildiv(size, tile)";
          isFound = true;
          return false;
        }
        beyond += *runs == 0;
        counter = valueOf(loop.next, values);
      }
      return steps < mostSteps;
    });
    return isFound;
  }

  /// A trip before those that workgroups begin with would compute what is missing.
  bool isBegunLate() {
    if (map.loops.size() != 1 || !map.reads.empty())
      return false;
    const MapLoop &loop = map.loops.front();
    std::optional<int64_t> first;
    Visit visit{.workgroup = {}, .trips = {}};
    forEachWorkgroup([&](const std::vector<int64_t> &id) {
      const auto start = valueOf(loop.start, at({.workgroup = id, .trips = {}}));
      if (start && (!first || *start < *first)) {
        first = start;
        visit.workgroup = id;
      }
      return true;
    });
    constexpr int64_t mostBefore = 16;
    for (int64_t before = 1; first && before <= mostBefore; ++before) {
      visit.trips = {*first - before};
      if (!isMissing(visit))
        continue;
      const std::string name = nameOf(loop);
      say(visitText(map, {.workgroup = visit.workgroup, .trips = {}}) + " begins first, at " +
              name + " = " + std::to_string(*first) + ", since .start is " + clipped(loop.start) +
              "; " + name + " = " + std::to_string(*first - before) + " would compute tile " +
              tileText(verdict.tile),
          startLine(0));
      repair.help = "let the first workgroup begin at the first tile: .start = WORKGROUP_0";
      return true;
    }
    return false;
  }

  /// Executions whose tile is none of the memory's.
  bool isOutside() {
    if (!map.loops.empty() || !map.reads.empty())
      return false;
    const auto counts = valuesOf(map.tiles, sizes);
    if (!counts)
      return false;
    bool isFound = false;
    forEachWorkgroup([&](const std::vector<int64_t> &id) {
      const auto tile = valuesOf(map.tile, at({.workgroup = id, .trips = {}}));
      for (size_t d = 0; tile && d < tile->size(); ++d)
        if ((*tile)[d] < 0 || (*tile)[d] >= (*counts)[d]) {
          if (symbolic::isKind(map.tile[d], symbolic::Kind::Select) && (*tile)[d] == -1) {
            say(visitText(map, {.workgroup = id, .trips = {}}) +
                    " has a part of its tile alone, since the value ends inside of it along " +
                    coverage.dims[d],
                write);
            repair.help = "let the dimensions of the value be as large as those of the memory, or "
                          "both end with a whole tile";
            isFound = true;
            return false;
          }
          say(visitText(map, {.workgroup = id, .trips = {}}) + " writes tile " + tileText(*tile) +
                  ", and along " + coverage.dims[d] + " there are tiles 0 to " +
                  std::to_string((*counts)[d] - 1),
              write);
          repair.help = "correct the coordinate along " + coverage.dims[d] +
                        ", which the .outputs of a mapping and the orders of workgroups make";
          isFound = true;
          return false;
        }
      return true;
    });
    return isFound;
  }

  /// One tile for each workgroup, and more tiles than workgroups.
  bool areTooFew() {
    if (!map.loops.empty() || workgroups() >= tiles())
      return false;
    const std::vector<int64_t> last = [&] {
      std::vector<int64_t> id;
      for (int64_t count : valuesOf(map.grid, sizes).value_or(std::vector<int64_t>()))
        id.push_back(count - 1);
      return id;
    }();
    say("there are " + numbered(tiles(), "tile") + " and " + numbered(workgroups(), "workgroup") +
            ", the last of them " + visitText(map, {.workgroup = last, .trips = {}}) +
            ", each of which computes one",
        write);
    repair.help =
        "let each workgroup compute one tile after the other: iterate({.axis = T, .start = "
        "WORKGROUP_0, .condition = T < ...}, ...), or launch as many as there are tiles";
    return true;
  }

  const TileCoverage &coverage;
  const TileMap &map;
  const std::vector<TileCoverage::LoopLines> &lines;
  const SourceLocation write;
  const CoverageVerdict &verdict;
  const Bindings &sizes;
  CoverageRepair repair;
};
} // namespace

CoverageRepair repairOf(const TileCoverage &coverage, const CoverageVerdict &verdict,
                        const Bindings &sizes) {
  if (coverage.others.empty())
    return Search(coverage, coverage.map, coverage.loops, coverage.where, verdict, sizes).run();
  CoverageRepair repair;
  if (verdict.kind != CoverageVerdict::Kind::Repeated) {
    repair.help =
        "the writes of '" + coverage.memory +
        "' have to reach all of its tiles together: correct the .outputs of their mappings";
    return repair;
  }
  if (verdict.first->write != verdict.second->write) {
    repair.help = "let each of the two writes reach tiles of its own, or write once: "
                  "write(select(condition, x, y), " +
                  coverage.memory + ")";
    return repair;
  }
  const size_t number = verdict.first->write;
  if (number == 0)
    return Search(coverage, coverage.map, coverage.loops, coverage.where, verdict, sizes).run();
  const TileCoverage::Other &other = coverage.others[number - 1];
  return Search(coverage, other.map, other.loops, other.where, verdict, sizes).run();
}

std::string wayOutOf(const CoverageVerdict &verdict) {
  const auto has = [&](const char *words) {
    return verdict.reason.find(words) != std::string::npos;
  };
  if (verdict.kind == CoverageVerdict::Kind::Endless)
    return "let the next value of a loop be greater than the one before";
  if (verdict.kind == CoverageVerdict::Kind::TooLarge)
    return "choose larger tiles, or .coverage = unchecked(\"the reason\") for this compile";
  if (has("divides by zero"))
    return "choose sizes for which nothing divides by zero, or divide by Max(x, 1)";
  if (has("is not exact"))
    return "let the write begin at a multiple of its tile: floordiv(x, tile) * tile";
  return "choose smaller sizes, or an order of wave/order.h: intermediate values have 64 bits";
}

} // namespace wave
