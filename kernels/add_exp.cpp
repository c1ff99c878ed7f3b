//===- add_exp.cpp - An elementwise kernel --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two inputs of one shape, an exponential, a sum.
//
//===----------------------------------------------------------------------===//

#include "add_exp_reference.h"
#include "library.h"

namespace wave::kernels {

// Sizes.
constexpr Symbol M{"M"}, N{"N"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"};

// Distribution: a workgroup computes a tile of c.
static Constraints one_tile_per_workgroup() {
  return {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1}};
}

// Meaning: c[m, n] = 2^a[m, n] + b[m, n], computed in f32, or in f64 from f64.
Kernel add_exp(const DTypeParameters &dtypes) {
  Memory a("a", {M, N}, dtypes["in"]), b("b", {M, N}, dtypes["in"]), c("c", {M, N}, dtypes["out"]);
  const DType computed = dtypes["in"] == f64 ? f64 : f32;

  Kernel kernel("add_exp", {a, b, c}, one_tile_per_workgroup(), [&] {
    Register power = exp2(cast(read(a, {.tag = "read_a"}), computed), {.tag = "exp2"});
    write(power + cast(read(b, {.tag = "read_b"}), computed), c, {.tag = "write_c"});
  });
  kernel.set_defaults({M = 1024, N = 1024, BLOCK_M = 16, BLOCK_N = 256});
  return kernel;
}

KernelEntry add_exp_entry() {
  return {
      add_exp, {{"in", f32}, {"out", f32}}, "c[M, N] = exp2(a[M, N]) + b[M, N]", add_exp_reference};
}

} // namespace wave::kernels
