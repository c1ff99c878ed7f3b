//===- gemm.cpp - Matrix multiplication -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two kernels for matrices with a long K, whose result has too few tiles for all of a GPU.
// gemm_split_k gives each tile of c to SPLITS workgroups, each of which sums a part of K and
// writes it to its own slice of a workspace; gemm_split_k_sum adds up the slices.
//
//===----------------------------------------------------------------------===//

#include "gemm_split_k_reference.h"
#include "library.h"

namespace wave::kernels {

// Sizes.  A launch gives the first three; the defaults suit the CPU.
constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};
constexpr Symbol SPLITS{"SPLITS"}, PART_K{"PART_K"};

// Distribution: SPLITS workgroups have a tile of c, each with two by two waves and a part of K.
static Constraints four_waves_per_part() {
  return {WorkgroupConstraint{M, BLOCK_M, 0},
          WorkgroupConstraint{N, BLOCK_N, 1},
          WorkgroupConstraint{SPLITS, 1, 2},
          TilingConstraint{K, BLOCK_K},
          WaveConstraint{M, BLOCK_M / 2},
          WaveConstraint{N, BLOCK_N / 2},
          HardwareConstraint{.threads_per_wave = 64, .waves_per_block = {2, 2, 1}}};
}

// Meaning: partial[s, m, n] = sum over the k of part s of a[m, k] * b[n, k].
Kernel gemm_split_k(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"], ADDRESS_SPACE);
  Memory b("b", {N, K}, dtypes["in"], ADDRESS_SPACE);
  Memory partial("partial", {SPLITS, M, N}, f32);

  Kernel kernel("gemm_split_k", {a, b, partial}, four_waves_per_part(), [&] {
    assume(PART_K * SPLITS >= K); // the parts reach the end of K
    const Expr begin = WORKGROUP_2 * PART_K;
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .begin = begin, .end = begin + PART_K, .tag = "k_loop"},
                           {zero}, [&](Register acc) {
                             return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc,
                                        {.tag = "mma"});
                           });
    write(Register({SPLITS, M, N}, f32, 0.0) + sum, partial);
  });
  // Parts of whole steps, for every BLOCK_K that divides 64.
  kernel.set_defaults({M = 256, N = 256, K = 4096, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32,
                       ADDRESS_SPACE = SHARED_ADDRESS_SPACE, SPLITS = 4,
                       PART_K = ceildiv(ceildiv(K, SPLITS), 64) * 64});
  return kernel;
}

KernelEntry gemm_split_k_entry() {
  KernelEntry entry{gemm_split_k,
                    {{"in", f16}},
                    "partial[SPLITS, M, N] = a[M, K] * b[N, K]^T, each of SPLITS a part of K",
                    gemm_split_k_reference};
  entry.reference_symbols = {"PART_K"};
  return entry;
}

// Meaning: c[m, n] = sum over s of partial[s, m, n].
Kernel gemm_split_k_sum(const DTypeParameters &dtypes) {
  Memory partial("partial", {SPLITS, M, N}, f32);
  Memory c("c", {M, N}, dtypes["out"]);
  const Constraints rows_of_tiles{WorkgroupConstraint{M, BLOCK_M, 0},
                                  WorkgroupConstraint{N, BLOCK_N, 1}, TilingConstraint{SPLITS}};

  Kernel kernel("gemm_split_k_sum", {partial, c}, rows_of_tiles, [&] {
    Register zero({M, N}, f32, 0.0);
    Register all = iterate({.axis = SPLITS, .tag = "split_loop"}, {zero},
                           [&](Register acc) { return sum(read(partial), acc, SPLITS); });
    write(cast(all, dtypes["out"]), c);
  });
  kernel.set_defaults({M = 256, N = 256, BLOCK_M = 16, BLOCK_N = 64, SPLITS = 4});
  return kernel;
}

KernelEntry gemm_split_k_sum_entry() {
  return {gemm_split_k_sum,
          {{"out", f32}},
          "c[M, N] = the sum of partial[SPLITS, M, N] over SPLITS",
          gemm_split_k_sum_reference};
}

} // namespace wave::kernels
