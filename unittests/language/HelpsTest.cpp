//===- HelpsTest.cpp - Ways out, taken ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message says how a kernel is repaired.  Each test makes the mistake, compares what is said, and
// compiles the kernel that is repaired so.  One mistake of each id is repaired on its page,
// docs/errors/; here are others.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <algorithm>

#include "Symbols.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol T{"T"};

/// "help [id]" of what is thrown.
template <typename Body> std::string helpOf(Body &&body) {
  try {
    body();
  } catch (const Error &error) {
    return error.diagnostic().help + " [" + error.diagnostic().id + "]";
  }
  return "nothing is thrown";
}

template <typename Body> int lineOf(Body &&body) {
  try {
    body();
  } catch (const Error &error) {
    return static_cast<int>(error.diagnostic().where.line);
  }
  return -1;
}

void compilesOn(std::initializer_list<const char *> targets, const Bindings &sizes,
                const Kernel &kernel) {
  for (const char *target : targets)
    EXPECT_NO_THROW(wave_compile({.target = Target::named(target), .subs = sizes}, kernel))
        << target;
}

constexpr auto everywhere = {"cpu", "sim:mi300x", "sim:h200", "sim:b200"};

TEST(Helps, AnAxisThatCountsHasStepsOfOne) {
  Memory a("a", {M, K}, f32), c("c", {M}, f32);
  const auto loop = [&](const Constraints &constraints, bool isWhile) {
    return Kernel("walk", {a, c}, constraints, [&] {
      Register sums = sum(read(a), K);
      if (isWhile)
        iterate({.axis = T, .start = 0, .condition = T < 4}, [&] {
          write(sums, c);
          set_symbol(T, self_index(T) + 1);
        });
      else
        write(iterate({.axis = T, .end = 4}, {sums}, [&](Register x) { return x + sums; }), c);
    });
  };
  const Bindings sizes{M = 64, K = 32};
  for (bool isWhile : {true, false}) {
    EXPECT_EQ(helpOf([&] { loop({}, isWhile); }),
              "an axis that counts has steps of 1: TilingConstraint{T} [iterate-c1]");
    EXPECT_EQ(helpOf([&] { loop({TilingConstraint{T, 16}}, isWhile); }),
              "the axis of a loop that counts has steps of 1: TilingConstraint{T} [kernel-c7]");
  }
  compilesOn(everywhere, sizes, loop({TilingConstraint{T}}, false));
  EXPECT_EQ(helpOf([&] {
              Kernel("walk", {a}, {}, [&] { iterate({.axis = T}, [&] { write(read(a), a); }); });
            }),
            "an axis that counts has steps of 1: TilingConstraint{T}, and an end: iterate({.axis = "
            "T, .end "
            "= ...}, ...) [iterate-c1]");
}

TEST(Helps, ALoopBeginsAtTheGreaterOfAScalarAndZero) {
  constexpr Scalar first("first", i32);
  Memory a("a", {M, K}, f32), c("c", {M}, f32);
  const auto sums = [&](auto begin) {
    return Kernel("sums", {a, c, first}, {TilingConstraint{K, 1}}, [&] {
      Register zero({M}, f32, 0);
      write(iterate({.axis = K, .begin = begin()}, {zero},
                    [&](Register acc) { return sum(read(a), acc, K); }),
            c);
    });
  };
  const Bindings sizes{M = 64, K = 32};
  const auto compile = [&](const Kernel &kernel) { wave_compile({.subs = sizes}, kernel); };
  EXPECT_EQ(helpOf([&] { compile(sums([&] { return first; })); }),
            "begin at the greater of it and 0: max(first, 0) [loop-begin]");
  compilesOn(everywhere, sizes, sums([&] { return max(first, 0); }));
  Memory at("at", {N}, i32);
  const auto fromMemory = [&](auto begin) {
    return Kernel("sums", {a, at, c}, {TilingConstraint{K, 1}}, [&] {
      Register zero({M}, f32, 0), start = read(at, {.mapping = IndexMapping{.inputs = {N = 0}}});
      write(iterate({.axis = K, .begin = begin(start)}, {zero},
                    [&](Register acc) { return sum(read(a), acc, K); }),
            c);
    });
  };
  const Bindings all{M = 64, K = 32, N = 8};
  EXPECT_EQ(helpOf([&] {
              wave_compile({.subs = all}, fromMemory([](Register start) { return start - 4; }));
            }),
            "begin at the greater of it and 0: maximum(begin, 0) of the scalar that .begin has "
            "[loop-begin]");
  compilesOn(everywhere, all, fromMemory([](Register start) { return maximum(start - 4, 0); }));
}

TEST(Helps, AValueThatIsBoundToNothingIsShownWhereItIsBound) {
  Memory a("a", {M, K}, f32), c("c", {M, K}, f32);
  Kernel copy("copy", {a, c}, {WorkgroupConstraint{M, BLOCK_M, 0}}, [&] { write(read(a), c); });
  constexpr Symbol BLOCK{"BLOCK"};
  const auto attempt = [&](const Symbol &misspelled) {
    wave_compile({.subs = {M = 64, K = 32, misspelled = 16}}, copy);
  };
  EXPECT_EQ(lineOf([&] { attempt(BLOCK); }), __LINE__ - 2);
  EXPECT_EQ(helpOf([&] { attempt(BLOCK); }), "did you mean BLOCK_M? [unknown-symbol]");
  // Where every symbol has a value a declared one is of no effect.
  const CompiledKernel compiled =
      wave_compile({.subs = {M = 64, K = 32, BLOCK_M = 16, BLOCK = 4}}, copy);
  EXPECT_EQ(std::ranges::count(compiled.remarks(), "unused-symbol", &Diagnostic::id), 1);
}

TEST(Helps, AMappedWriteOfAValueWithoutADistributedDimension) {
  Memory a("a", {N}, f32), c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping row{.inputs = {N = i}, .outputs = {M = 0, N = i}};
  EXPECT_EQ(
      helpOf([&] {
        Kernel("rows", {a, c}, {WorkgroupConstraint{M, 1, 0}},
               [&] { write(read(a), c, {.mapping = row}); });
      }),
      "every workgroup along M would write what the mapping makes of the same elements: write "
      "broadcast(value, {M, N}), with an iterator for M in the mapping [write-c3]");
  const IndexMapping rows{.inputs = {M = i, N = j}, .outputs = {M = i, N = j}};
  compilesOn(everywhere, {M = 4, N = 64},
             Kernel("rows", {a, c}, {WorkgroupConstraint{M, 1, 0}},
                    [&] { write(broadcast(read(a), {M, N}), c, {.mapping = rows}); }));
}

TEST(Helps, AVectorIsSummed) {
  Memory w("w", {N, K}, f16), v("v", {K}, f16), d("d", {N}, f32);
  const auto gemv = [&](auto product) {
    return Kernel("gemv", {v, w, d}, {WorkgroupConstraint{N, 64, 0}, TilingConstraint{K, 32}}, [&] {
      Register zero({N}, f32, 0);
      write(iterate({.axis = K}, {zero},
                    [&](Register acc) { return product(read(v), read(w), acc); }),
            d);
    });
  };
  EXPECT_EQ(helpOf([&] {
              gemv([](Register lhs, Register rhs, Register acc) { return mma(lhs, rhs, acc); });
            }),
            "of a vector write sum(cast(lhs, f32) * cast(rhs, f32), accumulator, K), or give lhs a "
            "dimension of size 1 [mma-c2]");
  compilesOn(everywhere, {N = 128, K = 64},
             gemv([](Register lhs, Register rhs, Register accumulator) {
               return sum(cast(lhs, f32) * cast(rhs, f32), accumulator, K);
             }));
}

TEST(Helps, ARowThatIsTooLongIsWalked) {
  Memory a("a", {M, N}, f32), c("c", {M, N}, f32);
  const auto rows = [&](const Constraints &constraints, bool isWalked) {
    return Kernel("rows", {a, c}, constraints, [&] {
      if (isWalked)
        iterate({.axis = N}, [&] { write(exp(read(a)), c); });
      else {
        Register x = read(a);
        write(x - max(x, N), c);
      }
    });
  };
  const Bindings sizes{M = 16, N = 262144};
  const std::string help = helpOf([&] {
    wave_compile({.target = Target::named("sim:h200"), .subs = sizes, .require = {"no-spills"}},
                 rows({WorkgroupConstraint{M, 1, 0}}, false));
  });
  EXPECT_EQ(help, "iterate over N, of which a tile has all 262144, in steps: TilingConstraint{N, "
                  "4096} and iterate({.axis = N}, ...) [too-many-registers]");
  EXPECT_NO_THROW(
      wave_compile({.target = Target::named("sim:h200"), .subs = sizes, .require = {"no-spills"}},
                   rows({WorkgroupConstraint{M, 1, 0}, TilingConstraint{N, 4096}}, true)));
}

} // namespace
