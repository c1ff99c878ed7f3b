//===- gemm_batched.cpp - Products of many matrices, and a linear layer ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workgroup computes a tile of one batch: which one says where its matrices are, and the MMA is
// that of a plain GEMM.
//
//===----------------------------------------------------------------------===//

#include "gemm_batched_reference.h"
#include "library.h"

namespace wave::kernels {

// Sizes.  B batches; the others are those of a GEMM.
constexpr Symbol B{"B"}, M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Distribution: a workgroup computes a tile of one batch with two by two waves, in steps of K.
static Constraints tile_of_a_batch() {
  return {WorkgroupConstraint{M, BLOCK_M, 0},
          WorkgroupConstraint{N, BLOCK_N, 1},
          WorkgroupConstraint{B, 1, 2},
          TilingConstraint{K, BLOCK_K},
          WaveConstraint{M, BLOCK_M / 2},
          WaveConstraint{N, BLOCK_N / 2},
          HardwareConstraint{.threads_per_wave = 64, .waves_per_block = {2, 2, 1}}};
}

// Meaning: c[b, m, n] = sum over k of a[b, m, k] * w[n, k], where w may have batches, too.
static Kernel product(const char *name, const Memory &a, const Memory &w, const Memory &c) {
  Kernel kernel(name, {a, w, c}, tile_of_a_batch(), [&] {
    Register zero({B, M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      return mma(read(a, {.tag = "read_a"}), read(w, {.tag = "read_b"}), acc, {.tag = "mma"});
    });
    write(sum, c);
  });
  return kernel.set_defaults({B = 4, M = 256, N = 256, K = 256, BLOCK_M = 64, BLOCK_N = 64,
                              BLOCK_K = 32, ADDRESS_SPACE = SHARED_ADDRESS_SPACE});
}

Kernel gemm_batched(const DTypeParameters &dtypes) {
  return product("gemm_batched", Memory("a", {B, M, K}, dtypes["in"], ADDRESS_SPACE),
                 Memory("b", {B, N, K}, dtypes["in"], ADDRESS_SPACE),
                 Memory("c", {B, M, N}, dtypes["out"]));
}

Kernel linear(const DTypeParameters &dtypes) {
  return product("linear", Memory("x", {B, M, K}, dtypes["in"], ADDRESS_SPACE),
                 Memory("w", {N, K}, dtypes["in"], ADDRESS_SPACE),
                 Memory("y", {B, M, N}, dtypes["out"]));
}

static KernelEntry entry(Kernel (*make)(const DTypeParameters &), const char *summary,
                         ReferenceElement reference) {
  KernelEntry entry{make, {{"in", f16}, {"out", f16}}, summary, reference};
  entry.require = {"no-spills"};
  entry.tiles = gemm_tiles();
  entry.schedules = gemm_schedules();
  return entry;
}

KernelEntry gemm_batched_entry() {
  return entry(gemm_batched, "c[B, M, N] = a[B, M, K] * b[B, N, K]^T", gemm_batched_reference);
}
KernelEntry linear_entry() {
  return entry(linear, "y[B, M, N] = x[B, M, K] * w[N, K]^T", linear_reference);
}

} // namespace wave::kernels
