//===- elementwise.cpp - Kernels of single elements -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workgroup takes a tile of 4 rows of 256 elements: whole vectors of a lane, and enough work to
// hide a load.  Inputs of 16 bits are computed in f32, and rounded once, for the result.
//
//===----------------------------------------------------------------------===//

#include "references.h"
#include "standard_set.h"

namespace standard {
using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, N2{"N2"}, T{"T"}, BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"};
constexpr Symbol S{"S"}, H{"H"}, D{"D"}, HALF{"HALF"}, ROW{"ROW"}, COLUMN{"COLUMN"};
static const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1),
                  l = IndexMapping::iterator(2);

static Constraints tiles_of_rows() {
  return {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1}};
}

// Functions of registers are ordinary C++.
static Register gelu(const Register &x) {
  return 0.5 * x * (1.0 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static Register silu(const Register &x) { return x / (1.0 + exp(-x)); }

// y = gelu(x + residual + bias): the bias is the same for all rows, which its dimension says.
static Kernel add_bias_gelu() {
  Memory x("x", {M, N}, f16), residual("residual", {M, N}, f16), bias("bias", {N}, f16);
  Memory y("y", {M, N}, f16);
  Kernel kernel("add_bias_gelu", {x, residual, bias, y}, tiles_of_rows(), [&] {
    Register sum = cast(read(x), f32) + cast(read(residual), f32) + cast(read(bias), f32);
    write(cast(gelu(sum), f16), y);
  });
  return kernel.set_defaults({M = 13, N = 300, BLOCK_M = 4, BLOCK_N = 256});
}

// y = silu(gate) * up, the gated unit of feed-forward layers.
static Kernel swiglu() {
  Memory gate("gate", {M, N}, bf16), up("up", {M, N}, bf16), y("y", {M, N}, bf16);
  Kernel kernel("swiglu", {gate, up, y}, tiles_of_rows(),
                [&] { write(cast(silu(cast(read(gate), f32)) * cast(read(up), f32), bf16), y); });
  return kernel.set_defaults({M = 5, N = 520, BLOCK_M = 4, BLOCK_N = 256});
}

// The same where one GEMM has computed both: a row of x is a row of gate, then one of up.  The
// length of x is a symbol of its own, and mappings read it from 0 and from N on.
static Kernel swiglu_packed() {
  Memory x("x", {M, N2}, bf16), y("y", {M, N}, bf16);
  Kernel kernel("swiglu_packed", {x, y}, tiles_of_rows(), [&] {
    assume(N2 == 2 * N);
    const IndexMapping first{.inputs = {M = i, N2 = j}, .outputs = {M = i, N = j}};
    const IndexMapping second{.inputs = {M = i, N2 = j + N}, .outputs = {M = i, N = j}};
    Register gate = cast(read(x, {.mapping = first}), f32);
    Register up = cast(read(x, {.mapping = second}), f32);
    write(cast(silu(gate) * up, bf16), y);
  });
  return kernel.set_defaults({M = 5, N = 520, N2 = 2 * N, BLOCK_M = 4, BLOCK_N = 256});
}

// Rotary embedding: the two halves of a head are the coordinates of D / 2 points, turned by angles
// that depend on the position in the sequence.  A workgroup takes 4 positions of 4 heads, and reads
// each half once.
static Kernel rope() {
  Memory x("x", {S, H, D}, f16), cosine("cosine", {S, HALF}, f32), sine("sine", {S, HALF}, f32);
  Memory y("y", {S, H, D}, f16);
  const Constraints constraints{WorkgroupConstraint{S, 4, 0}, WorkgroupConstraint{H, 4, 1}};
  Kernel kernel("rope", {x, cosine, sine, y}, constraints, [&] {
    assume(D == 2 * HALF);
    const auto from = [](const Expr &begin) {
      return IndexMapping{.inputs = {S = i, H = j, D = l + begin},
                          .outputs = {S = i, H = j, HALF = l}};
    };
    const auto to = [](const Expr &begin) {
      return IndexMapping{.inputs = {S = i, H = j, HALF = l},
                          .outputs = {S = i, H = j, D = l + begin}};
    };
    Register a = cast(read(x, {.mapping = from(0)}), f32);
    Register b = cast(read(x, {.mapping = from(HALF)}), f32);
    Register c = read(cosine), s = read(sine);
    write(cast(a * c - b * s, f16), y, {.mapping = to(0)});
    write(cast(b * c + a * s, f16), y, {.mapping = to(HALF)});
  });
  return kernel.set_defaults({S = 6, H = 5, D = 2 * HALF, HALF = 32});
}

// The inverses of T matrices of 2 by 2.  A mapping with numbers for rows and columns reads one
// element of each matrix, so that a lane has a matrix in four registers.
static Kernel inverse_2x2() {
  Memory a("a", {T, ROW, COLUMN}, f32), inverse("inverse", {T, ROW, COLUMN}, f32);
  Kernel kernel("inverse_2x2", {a, inverse}, {WorkgroupConstraint{T, 128, 0}}, [&] {
    const auto get = [&](int row, int column) {
      return read(a, {.mapping = IndexMapping{.inputs = {T = i, ROW = row, COLUMN = column},
                                              .outputs = {T = i}}});
    };
    const auto put = [&](const Register &value, int row, int column) {
      write(value, inverse,
            {.mapping =
                 IndexMapping{.inputs = {T = i}, .outputs = {T = i, ROW = row, COLUMN = column}}});
    };
    Register p = get(0, 0), q = get(0, 1), r = get(1, 0), s = get(1, 1);
    Register factor = 1.0 / (p * s - q * r);
    put(s * factor, 0, 0);
    put(-(q * factor), 0, 1);
    put(-(r * factor), 1, 0);
    put(p * factor, 1, 1);
  });
  return kernel.set_defaults({T = 300, ROW = 2, COLUMN = 2});
}

// y = x^T.  Dimensions are matched by name, so that the order of y's is all there is to say.
// Through shared memory both sides are accessed along their rows.
static Kernel transpose() {
  Memory x("x", {M, N}, f16, SHARED_ADDRESS_SPACE), y("y", {N, M}, f16);
  const Constraints constraints{WorkgroupConstraint{N, 64, 0}, WorkgroupConstraint{M, 64, 1}};
  Kernel kernel("transpose", {x, y}, constraints, [&] { write(read(x), y); });
  return kernel.set_defaults({M = 70, N = 150});
}

std::vector<KernelEntry> elementwise_kernels() {
  return {
      {add_bias_gelu, "y = gelu(x + residual + bias)", reference<expected::add_bias_gelu>},
      {swiglu, "y = silu(gate) * up", reference<expected::swiglu>},
      {swiglu_packed, "y = silu(x[:, :N]) * x[:, N:]", reference<expected::swiglu_packed>},
      {rope, "y = x, its halves turned by angles", reference<expected::rope>},
      {inverse_2x2, "inverse[t] = a[t]^-1", reference<expected::inverse_2x2>},
      {transpose, "y = x^T", reference<expected::transpose>},
  };
}

} // namespace standard
