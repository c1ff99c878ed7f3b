//===- ScalarArgumentTest.cpp - Numbers that launches give by value -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One compile for all values: the interpreter, the CPU and the executor, bit for bit, on integers
// whose sums are exact.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "Setting.h"
#include "driver/CompiledKernel.h"
#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol T{"T"}, OFFSET{"OFFSET"};
const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);

/// Values of the scalars, in their order.
using Values = std::vector<double>;

std::vector<Tensor> inputsOf(const CompiledKernel &compiled, const Bindings &sizes,
                             const Values &values) {
  std::vector<Tensor> tensors;
  Random random(testSeed());
  size_t scalars = 0;
  for (const Argument &argument : withSizes(compiled.arguments(), sizes)) {
    if (argument.is_scalar) {
      tensors.push_back(Tensor::full({}, argument.dtype, values[scalars++]));
      continue;
    }
    GuardedTensor tensor(shapeOf(argument), argument.dtype, Layout::RowMajor, random);
    tensor.fillWithIntegers(3, random);
    tensors.push_back(tensor.tensor().to(argument.dtype));
  }
  return tensors;
}

/// The sizes are left open, and given by the tensors.
void expectAllEqual(const Kernel &kernel, const Bindings &sizes,
                    const std::vector<Values> &launches) {
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
    for (const SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch}) {
      const CompiledKernel compiled = wave_compile(
          {.target = Target::named(target), .retarget = true, .schedule = schedule}, kernel);
      for (const Values &values : launches) {
        std::vector<Tensor> actual = inputsOf(compiled, sizes, values);
        std::vector<Tensor> expected = copiesOf(actual);
        interpret(kernel, {}, expected);
        compiled.launch(actual);
        for (size_t n = 0; n < actual.size(); ++n)
          EXPECT_EQ(difference(actual[n], expected[n]), "")
              << target << ", schedule " << static_cast<int>(schedule) << ", argument " << n
              << ", first scalar " << values.front() << "\n"
              << kernel.str();
      }
    }
}

/// A scalar beside a tile, before and behind it.
Kernel scaled(DType scalar, DType tile) {
  Memory x("x", {M, N}, tile), y("y", {M, N}, tile);
  Scalar scale("scale", scalar), shift("shift", scalar);
  const Constraints constraints = {WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 32, 1}};
  return Kernel("scaled", {x, y, scale, shift}, constraints,
                [&] { write(maximum(scale * read(x) + shift, shift), y); });
}

} // namespace

TEST(ScalarArgument, FloatBesideTile) {
  for (const auto &[scalar, tile] : {std::pair(f32, f32), std::pair(f16, f32), std::pair(bf16, f32),
                                     std::pair(f64, f64), std::pair(f32, f16)})
    expectAllEqual(scaled(scalar, tile), {M = 37, N = 41}, {{2, -1}, {-0.5, 3}, {0, 0}});
}

TEST(ScalarArgument, IntegerBesideTile) {
  for (const auto &[scalar, tile] : {std::pair(i32, f32), std::pair(i64, f32), std::pair(i32, i32),
                                     std::pair(i64, i64), std::pair(i32, bf16)})
    expectAllEqual(scaled(scalar, tile), {M = 37, N = 41}, {{2, -1}, {-5, 3}});
}

/// Elements before a length, which may lie anywhere.
TEST(ScalarArgument, Mask) {
  Memory x("x", {M, N}, f32), y("y", {M, N}, f32);
  Scalar length("length", i32), outside("outside", f32);
  const Kernel kernel("masked", {x, y, length, outside},
                      {WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 64, 1}},
                      [&] { write(select(self_index(N, i32) < length, read(x), outside), y); });
  expectAllEqual(kernel, {M = 20, N = 100}, {{37, 7}, {0, -1}, {-4, 2}, {1000, 3}});
}

/// A loop that ends where the launch says: not at all, inside, and behind the last element.
TEST(ScalarArgument, LoopBound) {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory c("c", {M, N}, f32);
  Scalar depth("depth", i32);
  const Kernel kernel(
      "deep", {a, b, c, depth},
      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 32}}, [&] {
        Register zero({M, N}, f32, 0.0);
        Register sum = iterate({.axis = K, .end = ceildiv(depth, 32) * 32}, {zero},
                               [&](Register acc) { return mma(read(a), read(b), acc); });
        write(sum, c);
      });
  expectAllEqual(kernel, {M = 70, N = 90, K = 100}, {{64}, {0}, {-32}, {50}, {1000}});
}

/// Rows that begin before, in and beyond the memory.
TEST(ScalarArgument, Mapping) {
  Memory a("a", {M, N}, f32), c("c", {M, N}, f32);
  Scalar first("first", i64);
  const Kernel kernel("moved", {a, c, first},
                      {WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 32, 1}}, [&] {
                        set_symbol(OFFSET, scalar(first * 2, i64));
                        const IndexMapping moved{.inputs = {M = i + OFFSET, N = j - first},
                                                 .outputs = {M = i, N = j}};
                        write(read(a, {.mapping = moved, .fill = -7}), c);
                      });
  expectAllEqual(kernel, {M = 70, N = 50}, {{0}, {5}, {-9}, {100}, {-4000000000.0}});
}

/// As many workgroups as a launch says: the map is evaluated with the number.
TEST(ScalarArgument, Grid) {
  Memory a("a", {M, N}, f32), c("c", {M, N}, f32);
  Scalar ctas("ctas", i32), scale("scale", f32);
  const Kernel kernel(
      "strided", {a, c, ctas, scale},
      {GridConstraint{ctas}, WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 64, 1},
       TilingConstraint{T}},
      [&] {
        const Expr tiles = ceildiv(M, 16);
        iterate({.axis = T, .start = WORKGROUP_0, .condition = T < tiles}, [&] {
          Register tile = self_index(T, i32);
          set_symbol(OFFSET, tile * 16);
          const IndexMapping from{.inputs = {M = i + OFFSET, N = j}, .outputs = {M = i, N = j}};
          const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {M = i + OFFSET, N = j}};
          write(read(a, {.mapping = from}) * scale, c, {.mapping = to});
          set_symbol(T, tile + ctas);
        });
      });
  expectAllEqual(kernel, {M = 100, N = 64}, {{1, 2}, {3, -1}, {7, 0.5}, {24, 3}});
  Tensor in = Tensor::zeros({100, 64}, f32), out = in.clone();
  for (const char *target : {"cpu", "sim:h200"}) {
    const CompiledKernel compiled =
        wave_compile({.target = Target::named(target), .retarget = true}, kernel);
    for (const int count : {0, -3})
      try {
        compiled(in, out, count, 0.5);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const Error &error) {
        EXPECT_EQ(error.diagnostic().message,
                  "kernel 'strided' does not compute each tile of 'c' once at M = 100, N = 64, "
                  "ctas = " +
                      std::to_string(count));
      }
  }
}

/// D = alpha * A * B^T + beta * C, with matrix instructions and pipelines.
TEST(ScalarArgument, Epilogue) {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory c("c", {M, N}, f32), d("d", {M, N}, f32);
  Scalar alpha("alpha", f32), beta("beta", f32);
  const Kernel kernel(
      "gemm_alpha_beta", {a, b, c, d, alpha, beta},
      {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 128, 1}, TilingConstraint{K, 64}},
      [&] {
        Register zero({M, N}, f32, 0.0);
        Register sum =
            iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); });
        write(alpha * sum + beta * read(c), d);
      });
  expectAllEqual(kernel, {M = 136, N = 200, K = 160}, {{1, 0}, {0.5, -2}});
}

/// What a call gives, and what it may not give.
TEST(ScalarArgument, Calls) {
  Memory x("x", {N}, i64), y("y", {N}, i64);
  Scalar n("n", i64), m("m", i32);
  const Kernel kernel("sums", {x, y, n, m}, {WorkgroupConstraint{N, 4, 0}},
                      [&] { write(read(x) + n + m, y); });
  const CompiledKernel compiled = wave_compile({}, kernel);
  Tensor in = Tensor::zeros({3}, i64), out = Tensor::zeros({3}, i64);
  compiled(in, out, INT64_MIN, 7);
  EXPECT_EQ(*out.data_as<int64_t>(), INT64_MIN + 7);
  compiled(in, out, 5u, static_cast<short>(-7));
  EXPECT_EQ(*out.data_as<int64_t>(), -2);
  int64_t own = 40;
  compiled.launch({in, out, Tensor::view(&own, {}), Tensor::full({}, i32, 2)});
  EXPECT_EQ(*out.data_as<int64_t>(), 42);
}
