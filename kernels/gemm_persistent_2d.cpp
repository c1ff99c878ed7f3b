//===- gemm_persistent_2d.cpp - A scheduler of tiles, round-robin in groups -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The persistent kernel with the 2D swizzle tile scheduler of the document on Blackwell ("Level
// 5"): blocks go to the clusters round-robin, and GROUP_SIZE_M blocks of M with the same block of N
// follow each other.  Those run at one time on as many clusters, which share that block of b in the
// L2 cache.
// A cluster's block has the rows of two workgroups, which read the same block of N: as a CTA pair
// on Blackwell, by multicast on Hopper.
//
//===----------------------------------------------------------------------===//

#include "gemm_reference.h"
#include "levels.h"
#include "library.h"

namespace wave::kernels {

// Sizes.  A launch gives the first three; the defaults suit the CPU.
constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Of the scheduler: the blocks of c and of a group, the workgroups that compute them, how many
// blocks a cluster has computed, and where the tile of a workgroup begins.
constexpr Symbol GROUP_SIZE_M{"GROUP_SIZE_M"};
constexpr Symbol NUM_M_BLOCKS{"NUM_M_BLOCKS"}, NUM_N_BLOCKS{"NUM_N_BLOCKS"}, NUM_CTAS{"NUM_CTAS"};
constexpr Symbol ITER{"ITER"};
constexpr Symbol CTA_M_OFFSET{"CTA_M_OFFSET"}, CTA_N_OFFSET{"CTA_N_OFFSET"};
constexpr int ctas_per_cluster = 2;

// Distribution: NUM_CTAS workgroups of two by two waves; each chooses its tiles itself.
static Constraints persistent_workgroups() {
  return {GridConstraint{NUM_CTAS},
          WorkgroupConstraint{M, BLOCK_M, 0},
          WorkgroupConstraint{N, BLOCK_N, 1},
          TilingConstraint{K, BLOCK_K},
          TilingConstraint{ITER},
          WaveConstraint{M, BLOCK_M / 2},
          WaveConstraint{N, BLOCK_N / 2},
          HardwareConstraint{.threads_per_wave = 64,
                             .workgroups_per_cluster = {ctas_per_cluster},
                             .vector_shapes = {{ITER, 0}}}};
}

// The scheduler.

struct Block {
  Register m, n;
};

/// Groups of GROUP_SIZE_M consecutive blocks of M share a block of N; the last group has those that
/// are left.  order::grouped (wave/order.h) is the same.
static Block get_swizzled_block_idx(const Register &tile_idx) {
  Register group_idx = floordiv(tile_idx, GROUP_SIZE_M * NUM_N_BLOCKS);
  Register in_group = tile_idx % (GROUP_SIZE_M * NUM_N_BLOCKS);
  Register first_m_block = group_idx * GROUP_SIZE_M;
  Register m_blocks_in_group = minimum(NUM_M_BLOCKS - first_m_block, GROUP_SIZE_M);
  return {first_m_block + in_group % m_blocks_in_group, floordiv(in_group, m_blocks_in_group)};
}

/// Whether there is a block for this cluster in round ITER, and which.
static Predicate has_next_block() {
  return ITER * NUM_CLUSTERS + CLUSTER_ID < NUM_M_BLOCKS * NUM_N_BLOCKS;
}
static Block get_next_block() {
  Register tile_idx = self_index(ITER, i32) * NUM_CLUSTERS + CLUSTER_ID;
  return get_swizzled_block_idx(tile_idx);
}

// Meaning: c[m, n] = sum over k of a[m, k] * b[n, k], tile after tile.
Kernel gemm_persistent_2d(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"], ADDRESS_SPACE);
  Memory b("b", {N, K}, dtypes["in"], ADDRESS_SPACE);
  Memory c("c", {M, N}, dtypes["out"]);

  // Where the tile of a workgroup is in each memory.
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping a_read_mapping{
      .num_iterators = 2, .inputs = {M = i + CTA_M_OFFSET, K = j}, .outputs = {M = i, K = j}};
  const IndexMapping b_read_mapping{
      .num_iterators = 2, .inputs = {N = i + CTA_N_OFFSET, K = j}, .outputs = {N = i, K = j}};
  const IndexMapping c_write_mapping{.num_iterators = 2,
                                     .inputs = {M = i, N = j},
                                     .outputs = {M = i + CTA_M_OFFSET, N = j + CTA_N_OFFSET}};

  Kernel kernel("gemm_persistent_2d", {a, b, c}, persistent_workgroups(), [&] {
    assume(GROUP_SIZE_M > 0);
    iterate({.axis = ITER, .start = 0, .condition = has_next_block(), .tag = "tile_loop"}, [&] {
      const auto [m_block, n_block] = get_next_block();
      set_symbol(CTA_M_OFFSET, (m_block * ctas_per_cluster + CLUSTER_RANK) * BLOCK_M);
      set_symbol(CTA_N_OFFSET, n_block * BLOCK_N);

      Register zero({M, N}, f32, 0.0);
      Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
        Register a_reg = read(a, {.mapping = a_read_mapping, .tag = "read_a"});
        Register b_reg = read(b, {.mapping = b_read_mapping, .tag = "read_b"});
        return mma(a_reg, b_reg, acc, {.tag = "mma"});
      });
      write(sum, c, {.mapping = c_write_mapping, .tag = "write_c"});

      set_symbol(ITER, self_index(ITER, i32) + 1);
    });
  });
  kernel.set_defaults({M = 1024, N = 1024, K = 1024, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32,
                       ADDRESS_SPACE = SHARED_ADDRESS_SPACE, GROUP_SIZE_M = 8,
                       NUM_M_BLOCKS = ceildiv(M, ctas_per_cluster * BLOCK_M),
                       NUM_N_BLOCKS = ceildiv(N, BLOCK_N)});
  return kernel;
}

KernelEntry gemm_persistent_2d_entry() {
  KernelEntry entry{
      gemm_persistent_2d,
      {{"in", f16}, {"out", f32}},
      "c[M, N] = a[M, K] * b[N, K]^T, persistent, by a round-robin scheduler of tiles in groups",
      gemm_reference};
  entry.schedules = levels();
  return entry;
}

} // namespace wave::kernels
