//===- IndependenceProof.cpp - Reads within the own tile ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Own tile.  In each execution the tile of a write begins at s, a multiple of its size, along some
// dimensions of the memory, where s depends on ids and counters.  A read stays within [s, s + size)
// there, for the same ids and counters, which are those of loops around both.  If (ids, counters)
// to tiles is one to one, then the tile of an element says which workgroup writes it; a read of the
// element is in the same tile, and so in the same workgroup.
//
//===----------------------------------------------------------------------===//

#include "symbolic/Independence.h"

#include "symbolic/Bounds.h"
#include "symbolic/Multiple.h"
#include "symbolic/Node.h"

namespace wave::symbolic {

/// Whether the read touches nothing outside of the tile of the write along a dimension.
static bool staysInside(const Expr &coordinate, const AccessMap &read, const AccessSide &side,
                        const AccessMap &write) {
  const Expr place = coordinate - side.start;
  const Expr size = side.element ? write.elements[*side.element].size : Expr::constant(1);
  Intervals places;
  for (const TileElement &element : read.elements) {
    if (place.same_as(Expr::symbol(element.symbol)) && element.size.same_as(size))
      return true;
    if (const std::optional<int64_t> extent = constantOf(element.size); extent && *extent > 0)
      places[element.symbol] = {0, *extent - 1};
  }
  const Interval first = boundsOf(place, places), left = boundsOf(size - 1 - place, places);
  return first.low && *first.low >= 0 && left.low && *left.low >= 0;
}

std::vector<TileMap> ownTilesOf(const AccessMap &write, const AccessMap &read) {
  const std::optional<std::vector<AccessSide>> box = boxOf(write);
  if (!box)
    return {};
  TileMap all = write.map;
  all.tile.clear();
  all.tiles.clear();
  std::vector<TileMap> maps;
  for (size_t d = 0; d < box->size(); ++d) {
    const AccessSide &side = (*box)[d];
    const Expr size = side.element ? write.elements[*side.element].size : Expr::constant(1);
    const Expr whole = write.map.tiles[d];
    const bool isWhole = isConstant(side.start, 0) && size.same_as(whole);
    if (isWhole || isConstant(size, 0) || !isMultiple(side.start, size) ||
        !staysInside(read.map.tile[d], read, side, write))
      continue;
    TileMap alone = all;
    alone.tile = {floordiv(side.start, size)};
    alone.tiles = {ceildiv(whole, size)};
    maps.push_back(std::move(alone));
  }
  for (const TileMap &alone : maps) {
    all.tile.push_back(alone.tile.front());
    all.tiles.push_back(alone.tiles.front());
  }
  if (maps.size() != 1)
    maps.insert(maps.begin(), all);
  for (TileMap &map : maps)
    map = withoutIdleLoops(std::move(map));
  return maps;
}

} // namespace wave::symbolic
