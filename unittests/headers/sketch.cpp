//===- sketch.cpp - The program that the design promises ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Section 3 of the design, without the schedule.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>
using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"},
    ADDRESS_SPACE{"ADDRESS_SPACE"};

Kernel gemm();

Kernel gemm() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0},
                          WorkgroupConstraint{N, BLOCK_N, 1},
                          TilingConstraint{K, BLOCK_K},
                          WaveConstraint{M, BLOCK_M / 2},
                          WaveConstraint{N, BLOCK_N / 2},
                          HardwareConstraint{.threads_per_wave = 64,
                                             .waves_per_block = {2, 2, 1},
                                             .mma_type = MMAType::F32_16x16x16_F16}};

  return Kernel("gemm", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
    });
    write(sum, c);
  });
}

int main() {
  WaveCompileOptions options{.target = Target::cpu(),
                             .subs = {M = 128, N = 256, K = 128, BLOCK_M = 64, BLOCK_N = 64,
                                      BLOCK_K = 32, ADDRESS_SPACE = SHARED_ADDRESS_SPACE}};
  CompiledKernel compiled = wave_compile(options, gemm());
  Tensor a = Tensor::randn({128, 128}, f16, /*seed=*/0), b = Tensor::randn({256, 128}, f16, 1),
         c = Tensor::zeros({128, 256}, f32);
  compiled(a, b, c);
  return allclose(c, matmul(a, b, /*transpose_b=*/true), /*rtol=*/1e-2, /*atol=*/1e-2) ? 0 : 1;
}
