//===- ErrorsScalarArgumentTest.cpp - Numbers that launches give -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {
constexpr Symbol OFFSET{"OFFSET"};
const Expr i = IndexMapping::iterator(0);
const Memory a("a", {M}, f32), c("c", {M}, f32);

CompiledKernel compiledWith(const Scalar &scalar) {
  return wave_compile({}, Kernel("k", {a, c, scalar}, {}, [&] { write(scalar * read(a), c); }));
}
} // namespace

TEST(ScalarArgumentErrors, BeforeAMemory) {
  Scalar n("n", i32);
  auto attempt = [&] { Kernel("k", {a, n, c}, {}, [&] { write(read(a), c); }); };
  expectError(
      "scalar-argument", attempt,
      R"(FILE:+1:10: error: kernel 'k': scalar 'n' stands before memory 'c' [scalar-argument]
+1 |   Scalar n("n", i32);
      |          ^
FILE:above:32: note: the memory is declared here
help: list the memories first, then the scalars)");
}

TEST(ScalarArgumentErrors, NotListed) {
  Scalar scale("scale", f32);
  auto attempt = [&] { Kernel("k", {a, c}, {}, [&] { write(scale * read(a), c); }); };
  expectError(
      "scalar-argument", attempt,
      R"(FILE:+2:60: error: scalar 'scale' of f32 is no argument of kernel 'k' [scalar-argument]
+2 |   auto attempt = [&] { Kernel("k", {a, c}, {}, [&] { write(scale * read(a), c); }); };
      |                                                            ^
help: list it in the kernel's arguments: Kernel("k", {..., scale}, ...))");
}

TEST(ScalarArgumentErrors, FloatAsScalar) {
  Scalar scale("scale", f32);
  auto attempt = [&] {
    Kernel("k", {a, c, scale}, {}, [&] {
      set_symbol(OFFSET, scale * 4);
      write(read(a), c);
    });
  };
  expectError(
      "scalar-argument", attempt,
      R"(FILE:+4:26: error: scalar 'scale' is a float, and an index is scale * 4 [scalar-argument]
+4 |       set_symbol(OFFSET, scale * 4);
      |                          ^
help: a float scalar stands beside tiles, as it is: scale * tile)");
}

TEST(ScalarArgumentErrors, FloatInExpression) {
  Scalar scale("scale", f32);
  auto attempt = [&] { Kernel("k", {a, c, scale}, {}, [&] { write(read(a) * (scale * 2), c); }); };
  expectError(
      "scalar-argument", attempt,
      R"(FILE:+2:77: error: scalar 'scale' is a float, and an index is scale * 2 [scalar-argument]
+2 |   auto attempt = [&] { Kernel("k", {a, c, scale}, {}, [&] { write(read(a) * (scale * 2), c); }); };
      |                                                                             ^
help: a float scalar stands beside tiles, as it is: scale * tile)");
}

TEST(ScalarArgumentErrors, FloatInMapping) {
  Scalar scale("scale", f32);
  const IndexMapping moved{.inputs = {M = i + scale}, .outputs = {M = i}};
  const Kernel kernel("k", {a, c, scale}, {}, [&] { write(read(a, {.mapping = moved}), c); });
  auto attempt = [&] { wave_compile({}, kernel); };
  expectError(
      "scalar-argument", attempt,
      R"(FILE:+3:84: error: scalar 'scale' is a float, and a coordinate of the mapping is iterator(0) + scale [scalar-argument]
+3 |   const Kernel kernel("k", {a, c, scale}, {}, [&] { write(read(a, {.mapping = moved}), c); });
      |                                                                                    ^
help: indices are integers: make it a Scalar of i32 or i64)");
}

TEST(ScalarArgumentErrors, FloatBesideIntegers) {
  Memory x("x", {M}, i32), y("y", {M}, i32);
  Scalar scale("scale", f32);
  auto attempt = [&] { Kernel("k", {x, y, scale}, {}, [&] { write(scale * read(x), y); }); };
  expectError("scalar-operand", attempt,
              R"(FILE:+3:67: error: scalar 'scale' is a float beside a tile of i32 [scalar-operand]
+3 |   auto attempt = [&] { Kernel("k", {x, y, scale}, {}, [&] { write(scale * read(x), y); }); };
      |                                                                   ^
help: cast the tile to a float of 16 bits or more)");
}

TEST(ScalarArgumentErrors, Bound) {
  Scalar n("n", i32);
  const Kernel kernel("k", {a, c, n}, {}, [&] { write(read(a) + n, c); });
  auto attempt = [&] { wave_compile({.subs = {n = 4}}, kernel); };
  expectError(
      "scalar-argument", attempt,
      R"(FILE:+2:16: error: symbol 'n' is bound to 4, and it is a Scalar that each launch gives [scalar-argument]
+2 |   const Kernel kernel("k", {a, c, n}, {}, [&] { write(read(a) + n, c); });
      |                ^
help: pass the number to the launch, or make n a Symbol)");
}

/// A launch gives the number of workgroups then, not the device; clusters need a multiple.
TEST(ScalarArgumentErrors, WorkgroupsOfClusters) {
  Scalar count("NUM_CTAS", i32);
  const Kernel kernel("k", {a, c, count},
                      {GridConstraint{count}, WorkgroupConstraint{M, 4, 0},
                       HardwareConstraint{.workgroups_per_cluster = {2}}},
                      [&] {
                        set_symbol(OFFSET, scalar(WORKGROUP_0) * 4);
                        const IndexMapping from{.inputs = {M = i + OFFSET}, .outputs = {M = i}},
                            to{.inputs = {M = i}, .outputs = {M = i + OFFSET}};
                        write(read(a, {.mapping = from}), c, {.mapping = to});
                      });
  auto attempt = [&] { wave_compile({.target = Target::named("sim:h200")}, kernel); };
  expectError(
      "grid-size", attempt,
      R"(FILE:+3:44: error: grid constraint: NUM_CTAS workgroups along dimension 0 are no multiple of the 2 of a cluster [grid-size]
+3 |                       {GridConstraint{count}, WorkgroupConstraint{M, 4, 0},
      |                                            ^
FILE:+4:72: note: the hardware constraint is here
help: choose a multiple of 2 that is known when the kernel is compiled, or no clusters)");
}

TEST(ScalarArgumentErrors, Set) {
  Scalar n("n", i32);
  auto attempt = [&] {
    Kernel("k", {a, c, n}, {}, [&] {
      set_symbol(n, 4);
      write(read(a) + n, c);
    });
  };
  expectError("set-symbol", attempt,
              R"(FILE:+4:7: error: set_symbol: n is an argument of the kernel [set-symbol]
+4 |       set_symbol(n, 4);
      |       ^
help: set a symbol of your own)");
}

TEST(ScalarArgumentErrors, Count) {
  const CompiledKernel compiled = compiledWith(Scalar("n", i32));
  Tensor in = Tensor::zeros({4}, f32), out = Tensor::zeros({4}, f32);
  auto few = [&] { compiled(in, out); };
  auto many = [&] { compiled(in, out, 1, 2); };
  expectError(
      "argument-count", few,
      R"(FILE:+3:29: error: kernel 'k': 2 arguments were passed, expected 3: a, c, n [argument-count]
+3 |   auto few = [&] { compiled(in, out); };
      |                             ^
help: pass a tensor for each memory and a number for each Scalar, in that order)");
  expectError(
      "argument-count", many,
      R"(FILE:+4:30: error: kernel 'k': 4 arguments were passed, expected 3: a, c, n [argument-count]
+4 |   auto many = [&] { compiled(in, out, 1, 2); };
      |                              ^
help: pass a tensor for each memory and a number for each Scalar, in that order)");
}

TEST(ScalarArgumentErrors, Numbers) {
  const CompiledKernel ofInteger = compiledWith(Scalar("n", i32));
  const CompiledKernel ofHalf = compiledWith(Scalar("n", f16));
  Tensor in = Tensor::zeros({4}, f32), out = Tensor::zeros({4}, f32);
  auto great = [&] { ofInteger(in, out, 3000000000); };
  auto real = [&] { ofInteger(in, out, 1.0); };
  auto half = [&] { ofHalf(in, out, 70000); };
  auto memory = [&] { ofInteger(in, 2, 1); };
  expectError(
      "scalar-argument", great,
      R"(FILE:+4:32: error: kernel 'k', argument 'n': 3000000000 is no value of i32 [scalar-argument]
+4 |   auto great = [&] { ofInteger(in, out, 3000000000); };
      |                                ^
FILE:above:27: note: 'n' is declared here
help: pass a number that i32 has, or make it a Scalar of another type)");
  expectError(
      "scalar-argument", real,
      R"(FILE:+5:31: error: kernel 'k', argument 'n': the float 1 was passed for a Scalar of i32 [scalar-argument]
+5 |   auto real = [&] { ofInteger(in, out, 1.0); };
      |                               ^
FILE:above:27: note: 'n' is declared here
help: pass an integer, or make it a Scalar of f32)");
  expectError(
      "scalar-argument", half,
      R"(FILE:+6:28: error: kernel 'k', argument 'n': 70000 is no value of f16 [scalar-argument]
+6 |   auto half = [&] { ofHalf(in, out, 70000); };
      |                            ^
FILE:above:27: note: 'n' is declared here
help: pass a number that f16 has, or make it a Scalar of another type)");
  expectError(
      "scalar-argument", memory,
      R"(FILE:+7:33: error: kernel 'k', argument 'c': the number 2 was passed for a memory [scalar-argument]
+7 |   auto memory = [&] { ofInteger(in, 2, 1); };
      |                                 ^
FILE:above:32: note: 'c' is declared here
help: pass a tensor)");
}

TEST(ScalarArgumentErrors, Tensors) {
  const CompiledKernel compiled = compiledWith(Scalar("n", i32));
  Tensor in = Tensor::zeros({4}, f32), out = Tensor::zeros({4}, f32);
  const Tensor real = Tensor::full({}, f32, 1);
  auto rank = [&] { compiled(in, out, in); };
  auto dtype = [&] { compiled(in, out, real); };
  expectError(
      "argument-rank", rank,
      R"(FILE:+4:30: error: kernel 'k', argument 'n': the tensor has rank 1, and a Scalar has no dimensions [argument-rank]
+4 |   auto rank = [&] { compiled(in, out, in); };
      |                              ^
FILE:above:27: note: 'n' is declared here
help: pass a number, or a tensor without dimensions: Tensor::full({}, i32, 1))");
  expectError(
      "argument-dtype", dtype,
      R"(FILE:+5:31: error: kernel 'k', argument 'n': the tensor's element type is f32, expected i32 [argument-dtype]
+5 |   auto dtype = [&] { compiled(in, out, real); };
      |                               ^
FILE:above:27: note: 'n' is declared here
help: convert it with Tensor::to, or declare the memory with another element type)");
}
