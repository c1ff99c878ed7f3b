//===- CoverageTogether.cpp - Several writes that share the tiles ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Coverage.h"

#include "symbolic/Evaluate.h"

#include <map>

namespace wave::symbolic {

namespace {

using Tile = std::vector<int64_t>;
using VerdictKind = CoverageVerdict::Kind;
constexpr size_t mostOfEach = 8; ///< tiles that are listed

struct Visits {
  Visit first;
  std::optional<Visit> second;
};

bool isAnswer(VerdictKind kind) {
  return kind == VerdictKind::Covered || kind == VerdictKind::Repeated ||
         kind == VerdictKind::Skipped;
}

/// Takes the next tile in row-major order; false after the last one.
bool advance(Tile &tile, const Tile &extents) {
  for (size_t i = tile.size(); i-- > 0;) {
    if (++tile[i] < extents[i])
      return true;
    tile[i] = 0;
  }
  return false;
}

} // namespace

CoverageVerdict evaluateTogether(const std::vector<TileMap> &writes, const Bindings &sizes,
                                 const Tables &tables) {
  std::map<Tile, Visits> visits;
  for (size_t write = 0; write < writes.size(); ++write) {
    const auto note = [&](const Visit &visit, const Tile &tile) {
      Visit here = visit;
      here.write = write;
      const auto [known, isFirst] = visits.try_emplace(tile, Visits{here, std::nullopt});
      if (!isFirst && !known->second.second)
        known->second.second = here;
    };
    CoverageVerdict alone = evaluateCoverage(writes[write], sizes, note, tables);
    if (!isAnswer(alone.kind)) {
      if (alone.first)
        alone.first->write = write;
      return alone;
    }
  }
  CoverageVerdict verdict;
  Tile extents;
  bool isEmpty = false;
  for (const Expr &each : writes.front().tiles) {
    extents.push_back(evaluate(each, sizes).value()); // as for each write alone
    isEmpty |= extents.back() <= 0;
  }
  if (isEmpty)
    return verdict;
  const auto list = [](std::vector<Tile> &tiles, const Tile &tile) {
    if (tiles.size() < mostOfEach)
      tiles.push_back(tile);
  };
  Tile tile(extents.size());
  do {
    const auto found = visits.find(tile);
    if (found == visits.end()) {
      ++verdict.missingCount;
      list(verdict.missing, tile);
    } else if (found->second.second) {
      if (verdict.repeatedCount++ == 0) {
        verdict.tile = tile;
        verdict.first = found->second.first;
        verdict.second = found->second.second;
      }
      list(verdict.repeated, tile);
    }
  } while (advance(tile, extents));
  if (verdict.repeatedCount > 0) {
    verdict.kind = VerdictKind::Repeated;
  } else if (verdict.missingCount > 0) {
    verdict.kind = VerdictKind::Skipped;
    verdict.tile = verdict.missing.front();
  }
  return verdict;
}

} // namespace wave::symbolic
