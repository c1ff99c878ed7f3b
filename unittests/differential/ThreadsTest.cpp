//===- ThreadsTest.cpp - Threads change nothing; full sizes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};

Kernel gemm(DType in, DType sum) {
  Memory a("a", {M, K}, in), b("b", {N, K}, in), c("c", {M, N}, sum);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                          TilingConstraint{K, BLOCK_K}};
  return Kernel("gemm", {a, b, c}, constraints, [&] {
    Register zero({M, N}, sum, 0);
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
}

/// The order of additions belongs to the kernel, not to who adds.
TEST(Threads, AnyNumberGivesTheSameBits) {
  for (auto [in, sum] : {std::pair(f16, f32), {bf16, f32}, {f32, f32}, {f64, f64}, {i8, i32}}) {
    CompiledKernel compiled = wave_compile(
        {.subs = {M = 333, N = 211, K = 157, BLOCK_M = 24, BLOCK_N = 17, BLOCK_K = 50}},
        gemm(in, sum));
    Tensor a = Tensor::randn({333, 157}, in, testSeed()),
           b = Tensor::randn({211, 157}, in, testSeed() + 1);
    Tensor first = Tensor::full({333, 211}, sum, is_float(sum) ? NAN : 7);
    compiled.launch({a, b, first}, {.threads = 1});
    for (unsigned threads : {2u, 3u, 8u, 0u, 1u}) {
      Tensor again = Tensor::full({333, 211}, sum, is_float(sum) ? NAN : 7);
      compiled.launch({a, b, again}, {.threads = threads});
      EXPECT_EQ(std::memcmp(first.data(), again.data(),
                            static_cast<size_t>(333 * 211 * size_in_bytes(sum))),
                0)
          << threads << " threads";
    }
  }
}

/// The size of the seed's performance table, against an independent product.
TEST(FullSize, GemmIsCloseToMatmul) {
  for (auto [in, sum, tolerance] :
       {std::tuple(f16, f32, 1e-2), {bf16, f32, 1e-2}, {f32, f32, 1e-3}, {f64, f64, 1e-12}}) {
    constexpr int64_t m = 509, n = 387, k = 640;
    CompiledKernel compiled = wave_compile(
        {.subs = {M = m, N = n, K = k, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32}}, gemm(in, sum));
    Tensor a = Tensor::randn({m, k}, in, 1), b = Tensor::randn({n, k}, in, 2);
    Tensor c = Tensor::full({m, n}, sum, NAN);
    compiled(a, b, c);
    // In double, so that the reference is not rounded to the operands' type.
    Tensor expected = matmul(a.to(f64), b.to(f64), /*transpose_b=*/true);
    EXPECT_TRUE(allclose(c, expected, tolerance, tolerance))
        << dtype_name(in) << ": " << max_abs_difference(c, expected);
  }
}

} // namespace
