//===- your_own_kernels.cpp - A command line for kernels of your own ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows: a program that passes its kernels to wave::main has every subcommand of
// the command line for them: list, run, emit, explain, doctor.
//
//===----------------------------------------------------------------------===//

// [program]
#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"};

// y = x + alpha * z, with alpha = 2.
Kernel axpy() {
  Memory x("x", {M}, f32), z("z", {M}, f32), y("y", {M}, f32);
  Kernel kernel("axpy", {x, z, y}, {WorkgroupConstraint{M, 256, 0}},
                [&] { write(read(x) + 2.0 * read(z), y); });
  kernel.set_defaults({M = 1000});
  return kernel;
}

// c = a * b + bias, with b stored as [K, N] and the element type of the inputs as
// a parameter.
Kernel linear(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"]), b("b", {K, N}, dtypes["in"]);
  Memory bias("bias", {N}, f32), c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                          TilingConstraint{K, 32}};
  Kernel kernel("linear", {a, b, bias, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register product =
        iterate({.axis = K}, {zero}, [&](Register sum) { return mma(read(a), read(b), sum); });
    write(product + read(bias), c);
  });
  kernel.set_defaults({M = 200, N = 300, K = 100});
  return kernel;
}

int main(int argc, char **argv) {
  return wave::main(argc, argv,
                    {{axpy, "y[M] = x[M] + 2 * z[M]"},
                     {linear, {{"in", f32}}, "c[M, N] = a[M, K] * b[K, N] + bias[N]"}});
}
// [/program]

// Prints with the arguments `list`:
// axpy: y[M] = x[M] + 2 * z[M]
//   arguments  x[M] f32  z[M] f32  y[M] f32
//   reads      x z
//   writes     y
//   symbols    M=1000
//   dtypes     none
// linear: c[M, N] = a[M, K] * b[K, N] + bias[N]
//   arguments  a[M, K] f32  b[K, N] f32  bias[N] f32  c[M, N] f32
//   reads      a b bias
//   writes     c
//   symbols    M=200 K=100 N=300
//   dtypes     in=f32
