//===- Independence.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Independence.h"

#include "symbolic/MapWalk.h"
#include "symbolic/Substitute.h"

#include <algorithm>
#include <numeric>

namespace wave::symbolic {

std::optional<std::vector<AccessSide>> boxOf(const AccessMap &access) {
  std::vector<AccessSide> sides;
  std::vector<bool> isUsed(access.elements.size());
  for (const Expr &coordinate : access.map.tile) {
    AccessSide side{coordinate, std::nullopt};
    for (size_t i = 0; i < access.elements.size(); ++i) {
      const std::string &symbol = access.elements[i].symbol;
      if (!mentions(coordinate, symbol))
        continue;
      if (side.element || isUsed[i])
        return std::nullopt;
      side.element = i;
      isUsed[i] = true;
      side.start = coordinate - Expr::symbol(symbol);
      if (mentions(side.start, symbol))
        return std::nullopt;
    }
    sides.push_back(std::move(side));
  }
  return sides;
}

std::vector<std::string> openSizesOf(const AccessMap &access) {
  TileMap all = access.map;
  for (const TileElement &element : access.elements)
    all.tiles.push_back(element.extent);
  std::vector<std::string> sizes = openSizesOf(all);
  std::erase_if(sizes, [&](const std::string &size) {
    return std::ranges::any_of(access.elements,
                               [&](const TileElement &each) { return each.symbol == size; });
  });
  return sizes;
}

namespace {

/// Of a memory: parts that are written as a whole or not at all.
constexpr int64_t mostCells = int64_t(1) << 28;
/// Elements of accesses that are no boxes.
constexpr int64_t mostElements = int64_t(1) << 28;

/// From `low` to the one before `high`.
struct Span {
  int64_t low, high;
};

/// Visits the spans, or the elements, that an access touches.
class AccessWalk {
public:
  AccessWalk(const AccessMap &access, const std::vector<int64_t> &shape, const Bindings &sizes,
             const Tables &tables)
      : shape(shape), box(boxOf(access)), walk(access.map, valuesOf(access, box), sizes, tables,
                                               box ? std::vector<Expr>{} : access.map.tile) {
    if (box || walk.failure())
      return;
    std::vector<std::string> variables = walk.variables();
    for (const TileElement &element : access.elements)
      variables.push_back(element.symbol);
    for (const Expr &coordinate : access.map.tile)
      coordinates.emplace_back(coordinate, variables, sizes);
    for (const TileElement &element : access.elements)
      isMoved.push_back(std::ranges::any_of(
          access.map.tile, [&](const Expr &each) { return mentions(each, element.symbol); }));
  }

  MapWalk &domain() { return walk; }
  /// Why it ended, if not because of the visitor.
  std::optional<MapWalk::Failure> failure() const { return failed ? failed : walk.failure(); }

  /// `onBox` takes one span for each dimension, none of them empty, and returns false to end it.
  template <typename OnBox> void run(const OnBox &onBox) {
    std::vector<Span> spans(shape.size());
    walk.run(expectedVisits, [&](const std::vector<int64_t> &values) {
      return box ? visitBox(values, spans, onBox) : visitElements(values, spans, onBox);
    });
  }

private:
  static constexpr int64_t expectedVisits = int64_t(1) << 24;

  /// Of a box the starts, then the extents; otherwise the extents of the tile.
  static std::vector<Expr> valuesOf(const AccessMap &access,
                                    const std::optional<std::vector<AccessSide>> &box) {
    std::vector<Expr> values;
    if (box)
      for (const AccessSide &side : *box)
        values.push_back(side.start);
    for (const TileElement &element : access.elements)
      values.push_back(element.extent);
    return values;
  }

  template <typename OnBox>
  bool visitBox(const std::vector<int64_t> &values, std::vector<Span> &spans, const OnBox &onBox) {
    // A tile without an element touches nothing, also where the memory has not its dimension.
    for (size_t i = shape.size(); i < values.size(); ++i)
      if (values[i] <= 0)
        return true;
    for (size_t d = 0; d < shape.size(); ++d) {
      const AccessSide &side = (*box)[d];
      const int64_t low = values[d];
      int64_t high = 0;
      if (__builtin_add_overflow(low, side.element ? values[shape.size() + *side.element] : 1,
                                 &high))
        return true; // beyond any memory
      spans[d] = {std::max<int64_t>(low, 0), std::min(high, shape[d])};
      if (spans[d].low >= spans[d].high)
        return true;
    }
    return onBox(spans);
  }

  template <typename OnBox>
  bool visitElements(const std::vector<int64_t> &extents, std::vector<Span> &spans,
                     const OnBox &onBox) {
    std::vector<int64_t> point = walk.point();
    const size_t first = point.size();
    point.resize(first + extents.size());
    for (const int64_t extent : extents)
      if (extent <= 0)
        return true;
    while (true) {
      if (++seen > mostElements) {
        failed = MapWalk::Failure{CoverageVerdict::Kind::TooLarge,
                                  "it touches more than 2^28 elements, which are no boxes",
                                  walk.visit()};
        return false;
      }
      bool isInside = true;
      for (size_t d = 0; d < shape.size() && isInside; ++d) {
        const std::optional<int64_t> at = coordinates[d](point);
        if (!at) {
          failed =
              MapWalk::Failure{CoverageVerdict::Kind::NoValue,
                               describe(coordinates[d].evaluation(point).failure()), walk.visit()};
          return false;
        }
        isInside = *at >= 0 && *at < shape[d];
        spans[d] = {*at, *at + 1};
      }
      if (isInside && !onBox(spans))
        return false;
      size_t next = extents.size();
      while (next > 0) {
        --next;
        if (isMoved[next] && ++point[first + next] < extents[next])
          break;
        point[first + next] = 0;
        if (next == 0)
          return true;
      }
      if (extents.empty())
        return true;
    }
  }

  const std::vector<int64_t> &shape;
  std::optional<std::vector<AccessSide>> box;
  MapWalk walk;
  std::vector<CompiledExpr> coordinates;
  std::vector<bool> isMoved; ///< the elements on which a coordinate depends
  std::optional<MapWalk::Failure> failed;
  int64_t seen = 0;
};

class IndependenceEvaluation {
public:
  IndependenceEvaluation(const std::vector<AccessMap> &writes, const std::vector<AccessMap> &reads,
                         const Bindings &sizes, const Tables &tables)
      : writes(writes), reads(reads), sizes(sizes), tables(tables) {}

  IndependenceVerdict run() {
    for (const Expr &each : writes.front().map.tiles) {
      const Evaluation size = evaluate(each, sizes);
      if (!size) {
        verdict.kind = IndependenceVerdict::Kind::NoValue;
        verdict.reason = describe(size.failure());
        return std::move(verdict);
      }
      shape.push_back(std::max<int64_t>(size.value(), 0));
    }
    for (size_t d = 0; d < shape.size(); ++d) {
      const int64_t tile = tileAlong(d);
      unit.push_back(std::max<int64_t>(tile > 0 ? tile : shape[d], 1));
    }
    while (!mark())
      if (!verdict.holds())
        return std::move(verdict);
    for (size_t i = 0; i < reads.size() && verdict.holds(); ++i)
      look(i);
    return std::move(verdict);
  }

private:
  static constexpr uint32_t several = ~uint32_t(0);

  bool take(const std::optional<MapWalk::Failure> &failure) {
    if (!failure)
      return true;
    verdict.kind =
        failure->kind == CoverageVerdict::Kind::Endless    ? IndependenceVerdict::Kind::Endless
        : failure->kind == CoverageVerdict::Kind::TooLarge ? IndependenceVerdict::Kind::TooLarge
                                                           : IndependenceVerdict::Kind::NoValue;
    verdict.reason = failure->reason;
    return false;
  }

  /// Calls `onCell` with the number of each cell that the spans touch, until it returns false.
  template <typename OnCell> bool forCells(const std::vector<Span> &spans, const OnCell &onCell) {
    std::vector<int64_t> &at = current;
    at.resize(spans.size());
    for (size_t d = 0; d < spans.size(); ++d)
      at[d] = spans[d].low / unit[d];
    while (true) {
      int64_t cell = 0;
      for (size_t d = 0; d < spans.size(); ++d)
        cell = cell * cells[d] + at[d];
      if (!onCell(static_cast<size_t>(cell)))
        return false;
      size_t d = spans.size();
      while (d > 0) {
        --d;
        if (++at[d] * unit[d] < spans[d].high)
          break;
        at[d] = spans[d].low / unit[d];
        if (d == 0)
          return true;
      }
      if (spans.empty())
        return true;
    }
  }

  /// What tiles of all writes are multiples of along a dimension, but for those that are cut off;
  /// 0 where that is not known.
  int64_t tileAlong(size_t d) const {
    int64_t common = 0;
    for (const AccessMap &write : writes)
      if (const std::optional<std::vector<AccessSide>> box = boxOf(write); box && (*box)[d].element)
        if (const Evaluation size = evaluate(write.elements[*(*box)[d].element].size, sizes))
          common = std::gcd(common, size.value());
    return common;
  }

  /// Marks whose cells are.  False where cells have to be smaller, or it fails.
  bool mark() {
    cells.clear();
    for (size_t d = 0; d < shape.size(); ++d)
      cells.push_back((shape[d] + unit[d] - 1) / unit[d]);
    const std::optional<int64_t> count = volumeOf(cells, mostCells);
    if (!count) {
      verdict.kind = IndependenceVerdict::Kind::TooLarge;
      verdict.reason = "the memory has more than 2^28 parts that are written by themselves";
      return false;
    }
    owners.assign(static_cast<size_t>(*count), 0);
    bool isFine = true;
    for (const AccessMap &write : writes) {
      AccessWalk walk(write, shape, sizes, tables);
      walk.run([&](const std::vector<Span> &spans) {
        for (size_t d = 0; d < spans.size(); ++d) {
          const int64_t end = spans[d].high == shape[d] ? 0 : spans[d].high;
          if (spans[d].low % unit[d] == 0 && end % unit[d] == 0)
            continue;
          isFine = false;
          unit[d] = std::gcd(std::gcd(unit[d], spans[d].low), end);
        }
        if (!isFine)
          return true; // look for all units before the next attempt
        const auto self = static_cast<uint32_t>(walk.domain().workgroup() + 1);
        return forCells(spans, [&](size_t cell) {
          owners[cell] = owners[cell] == 0 || owners[cell] == self ? self : several;
          return true;
        });
      });
      if (!take(walk.failure()))
        return false;
    }
    return isFine;
  }

  void look(size_t read) {
    AccessWalk walk(reads[read], shape, sizes, tables);
    walk.run([&](const std::vector<Span> &spans) {
      const auto self = static_cast<uint32_t>(walk.domain().workgroup() + 1);
      return forCells(spans, [&](size_t cell) {
        if (owners[cell] == 0 || owners[cell] == self)
          return true;
        verdict.kind = IndependenceVerdict::Kind::Shared;
        verdict.read = read;
        verdict.reader = walk.domain().visit();
        for (size_t d = 0; d < spans.size(); ++d)
          verdict.element.push_back(std::max(spans[d].low, current[d] * unit[d]));
        findWriter(walk.domain().workgroup());
        return false;
      });
    });
    if (verdict.holds())
      take(walk.failure());
  }

  /// The first write of the element by another workgroup.
  void findWriter(int64_t reader) {
    for (size_t write = 0; write < writes.size() && !verdict.writer; ++write) {
      AccessWalk walk(writes[write], shape, sizes, tables);
      walk.run([&](const std::vector<Span> &spans) {
        bool isHere = walk.domain().workgroup() != reader;
        for (size_t d = 0; d < spans.size(); ++d)
          isHere =
              isHere && verdict.element[d] >= spans[d].low && verdict.element[d] < spans[d].high;
        if (!isHere)
          return true;
        verdict.write = write;
        verdict.writer = walk.domain().visit();
        return false;
      });
    }
  }

  const std::vector<AccessMap> &writes, &reads;
  const Bindings &sizes;
  const Tables &tables;
  IndependenceVerdict verdict;
  std::vector<int64_t> shape;
  /// Along each dimension the elements of a cell, which is written as a whole, and the cells.
  std::vector<int64_t> unit, cells;
  std::vector<int64_t> current; ///< the coordinates of a cell
  std::vector<uint32_t> owners; ///< of each cell: the workgroup's number plus 1, 0 of none
};

} // namespace

IndependenceVerdict evaluateIndependence(const std::vector<AccessMap> &writes,
                                         const std::vector<AccessMap> &reads, const Bindings &sizes,
                                         const Tables &tables) {
  return IndependenceEvaluation(writes, reads, sizes, tables).run();
}

} // namespace wave::symbolic
