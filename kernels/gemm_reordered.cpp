//===- gemm_reordered.cpp - A GEMM whose workgroups share an XCD's L2 -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GEMM of Wave's document on workgroup reordering.  Workgroup w runs on XCD w % NUM_XCDS
// of an AMD chip.  The reordering gives the workgroups of one XCD consecutive tiles, in groups
// of GROUP_SIZE_M rows, so that its L2 cache holds fewer rows of a and b.  On a chip with one
// L2 cache, NUM_XCDS = 1 leaves the groups.
//
//===----------------------------------------------------------------------===//

#include "gemm_reference.h"
#include "library.h"
#include "ping_pong_schedule.h"

namespace wave::kernels {

// Sizes.  A launch gives the first three; the defaults suit the CPU.
constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol GROUP_SIZE_M{"GROUP_SIZE_M"}, NUM_XCDS{"NUM_XCDS"}, WAVES_M{"WAVES_M"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Distribution: a workgroup computes a tile of c with WAVES_M by two waves, in steps of K.  The
// ping-pong schedules are for four by two.
static Constraints reordered_tiles() {
  Constraints constraints{
      WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
      TilingConstraint{K, BLOCK_K},       WaveConstraint{M, BLOCK_M / WAVES_M},
      WaveConstraint{N, BLOCK_N / 2},     HardwareConstraint{.threads_per_wave = 64}};

  const Expr wg0 = WORKGROUP_0, wg1 = WORKGROUP_1;
  const Expr num_wg_0 = ceiling(M / BLOCK_M);
  const Expr num_wg_1 = ceiling(N / BLOCK_N);
  const Expr num_wgs_total = num_wg_0 * num_wg_1;

  // The number of the workgroup: dimension 0 of the grid is the fastest.
  const Expr flat_wg_index = wg1 * num_wg_0 + wg0;

  // XCD x computes consecutive tiles: one more than the others where x < extra_wgs.
  const Expr extra_wgs = num_wgs_total % NUM_XCDS;
  const Expr xcd_wg_index = (flat_wg_index % NUM_XCDS) * floordiv(num_wgs_total, NUM_XCDS) +
                            Min(flat_wg_index % NUM_XCDS, extra_wgs) +
                            floordiv(flat_wg_index, NUM_XCDS);

  // Groups of GROUP_SIZE_M rows of tiles; the last one may have fewer.
  const Expr num_wg_group = GROUP_SIZE_M * num_wg_1;
  const Expr group_id = floordiv(xcd_wg_index, num_wg_group);
  const Expr first_wg_id_0 = group_id * GROUP_SIZE_M;
  const Expr group_size_m = Min(num_wg_0 - first_wg_id_0, GROUP_SIZE_M);

  const Expr new_wg0 = first_wg_id_0 + (xcd_wg_index % num_wg_group) % group_size_m;
  const Expr new_wg1 = floordiv(xcd_wg_index % num_wg_group, group_size_m);

  constraints += ReorderingConstraint{new_wg0, 0};
  constraints += ReorderingConstraint{new_wg1, 1};
  return constraints;
}

// Meaning: c[m, n] = sum over k of a[m, k] * b[n, k].
Kernel gemm_reordered(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"], ADDRESS_SPACE);
  Memory b("b", {N, K}, dtypes["in"], ADDRESS_SPACE);
  Memory c("c", {M, N}, dtypes["out"]);

  Kernel kernel("gemm_reordered", {a, b, c}, reordered_tiles(), [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
    });
    write(sum, c);
  });
  kernel.set_defaults({M = 1024, N = 1024, K = 1024, BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32,
                       GROUP_SIZE_M = 8, NUM_XCDS = 8, WAVES_M = 2,
                       ADDRESS_SPACE = SHARED_ADDRESS_SPACE});
  return kernel;
}

KernelEntry gemm_reordered_entry() {
  KernelEntry entry{gemm_reordered,
                    {{"in", f16}, {"out", f32}},
                    "c[M, N] = a[M, K] * b[N, K]^T, consecutive tiles on each XCD",
                    gemm_reference};
  entry.require = {"no-spills"};
  entry.tiles = gemm_tiles();
  entry.schedules = {ping_pong_schedule(), ping_pong_slices_schedule(),
                     ping_pong_three_stages_schedule()};
  return entry;
}

} // namespace wave::kernels
