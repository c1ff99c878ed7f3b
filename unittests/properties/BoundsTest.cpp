//===- BoundsTest.cpp - Intervals contain every value ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Bounds.h"
#include "symbolic/Node.h"

#include <algorithm>
#include <optional>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

std::string opName(const ::testing::TestParamInfo<Op> &info) { return nameOf(info.param); }

/// From the smaller to the greater of two numbers, for each name.
struct Box {
  Values a, b;

  int64_t low(size_t i) const { return std::min(a.of[i], b.of[i]); }
  int64_t high(size_t i) const { return std::max(a.of[i], b.of[i]); }
  Intervals intervals() const {
    Intervals list;
    for (size_t i = 0; i < symbolNames.size(); ++i)
      list[symbolNames[i]] = {low(i), high(i)};
    return list;
  }
  /// An end, or something in between, of each.
  Values drawInside() const {
    Values inside;
    for (size_t i = 0; i < symbolNames.size(); ++i) {
      const auto width = static_cast<uint64_t>(high(i)) - static_cast<uint64_t>(low(i));
      const auto random = static_cast<uint64_t>(*numbers());
      const uint64_t step = *rc::gen::element<uint64_t>(0, width, width / 2, random);
      inside.of[i] = static_cast<int64_t>(static_cast<uint64_t>(low(i)) +
                                          (width == UINT64_MAX ? step : step % (width + 1)));
    }
    return inside;
  }
};

std::string textOf(const Interval &interval) {
  auto end = [](std::optional<int64_t> value) { return value ? std::to_string(*value) : "?"; };
  return end(interval.low) + " to " + end(interval.high);
}

bool contains(const Interval &interval, int64_t value) {
  return (!interval.low || *interval.low <= value) && (!interval.high || value <= *interval.high);
}

bool contains(const Interval &outer, const Interval &inner) {
  return (!outer.low || (inner.low && *outer.low <= *inner.low)) &&
         (!outer.high || (inner.high && *inner.high <= *outer.high));
}

void checkContains(const Tree &tree, const Box &box) {
  const Values inside = box.drawInside();
  const Outcome value = oracle(tree, inside);
  cover(5, value.hasValue(), "with a value");
  const Interval bounds = boundsOf(built(tree), box.intervals());
  RC_LOG() << inside << ": " << value << ", bounds " << textOf(bounds) << "\n";
  if (value.hasValue())
    RC_ASSERT(contains(bounds, value.value));
  // Two known ends promise that there is no overflow.
  if (value.status == Outcome::Overflow)
    RC_ASSERT((!bounds.low || !bounds.high));
}

Box drawBox() { return {*values(), *values()}; }
Box drawWildBox() { return {*wildValues(), *wildValues()}; }

class BoundsOf : public ::testing::TestWithParam<Op> {};
INSTANTIATE_TEST_SUITE_P(All, BoundsOf, ::testing::ValuesIn(allOps()), opName);

TEST_P(BoundsOf, ContainTheValues) {
  checkLaw([] { checkContains(*treesOf(GetParam(), tame()), drawBox()); });
}

TEST_P(BoundsOf, ContainTheValuesAtTheEnds) {
  checkLaw([] { checkContains(*treesOf(GetParam(), wild()), drawWildBox()); });
}

/// The raw operator on symbols and nothing else, so that no rule comes before it.
Tree plain(Op op) {
  std::vector<Tree> operands;
  for (size_t i = 0; i < arityOf(op); ++i)
    operands.push_back(Tree::symbol(i));
  return Tree(op, operands);
}

TEST_P(BoundsOf, ContainWhatTheOperatorGives) {
  checkLaw([] { checkContains(plain(GetParam()), drawWildBox()); });
}

class TightBoundsOf : public ::testing::TestWithParam<Op> {};
INSTANTIATE_TEST_SUITE_P(All, TightBoundsOf,
                         ::testing::Values(Op::Add, Op::Sub, Op::Neg, Op::Mul, Op::FloorDiv,
                                           Op::CeilDiv, Op::Min, Op::Max, Op::Lt, Op::Le, Op::Gt,
                                           Op::Ge, Op::Eq, Op::Ne),
                         opName);

/// Both ends are values: all of a small box are tried.
TEST_P(TightBoundsOf, AreReached) {
  checkLaw([] {
    const int64_t lowX = *between(-9, 9), highX = *between(lowX, lowX + 6), lowY = *between(-9, 9),
                  highY = *between(lowY, lowY + 6);
    std::optional<int64_t> smallest, greatest;
    for (int64_t x = lowX; x <= highX; ++x)
      for (int64_t y = lowY; y <= highY; ++y) {
        Values values;
        values.of = {x, y, 0, 0};
        const Outcome value = oracle(plain(GetParam()), values);
        if (!value.hasValue())
          continue;
        smallest = std::min(smallest.value_or(value.value), value.value);
        greatest = std::max(greatest.value_or(value.value), value.value);
      }
    const Interval bounds =
        boundsOf(built(plain(GetParam())), {{"x", {lowX, highX}}, {"y", {lowY, highY}}});
    RC_LOG() << "values from " << smallest.value_or(0) << " to " << greatest.value_or(0)
             << ", bounds " << textOf(bounds) << "\n";
    RC_ASSERT((bounds == Interval{smallest, greatest}));
  });
}

//===----------------------------------------------------------------------===//
// Of whole expressions
//===----------------------------------------------------------------------===//

WAVE_PROPERTY(Bounds, ContainTheValuesOfTrees) { checkContains(*trees(tame()), drawBox()); }
WAVE_PROPERTY(Bounds, ContainTheValuesOfWildTrees) { checkContains(*trees(wild()), drawWildBox()); }
WAVE_PROPERTY(Bounds, ContainTheValuesOfIndices) {
  checkContains(*trees(tame({Op::Add, Op::Mul, Op::FloorDiv, Op::CeilDiv, Op::Mod, Op::Min})),
                drawBox());
}

/// In a part of the box there are no other values.
void checkMonotone(const Tree &tree, const Box &box) {
  const Box part = {box.drawInside(), box.drawInside()};
  const Interval outer = boundsOf(built(tree), box.intervals()),
                 inner = boundsOf(built(tree), part.intervals());
  RC_LOG() << textOf(inner) << " in a part of " << textOf(outer) << "\n";
  // A part may have no value at all, where nothing is known.
  const bool isEmpty = inner == Interval();
  cover(30, !isEmpty, "with values");
  RC_ASSERT((isEmpty || contains(outer, inner)));
}
WAVE_PROPERTY(Bounds, ShrinkWithTheirIntervals) { checkMonotone(*trees(tame()), drawBox()); }
WAVE_PROPERTY(Bounds, ShrinkWithWildIntervals) { checkMonotone(*trees(wild()), drawWildBox()); }
class MonotoneBoundsOf : public ::testing::TestWithParam<Op> {};
INSTANTIATE_TEST_SUITE_P(Divisions, MonotoneBoundsOf,
                         ::testing::Values(Op::Div, Op::FloorDiv, Op::CeilDiv, Op::Mod), opName);
TEST_P(MonotoneBoundsOf, ShrinkWithTheirIntervals) {
  checkLaw(
      [] { checkMonotone(plain(GetParam()), *between(0, 1) != 0 ? drawBox() : drawWildBox()); });
}

/// Symbols with one value each give the expression one.
WAVE_PROPERTY(Bounds, OfPointsAreTheValue) {
  const Tree tree = *trees(tame());
  const Values at = *values();
  const Outcome value = oracle(tree, at);
  RC_PRE(value.hasValue());
  RC_ASSERT((boundsOf(built(tree), Box{at, at}.intervals()) == Interval{value.value, value.value}));
}

WAVE_PROPERTY(Bounds, UnnamedSymbolsMayBeAnything) {
  const Tree tree = *trees(wild());
  const Outcome value = oracle(tree, *wildValues());
  if (value.hasValue())
    RC_ASSERT(contains(boundsOf(built(tree), {}), value.value));
}

WAVE_PROPERTY(Bounds, AnOpenEndIsTheEndOf64Bits) {
  const Expr expr = built(*trees(wild()));
  const int64_t bound = *numbers();
  RC_ASSERT(boundsOf(expr, {{"x", {bound, {}}}}) == boundsOf(expr, {{"x", {bound, most}}}));
  RC_ASSERT(boundsOf(expr, {{"x", {{}, bound}}}) == boundsOf(expr, {{"x", {least, bound}}}));
}

WAVE_PROPERTY(Bounds, OtherSymbolsDoNotMatter) {
  const Expr expr = built(*trees(tame()));
  Intervals intervals = drawBox().intervals();
  const Interval before = boundsOf(expr, intervals);
  intervals["another"] = {*numbers(), *numbers()};
  RC_ASSERT(boundsOf(expr, intervals) == before);
}

WAVE_PROPERTY(Bounds, OfADifferenceWithItself) {
  const Expr expr = built(*trees(tame()));
  RC_ASSERT((boundsOf(expr - expr, {}) == Interval{0, 0}));
}

WAVE_PROPERTY(Bounds, MoveWithAConstant) {
  const Expr x = Expr::symbol("x");
  const int64_t shift = *smallNumbers();
  const Box box = drawBox();
  const Interval moved = boundsOf(x * *between(1, 1) + shift, box.intervals());
  RC_ASSERT((moved == Interval{box.low(0) + shift, box.high(0) + shift}));
}

/// A negation may simplify to something that is bounded more tightly, or less; but no
/// value lies outside of either.
WAVE_PROPERTY(Bounds, MirrorUnderNegation) {
  const Tree tree = *trees(tame({Op::Add, Op::Mul, Op::Min, Op::FloorDiv}));
  const Box box = drawBox();
  const Expr expr = built(tree);
  const Interval plain = boundsOf(expr, box.intervals()),
                 mirrored = boundsOf(-expr, box.intervals());
  RC_LOG() << expr << ": " << textOf(plain) << " and " << textOf(mirrored) << "\n";
  RC_PRE((plain.low && plain.high && mirrored.low && mirrored.high));
  RC_ASSERT(*mirrored.low <= -*plain.low);
  RC_ASSERT(*mirrored.high >= -*plain.high);
}

/// The start of a tile and the places within it, as the CPU target forms offsets.
WAVE_PROPERTY(Bounds, OfTileOffsetsAreReached) {
  const int64_t groups = *between(1, 1 << 20), tile = *between(1, 512),
                stride = *between(0, 1 << 20);
  const Expr offset = (Expr(WORKGROUP_0) * tile + Expr::symbol("i")) * stride;
  RC_ASSERT((boundsOf(offset, {{"WORKGROUP_0", {0, groups - 1}}, {"i", {0, tile - 1}}}) ==
             Interval{0, (groups * tile - 1) * stride}));
}

WAVE_PROPERTY(Bounds, OfARestAreBelowTheDivisor) {
  const int64_t divisor = *numbers();
  RC_PRE(divisor > 0);
  const Interval rest = boundsOf(Expr::symbol("x") % divisor, {});
  RC_ASSERT((rest == Interval{0, divisor - 1}));
}

} // namespace
