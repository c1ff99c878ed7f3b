//===- ErrorsPersistentTest.cpp - Kernels that choose their tiles ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {
constexpr Symbol T{"T"}, OFFSET{"OFFSET"}, NUM_CTAS{"NUM_CTAS"}, TILES{"TILES"};
const Expr i = IndexMapping::iterator(0);
const IndexMapping from{.inputs = {M = i + OFFSET}, .outputs = {M = i}},
    to{.inputs = {M = i}, .outputs = {M = i + OFFSET}};
const Memory a("a", {M}, f32), c("c", {M}, f32);
const Constraints persistent{GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 4, 0},
                             TilingConstraint{T}};
} // namespace

TEST(PersistentErrors, ConditionWithoutItsAxis) {
  auto attempt = [&] {
    Kernel("k", {a, c}, persistent, [&] {
      iterate({.axis = T, .start = WORKGROUP_0, .condition = OFFSET < TILES}, [&] {
        write(read(a), c);
        set_symbol(T, self_index(T) + NUM_CTAS);
      });
    });
  };
  expectError(
      "iterate-c8", attempt,
      R"(FILE:+3:76: error: iterate: the condition OFFSET < TILES does not depend on the axis T [iterate-c8]
+3 |       iterate({.axis = T, .start = WORKGROUP_0, .condition = OFFSET < TILES}, [&] {
      |                                                                            ^
help: the loop would run for ever or not at all: compare the axis, T < ...)");
}

TEST(PersistentErrors, NextValueNotSet) {
  auto attempt = [&] {
    Kernel("k", {a, c}, persistent, [&] {
      iterate({.axis = T, .start = WORKGROUP_0, .condition = T < TILES},
              [&] { write(read(a), c); });
    });
  };
  expectError("iterate-c7", attempt,
              R"(FILE:+3:71: error: iterate: the body does not set the next value of T [iterate-c7]
+3 |       iterate({.axis = T, .start = WORKGROUP_0, .condition = T < TILES},
      |                                                                       ^
help: end the body with set_symbol(T, ...), for one of self_index(T, i32) + NUM_CTAS)");
}

/// In a loop inside the body, and so for that one alone.
TEST(PersistentErrors, NextValueSetInAnotherBody) {
  auto attempt = [&] {
    Kernel("k", {a, c}, persistent, [&] {
      iterate({.axis = T, .start = WORKGROUP_0, .condition = T < TILES}, [&] {
        iterate({.axis = Symbol("U"), .start = 0, .condition = Symbol("U") < 2}, [&] {
          write(read(a), c);
          set_symbol(T, self_index(T) + 1);
          set_symbol(Symbol("U"), self_index(Symbol("U")) + 1);
        });
      });
    });
  };
  expectError("set-symbol", attempt,
              R"(FILE:+6:11: error: set_symbol: T is the axis of a loop further out [set-symbol]
+6 |           set_symbol(T, self_index(T) + 1);
      |           ^
help: set it in the body of that loop, outside this one)");
}

TEST(PersistentErrors, TileAsAStart) {
  auto attempt = [&] {
    Kernel("k", {a, c}, persistent, [&] {
      iterate({.axis = T, .start = self_index(M), .condition = T < TILES}, [&] {
        write(read(a), c);
        set_symbol(T, self_index(T) + NUM_CTAS);
      });
    });
  };
  expectError(
      "scalar-operand", attempt,
      R"(FILE:+3:73: error: iterate: the start of the loop is a tile, not a scalar [scalar-operand]
+3 |       iterate({.axis = T, .start = self_index(M), .condition = T < TILES}, [&] {
      |                                                                         ^
help: start is a scalar, a symbol or a number: .start = WORKGROUP_0)");
}

TEST(PersistentErrors, TileAsAnEnd) {
  auto attempt = [&] {
    Kernel("k", {a, c}, {TilingConstraint{T}},
           [&] { iterate({.axis = T, .end = cast(read(a), i32)}, [&] { write(read(a), c); }); });
  };
  expectError(
      "scalar-operand", attempt,
      R"(FILE:+3:63: error: iterate: the end of the loop is a tile, not a scalar [scalar-operand]
+3 |            [&] { iterate({.axis = T, .end = cast(read(a), i32)}, [&] { write(read(a), c); }); });
      |                                                               ^
help: end is a scalar, a symbol or a number: .end = WORKGROUP_0)");
}

TEST(PersistentErrors, TileAsASymbol) {
  auto attempt = [&] {
    Kernel("k", {a, c}, {}, [&] {
      set_symbol(OFFSET, cast(read(a), i32) + 1);
      write(read(a, {.mapping = from}), c);
    });
  };
  expectError("set-symbol", attempt,
              R"(FILE:+3:7: error: set_symbol: OFFSET is set to a tile [set-symbol]
+3 |       set_symbol(OFFSET, cast(read(a), i32) + 1);
      |       ^
help: set it to a scalar)");
}

TEST(PersistentErrors, SymbolThatIsNeverSet) {
  Kernel kernel("k", {a, c}, persistent, [&] {
    iterate({.axis = T, .start = WORKGROUP_0, .condition = T < TILES}, [&] {
      write(read(a, {.mapping = from}), c, {.mapping = to});
      set_symbol(T, self_index(T) + NUM_CTAS);
    });
  });
  expectError(
      "unbound-symbol", [&] { wave_compile({.subs = {M = 8, TILES = 2, NUM_CTAS = 1}}, kernel); },
      R"(FILE:+3:37: error: symbol 'OFFSET' has no value [unbound-symbol]
+3 |       write(read(a, {.mapping = from}), c, {.mapping = to});
      |                                     ^
FILE:+3:37: note: a coordinate of the mapping is OFFSET + iterator(0)
help: bind it: .subs = {OFFSET = ...}, or -D OFFSET=... on the command line; or set it in the kernel, before this use: set_symbol(OFFSET, ...))");
}

TEST(PersistentErrors, SymbolThatIsSetLater) {
  Kernel kernel("k", {a, c}, {}, [&] {
    write(read(a, {.mapping = from}), c);
    set_symbol(OFFSET, 4);
  });
  expectError(
      "unbound-symbol", [&] { wave_compile({.subs = {M = 8}}, kernel); },
      R"(FILE:+2:35: error: symbol 'OFFSET' has no value [unbound-symbol]
+2 |     write(read(a, {.mapping = from}), c);
      |                                   ^
FILE:+2:35: note: a coordinate of the mapping is OFFSET + iterator(0)
help: set_symbol gives OFFSET a value later, or in another body: call it before the use, in the same body or in one around it)");
}

namespace {
Kernel copies() {
  return Kernel("k", {a, c}, persistent, [&] {
    iterate({.axis = T, .start = WORKGROUP_0, .condition = T < ceildiv(M, 4)}, [&] {
      Register tile = self_index(T);
      set_symbol(OFFSET, tile * 4);
      write(read(a, {.mapping = from}), c, {.mapping = to});
      set_symbol(T, tile + NUM_CTAS);
    });
  });
}
} // namespace

TEST(PersistentErrors, NoWorkgroup) {
  expectError(
      "grid-size", [] { wave_compile({.subs = {M = 8, NUM_CTAS = 0}}, copies()); },
      R"(FILE:above:53: error: grid constraint: the size of the grid along dimension 0 is 0 [grid-size]
above | const Constraints persistent{GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 4, 0},
      |                                                     ^
help: a grid has from 1 to 16777216 workgroups: a few for each compute unit are enough where each takes many tiles)");
}

TEST(PersistentErrors, TooManyWorkgroups) {
  expectError(
      "grid-size", [] { wave_compile({.subs = {M = 8, NUM_CTAS = 1000000000}}, copies()); },
      R"(FILE:above:53: error: grid constraint: the size of the grid along dimension 0 is 1000000000 [grid-size]
above | const Constraints persistent{GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 4, 0},
      |                                                     ^
help: a grid has from 1 to 16777216 workgroups: a few for each compute unit are enough where each takes many tiles)");
}

namespace {
constexpr Symbol FAR{"FAR"};
/// Workgroups read far behind the memory, where zeros are.
Kernel reachesFar() {
  return Kernel("k", {a, c}, {WorkgroupConstraint{M, 4, 0}}, [&] {
    set_symbol(OFFSET, scalar(WORKGROUP_0, i32) * FAR);
    write(read(a, {.mapping = from}), c);
  });
}
} // namespace

TEST(PersistentErrors, IndexThatOverflows) {
  const Kernel kernel = reachesFar();
  expectError(
      "index-range", [&] { wave_compile({.subs = {M = 16, FAR = 1000000000}}, kernel); },
      R"(FILE:above:51: error: a scalar is i32, but WORKGROUP_0 * 1000000000 may be from 0 to 3000000000 [index-range]
above |     set_symbol(OFFSET, scalar(WORKGROUP_0, i32) * FAR);
      |                                                   ^
help: make it an i64: scalar(..., i64), self_index(..., i64))");
  EXPECT_NO_THROW(wave_compile({.subs = {M = 12, FAR = 1000000000}}, kernel));
}

/// Which sizes a launch has decides.
TEST(PersistentErrors, IndexThatOverflowsAtALaunch) {
  const CompiledKernel compiled = wave_compile({.subs = {FAR = 1000000000}}, reachesFar());
  for (const int64_t fits : {0, 1, 12}) {
    const Tensor x = Tensor::zeros({fits}, f32), y = Tensor::zeros({fits}, f32);
    EXPECT_NO_THROW(compiled.launch(std::vector{x, y})) << fits;
  }
  const Tensor x = Tensor::zeros({13}, f32), y = Tensor::zeros({13}, f32);
  for (int time = 0; time < 2; ++time)
    expectError(
        "index-range", [&] { compiled.launch(std::vector{x, y}); },
        R"(FILE:above:51: error: a scalar is i32, but WORKGROUP_0 * 1000000000 may be from 0 to 3000000000 at M = 13 [index-range]
above |     set_symbol(OFFSET, scalar(WORKGROUP_0, i32) * FAR);
      |                                                   ^
help: make it an i64: scalar(..., i64), self_index(..., i64))");
}

/// What a loop counts to, and what it carries, depends on the sizes too.
TEST(PersistentErrors, CounterThatOverflowsAtALaunch) {
  Kernel kernel("k", {a, c}, {WorkgroupConstraint{M, 4, 0}, TilingConstraint{T}}, [&] {
    write(read(a), c);
    iterate({.axis = T, .start = M - 1, .condition = T < M}, [&] {
      set_symbol(OFFSET, self_index(T) * FAR);
      Register x = read(a, {.mapping = from});
      write(read(c) + x, c);
      set_symbol(T, self_index(T) + 1);
    });
  });
  const CompiledKernel compiled = wave_compile({.subs = {FAR = 1000000000}}, kernel);
  auto launch = [&](int64_t size) {
    const Tensor x = Tensor::zeros({size}, f32), y = Tensor::zeros({size}, f32);
    compiled.launch(std::vector{x, y});
  };
  for (const int64_t fits : {0, 1, 3})
    EXPECT_NO_THROW(launch(fits)) << fits;
  expectError(
      "index-range", [&] { launch(4); },
      R"(FILE:+4:42: error: a scalar is i32, but T * 1000000000 may be from 3000000000 to 3000000000 at M = 4 [index-range]
+4 |       set_symbol(OFFSET, self_index(T) * FAR);
      |                                          ^
help: make it an i64: scalar(..., i64), self_index(..., i64))");
}
