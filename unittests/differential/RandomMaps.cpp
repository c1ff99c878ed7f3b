//===- RandomMaps.cpp - Tiles that random programs choose themselves ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders of tiles, by a reordering or by a loop over tiles; loops with a condition; accesses that
// scalars move.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "RandomProgram.h"

namespace wave::test {

static constexpr Symbol FROM_M{"FROM_M"}, FROM_N{"FROM_N"}, MOVED{"MOVED"};
/// The axes of loops with a condition, by how many are around them.
static constexpr Symbol whileAxes[] = {Symbol{"T"}, Symbol{"V"}, Symbol{"W"}};

void RandomProgram::drawMap() {
  for (const Symbol &axis : {whileAxes[0], whileAxes[1], whileAxes[2], Symbol{"R"}, Symbol{"S"}})
    s.constraints += TilingConstraint{axis};
  const bool hasM = s.isDistributed(M), hasN = s.isDistributed(N);
  const char *map = "of the grid";
  if (hasBatches) {
    map = "of many dimensions";
  } else if ((hasM || hasN) && !inParts && random.oneIn(5)) {
    map = "persistent";
    // Small tests have few tiles: rather fewer workgroups.
    const std::vector<int64_t> counts = {1, 1, 1, 3, 3, 3, 7, 24, 132, 304};
    workgroups = random.of(counts);
    s.histogram.count("workgroups", std::to_string(*workgroups));
    const auto count = [&](const Symbol &dim) {
      const int64_t tile = s.tileOf(dim);
      return s.isDistributed(dim) ? (s.sizeOf(dim) + tile - 1) / tile : 1;
    };
    const int64_t tiles = count(M) * count(N);
    s.histogram.count("tiles of a workgroup", tiles > *workgroups ? "several" : "one");
    s.constraints += GridConstraint{Expr(*workgroups)};
  } else if (hasM && hasN && random.oneIn(5)) {
    map = "reordered";
    isReordered = true;
    const auto [m, n] = inOrder<Expr>(WORKGROUP_1 * s.tilesOf(M) + WORKGROUP_0);
    s.constraints += ReorderingConstraint{m, 0};
    s.constraints += ReorderingConstraint{n, 1};
  }
  s.histogram.count("map", map);
}

/// The tile of an index, in an order that is drawn.
template <typename Index> order::TileCoordinates<Index> RandomProgram::inOrder(const Index &index) {
  const Index m = s.tilesOf(M), n = s.tilesOf(N);
  const int64_t group = random.between(1, 4), xcds = random.between(1, 8);
  switch (s.histogram.rarest("order", {"row-major", "column-major", "grouped", "xcd-grouped"})) {
  case 0:
    s.histogram.count("order", "row-major");
    return order::row_major(index, m, n);
  case 1:
    s.histogram.count("order", "column-major");
    return order::column_major(index, m, n);
  case 2:
    s.histogram.count("order", "grouped");
    return order::grouped(index, m, n, Index(group));
  default:
    s.histogram.count("order", "xcd-grouped");
    return order::xcd_grouped(index, m, n, Index(xcds), Index(group));
  }
}

/// A permutation of the workgroups.
Register RandomProgram::firstTile() {
  Register id = scalar(WORKGROUP_0, i32);
  const int64_t xcds = random.between(1, 8), chunk = random.between(1, 3);
  const std::vector<std::string> names{"id", "chunked", "contiguous"};
  const size_t kind = s.histogram.rarest("first tile", names);
  s.histogram.count("first tile", names[kind]);
  return kind == 0   ? id
         : kind == 1 ? Register(order::xcd_chunked(id, *workgroups, xcds, chunk))
                     : Register(order::xcd_contiguous(id, *workgroups, xcds));
}

void RandomProgram::forEachTile(const std::function<void()> &computeTile) {
  if (inParts) {
    axes.push_back(*inParts);
    ++bounded;
    return iterate({.axis = *inParts}, computeTile);
  }
  if (!workgroups)
    return computeTile();
  const Symbol &axis = whileAxes[whiles];
  const bool hasM = s.isDistributed(M), hasN = s.isDistributed(N);
  const Expr count = (hasM ? s.tilesOf(M) : Expr(1)) * (hasN ? s.tilesOf(N) : Expr(1));
  iterate({.axis = axis, .start = firstTile(), .condition = axis < count}, [&] {
    ++whiles;
    Register tile = self_index(axis, i32);
    counters.push_back(tile);
    if (hasM && hasN) {
      const auto [m, n] = inOrder<ScalarRegister>(tile);
      set_symbol(FROM_M, m * s.tileOf(M));
      set_symbol(FROM_N, n * s.tileOf(N));
    } else {
      set_symbol(hasM ? FROM_M : FROM_N, tile * s.tileOf(hasM ? M : N));
    }
    computeTile();
    set_symbol(axis, tile + *workgroups);
    counters.pop_back();
    --whiles;
  });
}

/// Coordinates in the memory and in the tile: the first are moved to the tile of this step, and
/// along `moved`, if any, by MOVED.
std::pair<Bindings, Bindings> RandomProgram::coordinates(const Memory &memory,
                                                         const std::string &moved) const {
  Bindings inMemory, inTile;
  int number = 0;
  for (const Expr &dim : memory.declaration().shape) {
    const Expr at = IndexMapping::iterator(number++);
    const std::string name = dim.str();
    Expr place = at;
    if (workgroups && name == M.name() && s.isDistributed(M))
      place = place + FROM_M;
    if (workgroups && name == N.name() && s.isDistributed(N))
      place = place + FROM_N;
    if (name == moved)
      place = place + MOVED;
    inMemory.set(name, place);
    inTile.set(name, at);
  }
  return {inMemory, inTile};
}

/// Whether a tile of a memory is another one than the constraints say.
static bool isMoved(const Bindings &inMemory, const Bindings &inTile) {
  return std::ranges::any_of(
      inTile, [&](const Binding &at) { return !inMemory.find(at.symbol)->same_as(at.value); });
}

Register RandomProgram::load(const Memory &memory) {
  std::vector<std::string> movable;
  if (isMovable && random.oneIn(2))
    for (const Expr &dim : memory.declaration().shape)
      if (!s.isDistributed(Symbol(dim.str().c_str())) && memory.declaration().name != "h")
        movable.push_back(dim.str());
  const std::string moved = movable.empty() ? "" : random.of(movable);
  const auto [inMemory, inTile] = coordinates(memory, moved);
  if (!isMoved(inMemory, inTile))
    return read(memory);
  s.histogram.count("op", moved.empty() ? "mapped read" : "moved read");
  return read(memory, {.mapping = IndexMapping{.inputs = inMemory, .outputs = inTile}});
}

void RandomProgram::writeTile(const Register &tile, const Memory &memory) {
  const auto [inMemory, inTile] = coordinates(memory, "");
  if (!isMoved(inMemory, inTile))
    return write(tile, memory);
  s.histogram.count("op", "mapped write");
  write(tile, memory, {.mapping = IndexMapping{.inputs = inTile, .outputs = inMemory}});
}

/// Each dimension of the register goes along one of another name, of the same size: to where it is,
/// or beside, where some elements are outside and others never written.
void RandomProgram::addSwapped(const Values &values, const Memory &memory) {
  Values candidates;
  for (const Value &value : values)
    if (std::ranges::count(value.dims, "M") + std::ranges::count(value.dims, "N") > 0)
      candidates.push_back(value);
  Value value =
      candidates.empty() ? Value{Register({N}, f32, 2), {"N"}, f32, 2} : random.of(candidates);
  const std::vector<std::string> dims{"M", "N"};
  value = within(value, dims);
  if (value.dtype == i1)
    value = as(value, i32);
  if (value.dims.size() == 1)
    value.tile = filled(dims, value.dtype) + value.tile;
  s.histogram.count("swapped write", isPartial ? "moved" : "in place");
  const int64_t m = isPartial ? random.between(-3, 3) : 0,
                n = isPartial ? random.between(-3, 3) : 0;
  if (isPartial)
    s.coverage = unchecked("moved writes leave elements as they are");
  // The register's dimensions in their order.
  const bool isTurned = value.tile.shape().front().str() == "N";
  const Expr i = IndexMapping::iterator(isTurned ? 1 : 0), j = IndexMapping::iterator(1 - isTurned);
  const bool movesM = workgroups && s.isDistributed(M), movesN = workgroups && s.isDistributed(N);
  const Expr atM = (movesM ? i + FROM_M : i) + m, atN = (movesN ? j + FROM_N : j) + n;
  const Bindings inRegister = isTurned ? Bindings{N = j, M = i} : Bindings{M = i, N = j};
  const Bindings inMemory{P = atN, Q = atM};
  if (isPartial) { // what was there takes part: not all of the memory need be written
    Register before =
        read(memory, {.mapping = IndexMapping{.inputs = inMemory, .outputs = inRegister}});
    value.tile = value.tile + cast(before, value.dtype);
  }
  write(value.tile, memory, {.mapping = IndexMapping{.inputs = inRegister, .outputs = inMemory}});
}

/// Some integer that a kernel computes, of at most 20 or so.
Register RandomProgram::drawScalar(const Register &counter) {
  const std::vector<std::string> names{"times", "floordiv", "remainder", "minimum", "select"};
  const size_t kind = s.histogram.rarest("scalar", names);
  s.histogram.count("scalar", names[kind]);
  const int64_t number = random.between(1, 4);
  switch (kind) {
  case 0:
    return counter * number - 2;
  case 1:
    return floordiv(counter + 5, number);
  case 2:
    return (counter + scalar(WORKGROUP_0, i32)) % number;
  case 3:
    return minimum(counter * 3, maximum(counter, number));
  default:
    return select(counter < number, counter - number, counter);
  }
}

/// A loop with a condition, that has few steps, or none.
void RandomProgram::addWhile(Values &values, int depth) {
  if (depth == 2 || whiles == std::size(whileAxes))
    return addArithmetic(values);
  s.histogram.count("op", "while");
  const Symbol axis(whileAxes[whiles].name().data());
  Values init;
  for (int64_t count = random.between(0, 2); count > 0; --count)
    init.push_back(random.of(values));
  const int64_t first = random.between(0, 2), last = random.between(0, 6),
                step = random.between(1, 3);
  ScalarRegister start =
      random.oneIn(2) ? ScalarRegister(first) : ScalarRegister(scalar(WORKGROUP_0 % 3, i32));
  const Expr bound = random.oneIn(3) ? Expr(last) + WORKGROUP_0 % 2 : Expr(last);
  const IterateOptions options{.axis = axis, .start = start, .condition = axis < bound};
  Values inside = values;
  auto trip = [&](std::initializer_list<Register> arguments) {
    inside = values;
    Values carried;
    for (const Register &argument : arguments)
      carried.push_back(describe(argument, std::numeric_limits<double>::infinity()));
    inside.insert(inside.end(), carried.begin(), carried.end());
    Register counter = self_index(axis, i32);
    const bool wasMovable = isMovable;
    ++whiles;
    counters.push_back(counter);
    set_symbol(MOVED, drawScalar(counter));
    isMovable = true;
    addRead(inside);
    body(inside, depth + 1);
    if (carried.empty() || random.oneIn(4))
      addWrite(inside);
    set_symbol(axis, counter + step);
    counters.pop_back();
    isMovable = wasMovable;
    --whiles;
    return carried;
  };
  if (init.empty())
    return iterate(options, [&] { trip({}); });
  std::vector<Register> results;
  if (init.size() == 1)
    results.push_back(iterate(options, {init[0].tile},
                              [&](Register p) { return nextFor(trip({p})[0], inside); }));
  else
    for (Register result :
         iterate(options, {init[0].tile, init[1].tile}, [&](Register p, Register q) {
           Values carried = trip({p, q});
           Register next = nextFor(carried[0], inside);
           return yield(next, nextFor(carried[1], inside));
         }))
      results.push_back(result);
  for (const Register &result : results)
    values.push_back(describe(result, std::numeric_limits<double>::infinity()));
}

void expectMaps(Histogram &histogram, int count) {
  const std::map<std::string, std::vector<std::string>> drawn = {
      {"map", {"of the grid", "persistent", "reordered"}},
      {"order", {"row-major", "column-major", "grouped", "xcd-grouped"}},
      {"first tile", {"id", "chunked", "contiguous"}},
      {"tiles of a workgroup", {"several"}},
      {"scalar", {"times", "floordiv", "remainder", "minimum", "select"}},
      {"bound", {"number", "workgroup", "size", "counter"}},
      {"loop", {"over an axis", "from a begin", "to an end", "over all"}},
      {"part", {"of steps", "of so many"}},
      {"dimensions of the grid", {"4", "5"}},
      {"swapped write", {"in place", "moved"}},
      {"operand", {"size"}},
      {"op",
       {"while", "mapped read", "mapped write", "moved read", "coordinates", "permute",
        "broadcast"}}};
  for (const auto &[group, names] : drawn)
    for (const std::string &name : names)
      EXPECT_GE(100 * histogram(group, name), count) << group << ": " << name << " is rare";
}

} // namespace wave::test
