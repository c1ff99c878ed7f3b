//===- TileCoverage.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/TileCoverage.h"

#include <algorithm>
#include <iterator>

#include "diagnostic/ErrorId.h"
#include "runtime/CoverageRepair.h"
#include "symbolic/Parse.h"

namespace wave {

using symbolic::CoverageVerdict;

static std::string joined(const std::vector<std::string> &parts, const char *between) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : between) + part;
  return text;
}

std::string tileText(const std::vector<int64_t> &numbers) {
  std::vector<std::string> parts;
  for (int64_t number : numbers)
    parts.push_back(std::to_string(number));
  if (numbers.empty())
    return "0"; // each tile is the whole memory
  return numbers.size() == 1 ? parts.front() : "(" + joined(parts, ", ") + ")";
}

std::string claimOf(const TileCoverage &coverage) {
  std::vector<std::string> sizes;
  for (int64_t size : coverage.tile)
    sizes.push_back(std::to_string(size));
  return "each tile of '" + coverage.memory + "', " + joined(sizes, " x ") + " elements (" +
         joined(coverage.dims, ", ") + "), is computed once";
}

bool isReadable(const symbolic::TileMap &map) {
  const auto areReadable = [](const std::vector<Expr> &exprs) {
    return std::ranges::all_of(exprs, symbolic::isReadable);
  };
  return areReadable(map.grid) && areReadable(map.tile) && areReadable(map.tiles) &&
         std::ranges::all_of(map.loops,
                             [&](const symbolic::MapLoop &loop) {
                               return areReadable({loop.start, loop.condition, loop.next});
                             }) &&
         std::ranges::all_of(map.reads,
                             [&](const symbolic::MapRead &read) { return areReadable(read.at); });
}

bool isReadable(const TileCoverage &coverage) {
  return isReadable(coverage.map) &&
         std::ranges::all_of(coverage.others, [](const TileCoverage::Other &other) {
           return isReadable(other.map);
         });
}

bool dependsOnMemory(const TileCoverage &coverage) {
  return !coverage.map.reads.empty() ||
         std::ranges::any_of(coverage.others, [](const TileCoverage::Other &other) {
           return !other.map.reads.empty();
         });
}

std::vector<std::string> openSizesOf(const TileCoverage &coverage) {
  std::vector<std::string> sizes = symbolic::openSizesOf(coverage.map);
  for (const TileCoverage::Other &other : coverage.others)
    for (const std::string &size : symbolic::openSizesOf(other.map))
      if (!std::ranges::count(sizes, size))
        sizes.push_back(size);
  return sizes;
}

CoverageVerdict verdictAt(const TileCoverage &coverage, const Bindings &sizes,
                          const symbolic::Tables &tables) {
  if (coverage.others.empty())
    return symbolic::evaluateCoverage(coverage.map, sizes, {}, tables);
  std::vector<symbolic::TileMap> writes{coverage.map};
  for (const TileCoverage::Other &other : coverage.others)
    writes.push_back(other.map);
  return symbolic::evaluateTogether(writes, sizes, tables);
}

std::string visitText(const symbolic::TileMap &map, const symbolic::Visit &visit) {
  std::string text = "workgroup " + tileText(visit.workgroup);
  for (size_t i = 0; i < visit.trips.size(); ++i) {
    const std::string &counter = map.loops[i].counter;
    text += std::string(i == 0 ? " in trip " : ", ") +
            (counter.front() == '$' ? counter.substr(1) : counter) + " = " +
            std::to_string(visit.trips[i]);
  }
  return text;
}

ClusterPlace clusterPlaceOf(const std::vector<int64_t> &workgroup,
                            const std::vector<int64_t> &cluster) {
  ClusterPlace place;
  int64_t stride = 1;
  for (size_t dim = 0; dim < workgroup.size(); ++dim) {
    const int64_t count = dim < cluster.size() ? cluster[dim] : 1;
    place.rank += stride * (workgroup[dim] % count);
    place.cluster.push_back(workgroup[dim] / count);
    stride *= count;
  }
  return place;
}

/// Of two workgroups of one cluster: ", CLUSTER_RANK 0 and 1 of cluster 0".
static std::string ranksText(const TileCoverage &coverage, const CoverageVerdict &verdict) {
  const ClusterPlace first = clusterPlaceOf(verdict.first->workgroup, coverage.cluster),
                     second = clusterPlaceOf(verdict.second->workgroup, coverage.cluster);
  if (first.cluster != second.cluster || first.rank == second.rank)
    return "";
  return ", CLUSTER_RANK " + std::to_string(first.rank) + " and " + std::to_string(second.rank) +
         " of cluster " + tileText(first.cluster);
}

static std::string visitText(const TileCoverage &coverage, const symbolic::Visit &visit) {
  return visitText(visit.write == 0 ? coverage.map : coverage.others[visit.write - 1].map, visit);
}

static std::string listOf(const std::vector<std::vector<int64_t>> &tiles, int64_t count) {
  std::vector<std::string> parts;
  for (const std::vector<int64_t> &tile : tiles)
    parts.push_back(tileText(tile));
  return joined(parts, " ") + (count > static_cast<int64_t>(tiles.size()) ? " ..." : "");
}

static std::string tilesText(int64_t count, const std::string &what) {
  return std::to_string(count) + (count == 1 ? " tile is " : " tiles are ") + what + ": ";
}

/// Without the middle of a long expression.
static std::string shortened(const std::string &reason) {
  constexpr size_t begin = 100, end = 60;
  if (reason.size() <= begin + end)
    return reason;
  return reason.substr(0, begin) + " ... " + reason.substr(reason.size() - end);
}

Diagnostic refusalOf(const std::string &kernel, const TileCoverage &coverage,
                     const CoverageVerdict &verdict, const Bindings &sizes) {
  const std::string at = sizes.empty() ? "" : " at " + sizesText(sizes);
  const auto note = [&](std::string text) { return Note{std::move(text), {}}; };
  const auto whereOf = [&](const symbolic::Visit &visit) {
    return visit.write == 0 ? coverage.where : coverage.others[visit.write - 1].where;
  };
  Diagnostic refusal{.id = ErrorId("not-covered"),
                     .message = "kernel '" + kernel + "' does not compute each tile of '" +
                                coverage.memory + "' once" + at,
                     .where = coverage.where,
                     .notes = {},
                     .help = {}};
  switch (verdict.kind) {
  case CoverageVerdict::Kind::Repeated:
    refusal.notes.push_back(note("tile " + tileText(verdict.tile) + " is computed by " +
                                 visitText(coverage, *verdict.first) + " and again by " +
                                 visitText(coverage, *verdict.second) +
                                 ranksText(coverage, verdict)));
    if (verdict.first->write != verdict.second->write)
      refusal.notes.push_back({"the other write is here", whereOf(*verdict.second)});
    refusal.notes.push_back(note(tilesText(verdict.repeatedCount, "computed more than once") +
                                 listOf(verdict.repeated, verdict.repeatedCount)));
    break;
  case CoverageVerdict::Kind::Endless:
    refusal.notes.push_back(note(visitText(coverage, *verdict.first) + ": " + verdict.reason));
    refusal.help = wayOutOf(verdict);
    break;
  case CoverageVerdict::Kind::NoValue:
  case CoverageVerdict::Kind::TooLarge:
    refusal.id = ErrorId("coverage-unknown");
    refusal.message = "whether kernel '" + kernel + "' computes each tile of '" + coverage.memory +
                      "' once cannot be told" + at;
    refusal.notes.push_back(note((verdict.first ? visitText(coverage, *verdict.first) + ": " : "") +
                                 shortened(verdict.reason)));
    refusal.help = wayOutOf(verdict);
    break;
  case CoverageVerdict::Kind::Skipped:
  case CoverageVerdict::Kind::Covered:
    break;
  }
  if (verdict.missingCount > 0)
    refusal.notes.push_back(note(tilesText(verdict.missingCount, "never computed") +
                                 listOf(verdict.missing, verdict.missingCount)));
  if (verdict.kind == CoverageVerdict::Kind::Repeated ||
      verdict.kind == CoverageVerdict::Kind::Skipped) {
    CoverageRepair repair = repairOf(coverage, verdict, sizes);
    std::ranges::move(repair.facts, std::back_inserter(refusal.notes));
    refusal.help = std::move(repair.help);
  }
  return refusal;
}

Diagnostic uncheckedRemark(const std::string &kernel, const std::string &reason) {
  return {.id = ErrorId("coverage-unchecked"),
          .message =
              "whether kernel '" + kernel + "' computes each tile once is not checked: " + reason,
          .where = {},
          .notes = {},
          .help = {}};
}

void LaunchCoverage::require(const std::string &kernel, const std::vector<TileCoverage> &writes,
                             const Bindings &sizes, const symbolic::Tables &tables) {
  once.runUnproved(writes, sizes, tables != nullptr, [&](const TileCoverage &write) {
    if (const CoverageVerdict verdict = verdictAt(write, sizes, tables); !verdict.holds())
      throw Error(refusalOf(kernel, write, verdict, sizes));
  });
}

} // namespace wave
