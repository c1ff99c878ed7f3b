//===- gemms.cpp - Products of matrices -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a * b^T with what models add to it.  a is [M, K] and b [N, K], as weights are stored.  A
// workgroup computes 128 by 128 elements in steps of 64 along K: rows of 128 bytes, the widest
// swizzle of TMA.  Memories in SHARED_ADDRESS_SPACE are loaded once for all waves of a workgroup.
//
//===----------------------------------------------------------------------===//

#include "references.h"
#include "standard_set.h"

namespace standard {
using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, B{"B"}, E{"E"}, TILES{"TILES"}, EXPERT{"EXPERT"};
constexpr Symbol PARTS{"PARTS"}, K_BLOCKS{"K_BLOCKS"}, N_BLOCKS{"N_BLOCKS"};
constexpr Symbol IMAGES{"IMAGES"}, HEIGHT{"HEIGHT"}, WIDTH{"WIDTH"}, CHANNELS{"CHANNELS"};
constexpr Scalar scale("scale", f32);
static const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
constexpr Symbol shared = SHARED_ADDRESS_SPACE;

// Waves of 64 by 64 elements, so that four of them hold the accumulator of a tile.
static Constraints tiles(int64_t step = 64, int64_t wave = 64) {
  return {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 128, 1}, TilingConstraint{K, step},
          WaveConstraint{M, wave}, WaveConstraint{N, wave}};
}

static Register gelu(const Register &x) {
  return 0.5 * x * (1.0 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static Register silu(const Register &x) { return x / (1.0 + exp(-x)); }

// A linear layer and its activation, which is computed of the f32 accumulator.
static Kernel layer(const char *name, DType dtype, Register (*activation)(const Register &)) {
  Memory a("a", {M, K}, dtype, shared), b("b", {N, K}, dtype, shared), bias("bias", {N}, dtype);
  Memory c("c", {M, N}, dtype);
  Kernel kernel(name, {a, b, bias, c}, tiles(), [&] {
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)},
                               [&](Register acc) { return mma(read(a), read(b), acc); });
    write(cast(activation(product + cast(read(bias), f32)), dtype), c);
  });
  return kernel.set_defaults({M = 150, N = 200, K = 96});
}
static Kernel gemm_bias_gelu() { return layer("gemm_bias_gelu", f16, gelu); }
static Kernel gemm_bias_silu() { return layer("gemm_bias_silu", bf16, silu); }

// B products, each of matrices of its own: mma multiplies batch by batch.
static Kernel gemm_batched() {
  Memory a("a", {B, M, K}, f16, shared), b("b", {B, N, K}, f16, shared), c("c", {B, M, N}, f16);
  Constraints constraints = tiles();
  constraints += WorkgroupConstraint{B, 1, 2};
  Kernel kernel("gemm_batched", {a, b, c}, constraints, [&] {
    Register product = iterate({.axis = K}, {Register({B, M, N}, f32, 0.0)},
                               [&](Register acc) { return mma(read(a), read(b), acc); });
    write(cast(product, f16), c);
  });
  return kernel.set_defaults({B = 2, M = 130, N = 72, K = 96});
}

// One matrix for all batches: B and M are free dimensions of x.
static Kernel linear_3d() {
  Memory x("x", {B, M, K}, f16, shared), w("w", {N, K}, f16, shared), y("y", {B, M, N}, f16);
  Constraints constraints = tiles();
  constraints += WorkgroupConstraint{B, 1, 2};
  Kernel kernel("linear_3d", {x, w, y}, constraints, [&] {
    Register product = iterate({.axis = K}, {Register({B, M, N}, f32, 0.0)},
                               [&](Register acc) { return mma(read(x), read(w), acc); });
    write(cast(product, f16), y);
  });
  return kernel.set_defaults({B = 2, M = 130, N = 72, K = 96});
}

// Mixture of experts: rows are sorted by expert and filled up to whole tiles, and expert[tile] says
// whose weights those of a tile take.
static Kernel gemm_grouped() {
  Memory x("x", {M, K}, f16, shared), w("w", {E, N, K}, f16, shared);
  Memory expert("expert", {TILES}, i32), y("y", {M, N}, f16);
  Kernel kernel("gemm_grouped", {x, w, expert, y}, tiles(), [&] {
    set_symbol(EXPERT, read(expert, {.mapping = IndexMapping{.inputs = {TILES = WORKGROUP_0}}}));
    const IndexMapping own{.inputs = {E = EXPERT, N = i, K = j}, .outputs = {N = i, K = j}};
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
      return mma(read(x), read(w, {.mapping = own}), acc);
    });
    write(cast(product, f16), y);
  });
  return kernel.set_defaults({M = 384, N = 72, K = 96, E = 3, TILES = ceildiv(M, 128)});
}

// Split-K, for products with few tiles: PARTS workgroups share a tile, each with whole steps of K.
static Kernel gemm_split_k() {
  Memory a("a", {M, K}, f16, shared), b("b", {N, K}, f16, shared), part("part", {PARTS, M, N}, f32);
  Constraints constraints = tiles();
  constraints += WorkgroupConstraint{PARTS, 1, 2};
  Kernel kernel("gemm_split_k", {a, b, part}, constraints, [&] {
    const Expr length = ceildiv(ceildiv(K, PARTS), 64) * 64, begin = WORKGROUP_2 * length;
    Register product =
        iterate({.axis = K, .begin = begin, .end = begin + length}, {Register({M, N}, f32, 0.0)},
                [&](Register acc) { return mma(read(a), read(b), acc); });
    write(broadcast(product, {PARTS, M, N}), part);
  });
  return kernel.set_defaults({PARTS = 3, M = 130, N = 72, K = 500});
}

// The second launch: the sum of the parts, with the epilogue.
static Kernel split_k_sum() {
  Memory part("part", {PARTS, M, N}, f32), bias("bias", {N}, f16), c("c", {M, N}, f16);
  const Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 256, 1}};
  Kernel kernel("split_k_sum", {part, bias, c}, constraints,
                [&] { write(cast(gelu(sum(read(part), PARTS) + cast(read(bias), f32)), f16), c); });
  return kernel.set_defaults({PARTS = 3, M = 130, N = 72});
}

// Quantised to 8 bits, with a scale for each row of a and of b: exact in i32, then scaled.
static Kernel gemm_int8() {
  Memory a("a", {M, K}, i8, shared), b("b", {N, K}, i8, shared), c("c", {M, N}, f16);
  Memory scale_a("scale_a", {M}, f32), scale_b("scale_b", {N}, f32);
  Kernel kernel("gemm_int8", {a, b, scale_a, scale_b, c}, tiles(), [&] {
    Register product = iterate({.axis = K}, {Register({M, N}, i32, 0)},
                               [&](Register acc) { return mma(read(a), read(b), acc); });
    write(cast(cast(product, f32) * read(scale_a) * read(scale_b), f16), c);
  });
  return kernel.set_defaults({M = 150, N = 200, K = 96});
}

// Quantised to 8-bit floats, with one scale that the launch gives.
static Kernel gemm_fp8(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"], shared), b("b", {N, K}, dtypes["in"], shared);
  Memory c("c", {M, N}, f16);
  Kernel kernel("gemm_fp8", {a, b, c, scale}, tiles(), [&] {
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)},
                               [&](Register acc) { return mma(read(a), read(b), acc); });
    write(cast(product * scale, f16), c);
  });
  return kernel.set_defaults({M = 150, N = 200, K = 96});
}

// For chips whose MMAs take other 8-bit floats, or for which the compiler has no such MMA: operands
// are cast to f16, which is exact.
static Kernel gemm_fp8_cast(const DTypeParameters &dtypes) {
  Memory a("a", {M, K}, dtypes["in"], shared), b("b", {N, K}, dtypes["in"], shared);
  Memory c("c", {M, N}, f16);
  Kernel kernel("gemm_fp8_cast", {a, b, c, scale}, tiles(), [&] {
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
      return mma(cast(read(a), f16), cast(read(b), f16), acc);
    });
    write(cast(product * scale, f16), c);
  });
  return kernel.set_defaults({M = 150, N = 200, K = 96});
}

// A scale for each row and 128 columns of a, and one for each 128 by 128 elements of b: a step of
// 128 along K is multiplied by itself, then scaled and added.  The step has one scale a row, which
// is read beside each of its elements, as a step has no name in mappings; the maximum of equal
// numbers is one of them.  Waves of 32 by 32, as a lane holds the scales beside two accumulators.
static Kernel blocks(const char *name, DType in, Register (*operand)(const Register &)) {
  Memory a("a", {M, K}, in, shared), b("b", {N, K}, in, shared), c("c", {M, N}, bf16);
  Memory scale_a("scale_a", {M, K_BLOCKS}, f32), scale_b("scale_b", {N_BLOCKS, K_BLOCKS}, f32);
  Kernel kernel(name, {a, b, scale_a, scale_b, c}, tiles(128, 32), [&] {
    const IndexMapping of_a{.inputs = {M = i, K_BLOCKS = floordiv(j, 128)},
                            .outputs = {M = i, K = j}};
    const IndexMapping of_b{.inputs = {N_BLOCKS = floordiv(i, 128), K_BLOCKS = floordiv(j, 128)},
                            .outputs = {N = i, K = j}};
    Register total = iterate({.axis = K}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
      Register product = mma(operand(read(a)), operand(read(b)));
      return acc + product * max(read(scale_a, {.mapping = of_a}), K) *
                       max(read(scale_b, {.mapping = of_b}), K);
    });
    write(cast(total, bf16), c);
  });
  return kernel.set_defaults(
      {M = 150, N = 200, K = 384, K_BLOCKS = ceildiv(K, 128), N_BLOCKS = ceildiv(N, 128)});
}
static Register as_it_is(const Register &x) { return x; }
static Register as_f16(const Register &x) { return cast(x, f16); }
static Kernel gemm_fp8_blocks(const DTypeParameters &dtypes) {
  return blocks("gemm_fp8_blocks", dtypes["in"], as_it_is);
}
static Kernel gemm_fp8_blocks_cast(const DTypeParameters &dtypes) {
  return blocks("gemm_fp8_blocks_cast", dtypes["in"], as_f16);
}

// y[n] = w[n, k] * x[k].  There is nothing to reuse, so that w goes through registers once; the
// waves of a workgroup take parts of 256 of a row.
static Kernel gemv() {
  Memory w("w", {N, K}, f16), x("x", {K}, f16), y("y", {N}, f16);
  const Constraints constraints{WorkgroupConstraint{N, 4, 0}, TilingConstraint{K, 1024},
                                WaveConstraint{K, 256}};
  Kernel kernel("gemv", {w, x, y}, constraints, [&] {
    Register total = iterate({.axis = K}, {Register({N}, f32, 0.0)}, [&](Register acc) {
      return sum(cast(read(w), f32) * cast(read(x), f32), acc, K);
    });
    write(cast(total, f16), y);
  });
  return kernel.set_defaults({N = 33, K = 1500});
}

// A tile order of its own: columns of tiles down and up in turn, so that workgroups which follow
// each other share an operand in the L2 cache.  That each tile is computed once is proved or
// evaluated, as for any order.
static Kernel gemm_serpentine() {
  Memory a("a", {M, K}, f16, shared), b("b", {N, K}, f16, shared), c("c", {M, N}, f16);
  const Expr last = ceildiv(M, 128) - 1;
  Constraints constraints = tiles();
  constraints +=
      ReorderingConstraint{select(WORKGROUP_1 % 2 == 0, WORKGROUP_0, last - WORKGROUP_0), 0};
  Kernel kernel("gemm_serpentine", {a, b, c}, constraints, [&] {
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)},
                               [&](Register acc) { return mma(read(a), read(b), acc); });
    write(cast(product, f16), c);
  });
  return kernel.set_defaults({M = 300, N = 200, K = 96});
}

// A schedule of its own, which `--schedule two_steps` chooses: the loads of a step run while the
// one before it is multiplied.
static Kernel gemm_scheduled() {
  Memory a("a", {M, K}, f16, shared), b("b", {N, K}, f16, shared), c("c", {M, N}, f16);
  Kernel kernel("gemm_scheduled", {a, b, c}, tiles(), [&] {
    Register zero({M, N}, f32, 0.0);
    Register product = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      return mma(read(a, {.tag = "a"}), read(b, {.tag = "b"}), acc, {.tag = "mma"});
    });
    write(cast(product, f16), c);
  });
  return kernel.set_defaults({M = 150, N = 200, K = 192});
}
static Schedule two_steps() {
  return Schedule("two_steps", [](ScheduleBuilder &s) {
    auto [load, get] =
        s.partition_by_address_space(s.get_node_by_tag({"a", "b"}), GLOBAL_ADDRESS_SPACE);
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    loop.set_stage({{load}, {s.filter_nodes<Write>(get)}});
    loop.set_stage({{s.filter_nodes<Read>(get)}, {s.get_node_by_tag("mma")}});
  });
}

// A convolution of 3 by 3 as a product: row m of the left operand is what pixel m sees of its
// image, through a mapping; the image is not copied.  Outside of it are zeros.
static Kernel conv2d() {
  Memory x("x", {IMAGES, HEIGHT, WIDTH, CHANNELS}, f16, shared), w("w", {N, K}, f16, shared);
  Memory y("y", {M, N}, f16);
  const Expr row = floordiv(i, WIDTH) % HEIGHT + floordiv(j, 3 * CHANNELS) - 1;
  const Expr column = i % WIDTH + floordiv(j, CHANNELS) % 3 - 1;
  const IndexMapping seen{.inputs = {IMAGES = floordiv(i, HEIGHT * WIDTH), HEIGHT = row,
                                     WIDTH = column, CHANNELS = j % CHANNELS},
                          .outputs = {M = i, K = j}};
  const Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                                TilingConstraint{K, 32}};
  Kernel kernel("conv2d", {x, w, y}, constraints, [&] {
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
      return mma(read(x, {.mapping = seen}), read(w), acc);
    });
    write(cast(product, f16), y);
  });
  return kernel.set_defaults({IMAGES = 2, HEIGHT = 9, WIDTH = 7, CHANNELS = 16, N = 40,
                              M = IMAGES * HEIGHT * WIDTH, K = 9 * CHANNELS});
}

std::vector<KernelEntry> gemms_kernels() {
  const DTypeParameters ocp{{"in", f8e4m3fn}};
  KernelEntry scheduled{gemm_scheduled, "c = a * b^T, by a schedule of its own",
                        reference<expected::gemm>};
  scheduled.schedules = {two_steps()};
  return {
      {gemm_bias_gelu, "c = gelu(a * b^T + bias)", reference<expected::gemm_bias_gelu>},
      {gemm_bias_silu, "c = silu(a * b^T + bias), bf16", reference<expected::gemm_bias_silu>},
      {gemm_batched, "c[b] = a[b] * b[b]^T", reference<expected::gemm_batched>},
      {linear_3d, "y[b] = x[b] * w^T", reference<expected::linear_3d>},
      {gemm_grouped, "y = x * w[expert of the rows]^T", reference<expected::gemm_grouped>},
      {gemm_split_k, "part[p] = the product over a part of K", reference<expected::gemm_split_k>},
      {split_k_sum, "c = gelu(sum of the parts + bias)", reference<expected::split_k_sum>},
      {gemm_int8, "c = a * b^T * scales of rows", reference<expected::gemm_int8>},
      {gemm_fp8, ocp, "c = a * b^T * scale", reference<expected::gemm_fp8>},
      {gemm_fp8_cast, ocp, "c = a * b^T * scale, multiplied in f16", reference<expected::gemm_fp8>},
      {gemm_fp8_blocks, ocp, "c = a * b^T, each block scaled",
       reference<expected::gemm_fp8_blocks>},
      {gemm_fp8_blocks_cast, ocp, "c = a * b^T, each block scaled, multiplied in f16",
       reference<expected::gemm_fp8_blocks>},
      {gemv, "y = w * x", reference<expected::gemv>},
      {gemm_serpentine, "c = a * b^T, columns of tiles down and up", reference<expected::gemm>},
      scheduled,
      {conv2d, "y = convolution of x by 3 x 3 weights", reference<expected::conv2d>},
  };
}

} // namespace standard
