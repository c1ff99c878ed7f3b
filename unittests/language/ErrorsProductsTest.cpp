//===- ErrorsProductsTest.cpp - Products of tiles ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

TEST(ProductErrors, NoReduction) {
  Memory a("a", {M, K}, f16), b("b", {N, J}, f16), c("c", {M, N}, f32);
  auto attempt = [&] {
    Kernel("gemm", {a, b, c}, {}, [&] {
      Register zero({M, N}, f32, 0);
      write(mma(read(a), read(b), zero), c);
    });
  };
  expectError("mma-c1", attempt,
              R"(FILE:+5:13: error: mma: lhs and rhs share no reduction dimension [mma-c1]
+5 |       write(mma(read(a), read(b), zero), c);
      |             ^
FILE:+5:17: note: lhs is [M, K] f16, read from 'a'
FILE:+5:26: note: rhs is [N, J] f16, read from 'b'
FILE:+4:16: note: the accumulator is [M, N] f32, a constant
help: the reduction is the dimension that lhs and rhs have and the accumulator has not; give both operands one)");
}

TEST(ProductErrors, NoReductionWithoutAnAccumulator) {
  Memory a("a", {M, K}, f16), b("b", {N, J}, f16), c("c", {M, N}, f32);
  auto attempt = [&] { Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b)), c); }); };
  expectError("mma-c1", attempt,
              R"(FILE:+2:66: error: mma: lhs and rhs share no reduction dimension [mma-c1]
+2 |   auto attempt = [&] { Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b)), c); }); };
      |                                                                  ^
FILE:+2:70: note: lhs is [M, K] f16, read from 'a'
FILE:+2:79: note: rhs is [N, J] f16, read from 'b'
help: the reduction is a dimension that both have; give both operands one)");
}

TEST(ProductErrors, NoFreeDimension) {
  Memory a("a", {K}, f16), b("b", {N, K}, f16), c("c", {N}, f32);
  auto attempt = [&] {
    Kernel("gemv", {a, b, c}, {}, [&] { write(mma(read(a), read(b), Register({N}, f32, 0)), c); });
  };
  expectError("mma-c2", attempt,
              R"(FILE:+3:47: error: mma: lhs has no dimension that rhs has not [mma-c2]
+3 |     Kernel("gemv", {a, b, c}, {}, [&] { write(mma(read(a), read(b), Register({N}, f32, 0)), c); });
      |                                               ^
FILE:+3:51: note: lhs is [K] f16, read from 'a'
FILE:+3:60: note: rhs is [N, K] f16, read from 'b'
FILE:+3:69: note: the accumulator is [N] f32, a constant
help: of a vector write sum(cast(lhs, f32) * cast(rhs, f32), K), or give lhs a dimension of size 1)");
}

TEST(ProductErrors, Vectors) {
  Memory a("a", {K}, f16), b("b", {K}, f16);
  auto attempt = [&] { Kernel("dot", {a, b}, {}, [&] { mma(read(a), read(b)); }); };
  expectError("mma-c2", attempt,
              R"(FILE:+2:56: error: mma: lhs and rhs have no dimension beside the reduction [mma-c2]
+2 |   auto attempt = [&] { Kernel("dot", {a, b}, {}, [&] { mma(read(a), read(b)); }); };
      |                                                        ^
help: a product of tiles has one dimension of lhs and one of rhs)");
}

TEST(ProductErrors, AccumulatorLacksADimension) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M}, f32);
  auto attempt = [&] {
    Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b), Register({M}, f32, 0)), c); });
  };
  expectError("mma-c3", attempt,
              R"(FILE:+3:47: error: mma: the accumulator lacks the dimension N [mma-c3]
+3 |     Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b), Register({M}, f32, 0)), c); });
      |                                               ^
FILE:+3:51: note: lhs is [M, K] f16, read from 'a'
FILE:+3:60: note: rhs is [N, K] f16, read from 'b'
FILE:+3:69: note: the accumulator is [M] f32, a constant
help: give it the dimensions that lhs and rhs have, without the reduction)");
}

TEST(ProductErrors, AccumulatorHasAnotherDimension) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N, J}, f32);
  auto attempt = [&] {
    Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b), read(c)), c); });
  };
  expectError(
      "mma-c3", attempt,
      R"(FILE:+3:47: error: mma: the accumulator has the dimension J, which no operand has [mma-c3]
+3 |     Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b), read(c)), c); });
      |                                               ^
FILE:+3:51: note: lhs is [M, K] f16, read from 'a'
FILE:+3:60: note: rhs is [N, K] f16, read from 'b'
FILE:+3:69: note: the accumulator is [M, N, J] f32, read from 'c'
help: give it the dimensions that lhs and rhs have, without the reduction)");
}

TEST(ProductErrors, DifferentElementTypes) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, bf16), c("c", {M, N}, f32);
  auto attempt = [&] { Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b)), c); }); };
  expectError("mma-c4", attempt,
              R"(FILE:+2:66: error: mma: lhs and rhs have different element types [mma-c4]
+2 |   auto attempt = [&] { Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b)), c); }); };
      |                                                                  ^
FILE:+2:70: note: lhs is [M, K] f16, read from 'a'
FILE:+2:79: note: rhs is [N, K] bf16, read from 'b'
help: cast one of them)");
}

TEST(ProductErrors, NoProductOfI32) {
  Memory a("a", {M, K}, i32), b("b", {N, K}, i32), c("c", {M, N}, i32);
  auto attempt = [&] { Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b)), c); }); };
  expectError("mma-c4", attempt,
              R"(FILE:+2:66: error: mma: there is no MMA of i32 tiles [mma-c4]
+2 |   auto attempt = [&] { Kernel("gemm", {a, b, c}, {}, [&] { write(mma(read(a), read(b)), c); }); };
      |                                                                  ^
FILE:+2:70: note: lhs is [M, K] i32, read from 'a'
FILE:+2:79: note: rhs is [N, K] i32, read from 'b'
help: operands are 8-bit floats, f16, bf16, f32, f64 or i8; cast them)");
}

TEST(ProductErrors, WrongAccumulatorType) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f16);
  auto attempt = [&] {
    Kernel("gemm", {a, b, c}, {}, [&] {
      Register zero({M, N}, f16, 0);
      write(mma(read(a), read(b), zero), c);
    });
  };
  expectError(
      "mma-c4", attempt,
      R"(FILE:+5:13: error: mma: products of f16 are summed in f32, the accumulator is f16 [mma-c4]
+5 |       write(mma(read(a), read(b), zero), c);
      |             ^
FILE:+5:17: note: lhs is [M, K] f16, read from 'a'
FILE:+5:26: note: rhs is [N, K] f16, read from 'b'
FILE:+4:16: note: the accumulator is [M, N] f16, a constant
help: make the accumulator f32)");
}

TEST(ProductErrors, InstructionWithOtherElementTypes) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  auto attempt = [&] {
    Kernel("gemm", {a, b, c}, {},
           [&] { write(mma(read(a), read(b), {.mma_type = MMAType::F32_16x16x16_BF16}), c); });
  };
  expectError(
      "mma-c5", attempt,
      R"(FILE:+4:85: error: mma: F32_16x16x16_BF16 multiplies bf16 into f32, the operands are f16 and the accumulator f32 [mma-c5]
+4 |            [&] { write(mma(read(a), read(b), {.mma_type = MMAType::F32_16x16x16_BF16}), c); });
      |                                                                                     ^
FILE:+4:28: note: lhs is [M, K] f16, read from 'a'
FILE:+4:37: note: rhs is [N, K] f16, read from 'b'
help: leave mma_type out, or use one of F32_16x16x16_F16, F32_32x32x8_F16, F32_16x16x32_F16, F32_32x32x16_F16, F32_16x8x16_F16, F32_64x8x16_F16 to 64x256x16, F32_128x16x16_F16 to 128x256x16, F32_256x32x16_F16 to 256x256x16, F32_128x32x16_F16_PAIR to 128x256x16)");
}

TEST(ProductErrors, InstructionOfTheHardwareWithOtherElementTypes) {
  Memory a("a", {M, K}, bf16), b("b", {N, K}, bf16), c("c", {M, N}, f32);
  Constraints constraints{HardwareConstraint{.mma_type = MMAType::F32_16x16x16_F16}};
  Kernel kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
  auto attempt = [&] { compile(kernel, {M = 16, N = 16, K = 16}); };
  expectError(
      "mma-c5", attempt,
      R"(FILE:+3:61: error: mma: F32_16x16x16_F16 multiplies f16 into f32, the operands are bf16 and the accumulator f32 [mma-c5]
+3 |   Kernel kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
      |                                                             ^
FILE:+3:65: note: lhs is [M, K] bf16, read from 'a'
FILE:+3:74: note: rhs is [N, K] bf16, read from 'b'
help: leave mma_type out, or use one of F32_16x16x16_BF16, F32_32x32x8_BF16, F32_16x16x32_BF16, F32_32x32x16_BF16, F32_16x8x16_BF16, F32_64x8x16_BF16 to 64x256x16, F32_128x16x16_BF16 to 128x256x16, F32_256x32x16_BF16 to 256x256x16, F32_128x32x16_BF16_PAIR to 128x256x16)");
}

TEST(ProductErrors, DistributedReduction) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{K, 64, 0}};
  auto attempt = [&] {
    Kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
  };
  expectError(
      "mma-c7", attempt,
      R"(FILE:+4:56: error: mma: the reduction dimension K is distributed over workgroups [mma-c7]
+4 |     Kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
      |                                                        ^
FILE:+4:60: note: lhs is [M, K] f16, read from 'a'
FILE:+4:69: note: rhs is [N, K] f16, read from 'b'
FILE:+2:55: note: the workgroup constraint of K is here
help: each workgroup would sum its own part of K alone: tile it with TilingConstraint{K, ...} and iterate)");
}

TEST(ProductErrors, ReductionSharedOutToWaves) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  Constraints constraints{WaveConstraint{K, 64}};
  auto attempt = [&] {
    Kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
  };
  expectError(
      "mma-c7", attempt,
      R"(FILE:+4:56: error: mma: the reduction dimension K is distributed over waves [mma-c7]
+4 |     Kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
      |                                                        ^
FILE:+4:60: note: lhs is [M, K] f16, read from 'a'
FILE:+4:69: note: rhs is [N, K] f16, read from 'b'
FILE:+2:47: note: the wave constraint of K is here
help: each wave would sum its own part of K alone: give the waves other dimensions)");
}

TEST(ProductErrors, InstructionDoesNotDivideTheWaveTile) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, 48, 0}, WaveConstraint{M, 24},
                          HardwareConstraint{.mma_type = MMAType::F32_16x16x16_F16}};
  Kernel kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
  auto attempt = [&] { compile(kernel, {M = 48, N = 16, K = 16}); };
  expectError(
      "mma-tile", attempt,
      R"(FILE:+4:61: error: mma: F32_16x16x16_F16 takes 16 elements of M, which do not divide the tile of 24 [mma-tile]
+4 |   Kernel kernel("gemm", {a, b, c}, constraints, [&] { write(mma(read(a), read(b)), c); });
      |                                                             ^
FILE:+2:78: note: one wave computes 24 elements of M
help: make the tile of M a multiple of 16, or leave mma_type out)");
}

TEST(ProductErrors, InstructionDoesNotDivideTheStep) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  Constraints constraints{TilingConstraint{K, BLOCK_K},
                          HardwareConstraint{.mma_type = MMAType::F32_16x16x16_F16}};
  Kernel kernel("gemm", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0);
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
  auto attempt = [&] { compile(kernel, {M = 16, N = 16, K = 160, BLOCK_K = 24}); };
  expectError(
      "mma-tile", attempt,
      R"(FILE:+6:67: error: mma: F32_16x16x16_F16 takes 16 elements of K, which do not divide the tile of 24 [mma-tile]
+6 |     write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
      |                                                                   ^
FILE:+2:54: note: one step of the loop takes 24 elements of K
help: make the tile of K a multiple of 16, or leave mma_type out)");
}
