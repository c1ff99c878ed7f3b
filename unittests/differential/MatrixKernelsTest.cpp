//===- MatrixKernelsTest.cpp - Products: interpreter = CPU ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "Setting.h"

using namespace wave;
using namespace wave::test;

namespace {

/// One loop over K around one mma, with every order of dimensions.
Kernel gemm(Setting &s) {
  s.distribute(M, 130);
  s.distribute(N, 130);
  s.step(K, 70);
  auto [lhs, rhs, sum] = drawStoredProduct(s);
  bool kFirstA = s.random.oneIn(3), kFirstB = s.random.oneIn(3), nFirst = s.random.oneIn(3);
  Memory a = kFirstA ? s.input("a", {K, M}, lhs) : s.input("a", {M, K}, lhs);
  Memory b = kFirstB ? s.input("b", {K, N}, rhs) : s.input("b", {N, K}, rhs);
  Memory c =
      s.random.oneIn(3) ? s.output("c", {N, M}, drawDType(s)) : s.output("c", {M, N}, drawDType(s));
  double start = static_cast<double>(s.random.between(-2, 2)); // seen alone where K = 0
  return Kernel("gemm", {a, b, c}, s.constraints, [&, sum = sum] {
    Register zero = nFirst ? Register({N, M}, sum, start) : Register({M, N}, sum, start);
    Register result =
        iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); });
    write(result, c);
  });
}

Kernel batched(Setting &s) {
  s.distribute(B, 5);
  s.distribute(M, 40);
  s.distribute(N, 40);
  s.step(K, 30);
  auto [in, sum] = drawProduct(s);
  Memory a = s.random.oneIn(2) ? s.input("a", {B, M, K}, in) : s.input("a", {K, M, B}, in);
  Memory b = s.random.oneIn(2) ? s.input("b", {B, K, N}, in) : s.input("b", {N, B, K}, in);
  Memory c = s.random.oneIn(2) ? s.output("c", {B, M, N}, sum) : s.output("c", {M, N, B}, sum);
  bool batchLast = s.random.oneIn(2);
  return Kernel("batched", {a, b, c}, s.constraints, [&] {
    Register zero = batchLast ? Register({N, M, B}, sum, 1) : Register({B, M, N}, sum, 1);
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
}

/// cast(acc * 2 + bias), the bias broadcast by name.
Kernel epilogue(Setting &s) {
  s.distribute(M, 70);
  s.distribute(N, 70);
  s.step(K, 50);
  auto [in, sum] = drawProduct(s);
  DType out = drawDType(s);
  Memory a = s.input("a", {M, K}, in), b = s.input("b", {N, K}, in);
  Memory bias = s.random.oneIn(2) ? s.input("bias", {N}, sum) : s.input("bias", {M}, sum);
  Memory c = s.output("c", {M, N}, out);
  return Kernel("epilogue", {a, b, bias, c}, s.constraints, [&] {
    Register zero({M, N}, sum, 0);
    Register acc =
        iterate({.axis = K}, {zero}, [&](Register x) { return mma(read(a), read(b), x); });
    write(cast(2 * acc + read(bias), out), c);
  });
}

/// No loop: the reduction is whole in the tile; no accumulator at times.
Kernel wholeReduction(Setting &s) {
  s.distribute(M, 60);
  s.distribute(N, 60);
  s.whole(K, 40);
  auto [in, sum] = drawProduct(s);
  Memory a = s.input("a", {M, K}, in), b = s.input("b", {K, N}, in), c = s.output("c", {M, N}, sum);
  bool fromZero = s.random.oneIn(2);
  return Kernel("whole_reduction", {a, b, c}, s.constraints, [&] {
    write(fromZero ? mma(read(a), read(b)) : mma(read(a), read(b), Register({N, M}, sum, -3)), c);
  });
}

/// Operands that are computed, converted, and used more than once.
Kernel computedOperands(Setting &s) {
  s.distribute(M, 50);
  s.whole(N, 50); // d has no N
  s.step(K, 40);
  DType in = s.random.of<DType>({f16, bf16, f32, i8});
  Memory a = s.input("a", {M, K}, in), b = s.input("b", {N, K}, in), c = s.output("c", {M, N}, f64),
         d = s.output("d", {M, K}, in);
  return Kernel("computed_operands", {a, b, c, d}, s.constraints, [&] {
    Register sum = iterate({.axis = K}, {Register({M, N}, f64, 0)}, [&](Register acc) {
      Register x = read(a), y = cast(read(b), f64);
      write(x, d);
      return mma(cast(x * 2, f64), y + 1, mma(y * y, cast(x, f64), acc));
    });
    write(sum, c);
  });
}

/// Two loops, one in the other, over different axes.
Kernel nestedLoops(Setting &s) {
  s.distribute(M, 30);
  s.distribute(N, 30);
  s.step(K, 20);
  s.step(J, 20);
  auto [in, sum] = drawProduct(s);
  Memory a = s.input("a", {M, K}, in), b = s.input("b", {N, K}, in), p = s.input("p", {J, M}, in),
         q = s.input("q", {N, J}, in), c = s.output("c", {M, N}, sum);
  bool innerLast = s.random.oneIn(2);
  return Kernel("nested_loops", {a, b, p, q, c}, s.constraints, [&] {
    auto inner = [&](Register acc) {
      return iterate({.axis = K}, {acc}, [&](Register x) { return mma(read(a), read(b), x); });
    };
    write(iterate({.axis = J}, {Register({M, N}, sum, 1)},
                  [&](Register acc) {
                    return innerLast ? inner(mma(read(p), read(q), acc))
                                     : mma(read(p), read(q), inner(acc));
                  }),
          c);
  });
}

/// One accumulator continued twice, once for each output, in and after a loop.
Kernel accumulatorTwice(Setting &s) {
  s.distribute(M, 40);
  s.distribute(N, 40);
  s.step(K, 30);
  auto [in, sum] = drawProduct(s);
  Memory a = s.input("a", {M, K}, in), b = s.input("b", {N, K}, in), c = s.output("c", {M, N}, sum),
         d = s.output("d", {M, N}, sum);
  return Kernel("accumulator_twice", {a, b, c, d}, s.constraints, [&] {
    auto [x, y] = iterate({.axis = K}, {Register({M, N}, sum, 0), Register({M, N}, sum, 5)},
                          [&](Register acc, Register other) {
                            Register left = read(a), right = read(b);
                            Register next = mma(left, right, acc);
                            // acc is needed after next has been made.
                            return yield(next, mma(left, right, acc) + other);
                          });
    write(mma(read(a), read(b), x), c);
    write(x + y, d);
  });
}

/// Two products whose batches differ continue each other.
Kernel changingBatches(Setting &s) {
  s.distribute(B, 12);
  s.distribute(M, 50);
  s.distribute(N, 12);
  s.step(K, 9);
  s.whole(J, 9);
  auto [in, sum] = drawProduct(s);
  Memory a = s.input("a", {B, M, K}, in), b = s.input("b", {B, N, K}, in),
         p = s.input("p", {N, B, J}, in), q = s.input("q", {N, M, J}, in),
         c = s.output("c", {B, M, N}, sum);
  return Kernel("changing_batches", {a, b, p, q, c}, s.constraints, [&] {
    Register first = iterate({.axis = K}, {Register({B, M, N}, sum, 1)},
                             [&](Register acc) { return mma(read(a), read(b), acc); });
    write(mma(read(p), read(q), first), c);
  });
}

/// What nobody uses decides nothing: neither where an accumulator is, nor whether a loop pipelines.
TEST(MatrixKernels, UnusedArithmetic) {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory c("c", {M, N}, f32);
  const Kernel kernel(
      "unused", {a, b, c},
      {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 128, 1}, TilingConstraint{K, 64}},
      [&] {
        Register zero({M, N}, f32, 0.0);
        Register sum = iterate({.axis = K}, {zero}, [&](Register acc) {
          Register next = mma(read(a), read(b), acc);
          (void)(next + 1.0);
          return next;
        });
        (void)exp2(sum * 2.0);
        write(sum, c);
      });
  const Bindings subs{M = 130, N = 128, K = 128};
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"}) {
    const CompiledKernel compiled =
        wave_compile({.target = Target::named(target), .subs = subs, .retarget = true}, kernel);
    Tensor x = Tensor::randint({130, 128}, f16, -3, 3, 1);
    Tensor y = Tensor::randint({128, 128}, f16, -3, 3, 2);
    Tensor actual = Tensor::full({130, 128}, f32, -1), expected = actual.clone();
    compiled(x, y, actual);
    interpret(kernel, {.subs = subs}, {x, y, expected});
    EXPECT_EQ(difference(actual, expected), "") << target;
  }
}

/// Without an element along the dimension that it reduces, a product is its accumulator.
TEST(MatrixKernels, EmptyReduction) {
  Memory a("a", {M, K}, f16), b("b", {K, N}, f16), c("c", {M, N}, f32);
  const Kernel kernel("empty_reduction", {a, b, c},
                      {WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 16, 1}},
                      [&] { write(mma(read(a), read(b), Register({N, M}, f32, -3.0)), c); });
  const Bindings subs{M = 20, N = 33, K = 0};
  const Tensor x = Tensor::full({20, 0}, f16, 0), y = Tensor::full({0, 33}, f16, 0),
               expected = Tensor::full({20, 33}, f32, -3);
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"}) {
    Tensor actual = Tensor::full({20, 33}, f32, 7);
    wave_compile({.target = Target::named(target), .subs = subs}, kernel)(x, y, actual);
    EXPECT_EQ(difference(actual, expected), "") << target;
  }
  Tensor actual = Tensor::full({20, 33}, f32, 7);
  interpret(kernel, {.subs = subs}, {x, y, actual});
  EXPECT_EQ(difference(actual, expected), "");
}

TEST(MatrixKernels, Gemm) { runMany("gemm", gemm, 50); }
TEST(MatrixKernels, Batched) { runMany("batched", batched, 15); }
TEST(MatrixKernels, Epilogue) { runMany("epilogue", epilogue, 15); }
TEST(MatrixKernels, WholeReduction) { runMany("whole reduction", wholeReduction, 15); }
TEST(MatrixKernels, ComputedOperands) { runMany("computed operands", computedOperands, 12); }
TEST(MatrixKernels, NestedLoops) { runMany("nested loops", nestedLoops, 12); }
TEST(MatrixKernels, AccumulatorTwice) { runMany("accumulator twice", accumulatorTwice, 12); }
TEST(MatrixKernels, ChangingBatches) { runMany("changing batches", changingBatches, 12); }

} // namespace
