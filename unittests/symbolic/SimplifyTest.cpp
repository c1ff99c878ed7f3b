//===- SimplifyTest.cpp - Simplification of whole trees -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Simplify.h"
#include "Enumerate.h"
#include "symbolic/Parse.h"

#include <iostream>
#include <random>

using namespace wave;
using namespace wave::symbolic;

namespace {

const std::vector<Kind> binaryKinds = {Kind::Add,     Kind::Mul, Kind::Div, Kind::FloorDiv,
                                       Kind::CeilDiv, Kind::Mod, Kind::Min, Kind::Max,
                                       Kind::Lt,      Kind::Le,  Kind::Eq,  Kind::Ne};

std::vector<Expr> leaves() {
  std::vector<Expr> list = {Expr::symbol("x"), Expr::symbol("y")};
  for (int value = -2; value <= 3; ++value)
    list.push_back(value);
  return list;
}

void checkTree(const Expr &raw, const std::vector<int64_t> &range) {
  Expr simplified = simplify(raw);
  countAgreements(raw, simplified, range);
  ASSERT_TRUE(simplify(simplified).same_as(simplified))
      << raw << " becomes " << simplified << ", then " << simplify(simplified);
  ParseResult parsed = parse(simplified.str());
  ASSERT_TRUE(parsed) << simplified << ": " << parsed.failure().message;
  ASSERT_TRUE(parsed.expr().same_as(simplified)) << simplified << " reads as " << parsed.expr();
}

/// Also, that the raw text means the same.  Not for constants whose product
/// leaves 64 bits: those are kept as they came.
void checkTreeAndText(const Expr &raw, const std::vector<int64_t> &range) {
  checkTree(raw, range);
  Expr simplified = simplify(raw);
  ParseResult parsedRaw = parse(raw.str());
  ASSERT_TRUE(parsedRaw) << raw << ": " << parsedRaw.failure().message;
  ASSERT_TRUE(parsedRaw.expr().same_as(simplified))
      << raw << " reads as " << parsedRaw.expr() << " but simplifies to " << simplified;
}

TEST(Simplify, AllTreesWithOneOperatorInsideAnother) {
  std::vector<Expr> small = leaves();
  for (Kind kind : binaryKinds)
    for (const Expr &a : leaves())
      for (const Expr &b : leaves())
        small.push_back(rawNode(kind, {a, b}));
  const std::vector<int64_t> range = integersBetween(-5, 5);
  for (Kind kind : binaryKinds)
    for (const Expr &inner : small)
      for (const Expr &leaf : leaves()) {
        checkTreeAndText(rawNode(kind, {inner, leaf}), range);
        checkTreeAndText(rawNode(kind, {leaf, inner}), range);
        if (HasFatalFailure())
          return;
      }
}

TEST(Simplify, AllChoicesBetweenLeaves) {
  for (Kind kind : {Kind::Lt, Kind::Le, Kind::Eq, Kind::Ne})
    for (const Expr &a : leaves())
      for (const Expr &b : leaves())
        for (const Expr &x : leaves())
          for (const Expr &y : leaves()) {
            checkTreeAndText(rawNode(Kind::Select, {rawNode(kind, {a, b}), x, y}),
                             integersBetween(-3, 3));
            if (HasFatalFailure())
              return;
          }
}

class RandomTrees {
public:
  explicit RandomTrees(unsigned seed) : engine(seed) {}

  Expr next(int depth) {
    if (depth == 0 || below(6) == 0)
      return leaf();
    size_t kind = below(binaryKinds.size() + 1);
    if (kind == binaryKinds.size())
      return rawNode(Kind::Select, {next(depth - 1), next(depth - 1), next(depth - 1)});
    return rawNode(binaryKinds[kind], {next(depth - 1), next(depth - 1)});
  }

private:
  std::mt19937 engine;

  size_t below(size_t limit) { return engine() % limit; }

  Expr leaf() {
    static const std::vector<Expr> symbols = {Expr::symbol("x"), Expr::symbol("y"),
                                              Expr::symbol("z")};
    return below(2) ? symbols[below(3)] : Expr(static_cast<int>(below(25)) - 8);
  }
};

TEST(Simplify, RandomDeepTrees) {
  constexpr unsigned seed = 20240607;
  std::cout << "seed " << seed << "\n";
  RandomTrees trees(seed);
  for (int i = 0; i < 3000; ++i) {
    checkTreeAndText(trees.next(2 + i % 4), {-9, -4, -1, 0, 1, 3, 8});
    ASSERT_FALSE(HasFailure()) << "tree " << i << " of seed " << seed;
  }
}

/// `count` random elements of `pool`.
std::vector<Expr> randomLeaves(std::mt19937 &engine, const std::vector<Expr> &pool, int count) {
  std::vector<Expr> leaves;
  for (int k = 0; k < count; ++k)
    leaves.push_back(pool[engine() % pool.size()]);
  return leaves;
}

/// Joins `trees` by operators from `kinds`, at random, until one is left.
Expr randomTree(std::mt19937 &engine, const std::vector<Kind> &kinds, std::vector<Expr> trees) {
  while (trees.size() > 1) {
    Expr b = trees.back();
    trees.pop_back();
    trees.back() = rawNode(kinds[engine() % kinds.size()], {trees.back(), b});
    std::swap(trees.back(), trees[engine() % trees.size()]);
  }
  return trees[0];
}

/// Near the limits of 64 bits: folding must not wrap, and regrouping must not
/// make an expression fail that had a value.
TEST(Simplify, RandomTreesOfLargeConstants) {
  constexpr unsigned seed = 4711;
  std::mt19937 engine(seed);
  const int64_t least = std::numeric_limits<int64_t>::min(),
                most = std::numeric_limits<int64_t>::max();
  const std::vector<Expr> pool = {
      Expr::symbol("x"), Expr::symbol("y"), least, most, most / 2 + 1, least + 1, -1, 1, 2, 3};
  for (int i = 0; i < 3000; ++i) {
    checkTree(randomTree(engine, binaryKinds, randomLeaves(engine, pool, 5)),
              {least, -3, 0, 1, 2, most});
    ASSERT_FALSE(HasFailure()) << "tree " << i << " of seed " << seed;
  }
}

/// Sums and comparisons of products whose constants exceed 64 bits and cancel again.  They keep
/// their value, also when written and read; they need not have one canonical form.
TEST(Simplify, RandomSumsOfLargeProducts) {
  constexpr unsigned seed = 4712;
  std::mt19937 engine(seed);
  const int64_t least = std::numeric_limits<int64_t>::min();
  const std::vector<Expr> pool = {Expr::symbol("x"), Expr::symbol("y"), -1, 2};
  for (int i = 0; i < 5000; ++i) {
    // Products of two extremes may exceed the 128 bits of evaluation.
    std::vector<Expr> leaves = {Expr(least + i % 2), Expr(int64_t(1) << 40)};
    for (const Expr &leaf : randomLeaves(engine, pool, 3 + i % 6))
      leaves.insert(leaves.begin() + static_cast<std::ptrdiff_t>(engine() % leaves.size()), leaf);
    Expr raw = randomTree(
        engine, {Kind::Add, Kind::Mul, i % 2 ? Kind::Add : Kind::Lt, i % 2 ? Kind::Mul : Kind::Ne},
        leaves);
    Expr simplified = simplify(raw);
    countAgreements(raw, simplified, {-3, 0, 1});
    ParseResult parsed = parse(simplified.str());
    ASSERT_TRUE(parsed) << simplified << ": " << parsed.failure().message;
    countAgreements(simplified, parsed.expr(), {-3, 0, 1});
    ASSERT_FALSE(HasFailure()) << "tree " << i << " of seed " << seed;
  }
}

/// What a reader of a diagnostic sees.
TEST(Simplify, Text) {
  const Expr M = Symbol("M"), N = Symbol("N"), B = Symbol("BLOCK_M"), t = Symbol("t");
  const std::vector<std::pair<Expr, std::string>> table = {
      {M * N, "M * N"},
      {N * M, "M * N"},
      {B / 2, "BLOCK_M / 2"},
      {ceildiv(M, B), "ceildiv(M, BLOCK_M)"},
      {ceiling(M / B), "ceildiv(M, BLOCK_M)"},
      {floor(M / B + N / B), "floordiv(M + N, BLOCK_M)"},
      {floor(M / 2 + N / 3), "floordiv(M * 3 + N * 2, 6)"},
      {floor(M / (N / 2)), "floordiv(M * 2, N)"},
      {floor(M), "M"},
      {floor(Expr(7) / 2), "3"},
      {ceiling(Expr(7) / 2), "4"},
      {M + 1, "M + 1"},
      {1 + M - 3, "M - 2"},
      {N - M, "N - M"},
      {-M, "-M"},
      {-(M * N), "-(M * N)"},
      {M - N * 2 * M, "M - M * N * 2"},
      {2 * (M + 1) - M, "M + 2"},
      {M - M, "0"},
      {floordiv(t, 32) * 32 + t % 32, "t"},
      {floordiv(t, 16) * 128 + t % 16 * 8 + M, "M + t * 8"},
      {floordiv(M * 16 + t % 16, 16), "M"},
      {(M * 16 + t % 16) % 16, "t % 16"},
      {(M * B + t) % B, "t % BLOCK_M"},
      {floordiv(floordiv(t, 4), 8), "floordiv(t, 32)"},
      {ceildiv(M * 64, 64) * N, "M * N"},
      {floordiv(M + 63, 64), "ceildiv(M, 64)"},
      {M / 2 * 2, "M / 2 * 2"},
      {M / M, "M / M"},
      {(M * 4 + N) / 2, "M * 2 + N / 2"},
      {(M < N).value(), "M < N"},
      {(M > 5).value(), "5 < M"},
      {(M + 3 <= N - 2).value(), "M + 5 <= N"},
      {(M * 4 >= 10).value(), "3 <= M"},
      {(M + N == N).value(), "M == 0"},
      {(M * 2 == 5).value(), "0"},
      {(t % 32 < 32).value(), "1"},
      {Min(Min(M, 4), 3), "Min(M, 3)"},
      {Min(M, M + 1), "M"},
      {Max(M, Min(N, M)), "M"},
      {select(M < N, M, N), "Min(M, N)"},
      {select(M != N, B, t), "select(M == N, t, BLOCK_M)"},
      {select(Expr(1) < 2, M, N), "M"},
      {(M + N) * (M + 1) * 2, "(M + N) * (M + 1) * 2"},
      {M % 4 * 3, "M % 4 * 3"},
      {-(M % 4), "-(M % 4)"},
  };
  for (const auto &[expr, text] : table)
    EXPECT_EQ(expr.str(), text);
}

} // namespace
