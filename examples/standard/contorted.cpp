//===- contorted.cpp - Kernels that take a detour today -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the language lacks for these, and how they are written without it.  All compute what they
// should; some with more work, and some with a memory or a launch more.
//
//===----------------------------------------------------------------------===//

#include "references.h"
#include "standard_set.h"

namespace standard {
using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, B{"B"}, T{"T"}, V{"V"}, S{"S"}, H{"H"}, D{"D"};
constexpr Symbol HALF{"HALF"}, PAIR{"PAIR"}, TOP{"TOP"}, BINS{"BINS"}, STEP{"STEP"};
constexpr Symbol BYTES{"BYTES"}, GROUPS{"GROUPS"}, QUERIES{"QUERIES"}, KEYS{"KEYS"};
constexpr Symbol ALL_QUERIES{"ALL_QUERIES"}, ALL_KEYS{"ALL_KEYS"};
constexpr Symbol WORKERS{"WORKERS"}, WORKER{"WORKER"}, SLOTS{"SLOTS"}, SLOT{"SLOT"};
constexpr Symbol ROWS{"ROWS"}, COLUMNS{"COLUMNS"};
constexpr Symbol shared = SHARED_ADDRESS_SPACE;
constexpr Scalar keep("keep", f32), seed("seed", i64);
static const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1),
                  l = IndexMapping::iterator(2);

static Constraints tiles_of_rows() {
  return {WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 256, 1}};
}

// Rotary embedding of neighbours: elements 2 * d and 2 * d + 1 are turned together.  A write has no
// coordinates such as 2 * l, so that the caller gives x as [S, H, D / 2, 2], the same memory.
static Kernel rope_pairs() {
  Memory x("x", {S, H, HALF, PAIR}, f16), y("y", {S, H, HALF, PAIR}, f16);
  Memory cosine("cosine", {S, HALF}, f32), sine("sine", {S, HALF}, f32);
  const Constraints constraints{WorkgroupConstraint{S, 4, 0}, WorkgroupConstraint{H, 4, 1}};
  Kernel kernel("rope_pairs", {x, cosine, sine, y}, constraints, [&] {
    const auto from = [](int which) {
      return IndexMapping{.inputs = {S = i, H = j, HALF = l, PAIR = which},
                          .outputs = {S = i, H = j, HALF = l}};
    };
    const auto to = [](int which) {
      return IndexMapping{.inputs = {S = i, H = j, HALF = l},
                          .outputs = {S = i, H = j, HALF = l, PAIR = which}};
    };
    Register a = cast(read(x, {.mapping = from(0)}), f32);
    Register b = cast(read(x, {.mapping = from(1)}), f32);
    Register c = read(cosine), s = read(sine);
    write(cast(a * c - b * s, f16), y, {.mapping = to(0)});
    write(cast(b * c + a * s, f16), y, {.mapping = to(1)});
  });
  return kernel.set_defaults({S = 6, H = 5, HALF = 32, PAIR = 2});
}

// Dropout by a generator that computes the random number of an element from its position.  Philox
// takes shifts, exclusive ors and the high half of products; integers have none of them.  Squares
// (Widynski, 2020) takes products that wrap around, and the halves of a number swapped: the low one
// by a cast, which keeps the low bits, the high one by a division in f64, which is exact.
static Register low_half(const Register &x) {
  Register low = cast(cast(x, i32), i64);
  return select(low < 0, low + 4294967296, low);
}
static Register high_half(const Register &x) {
  return low_half(cast(cast(x - low_half(x), f64) * 0x1p-32, i64));
}
static Register swapped(const Register &x) { return low_half(x) * 4294967296 + high_half(x); }
static Kernel dropout() {
  Memory x("x", {M, N}, f16), y("y", {M, N}, f16);
  Kernel kernel("dropout", {x, y, keep, seed}, tiles_of_rows(), [&] {
    Register counter = self_index(M, i64) * N + broadcast(self_index(N, i64), {M, N});
    Register key = Register({M, N}, i64, 0) + seed, a = counter * key, b = a + key;
    Register round = swapped(a * a + a);
    round = swapped(round * round + b);
    round = swapped(round * round + a);
    Register uniform = cast(high_half(round * round + b), f32) * 0x1p-32; // [0, 1]
    write(select(uniform < keep, cast(cast(read(x), f32) / keep, f16), 0.0), y);
  });
  return kernel.set_defaults({M = 9, N = 300});
}

// Quantisation of rows to 8 bits.  A cast truncates, and there is no rounding of its own: half of
// one, with the number's sign, is added before.
static Kernel quantize_rows() {
  Memory x("x", {M, N}, bf16), q("q", {M, N}, i8), scale("scale", {M}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 4, 0}, WaveConstraint{N, 256}};
  Kernel kernel("quantize_rows", {x, q, scale}, constraints, [&] {
    Register row = cast(read(x), f32), own = maximum(max(abs(row), N), 1e-10) / 127.0;
    Register value = row / own, half({M, N}, f32, 0.5);
    write(cast(value + select(value < 0, -half, half), i8), q);
    write(own, scale);
  });
  return kernel.set_defaults({M = 9, N = 700});
}

// The four largest elements of each row, and where they are: there is no sort.  Each round takes
// the first of the largest out.
static Kernel top4() {
  Memory x("x", {M, N}, f32), value("value", {M, TOP}, f32), at("at", {M, TOP}, i32);
  const Constraints constraints{WorkgroupConstraint{M, 4, 0}, WaveConstraint{N, 256}};
  Kernel kernel("top4", {x, value, at}, constraints, [&] {
    Register row = read(x), index = broadcast(self_index(N), {M, N});
    for (int round = 0; round < 4; ++round) {
      const IndexMapping column{.inputs = {M = i}, .outputs = {M = i, TOP = round}};
      Register best = max(row, N), first = min(select(row == best, index, 2147483647), N);
      write(best, value, {.mapping = column});
      write(first, at, {.mapping = column});
      row = select(index == first, Register({M, N}, f32, -3e38), row);
    }
  });
  return kernel.set_defaults({M = 9, N = 700, TOP = 4});
}

// The sums of the first n elements of a row, for each n.  There is no cumsum: a workgroup goes
// through its row in steps of 64, and adds up what was before, and each element's predecessors of
// the step, of 64 by 64 pairs.  These take two dimensions, so that x has one of its own, and a loop
// over that which has one step.
static Kernel cumsum() {
  Memory x("x", {M, K}, f32), y("y", {M, N}, f32);
  const Constraints constraints{GridConstraint{M}, WorkgroupConstraint{N, 64, 0},
                                TilingConstraint{K, 64}, TilingConstraint{STEP}};
  Kernel kernel("cumsum", {x, y}, constraints, [&] {
    assume(K == N);
    const IndexMapping from{.inputs = {M = WORKGROUP_0, K = i}, .outputs = {K = i}};
    const IndexMapping to{.inputs = {N = i}, .outputs = {M = WORKGROUP_0, N = i + STEP * 64}};
    Register zero({N}, f32, 0.0);
    iterate({.axis = STEP, .start = 0, .condition = STEP < ceildiv(N, 64)}, {zero},
            [&](Register before) {
              const Expr begin = STEP * 64;
              auto [sums, next] =
                  iterate({.axis = K, .begin = begin, .end = begin + 64}, {before, before},
                          [&](Register sums, Register next) {
                            Register part = broadcast(read(x, {.mapping = from}), {N, K});
                            Register seen =
                                self_index(K) - begin <= broadcast(self_index(N), {N, K});
                            return yield(sum(select(seen, part, 0.0), sums, K), sum(part, next, K));
                          });
              write(sums, y, {.mapping = to});
              set_symbol(STEP, self_index(STEP) + 1);
              return next;
            });
  });
  return kernel.set_defaults({M = 5, N = 200, K = N});
}

// How often each number from 0 to BINS - 1 is in x.  There are no atomic additions: each bin looks
// at all elements.
static Kernel histogram() {
  Memory x("x", {N}, i32), count("count", {BINS}, i32);
  const Constraints constraints{WorkgroupConstraint{BINS, 16, 0}, TilingConstraint{N, 512},
                                WaveConstraint{N, 128}};
  Kernel kernel("histogram", {x, count}, constraints, [&] {
    Register total = iterate({.axis = N}, {Register({BINS}, i32, 0)}, [&](Register total) {
      Register bin = broadcast(self_index(BINS), {BINS, N});
      return sum(cast(read(x) == bin, i32), total, N);
    });
    write(total, count);
  });
  return kernel.set_defaults({N = 1300, BINS = 40});
}

// The gradient of an embedding: dtable[id[t]] += dy[t].  Without atomic additions each row of the
// table looks at all tokens, as a product with a matrix of ones and zeros.
static Kernel scatter_add() {
  Memory dy("dy", {T, D}, f16, shared), id("id", {T}, i32), dtable("dtable", {V, D}, f32);
  const Constraints constraints{WorkgroupConstraint{V, 64, 0}, WorkgroupConstraint{D, 64, 1},
                                TilingConstraint{T, 32}};
  Kernel kernel("scatter_add", {dy, id, dtable}, constraints, [&] {
    Register total = iterate({.axis = T}, {Register({V, D}, f32, 0.0)}, [&](Register total) {
      Register row = broadcast(self_index(V), {V, T}), one({V, T}, f16, 1.0);
      return mma(select(read(id) == row, one, 0.0), read(dy), total);
    });
    write(total, dtable);
  });
  return kernel.set_defaults({V = 70, T = 150, D = 104});
}

// Batches that mappings choose, without any in the mma: the grid counts them, and mappings move the
// tiles, which begin at 0 under a grid constraint, to where they belong.  An mma takes batches as
// they are (gemms.cpp); what an index from memory or from a loop chooses is written as here.
static Constraints mapped_tiles(const Expr &third) {
  return {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 128, 1},
          TilingConstraint{K, 64},        WaveConstraint{M, 64},
          WaveConstraint{N, 64},          GridConstraint{ceildiv(M, 128), ceildiv(N, 128), third}};
}
static const Expr row_of_tile = WORKGROUP_0 * 128 + i, column_of_tile = WORKGROUP_1 * 128 + i;
static const IndexMapping to_batch{
    .inputs = {M = i, N = j},
    .outputs = {B = WORKGROUP_2, M = row_of_tile, N = WORKGROUP_1 * 128 + j}};

static Kernel gemm_batched_mapped() {
  Memory a("a", {B, M, K}, f16, shared), b("b", {B, N, K}, f16, shared), c("c", {B, M, N}, f16);
  Kernel kernel("gemm_batched_mapped", {a, b, c}, mapped_tiles(B), [&] {
    const IndexMapping left{.inputs = {B = WORKGROUP_2, M = row_of_tile, K = j},
                            .outputs = {M = i, K = j}};
    const IndexMapping right{.inputs = {B = WORKGROUP_2, N = column_of_tile, K = j},
                             .outputs = {N = i, K = j}};
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
      return mma(read(a, {.mapping = left}), read(b, {.mapping = right}), acc);
    });
    write(cast(product, f16), c, {.mapping = to_batch});
  });
  return kernel.set_defaults({B = 2, M = 130, N = 72, K = 96});
}

static Kernel linear_3d_mapped() {
  Memory x("x", {B, M, K}, f16, shared), w("w", {N, K}, f16, shared), y("y", {B, M, N}, f16);
  Kernel kernel("linear_3d_mapped", {x, w, y}, mapped_tiles(B), [&] {
    const IndexMapping left{.inputs = {B = WORKGROUP_2, M = row_of_tile, K = j},
                            .outputs = {M = i, K = j}};
    const IndexMapping right{.inputs = {N = column_of_tile, K = j}, .outputs = {N = i, K = j}};
    Register product = iterate({.axis = K}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
      return mma(read(x, {.mapping = left}), read(w, {.mapping = right}), acc);
    });
    write(cast(product, f16), y, {.mapping = to_batch});
  });
  return kernel.set_defaults({B = 2, M = 130, N = 72, K = 96});
}

static Kernel gemm_split_k_mapped() {
  Memory a("a", {M, K}, f16, shared), b("b", {N, K}, f16, shared), part("part", {B, M, N}, f32);
  Kernel kernel("gemm_split_k_mapped", {a, b, part}, mapped_tiles(B), [&] {
    const IndexMapping left{.inputs = {M = row_of_tile, K = j}, .outputs = {M = i, K = j}};
    const IndexMapping right{.inputs = {N = column_of_tile, K = j}, .outputs = {N = i, K = j}};
    const Expr length = ceildiv(ceildiv(K, B), 64) * 64, begin = WORKGROUP_2 * length;
    Register product =
        iterate({.axis = K, .begin = begin, .end = begin + length}, {Register({M, N}, f32, 0.0)},
                [&](Register acc) {
                  return mma(read(a, {.mapping = left}), read(b, {.mapping = right}), acc);
                });
    write(product, part, {.mapping = to_batch});
  });
  return kernel.set_defaults({B = 3, M = 130, N = 72, K = 500});
}

// Weights of 4 bits, two in a byte: element 2 * j in the low half, 2 * j + 1 in the high one, each
// 8 too large, with a scale for each row and 64 elements.  There is no i4, and no shift or mask:
// halves are taken by arithmetic, and the product is one of even and one of odd elements.
static Kernel gemm_int4() {
  Memory a("a", {M, K}, f16, shared), b("b", {N, BYTES}, i8, shared);
  Memory scale("scale", {N, GROUPS}, f16), c("c", {M, N}, f16);
  const Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                                TilingConstraint{BYTES, 32}};
  Kernel kernel("gemm_int4", {a, b, scale, c}, constraints, [&] {
    const IndexMapping even{.inputs = {M = i, K = 2 * j}, .outputs = {M = i, BYTES = j}};
    const IndexMapping odd{.inputs = {M = i, K = 2 * j + 1}, .outputs = {M = i, BYTES = j}};
    const IndexMapping group{.inputs = {N = i, GROUPS = floordiv(j, 32)},
                             .outputs = {N = i, BYTES = j}};
    Register product = iterate({.axis = BYTES}, {Register({M, N}, f32, 0.0)}, [&](Register acc) {
      Register byte = cast(read(b), i32), own = select(byte < 0, byte + 256, byte);
      Register high = cast(cast(own, f32) * 0.0625, i32), low = own - high * 16;
      Register factor = cast(read(scale, {.mapping = group}), f32);
      const auto weight = [&](const Register &half) {
        return cast(cast(half - 8, f32) * factor, f16);
      };
      acc = mma(read(a, {.mapping = even}), weight(low), acc);
      return mma(read(a, {.mapping = odd}), weight(high), acc);
    });
    write(cast(product, f16), c);
  });
  return kernel.set_defaults({M = 70, N = 130, K = 2 * BYTES, BYTES = 96, GROUPS = ceildiv(K, 64)});
}

// Attention of H heads, whose rows follow each other in matrices: no mma has batches, and tiles are
// boxes of two dimensions.  The lengths of heads are multiples of the tiles, as the rows after a
// head are those of the next one.
static Kernel attention_flat() {
  Memory q("q", {ALL_QUERIES, D}, f16, shared), k("k", {ALL_KEYS, D}, f16, shared);
  Memory v("v", {ALL_KEYS, D}, f16, shared), o("o", {ALL_QUERIES, D}, f16);
  const Constraints constraints{GridConstraint{QUERIES / 128, H},
                                WorkgroupConstraint{ALL_QUERIES, 128, 0},
                                TilingConstraint{ALL_KEYS, 64}, WaveConstraint{ALL_QUERIES, 32}};
  Kernel kernel("attention_flat", {q, k, v, o}, constraints, [&] {
    const Expr row = WORKGROUP_1 * QUERIES + WORKGROUP_0 * 128, begin = WORKGROUP_1 * KEYS;
    const IndexMapping from{.inputs = {ALL_QUERIES = row + i, D = j},
                            .outputs = {ALL_QUERIES = i, D = j}};
    const IndexMapping to{.inputs = {ALL_QUERIES = i, D = j},
                          .outputs = {ALL_QUERIES = row + i, D = j}};
    Register query = read(q, {.mapping = from}), zero({ALL_QUERIES}, f32, 0.0);
    auto [highest, total, product] =
        iterate({.axis = ALL_KEYS, .begin = begin, .end = begin + KEYS},
                {Register({ALL_QUERIES}, f32, -1e30), zero, Register({ALL_QUERIES, D}, f32, 0.0)},
                [&](Register highest, Register total, Register product) {
                  Register none({ALL_QUERIES, ALL_KEYS}, f32, 0.0);
                  Register scores = mma(query, read(k), none) * (1.4426950408889634 / 8);
                  Register now = maximum(highest, max(scores, ALL_KEYS)),
                           factor = exp2(highest - now);
                  Register weights = exp2(scores - now);
                  return yield(now, sum(weights, total * factor, ALL_KEYS),
                               mma(cast(weights, f16), read(v), product * factor));
                });
    write(cast(product / total, f16), o, {.mapping = to});
  });
  return kernel.set_defaults(
      {H = 2, QUERIES = 128, KEYS = 192, ALL_QUERIES = H * QUERIES, ALL_KEYS = H * KEYS, D = 64});
}

// Stream-K: WORKERS workgroups take equally many of the steps of all tiles, so that none waits at
// the end.  A worker begins and ends within a tile, and adding up what several have of one takes
// atomic operations or flags, which there are none of: each writes its part of each tile that it
// comes to, SLOTS at most, to a memory of its own, and a second launch adds the parts up.
static const Expr steps_of_tile = ceildiv(K, 64), tile_rows = ceildiv(M, 128);
static const Expr steps_of_worker = ceildiv(tile_rows * ceildiv(N, 128) * steps_of_tile, WORKERS);
static const Bindings stream_k_sizes{M = 300,
                                     N = 200,
                                     K = 320,
                                     WORKERS = 4,
                                     ROWS = 128,
                                     COLUMNS = 128,
                                     SLOTS = floordiv(steps_of_worker - 2, steps_of_tile) + 2};
static Kernel stream_k() {
  Memory a("a", {M, K}, f16, shared), b("b", {N, K}, f16, shared);
  Memory part("part", {WORKERS, SLOTS, ROWS, COLUMNS}, f32);
  const Constraints constraints{GridConstraint{WORKERS},        WorkgroupConstraint{M, 128, 0},
                                WorkgroupConstraint{N, 128, 1}, WaveConstraint{M, 64},
                                WaveConstraint{N, 64},          TilingConstraint{K, 64},
                                TilingConstraint{SLOT}};
  Kernel kernel("stream_k", {a, b, part}, constraints, [&] {
    iterate({.axis = SLOT, .start = 0, .condition = SLOT < SLOTS}, [&] {
      const Expr first = WORKGROUP_0 * steps_of_worker,
                 tile = floordiv(first, steps_of_tile) + SLOT;
      const Expr begin = Max(first - tile * steps_of_tile, 0);
      const Expr end = Min(first + steps_of_worker - tile * steps_of_tile, steps_of_tile);
      const Expr row = tile % tile_rows * 128 + i, column = floordiv(tile, tile_rows) * 128 + i;
      const IndexMapping left{.inputs = {M = row, K = j}, .outputs = {M = i, K = j}};
      const IndexMapping right{.inputs = {N = column, K = j}, .outputs = {N = i, K = j}};
      const IndexMapping own{
          .inputs = {M = i, N = j},
          .outputs = {WORKERS = WORKGROUP_0, SLOTS = SLOT, ROWS = i, COLUMNS = j}};
      Register product =
          iterate({.axis = K, .begin = begin * 64, .end = end * 64}, {Register({M, N}, f32, 0.0)},
                  [&](Register acc) {
                    return mma(read(a, {.mapping = left}), read(b, {.mapping = right}), acc);
                  });
      write(product, part, {.mapping = own});
      set_symbol(SLOT, self_index(SLOT) + 1);
    });
  });
  return kernel.set_defaults(stream_k_sizes);
}
static Kernel stream_k_sum() {
  Memory part("part", {WORKERS, SLOTS, ROWS, COLUMNS}, f32), c("c", {M, N}, f16);
  const Constraints constraints{WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 128, 1},
                                TilingConstraint{WORKER}};
  Kernel kernel("stream_k_sum", {part, c}, constraints, [&] {
    const Expr tile = floordiv(WORKGROUP_0, 8) + WORKGROUP_1 * tile_rows;
    const Expr begin = floordiv(tile * steps_of_tile, steps_of_worker);
    const Expr end = ceildiv((tile + 1) * steps_of_tile, steps_of_worker);
    const Expr slot = tile - floordiv(WORKER * steps_of_worker, steps_of_tile);
    const IndexMapping from{
        .inputs = {WORKERS = WORKER, SLOTS = slot, ROWS = i % 128, COLUMNS = j % 128},
        .outputs = {M = i, N = j}};
    Register total = iterate({.axis = WORKER, .start = begin, .condition = WORKER < end},
                             {Register({M, N}, f32, 0.0)}, [&](Register total) {
                               Register next = total + read(part, {.mapping = from});
                               set_symbol(WORKER, self_index(WORKER) + 1);
                               return next;
                             });
    write(cast(total, f16), c);
  });
  return kernel.set_defaults(stream_k_sizes);
}

std::vector<KernelEntry> contorted_kernels() {
  KernelEntry sum{stream_k_sum, "c = the sum of each tile's parts",
                  reference<expected::stream_k_sum>};
  sum.reference_symbols = {"K"};
  KernelEntry flat{attention_flat, "softmax(q * k^T / 8) * v, heads in rows",
                   reference<expected::attention_flat>};
  flat.reference_symbols = {"QUERIES"};
  return {
      {rope_pairs, "y = x, pairs of neighbours turned by angles", reference<expected::rope_pairs>},
      {dropout, "y = x / keep, or 0, at random", reference<expected::dropout>},
      {quantize_rows, "q = x / scale, rounded to i8", reference<expected::quantize_rows>},
      {top4, "the four largest of each row", reference<expected::top4>},
      {cumsum, "y[n] = sum of x[0] to x[n]", reference<expected::cumsum>},
      {histogram, "count[b] = how often b is in x", reference<expected::histogram>},
      {scatter_add, "dtable[id[t]] += dy[t]", reference<expected::scatter_add>},
      {gemm_batched_mapped, "c[b] = a[b] * b[b]^T", reference<expected::gemm_batched>},
      {linear_3d_mapped, "y[b] = x[b] * w^T", reference<expected::linear_3d>},
      {gemm_split_k_mapped, "part[b] = the product over a part of K",
       reference<expected::gemm_split_k>},
      {gemm_int4, "c = a * b^T, weights of 4 bits", reference<expected::gemm_int4>},
      flat,
      {stream_k, "part = what a worker has of its tiles", reference<expected::stream_k>},
      sum,
  };
}

} // namespace standard
