//===- softmax.cpp - The softmax of each row ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workgroup takes whole rows, so that their maxima and sums need no second pass; its waves
// share out each row, so that long ones fit their registers.
//
//===----------------------------------------------------------------------===//

#include "library.h"
#include "softmax_reference.h"

namespace wave::kernels {

// Sizes.  Rows are whole in a tile.
constexpr Symbol M{"M"}, N{"N"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, WAVE_N{"WAVE_N"};

// Distribution: a workgroup computes BLOCK_M rows, a wave WAVE_N elements of each.
static Constraints rows_per_workgroup() {
  return {WorkgroupConstraint{M, BLOCK_M, 0}, WaveConstraint{N, WAVE_N}};
}

// Meaning: c[m, n] = e^a[m, n] / sum over j of e^a[m, j], the exponents moved so that the
// greatest one of a row is 0.
Kernel softmax() {
  constexpr double log2e = 1.4426950408889634;
  Memory a("a", {M, N}, f32), c("c", {M, N}, f32);

  Kernel kernel("softmax", {a, c}, rows_per_workgroup(), [&] {
    Register x = read(a, {.tag = "read_a"});
    Register highest = max(x, N, {.tag = "max"});
    Register powers = exp2((x - highest) * log2e, {.tag = "exp2"});
    // One division for a row; the sum is at least 1.
    write(powers * rcp(sum(powers, N, {.tag = "sum"})), c, {.tag = "write_c"});
  });
  kernel.set_defaults({M = 1024, N = 1024, BLOCK_M = 8, WAVE_N = 256});
  return kernel;
}

KernelEntry softmax_entry() {
  return {softmax, "c[M, N] = softmax(a[M, N]) along N", softmax_reference};
}

} // namespace wave::kernels
