//===- gemm_persistent_l2.cpp - Tiles in an order for the L2 cache ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The persistent GEMM of the Wave tutorial with its tiles in groups of GROUP_SIZE_M rows, so that
// workgroups that run together share what they read in the L2 cache.
//
//===----------------------------------------------------------------------===//

#include "gemm_reference.h"
#include "library.h"

namespace wave::kernels {

// Sizes.  A launch gives the first three; the defaults suit the CPU.
constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Of persistence: the tiles of c, the workgroups that compute them, and the tile of a workgroup.
constexpr Symbol TOTAL_TILES{"TOTAL_TILES"}, M_TILES{"M_TILES"}, N_TILES{"N_TILES"},
    NUM_CTAS{"NUM_CTAS"};
constexpr Symbol TILE_IDX{"TILE_IDX"};
constexpr Symbol CTA_M_OFFSET{"CTA_M_OFFSET"}, CTA_N_OFFSET{"CTA_N_OFFSET"};
constexpr Symbol GROUP_SIZE_M{"GROUP_SIZE_M"};

// Distribution: NUM_CTAS workgroups of two by two waves; each chooses its tiles itself.
static Constraints persistent_workgroups() {
  return {GridConstraint{NUM_CTAS},
          WorkgroupConstraint{M, BLOCK_M, 0},
          WorkgroupConstraint{N, BLOCK_N, 1},
          TilingConstraint{K, BLOCK_K},
          TilingConstraint{TILE_IDX},
          WaveConstraint{M, BLOCK_M / 2},
          WaveConstraint{N, BLOCK_N / 2},
          HardwareConstraint{.threads_per_wave = 64, .vector_shapes = {{TILE_IDX, 0}}}};
}

// Meaning: c[m, n] = sum over k of a[m, k] * b[n, k], tile after tile.
Kernel gemm_persistent_l2(const DTypeParameters &dtypes) {
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

  Kernel kernel("gemm_persistent_l2", {a, b, c}, persistent_workgroups(), [&] {
    const Predicate condition = TILE_IDX < TOTAL_TILES;
    Register init_tile_id = scalar(WORKGROUP_0, i32);

    iterate({.axis = TILE_IDX, .start = init_tile_id, .condition = condition, .tag = "tile_loop"},
            [&] {
              Register tile_id = self_index(TILE_IDX, i32);

              // Grouped order: GROUP_SIZE_M rows of tiles, column by column.
              const auto [cta_m, cta_n] = order::grouped(tile_id, M_TILES, N_TILES, GROUP_SIZE_M);
              Register m_offset = cta_m * BLOCK_M;
              Register n_offset = cta_n * BLOCK_N;
              set_symbol(CTA_M_OFFSET, m_offset);
              set_symbol(CTA_N_OFFSET, n_offset);

              Register zero({M, N}, f32, 0.0);
              Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
                Register a_reg = read(a, {.mapping = a_read_mapping, .tag = "read_a"});
                Register b_reg = read(b, {.mapping = b_read_mapping, .tag = "read_b"});
                return mma(a_reg, b_reg, acc, {.tag = "mma"});
              });
              write(sum, c, {.mapping = c_write_mapping});

              // The next tile of this workgroup.
              set_symbol(TILE_IDX, tile_id + NUM_CTAS);
            });
  });
  kernel.set_defaults({M = 1024, N = 1024, K = 1024, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32,
                       ADDRESS_SPACE = SHARED_ADDRESS_SPACE, M_TILES = ceildiv(M, BLOCK_M),
                       N_TILES = ceildiv(N, BLOCK_N), TOTAL_TILES = M_TILES * N_TILES,
                       GROUP_SIZE_M = 4});
  return kernel;
}

KernelEntry gemm_persistent_l2_entry() {
  return {gemm_persistent_l2,
          {{"in", f16}, {"out", f32}},
          "c[M, N] = a[M, K] * b[N, K]^T, persistent, with tiles in groups for the L2 cache",
          gemm_reference};
}

} // namespace wave::kernels
