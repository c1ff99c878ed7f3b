//===- gemm.cpp - Matrix multiplication -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GEMM of the Wave tutorial, with its element types as parameters.
//
//===----------------------------------------------------------------------===//

#include "gemm_reference.h"
#include "library.h"

namespace wave::kernels {

// Sizes.  A launch gives the first three; the defaults suit the CPU.
constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Distribution: a workgroup computes a tile of c with two by two waves, in steps of K.
static Constraints four_waves_per_tile() {
  return {WorkgroupConstraint{M, BLOCK_M, 0},
          WorkgroupConstraint{N, BLOCK_N, 1},
          TilingConstraint{K, BLOCK_K},
          WaveConstraint{M, BLOCK_M / 2},
          WaveConstraint{N, BLOCK_N / 2},
          HardwareConstraint{.threads_per_wave = 64, .waves_per_block = {2, 2, 1}}};
}

// Meaning: c[m, n] = sum over k of a[m, k] * b[n, k].
Kernel gemm(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"], ADDRESS_SPACE);
  Memory b("b", {N, K}, dtypes["in"], ADDRESS_SPACE);
  Memory c("c", {M, N}, dtypes["out"]);

  Kernel kernel("gemm", {a, b, c}, four_waves_per_tile(), [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
    });
    write(sum, c);
  });
  kernel.set_defaults({M = 1024, N = 1024, K = 1024, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32,
                       ADDRESS_SPACE = SHARED_ADDRESS_SPACE});
  return kernel;
}

KernelEntry gemm_entry() {
  KernelEntry entry{
      gemm, {{"in", f16}, {"out", f32}}, "c[M, N] = a[M, K] * b[N, K]^T", gemm_reference};
  entry.require = {"no-spills"};
  entry.tiles = gemm_tiles();
  entry.schedules = gemm_schedules();
  return entry;
}

} // namespace wave::kernels
