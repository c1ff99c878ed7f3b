//===- ErrorsSymbolsTest.cpp - Values of symbols ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

TEST(SymbolErrors, WithoutAValue) {
  Memory a("a", {M, K * 2}, f16), c("c", {M, K * 2}, f16);
  Kernel kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4}); };
  expectError("unbound-symbol", attempt,
              R"(FILE:+1:10: error: symbol 'K' has no value [unbound-symbol]
+1 |   Memory a("a", {M, K * 2}, f16), c("c", {M, K * 2}, f16);
      |          ^
FILE:+1:10: note: memory 'a' is [M, K * 2] f16
help: bind it: .subs = {K = ...}, or -D K=... on the command line)");
}

TEST(SymbolErrors, SeveralWithoutAValue) {
  Memory a("a", {M, K * 2}, f16), c("c", {M, K * 2}, f16);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 2 * N}); };
  expectError("unbound-symbol", attempt,
              R"(FILE:+1:10: error: symbols 'K', 'BLOCK_M', 'N' have no value [unbound-symbol]
+1 |   Memory a("a", {M, K * 2}, f16), c("c", {M, K * 2}, f16);
      |          ^
FILE:+1:10: note: K: memory 'a' is [M, K * 2] f16
FILE:+2:60: note: BLOCK_M: the tile of M is BLOCK_M
FILE:+1:10: note: N: M is N * 2
help: bind them: .subs = {K = ..., BLOCK_M = ..., N = ...}, or -D K=... -D BLOCK_M=... -D N=... on the command line)");
}

TEST(SymbolErrors, TileWithoutAValue) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M * 2, 0}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4}); };
  expectError("unbound-symbol", attempt,
              R"(FILE:+2:64: error: symbol 'BLOCK_M' has no value [unbound-symbol]
+2 |   Constraints constraints{WorkgroupConstraint{M, BLOCK_M * 2, 0}};
      |                                                                ^
FILE:+2:64: note: the tile of M is BLOCK_M * 2
help: bind it: .subs = {BLOCK_M = ...}, or -D BLOCK_M=... on the command line)");
}

TEST(SymbolErrors, AddressSpaceWithoutAValue) {
  Memory a("a", {M}, f16, ADDRESS_SPACE), c("c", {M}, f16);
  Kernel kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4}); };
  expectError("unbound-symbol", attempt,
              R"(FILE:+1:10: error: symbol 'ADDRESS_SPACE' has no value [unbound-symbol]
+1 |   Memory a("a", {M}, f16, ADDRESS_SPACE), c("c", {M}, f16);
      |          ^
FILE:+1:10: note: the address space of memory 'a' is ADDRESS_SPACE
help: bind it: .subs = {ADDRESS_SPACE = SHARED_ADDRESS_SPACE}, or -D ADDRESS_SPACE=SHARED_ADDRESS_SPACE on the command line)");
}

TEST(SymbolErrors, AddressSpaceThatIsANumber) {
  Memory a("a", {M}, f16, ADDRESS_SPACE), c("c", {M}, f16);
  Kernel kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4, ADDRESS_SPACE = 3}); };
  expectError("address-space", attempt,
              R"(FILE:+1:10: error: the address space of memory 'a' is 3 [address-space]
+1 |   Memory a("a", {M}, f16, ADDRESS_SPACE), c("c", {M}, f16);
      |          ^
help: bind it to GLOBAL_ADDRESS_SPACE or SHARED_ADDRESS_SPACE)");
}

TEST(SymbolErrors, Misspelled) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  constexpr Symbol BLOK_M{"BLOK_M"};
  auto attempt = [&] { compile(kernel, {M = 4, BLOK_M = 2}); };
  expectError(
      "unknown-symbol", attempt,
      R"(FILE:+5:57: error: kernel 'copy' has no symbol 'BLOK_M', which is bound to 2 [unknown-symbol]
+5 |   auto attempt = [&] { compile(kernel, {M = 4, BLOK_M = 2}); };
      |                                                         ^
FILE:+3:10: note: its symbols are M, BLOCK_M
help: did you mean BLOCK_M?)");
}

TEST(SymbolErrors, QuotientWithARemainder) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}, //
                          WaveConstraint{M, BLOCK_M / 2}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4, BLOCK_M = 65}); };
  expectError(
      "inexact-quotient", attempt,
      R"(FILE:+3:56: error: tile of M: BLOCK_M / 2 is not exact for BLOCK_M = 65 [inexact-quotient]
+3 |                           WaveConstraint{M, BLOCK_M / 2}};
      |                                                        ^
help: choose values that divide without a remainder, or round: floordiv, ceildiv)");
}

TEST(SymbolErrors, DivisionByZero) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, ceildiv(M, BLOCK_M), 0}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4, BLOCK_M = 0}); };
  expectError(
      "division-by-zero", attempt,
      R"(FILE:+2:72: error: tile of M: ceildiv(M, BLOCK_M) divides by zero for M = 4 and BLOCK_M = 0 [division-by-zero]
+2 |   Constraints constraints{WorkgroupConstraint{M, ceildiv(M, BLOCK_M), 0}};
      |                                                                        ^
help: choose other values for the symbols)");
}

TEST(SymbolErrors, Cycle) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Kernel kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = N + 1, N = M}); };
  expectError(
      "cyclic-binding", attempt,
      R"(FILE:+1:10: error: size M of memory 'a': M is bound in terms of itself [cyclic-binding]
+1 |   Memory a("a", {M}, f16), c("c", {M}, f16);
      |          ^
help: bind one of the symbols to a number)");
}

TEST(SymbolErrors, NegativeSize) {
  Memory a("a", {M, K - 5}, f16), c("c", {M, K - 5}, f16);
  Kernel kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4, K = 3}); };
  expectError("negative-size", attempt,
              R"(FILE:+1:10: error: size K - 5 of memory 'a' is -2 [negative-size]
+1 |   Memory a("a", {M, K - 5}, f16), c("c", {M, K - 5}, f16);
      |          ^
help: sizes are at least 0)");
}

TEST(SymbolErrors, TileOfZero) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 4, BLOCK_M = 0}); };
  expectError("workgroup_constraint-c3", attempt,
              R"(FILE:+2:60: error: workgroup constraint: tile of M is 0 [workgroup_constraint-c3]
+2 |   Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}};
      |                                                            ^
help: a tile has at least 1 element)");
}

TEST(SymbolErrors, NegativeTile) {
  Memory a("a", {K}, f16), c("c", {K}, f16);
  Constraints constraints{TilingConstraint{K, BLOCK_K - 1}};
  Kernel kernel("copy", {a, c}, constraints,
                [&] { iterate({.axis = K}, [&] { write(read(a), c); }); });
  auto attempt = [&] { compile(kernel, {K = 4, BLOCK_K = -3}); };
  expectError("tiling_constraint-c2", attempt,
              R"(FILE:+2:58: error: tiling constraint: tile of K is -4 [tiling_constraint-c2]
+2 |   Constraints constraints{TilingConstraint{K, BLOCK_K - 1}};
      |                                                          ^
help: a tile has at least 1 element)");
}

TEST(SymbolErrors, NegativeTileAsANumber) {
  Memory a("a", {K}, f16), c("c", {K}, f16);
  Constraints constraints{TilingConstraint{K, -1}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError("tiling_constraint-c2", attempt,
              R"(FILE:+2:49: error: tiling constraint: tile of K is -1 [tiling_constraint-c2]
+2 |   Constraints constraints{TilingConstraint{K, -1}};
      |                                                 ^
help: a tile has at least 1 element)");
}

TEST(SymbolErrors, WithoutAValueInTheInterpreter) {
  Memory a("a", {K}, f16), c("c", {K}, f16);
  Kernel kernel("copy", {a, c}, {TilingConstraint{K, BLOCK_K}},
                [&] { iterate({.axis = K}, [&] { write(read(a), c); }); });
  Tensor tensor = Tensor::zeros({4}, f16);
  auto attempt = [&] { interpret(kernel, {}, {tensor, tensor.clone()}); };
  expectError("interpreter-symbol", attempt,
              R"(FILE:+2:61: error: BLOCK_K has no value [interpreter-symbol]
+2 |   Kernel kernel("copy", {a, c}, {TilingConstraint{K, BLOCK_K}},
      |                                                             ^
help: bind every symbol of the kernel in InterpretOptions::subs)");
}

TEST(SymbolErrors, TileOfZeroInTheInterpreter) {
  Memory a("a", {K}, f16), c("c", {K}, f16);
  Kernel kernel("copy", {a, c}, {TilingConstraint{K, BLOCK_K}},
                [&] { iterate({.axis = K}, [&] { write(read(a), c); }); });
  Tensor tensor = Tensor::zeros({4}, f16);
  auto attempt = [&] {
    interpret(kernel, {.subs = {K = 4, BLOCK_K = 0}}, {tensor, tensor.clone()});
  };
  expectError("interpreter-tile", attempt,
              R"(FILE:+2:61: error: the tile of K is 0 [interpreter-tile]
+2 |   Kernel kernel("copy", {a, c}, {TilingConstraint{K, BLOCK_K}},
      |                                                             ^
help: a tile has at least 1 element)");
}

TEST(SymbolErrors, TilesTooLarge) {
  Memory a("a", {M, N}, f64), c("c", {M, N}, f64);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a) + 1, c); });
  auto attempt = [&] { compile(kernel, {M = 4096, N = 40960, BLOCK_M = 2048}); };
  expectError(
      "tiles-too-large", attempt,
      R"(FILE:+3:58: error: kernel 'copy': the tiles of a workgroup need 2013265920 bytes, a thread of the CPU target has 1073741824 [tiles-too-large]
+3 |   Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a) + 1, c); });
      |                                                          ^
help: a dimension with neither a workgroup nor a tiling constraint is whole in the tile: give the large ones a constraint, or choose smaller tiles)");
}

TEST(SymbolErrors, TilesBeyondAddresses) {
  Memory a("a", {M}, f64), c("c", {M}, f64);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a) + 1, c); });
  auto attempt = [&] { compile(kernel, {M = 4, BLOCK_M = int64_t(1) << 62}); };
  expectError(
      "tiles-too-large", attempt,
      R"(FILE:+3:58: error: kernel 'copy': the tiles of a workgroup need more than 2^63 bytes, a thread of the CPU target has 1073741824 [tiles-too-large]
+3 |   Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a) + 1, c); });
      |                                                          ^
help: a dimension with neither a workgroup nor a tiling constraint is whole in the tile: give the large ones a constraint, or choose smaller tiles)");
}

TEST(SymbolErrors, UnknownTarget) {
  auto attempt = [&] { Target::named("cpuu"); };
  std::string known;
  for (const std::string &name : Target::names())
    known += (known.empty() ? "" : ", ") + name;
  expectError("unknown-target", attempt,
              "error: there is no target 'cpuu'; the targets are: " + known +
                  " [unknown-target]\nhelp: did you mean cpu?");
}

TEST(SymbolErrors, NoIdentifier) {
  auto attempt = [&] { Memory("a", {Symbol{"M N"}}, f32); };
  expectError("symbol-name", attempt,
              R"(error: symbol 'M N' is not named by a C identifier [symbol-name]
help: use letters, digits and _, not starting with a digit)");
}

TEST(SymbolErrors, SizeBeyondItsSign) {
  auto attempt = [&] { Bindings{M = uint64_t(1) << 63}; };
  expectError("overflow", attempt,
              R"(error: 9223372036854775808 overflows 64 bits with a sign [overflow]
help: sizes are at most 2^63 - 1)");
}

TEST(SymbolErrors, DefaultOfNoSymbol) {
  Memory a("a", {M}, f32);
  Kernel kernel("copy", {a}, {WorkgroupConstraint{M, BLOCK_M, 0}}, [&] { write(read(a) + 1, a); });
  Bindings defaults = {M = 4, BLOCK_N = 3};
  defaults.set("SIZE", BLOCK_N);
  auto attempt = [&] { kernel.set_defaults(defaults); };
  expectError(
      "unknown-symbol", attempt,
      R"(error: kernel 'copy' has no symbol 'SIZE', which its defaults bind to BLOCK_N [unknown-symbol]
help: leave out SIZE; its symbols are M, BLOCK_M)");
}

/// A name that nobody has declared, where every symbol of the kernel has a value.
TEST(SymbolErrors, UnusedName) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Kernel kernel("copy", {a, c}, {WorkgroupConstraint{M, BLOCK_M, 0}}, [&] { write(read(a), c); });
  Bindings values = {M = 4, BLOCK_M = 2};
  values.set("N_TILES", 3);
  expectError(
      "unknown-symbol", [&] { compile(kernel, values); },
      R"(FILE:+2:10: error: kernel 'copy' has no symbol 'N_TILES', which is bound to 3 [unknown-symbol]
+2 |   Kernel kernel("copy", {a, c}, {WorkgroupConstraint{M, BLOCK_M, 0}}, [&] { write(read(a), c); });
      |          ^
FILE:+2:10: note: its symbols are M, BLOCK_M
help: leave out N_TILES)");
}

/// A size that would stay open is the one that was meant.
TEST(SymbolErrors, MisspelledOpenSize) {
  constexpr Symbol ROWS{"ROWS"}, ROW{"ROW"};
  Memory a("a", {ROWS}, f16), c("c", {ROWS}, f16);
  Kernel kernel("copy", {a, c}, {WorkgroupConstraint{ROWS, 2, 0}}, [&] { write(read(a), c); });
  try {
    compile(kernel, {ROW = 4});
    ADD_FAILURE();
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "unknown-symbol");
    EXPECT_EQ(error.diagnostic().help, "did you mean ROWS?");
  }
}
