//===- attention.cpp - Scaled dot-product attention -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The online softmax: a workgroup takes a tile of queries of one head and iterates over the keys,
// with the greatest score, the sum of the exponentials and their product with the values so far,
// which are scaled wherever a greater score appears.  No score is ever in memory.
//
//===----------------------------------------------------------------------===//

#include "attention.h"

#include <limits>

#include "attention_reference.h"
#include "library.h"

namespace wave::kernels {

// Sizes.  B sequences of H heads, H_KV of keys and values, S_Q queries, S_KV keys, D elements.
constexpr Symbol B{"B"}, H{"H"}, H_KV{"H_KV"}, S_Q{"S_Q"}, S_KV{"S_KV"}, D{"D"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"};

// Distribution: BLOCK_M queries of one head for a workgroup, in steps of BLOCK_N keys.
static Constraints queries_per_workgroup() {
  return {WorkgroupConstraint{S_Q, BLOCK_M, 0}, WorkgroupConstraint{H, 1, 1},
          WorkgroupConstraint{B, 1, 2}, TilingConstraint{S_KV, BLOCK_N},
          WaveConstraint{S_Q, BLOCK_M / 4}};
}

constexpr double log2e = 1.4426950408889634, infinity = std::numeric_limits<double>::infinity();

// What a query sees of the keys, as bounds of the loop and as a mask.
namespace {
struct Visible {
  const AttentionOptions &options;
  // The last query sees the last key.
  Expr shift = S_KV - S_Q;
  Expr first = WORKGROUP_0 * BLOCK_M + shift; // the key of the tile's first query

  IterateOptions keys() const {
    IterateOptions loop{.axis = S_KV, .tag = "keys"};
    if (options.is_causal || options.window)
      loop.end = ceildiv(Max(first + BLOCK_M, 0), BLOCK_N) * BLOCK_N;
    if (options.window)
      loop.begin = floordiv(Max(first - *options.window + 1, 0), BLOCK_N) * BLOCK_N;
    return loop;
  }

  Register masked(const Register &scores) const {
    if (!options.is_causal && !options.window)
      return scores;
    const Register key = self_index(S_KV);
    const Register last = broadcast(self_index(S_Q) + shift, {B, H, S_Q, S_KV});
    Register seen = key <= last;
    if (options.window)
      seen = seen & (last - key < *options.window);
    return select(seen, scores, -infinity);
  }
};
} // namespace

// Meaning, in powers of two, as GPUs have them: log2(e) is part of the scale.
Kernel attention(const char *name, const AttentionOptions &options, const DTypeParameters &dtypes) {
  const Expr space = SHARED_ADDRESS_SPACE, i = IndexMapping::iterator(0),
             j = IndexMapping::iterator(1), n = IndexMapping::iterator(2),
             d = IndexMapping::iterator(3);
  const DType in = dtypes["in"];
  Memory q("q", {B, H, S_Q, D}, in, space), k("k", {B, H_KV, S_KV, D}, in, space);
  Memory v("v", {B, H_KV, S_KV, D}, in, space), bias("bias", {H, S_Q, S_KV}, f32);
  Memory o("o", {B, H, S_Q, D}, dtypes["out"]), lse("lse", {B, H, S_Q}, f32);
  const IndexMapping shared_by_heads{
      .inputs = {B = i, H_KV = floordiv(j, floordiv(H, H_KV)), S_KV = n, D = d},
      .outputs = {B = i, H = j, S_KV = n, D = d}};
  const Visible visible{options};

  const auto body = [&] {
    assume(H % H_KV == 0);
    const Register scale = rsqrt(Register({B, H, S_Q}, f32, 1.0) * D);
    const Register query = read(q, {.tag = "read_q"});
    const auto score = [&](const Register &product) {
      Register scores = product * (options.soft_cap ? scale : scale * log2e);
      if (options.soft_cap)
        scores = tanh(scores * (1 / *options.soft_cap), {.approximate = true}) *
                 (*options.soft_cap * log2e);
      if (options.has_bias)
        scores = scores + broadcast(read(bias, {.tag = "read_bias"}), {B, H, S_Q, S_KV}) * log2e;
      return visible.masked(scores);
    };
    auto [highest, total, product] =
        iterate(visible.keys(),
                {Register({B, H, S_Q}, f32, -infinity), Register({B, H, S_Q}, f32, 0.0),
                 Register({B, H, S_Q, D}, f32, 0.0)},
                [&](Register highest, Register total, Register product) {
                  const Register scores =
                      score(mma(query, read(k, {.mapping = shared_by_heads, .tag = "read_k"}),
                                Register({B, H, S_Q, S_KV}, f32, 0.0), {.tag = "qk"}));
                  const Register now = maximum(highest, max(scores, S_KV));
                  // Where a query has seen no key, the exponents are -infinity, and not NaN.
                  const Register reference = select(now == -infinity, 0.0, now);
                  const Register weights =
                      exp2(scores - reference, {.tag = "exp2", .approximate = true});
                  const Register factor = exp2(highest - reference, {.approximate = true});
                  return yield(now, sum(weights, total * factor, S_KV),
                               mma(cast(weights, in),
                                   read(v, {.mapping = shared_by_heads, .tag = "read_v"}),
                                   product * factor, {.tag = "pv"}));
                });
    const Register isSeen = total > 0;
    write(product * select(isSeen, rcp(total), 0.0), o, {.tag = "write_o"});
    write(select(isSeen, (highest + log2(total)) * (1 / log2e), -infinity), lse);
  };
  Kernel kernel = options.has_bias
                      ? Kernel(name, {q, k, v, bias, o, lse}, queries_per_workgroup(), body)
                      : Kernel(name, {q, k, v, o, lse}, queries_per_workgroup(), body);
  kernel.set_defaults(
      {B = 2, H = 4, H_KV = 2, S_Q = 256, S_KV = 256, D = 64, BLOCK_M = 64, BLOCK_N = 64});
  return kernel;
}

static constexpr AttentionOptions causal{.is_causal = true}, windowed{.window = 128},
    capped{.soft_cap = 20}, biased{.has_bias = true};

Kernel attention(const DTypeParameters &dtypes) { return attention("attention", {}, dtypes); }
Kernel attention_causal(const DTypeParameters &dtypes) {
  return attention("attention_causal", causal, dtypes);
}
Kernel attention_window(const DTypeParameters &dtypes) {
  return attention("attention_window", windowed, dtypes);
}
Kernel attention_soft_cap(const DTypeParameters &dtypes) {
  return attention("attention_soft_cap", capped, dtypes);
}
Kernel attention_bias(const DTypeParameters &dtypes) {
  return attention("attention_bias", biased, dtypes);
}

std::vector<KernelEntry> attention_entries() {
  const DTypeParameters dtypes{{"in", bf16}, {"out", bf16}};
  return {{attention, dtypes,
           "o[B, H, S_Q, D] = softmax(q * k^T / sqrt(D)) * v, and its logarithms",
           attention_reference},
          {attention_causal, dtypes, "the same of the keys up to the query",
           attention_causal_reference},
          {attention_window, dtypes, "the same of the last 128 keys up to the query",
           attention_window_reference},
          {attention_soft_cap, dtypes, "the same with scores of at most 20",
           attention_soft_cap_reference},
          {attention_bias, dtypes, "the same with a bias[H, S_Q, S_KV] of the scores",
           attention_bias_reference}};
}

} // namespace wave::kernels
