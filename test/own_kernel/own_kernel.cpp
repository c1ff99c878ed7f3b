//===- own_kernel.cpp - A user's program with two kernels of its own ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, BLOCK{"BLOCK"};

static Kernel scale() {
  Memory x("x", {M, N}, f32), y("y", {M, N}, bf16);
  Kernel kernel("scale", {x, y}, {WorkgroupConstraint{M, BLOCK, 0}},
                [&] { write(cast(read(x) * 0.3, bf16), y); });
  return kernel.set_defaults({M = 100, N = 30, BLOCK = 16});
}

// Reads and writes y.
static Kernel add() {
  Memory x("x", {N}, i32), y("y", {N}, i32);
  return Kernel("add", {x, y}, {WorkgroupConstraint{N, BLOCK, 0}},
                [&] { write(read(y) + read(x), y); });
}

int main(int argc, char **argv) { return wave::main(argc, argv, {scale, add}); }
