//===- DistributionTest.cpp - Tiles cover every element once --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include <algorithm>
#include <map>
#include <regex>

#include "symbolic/Bounds.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Parse.h"
#include "symbolic/Substitute.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M("M"), N("N"), K("K"), BLOCK_M("BLOCK_M"), BLOCK_N("BLOCK_N"), BLOCK_K("BLOCK_K");

/// M and N are cut by workgroups, K by a loop.
const Kernel &products() {
  static const Kernel kernel = [] {
    Memory a("a", {M, K}, f32, GLOBAL_ADDRESS_SPACE), b("b", {N, K}, f32, GLOBAL_ADDRESS_SPACE);
    Memory c("c", {M, N}, f32, GLOBAL_ADDRESS_SPACE);
    return Kernel(
        "products", {a, b, c},
        {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
         TilingConstraint{K, BLOCK_K}, WaveConstraint{M, BLOCK_M}, WaveConstraint{N, BLOCK_N},
         HardwareConstraint{.threads_per_wave = 64, .waves_per_block = {1, 1, 1}}},
        [&] {
          Register zero({M, N}, f32, 0.0);
          Register sum = iterate({.axis = K}, {zero},
                                 [&](Register acc) { return mma(read(a), read(b), acc); });
          write(sum, c);
        });
  }();
  return kernel;
}

/// Where the bound form says that an access begins, along each dimension, how large that
/// is and what its tile holds: read from the text, as a user would.
struct Access {
  std::vector<Expr> starts;
  std::vector<int64_t> sizes, tiles;
};

/// The index that a text calls `name`, over workgroup ids and the counter of the loop over K.
Expr indexNamed(const std::string &bound, const std::string &name) {
  if (name == "%K" || name.starts_with("%WORKGROUP"))
    return Expr::symbol(name.substr(1));
  const std::regex line(name + R"re( = wave\.index "?([^"(\n]+)"?(?: \((%\w+)\))?)re");
  std::smatch match;
  RC_ASSERT(std::regex_search(bound, match, line));
  const Expr expr = symbolic::parse(match[1].str()).expr();
  return match[2].matched ? symbolic::substitute(expr, {{"$0", indexNamed(bound, match[2])}})
                          : expr;
}

std::vector<std::string> splitAt(const std::string &text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// "M = 1000, K = 333"
std::vector<int64_t> sizesIn(const std::string &text) {
  std::vector<int64_t> sizes;
  for (const std::string &part : splitAt(text, ','))
    sizes.push_back(std::stoll(part.substr(part.find('=') + 1)));
  return sizes;
}

/// Of the read of %a, of the read of %b and of the write.
std::vector<Access> accessesOf(const std::string &bound) {
  static const std::regex line(
      R"(wave\.(?:read|write)[^\n]* at \[([^\]]*)\][^\n]*: <\[([^\]]*)\][^\n]*<\[([^\]]*)\])");
  std::vector<Access> list;
  for (std::sregex_iterator it(bound.begin(), bound.end(), line), end; it != end; ++it) {
    const bool isWrite = it->str().starts_with("wave.write");
    Access &access = list.emplace_back();
    for (const std::string &part : splitAt((*it)[1], ','))
      access.starts.push_back(indexNamed(bound, part.substr(part.find('%'))));
    access.sizes = sizesIn((*it)[isWrite ? 3 : 2]);
    access.tiles = sizesIn((*it)[isWrite ? 2 : 3]);
  }
  return list;
}

struct Drawn {
  std::array<int64_t, 3> sizes, tiles; ///< M, N, K
  std::string bound;
  std::array<int64_t, 3> grid;

  static Drawn draw() {
    Drawn drawn;
    for (size_t i = 0; i < 3; ++i) {
      drawn.sizes[i] = *rc::gen::oneOf(between(0, 1), between(0, 300));
      drawn.tiles[i] = *rc::gen::element<int64_t>(1, 2, 3, 5, 8, 16, 24, 32, 64, 100, 512);
    }
    const CompiledKernel compiled = wave_compile(
        {.subs = {M = drawn.sizes[0], N = drawn.sizes[1], K = drawn.sizes[2],
                  BLOCK_M = drawn.tiles[0], BLOCK_N = drawn.tiles[1], BLOCK_K = drawn.tiles[2]},
         .compile_to_mlir = true},
        products());
    drawn.bound = compiled.mlir();
    drawn.grid = compiled.grid();
    return drawn;
  }
  /// How often the number `symbol` counts to: workgroups, or steps of the loop.
  std::map<std::string, int64_t> counts() const {
    static const std::regex steps(R"(wave\.iterate K .*count (%\w+))");
    std::smatch match;
    std::regex_search(bound, match, steps);
    const Expr count = indexNamed(bound, match[1]);
    return {{"WORKGROUP_0", grid[0]},
            {"WORKGROUP_1", grid[1]},
            {"K", symbolic::evaluate(count).value()}};
  }
};

/// The starts along one dimension, for every number that its expression counts with.
std::vector<int64_t> allStarts(const Expr &start, const std::map<std::string, int64_t> &counts) {
  const std::vector<std::string> symbols = symbolic::symbolsOf(start);
  std::vector<int64_t> starts;
  const int64_t count = symbols.empty() ? 1 : counts.at(symbols.front());
  for (int64_t i = 0; i < count; ++i)
    starts.push_back(
        symbolic::evaluate(start, symbols.empty() ? Bindings() : Bindings{{symbols.front(), i}})
            .value());
  return starts;
}

template <typename Body> void forEachDimension(const Drawn &drawn, Body body) {
  const std::vector<Access> accesses = accessesOf(drawn.bound);
  RC_ASSERT(accesses.size() == 3u);
  const auto counts = drawn.counts();
  for (const Access &access : accesses)
    for (size_t i = 0; i < access.starts.size(); ++i)
      body(access.starts[i], access.sizes[i], access.tiles[i], counts);
}

WAVE_PROPERTY(Tiles, CoverEveryElementOnce) {
  const Drawn drawn = Drawn::draw();
  forEachDimension(drawn, [](const Expr &start, int64_t size, int64_t tile, const auto &counts) {
    std::vector<int> covered(static_cast<size_t>(size));
    for (int64_t first : allStarts(start, counts))
      for (int64_t i = first; i < std::min(first + tile, size); ++i)
        ++covered.at(static_cast<size_t>(i));
    RC_ASSERT(std::ranges::all_of(covered, [](int times) { return times == 1; }));
  });
  cover(5, drawn.tiles[0] > drawn.sizes[0], "tile larger than its dimension");
  cover(5, std::ranges::count(drawn.sizes, 0) > 0, "no elements");
}
/// No workgroup and no step begins behind the end: each has something to do.
WAVE_PROPERTY(Tiles, BeginInRange) {
  forEachDimension(Drawn::draw(),
                   [](const Expr &start, int64_t size, int64_t tile, const auto &counts) {
                     for (int64_t first : allStarts(start, counts))
                       RC_ASSERT((first >= 0 && first < size));
                   });
}
WAVE_PROPERTY(Tiles, FollowEachOther) {
  forEachDimension(Drawn::draw(),
                   [](const Expr &start, int64_t size, int64_t tile, const auto &counts) {
                     const std::vector<int64_t> starts = allStarts(start, counts);
                     for (size_t i = 1; i < starts.size(); ++i)
                       RC_ASSERT(starts[i] - starts[i - 1] == tile);
                   });
}
/// The same tile of a dimension in every access to it.
WAVE_PROPERTY(Tiles, AreTheTilesOfTheConstraints) {
  const Drawn drawn = Drawn::draw();
  const std::vector<Access> accesses = accessesOf(drawn.bound);
  RC_ASSERT((accesses[0].tiles == std::vector<int64_t>{drawn.tiles[0], drawn.tiles[2]}));
  RC_ASSERT((accesses[1].tiles == std::vector<int64_t>{drawn.tiles[1], drawn.tiles[2]}));
  RC_ASSERT((accesses[2].tiles == std::vector<int64_t>{drawn.tiles[0], drawn.tiles[1]}));
  RC_ASSERT((accesses[2].sizes == std::vector<int64_t>{drawn.sizes[0], drawn.sizes[1]}));
}
/// As many workgroups and steps as tiles are needed, counted one by one.
WAVE_PROPERTY(Tiles, AreAsManyAsNeeded) {
  const Drawn drawn = Drawn::draw();
  const auto needed = [](int64_t size, int64_t tile) {
    int64_t count = 0;
    while (count * tile < size)
      ++count;
    return count;
  };
  RC_ASSERT(drawn.grid[0] == needed(drawn.sizes[0], drawn.tiles[0]));
  RC_ASSERT(drawn.grid[1] == needed(drawn.sizes[1], drawn.tiles[1]));
  RC_ASSERT(drawn.grid[2] == 1);
  RC_ASSERT(drawn.counts().at("K") == needed(drawn.sizes[2], drawn.tiles[2]));
}
/// What the compiler may prove of a start holds for all of them.
WAVE_PROPERTY(Tiles, StartWithinTheirBounds) {
  forEachDimension(Drawn::draw(),
                   [](const Expr &start, int64_t size, int64_t tile, const auto &counts) {
                     if (size == 0)
                       return;
                     symbolic::Intervals intervals;
                     for (const auto &[symbol, count] : counts)
                       intervals[symbol] = {0, std::max<int64_t>(count - 1, 0)};
                     const symbolic::Interval bounds = symbolic::boundsOf(start, intervals);
                     const std::vector<int64_t> starts = allStarts(start, counts);
                     RC_ASSERT((bounds == symbolic::Interval{starts.front(), starts.back()}));
                   });
}
WAVE_PROPERTY(Tiles, AreThoseOfTheReparsedForm) {
  const Drawn drawn = Drawn::draw();
  const CompiledKernel again =
      wave_compile({.compile_to_mlir = true}, Kernel::parse(drawn.bound, "bound"));
  RC_ASSERT(again.mlir() == drawn.bound);
  RC_ASSERT(again.grid() == drawn.grid);
}

} // namespace
