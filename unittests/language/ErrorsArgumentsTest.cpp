//===- ErrorsArgumentsTest.cpp - What a compiled kernel is called with ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <source_location>

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

/// For messages whose place, that of the call, is not what a test is about.
constexpr std::source_location nowhere;

class ArgumentErrors : public ::testing::Test {
protected:
  static Kernel copy() {
    Memory a("a", {M, N}, f32), c("c", {M, N}, f32);
    return Kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  }

  CompiledKernel compiled = compile(copy(), {M = 3, N = 4});
  Tensor a = Tensor::randn({3, 4}, f32, 1), c = Tensor::zeros({3, 4}, f32);
  Tensor wide = Tensor::zeros({3, 16}, f32);
  float memory[64] = {};

  void expectRefused(const std::string &id, const Tensor &first, const Tensor &second,
                     const std::string &text) {
    expectError(id, [&] { compiled.launch({first, second}, {}, nowhere); }, text);
    // The interpreter refuses the same with the same words.
    expectError(
        id, [&] { interpret(copy(), {.subs = {M = 3, N = 4}}, {first, second}, nowhere); }, text);
  }
};

} // namespace

TEST_F(ArgumentErrors, Count) {
  auto attempt = [&] { compiled(a); };
  expectError(
      "argument-count", attempt,
      R"(FILE:+1:33: error: kernel 'copy': 1 tensors were passed, expected 2: a, c [argument-count]
+1 |   auto attempt = [&] { compiled(a); };
      |                                 ^
help: pass a tensor for each argument, in that order)");
}

TEST_F(ArgumentErrors, NameTheCall) {
  const Tensor none = Tensor::zeros({3, 4}, i32);
  expectError(
      "argument-dtype", [&] { compiled(none, c); },
      R"(FILE:+3:40: error: kernel 'copy', argument 'a': the tensor's element type is i32, expected f32 [argument-dtype]
+3 |       "argument-dtype", [&] { compiled(none, c); },
      |                                        ^
FILE:above:12: note: 'a' is declared here
help: convert it with Tensor::to, or declare the memory with another element type)");
  expectError(
      "argument-dtype", [&] { compiled.launch({none, c}, {.threads = 1}); },
      R"(FILE:+10:40: error: kernel 'copy', argument 'a': the tensor's element type is i32, expected f32 [argument-dtype]
+10 |       "argument-dtype", [&] { compiled.launch({none, c}, {.threads = 1}); },
      |                                        ^
FILE:above:12: note: 'a' is declared here
help: convert it with Tensor::to, or declare the memory with another element type)");
  const std::vector<Tensor> tensors{none, c};
  expectError(
      "argument-dtype", [&] { compiled.launch(tensors); },
      R"(FILE:+18:40: error: kernel 'copy', argument 'a': the tensor's element type is i32, expected f32 [argument-dtype]
+18 |       "argument-dtype", [&] { compiled.launch(tensors); },
      |                                        ^
FILE:above:12: note: 'a' is declared here
help: convert it with Tensor::to, or declare the memory with another element type)");
  expectError(
      "argument-dtype", [&] { interpret(copy(), {.subs = {M = 3, N = 4}}, tensors); },
      R"(FILE:+25:31: error: kernel 'copy', argument 'a': the tensor's element type is i32, expected f32 [argument-dtype]
+25 |       "argument-dtype", [&] { interpret(copy(), {.subs = {M = 3, N = 4}}, tensors); },
      |                               ^
FILE:above:12: note: 'a' is declared here
help: convert it with Tensor::to, or declare the memory with another element type)");
  expectError(
      "argument-count", [&] { compiled(); },
      R"(FILE:+32:39: error: kernel 'copy': 0 tensors were passed, expected 2: a, c [argument-count]
+32 |       "argument-count", [&] { compiled(); },
      |                                       ^
help: pass a tensor for each argument, in that order)");
}

TEST_F(ArgumentErrors, Rank) {
  expectRefused(
      "argument-rank", Tensor::zeros({12}, f32), c,
      R"(error: kernel 'copy', argument 'a': the tensor has rank 1, expected rank 2: [M, N] = [3, 4] [argument-rank]
FILE:above:12: note: 'a' is declared here
help: pass a tensor of that shape)");
}

TEST_F(ArgumentErrors, TheShape) {
  expectRefused(
      "argument-shape", a, Tensor::zeros({4, 3}, f32),
      R"(error: kernel 'copy', argument 'c': the tensor's shape is [4, 3], expected [M, N] = [3, 4] [argument-shape]
FILE:above:33: note: 'c' is declared here
help: pass a tensor of that shape, or compile for other sizes)");
}

TEST_F(ArgumentErrors, ElementType) {
  expectRefused(
      "argument-dtype", a.to(f16), c,
      R"(error: kernel 'copy', argument 'a': the tensor's element type is f16, expected f32 [argument-dtype]
FILE:above:12: note: 'a' is declared here
help: convert it with Tensor::to, or declare the memory with another element type)");
}

TEST_F(ArgumentErrors, NullPointer) {
  expectRefused(
      "argument-null", a, Tensor::view(static_cast<float *>(nullptr), {3, 4}),
      R"(error: kernel 'copy', argument 'c': the tensor's address is null, but it has 12 elements [argument-null]
FILE:above:33: note: 'c' is declared here
help: pass the address of the elements)");
}

TEST_F(ArgumentErrors, Misaligned) {
  auto *bytes = reinterpret_cast<char *>(memory) + 1;
  expectRefused(
      "argument-alignment", a, Tensor::view(bytes, f32, {3, 4}),
      R"(error: kernel 'copy', argument 'c': the tensor's address is 1 bytes off a multiple of 4, the size of f32 [argument-alignment]
FILE:above:33: note: 'c' is declared here
help: copy the elements to aligned memory, for example with Tensor::clone)");
}

TEST_F(ArgumentErrors, NegativeStride) {
  expectRefused(
      "argument-stride", Tensor::view(memory + 32, {3, 4}, {-4, 1}), c,
      R"(error: kernel 'copy', argument 'a': a stride is -4, expected at least 0 [argument-stride]
FILE:above:12: note: 'a' is declared here
help: reverse the dimension in a copy: kernels walk memory forwards)");
}

TEST_F(ArgumentErrors, WrittenWithAStrideOfZero) {
  expectRefused(
      "argument-stride", a, Tensor::view(memory, {3, 4}, {0, 1}),
      R"(error: kernel 'copy', argument 'c': strides [0, 1] of shape [3, 4] may put two elements in one place, and the kernel writes them [argument-stride]
FILE:above:33: note: 'c' is declared here
help: write to a tensor of its own and copy from there)");
}

TEST_F(ArgumentErrors, ReadWithAStrideOfZeroIsFine) {
  memory[2] = 5;
  compiled(Tensor::view(memory, {3, 4}, {0, 1}), c);
  EXPECT_EQ(c.at({2, 2}), 5);
}

TEST_F(ArgumentErrors, AStrideThatIsNeverTakenIsFine) {
  // One row: where the next one would be matters to nobody.
  for (const int64_t stride : {INT64_MAX, INT64_MIN, int64_t{-4}}) {
    Tensor from = Tensor::full({1, 4}, f32, 2), to = Tensor::zeros({1, 4}, f32);
    Memory x("x", {M, N}, f32), y("y", {M, N}, f32);
    Kernel kernel("one_row", {x, y}, {WorkgroupConstraint{M, 4, 0}},
                  [&] { write(read(x) + read(x), y); });
    wave_compile({.subs = {M = 1, N = 4}},
                 kernel)(Tensor::view(from.data(), f32, {1, 4}, {stride, 1}),
                         Tensor::view(to.data(), f32, {1, 4}, {stride, 1}));
    EXPECT_TRUE(allclose(to, Tensor::full({1, 4}, f32, 4), 0, 0));
  }
}

TEST_F(ArgumentErrors, SameBuffer) {
  expectRefused(
      "argument-overlap", a, a,
      R"(error: kernel 'copy': argument 'c', which it writes, overlaps argument 'a' in memory [argument-overlap]
help: pass tensors that lie apart; to update a buffer in place, read and write one argument)");
}

TEST_F(ArgumentErrors, PartialOverlap) {
  expectRefused(
      "argument-overlap", Tensor::view(memory, {3, 4}), Tensor::view(memory + 11, {3, 4}),
      R"(error: kernel 'copy': argument 'c', which it writes, overlaps argument 'a' in memory [argument-overlap]
help: pass tensors that lie apart; to update a buffer in place, read and write one argument)");
}

TEST_F(ArgumentErrors, OverlappingColumns) {
  expectRefused(
      "argument-overlap", wide.slice(1, 0, 4), wide.slice(1, 3, 4),
      R"(error: kernel 'copy': argument 'c', which it writes, overlaps argument 'a' in memory [argument-overlap]
help: pass tensors that lie apart; to update a buffer in place, read and write one argument)");
}

TEST_F(ArgumentErrors, NeighboursAreFine) {
  wide.slice(1, 4, 4).fill(7);
  compiled(wide.slice(1, 4, 4), wide.slice(1, 8, 4));
  compiled(wide.slice(1, 4, 4), wide.slice(1, 0, 4));
  EXPECT_EQ(wide.at({2, 3}), 7);
  EXPECT_EQ(wide.at({2, 11}), 7);
  EXPECT_EQ(wide.at({2, 12}), 0);
  compiled(Tensor::view(memory, {3, 4}), Tensor::view(memory + 12, {3, 4}));
}

TEST_F(ArgumentErrors, NothingToRun) {
  CompiledKernel form = wave_compile({.subs = {M = 3, N = 4}, .compile_to_mlir = true}, copy());
  auto attempt = [&] { form(a, c); };
  expectError(
      "no-machine-code", attempt,
      R"(FILE:+2:29: error: kernel 'copy' was compiled with compile_to_mlir, so that there is nothing to run [no-machine-code]
+2 |   auto attempt = [&] { form(a, c); };
      |                             ^
help: compile without it)");
}

namespace {

/// Sizes that the launch takes from its tensors, or computes from those.
class OpenSizeErrors : public ::testing::Test {
protected:
  static Kernel halves() {
    Memory a("a", {M}, f32), b("b", {M}, f32), c("c", {M, N}, f32);
    return Kernel("halves", {a, b, c}, {WorkgroupConstraint{M, 4, 0}},
                  [&] { write(read(c) + read(a) + read(b), c); });
  }

  static void expectRefused(const std::string &id, const Bindings &subs,
                            const std::vector<Shape> &shapes, const std::string &text) {
    std::vector<Tensor> tensors;
    for (const Shape &shape : shapes)
      tensors.push_back(Tensor::zeros(shape, f32));
    CompiledKernel compiled = wave_compile({.subs = subs}, halves());
    expectError(id, [&] { compiled.launch(tensors, {}, nowhere); }, text);
    // The interpreter refuses the same with the same words.
    expectError(id, [&] { interpret(halves(), {.subs = subs}, tensors, nowhere); }, text);
  }
};

} // namespace

TEST_F(OpenSizeErrors, OneDimensionHasOneSize) {
  expectRefused(
      "argument-shape", {}, {{4}, {5}, {4, 2}},
      R"(error: kernel 'halves', argument 'b': the tensor's shape is [5], expected [M] = [4] [argument-shape]
FILE:above:30: note: 'b' is declared here
FILE:above:12: note: M is 4: the size of dimension 0 of 'a'
help: pass a tensor of that shape)");
}

TEST_F(OpenSizeErrors, ASizeThatFollows) {
  expectRefused(
      "argument-shape", {N = M * 2}, {{4}, {4}, {4, 7}},
      R"(error: kernel 'halves', argument 'c': the tensor's shape is [4, 7], expected [M, N] = [4, 8] [argument-shape]
FILE:above:48: note: 'c' is declared here
FILE:above:12: note: M is 4: the size of dimension 0 of 'a'
help: pass a tensor of that shape)");
}

TEST_F(OpenSizeErrors, TheRankBeforeAnything) {
  expectRefused(
      "argument-rank", {N = 2}, {{4}, {4}, {8}},
      R"(error: kernel 'halves', argument 'c': the tensor has rank 1, expected rank 2: [M, N] [argument-rank]
FILE:above:48: note: 'c' is declared here
help: pass a tensor of that shape)");
}

TEST_F(OpenSizeErrors, InexactQuotient) {
  expectRefused(
      "inexact-quotient", {N = M / 2}, {{5}, {5}, {5, 2}},
      R"(error: kernel 'halves', argument 'c': the size N has no value: M / 2 is not exact for M = 5 [inexact-quotient]
FILE:above:48: note: 'c' is declared here
FILE:above:12: note: M is 5: the size of dimension 0 of 'a'
help: pass tensors of other shapes)");
}

TEST_F(OpenSizeErrors, NegativeSize) {
  expectRefused("negative-size", {N = M - 6}, {{5}, {5}, {5, 2}},
                R"(error: kernel 'halves', argument 'c': the size N = M - 6 is -1 [negative-size]
FILE:above:48: note: 'c' is declared here
FILE:above:12: note: M is 5: the size of dimension 0 of 'a'
help: pass tensors of other shapes)");
}

TEST_F(OpenSizeErrors, DivisionByZero) {
  expectRefused(
      "division-by-zero", {N = floordiv(8, M)}, {{0}, {0}, {0, 2}},
      R"(error: kernel 'halves', argument 'c': the size N has no value: floordiv(8, M) divides by zero for M = 0 [division-by-zero]
FILE:above:48: note: 'c' is declared here
FILE:above:12: note: M is 0: the size of dimension 0 of 'a'
help: pass tensors of other shapes)");
}

TEST_F(OpenSizeErrors, Overflow) {
  expectRefused(
      "overflow", {N = M * M * M * M}, {{65536}, {65536}, {0, 2}},
      R"(error: kernel 'halves', argument 'c': the size N has no value: M * M * M * M = 18446744073709551616 overflows 64 bits for M = 65536 [overflow]
FILE:above:48: note: 'c' is declared here
FILE:above:12: note: M is 65536: the size of dimension 0 of 'a'
help: pass tensors of other shapes)");
}
