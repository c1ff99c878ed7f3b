//===- transpose.cpp - A matrix whose rows become columns -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mapping orders the dimensions of the register as the result has them.  On GPUs the tile goes
// through shared memory, so that both loads and stores take rows.
//
//===----------------------------------------------------------------------===//

#include "library.h"
#include "transpose_reference.h"

namespace wave::kernels {

// Sizes.  A launch gives the first two; the defaults suit the CPU.
constexpr Symbol M{"M"}, N{"N"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Distribution: a workgroup moves a tile with four waves.
static Constraints four_waves_per_tile() {
  return {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
          WaveConstraint{M, BLOCK_M / 2}, WaveConstraint{N, BLOCK_N / 2},
          HardwareConstraint{.threads_per_wave = 64, .waves_per_block = {2, 2, 1}}};
}

// Meaning: b[n, m] = a[m, n].
Kernel transpose(const DTypeParameters &dtypes) {
  Memory a("a", {M, N}, dtypes["in"], ADDRESS_SPACE), b("b", {N, M}, dtypes["out"]);

  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping transposed{
      .num_iterators = 2, .inputs = {N = i, M = j}, .outputs = {N = i, M = j}};

  Kernel kernel("transpose", {a, b}, four_waves_per_tile(), [&] {
    write(read(a, {.mapping = transposed, .tag = "read_a"}), b, {.tag = "write_b"});
  });
  kernel.set_defaults(
      {M = 1024, N = 1024, BLOCK_M = 64, BLOCK_N = 64, ADDRESS_SPACE = SHARED_ADDRESS_SPACE});
  return kernel;
}

KernelEntry transpose_entry() {
  return {transpose, {{"in", f32}, {"out", f32}}, "b[N, M] = a[M, N]^T", transpose_reference};
}

} // namespace wave::kernels
