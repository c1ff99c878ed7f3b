//===- add_bias.cpp - Elementwise arithmetic and broadcasting by name -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows: a kernel without a loop; arithmetic between registers of different
// dimensions, which are matched by name; a write that converts; sizes that the
// tiles do not divide; the reference interpreter.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

#include <cstdio>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

// [kernel]
Kernel add_bias() {
  Memory x("x", {M, N}, f32), bias("bias", {N}, f32), y("y", {M, N}, f16);
  Constraints constraints{WorkgroupConstraint{M, 2, 0}, WorkgroupConstraint{N, 4, 1}};

  return Kernel("add_bias", {x, bias, y}, constraints, [&] {
    // bias has the dimension N alone: the same value for every row.
    write(0.5 * read(x) + read(bias), y);
  });
}
// [/kernel]

int main() {
  const int64_t m = 3, n = 5;
  Tensor x = Tensor::empty({m, n}, f32), bias = Tensor::empty({n}, f32);
  for (int64_t j = 0; j < n; ++j) {
    bias.set({j}, double(j));
    for (int64_t i = 0; i < m; ++i)
      x.set({i, j}, double(100 * i));
  }
  Tensor y = Tensor::zeros({m, n}, f16), checked = Tensor::zeros({m, n}, f16);

  CompiledKernel compiled = wave_compile({.subs = {M = m, N = n}}, add_bias());
  compiled(x, bias, y);

  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j)
      std::printf("%5g", y.at({i, j}));
    std::printf("\n");
  }
  for (const Diagnostic &remark : compiled.remarks())
    std::printf("remark: %s\n", remark.message.c_str());

  interpret(add_bias(), {.subs = {M = m, N = n}}, {x, bias, checked});
  std::printf("difference from the interpreter: %g\n", max_abs_difference(y, checked));
}

// Prints:
//     0    1    2    3    4
//    50   51   52   53   54
//   100  101  102  103  104
// remark: write: f32 values are narrowed to f16 in memory 'y'
// difference from the interpreter: 0
