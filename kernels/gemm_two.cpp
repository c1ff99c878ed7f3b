//===- gemm_two.cpp - A product with two outputs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sums themselves, and what the next layer of a network would take.
//
//===----------------------------------------------------------------------===//

#include "gemm_two_reference.h"
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

// Meaning: c[m, n] = sum over k of a[m, k] * b[n, k], d[m, n] = max(c[m, n], 0).
Kernel gemm_two(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"], ADDRESS_SPACE);
  Memory b("b", {N, K}, dtypes["in"], ADDRESS_SPACE);
  Memory c("c", {M, N}, f32), d("d", {M, N}, dtypes["d"]);

  Kernel kernel("gemm_two", {a, b, c, d}, four_waves_per_tile(), [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
    });
    write(sum, c, {.tag = "write_c"});
    write(cast(maximum(sum, 0.0), dtypes["d"]), d, {.tag = "write_d"});
  });
  kernel.set_defaults({M = 1024, N = 1024, K = 1024, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32,
                       ADDRESS_SPACE = SHARED_ADDRESS_SPACE});
  return kernel;
}

KernelEntry gemm_two_entry() {
  KernelEntry entry{gemm_two,
                    {{"in", f16}, {"d", f16}},
                    "c[M, N] = a[M, K] * b[N, K]^T, d[M, N] = maximum(c[M, N], 0)",
                    gemm_two_reference};
  entry.require = {"no-spills"};
  // Beside two results its registers do not suffice.
  entry.tiles = gemm_tiles({{256, 200}});
  return entry;
}

} // namespace wave::kernels
