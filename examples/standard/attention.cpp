//===- attention.cpp - Attention: forward, backward, from a cache ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The online softmax: a workgroup takes a tile of queries and iterates over the keys, with the
// maximum, the sum of the exponentials and the product with the values so far, which are scaled
// whenever the maximum grows.  The scores are never in memory.  Each wave takes rows of its own, so
// that it needs nothing of the others' maxima and sums.
//
// Exponentials are powers of two, as GPUs have them: log2(e) is part of the scale of the scores.
//
//===----------------------------------------------------------------------===//

#include <cmath>

#include "references.h"
#include "standard_set.h"

namespace standard {
using namespace wave;

// H heads of M queries and N keys, each of D elements; KV heads of keys and values.
constexpr Symbol H{"H"}, KV{"KV"}, M{"M"}, N{"N"}, D{"D"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"};
constexpr Symbol B{"B"}, GROUP{"GROUP"}, PAGES{"PAGES"}, PAGE{"PAGE"}, TABLE{"TABLE"};
constexpr Symbol STEP{"STEP"}, LENGTH{"LENGTH"}, AT{"AT"};
constexpr Symbol shared = SHARED_ADDRESS_SPACE;
static const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1),
                  l = IndexMapping::iterator(2);

constexpr double log2e = 1.4426950408889634;
constexpr double masked = -1e30; // the score of a key that a query does not see

// One step of the online softmax, for scores of queries by keys: the new maximum and sum, the
// factor that scales what there is, and the weights of the step's keys.
struct Step {
  Register highest, total, factor, weights;
};
static Step online_softmax(const Register &scores, const Register &highest, const Register &total,
                           const Symbol &keys) {
  Register now = maximum(highest, max(scores, keys)), factor = exp2(highest - now);
  Register weights = exp2(scores - now);
  return {now, sum(weights, total * factor, keys), factor, cast(weights, f16)};
}

// What forward passes differ in.
struct Variant {
  bool causal = false; // a query sees the keys up to its own position
  int64_t window = 0;  // and of these the last `window`; 0: all
  int64_t group = 1;   // so many heads share keys and values
  int64_t size = 64;   // of a head
};

// o = softmax(q * k^T / sqrt(D)) * v for each head, and the logarithm of the sum of each row's
// exponentials, which the backward pass takes.
static Kernel forward(const char *name, const Variant &variant) {
  Memory q("q", {H, M, D}, f16, shared), k("k", {KV, N, D}, f16, shared);
  Memory v("v", {KV, N, D}, f16, shared), o("o", {H, M, D}, f16), lse("lse", {H, M}, f32);
  const Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{H, 1, 1},
                                TilingConstraint{N, BLOCK_N}, WaveConstraint{M, BLOCK_M / 4}};
  Kernel kernel(name, {q, k, v, o, lse}, constraints, [&] {
    const IndexMapping own{.inputs = {KV = floordiv(i, variant.group), N = j, D = l},
                           .outputs = {H = i, N = j, D = l}};
    Register query = read(q), zero({H, M}, f32, 0.0);
    IterateOptions keys{.axis = N, .tag = "keys"};
    if (variant.causal)
      keys.end = ceildiv((WORKGROUP_0 + 1) * BLOCK_M, BLOCK_N) * BLOCK_N;
    if (variant.window)
      keys.begin = floordiv(Max(WORKGROUP_0 * BLOCK_M - variant.window + 1, 0), BLOCK_N) * BLOCK_N;
    auto [highest, total, product] =
        iterate(keys, {Register({H, M}, f32, masked), zero, Register({H, M, D}, f32, 0.0)},
                [&](Register highest, Register total, Register product) {
                  Register scores =
                      mma(query, read(k, {.mapping = own}), Register({H, M, N}, f32, 0.0)) *
                      (log2e / std::sqrt(double(variant.size)));
                  if (variant.causal) {
                    Register row = broadcast(self_index(M), {H, M, N}), column = self_index(N);
                    Register seen = column <= row;
                    if (variant.window)
                      seen = seen & (row - column < variant.window);
                    scores = select(seen, scores, masked);
                  }
                  const Step step = online_softmax(scores, highest, total, N);
                  return yield(step.highest, step.total,
                               mma(step.weights, read(v, {.mapping = own}), product * step.factor));
                });
    write(cast(product / total, f16), o);
    write(highest + log2(total), lse);
  });
  return kernel.set_defaults({H = 2, KV = H / variant.group, M = 130, N = 130, D = variant.size,
                              BLOCK_M = 64, BLOCK_N = 64});
}
static Kernel attention() { return forward("attention", {}); }
static Kernel attention_causal() { return forward("attention_causal", {.causal = true}); }
static Kernel attention_window() {
  return forward("attention_window", {.causal = true, .window = 40});
}
static Kernel attention_grouped() {
  return forward("attention_grouped", {.causal = true, .group = 2});
}
static Kernel attention_d128() { return forward("attention_d128", {.causal = true, .size = 128}); }

// One head: no mma has batches.
static Kernel attention_head() {
  Memory q("q", {M, D}, f16, shared), k("k", {N, D}, f16, shared), v("v", {N, D}, f16, shared);
  Memory o("o", {M, D}, f16);
  const Constraints constraints{WorkgroupConstraint{M, 128, 0}, TilingConstraint{N, 64},
                                WaveConstraint{M, 32}};
  Kernel kernel("attention_head", {q, k, v, o}, constraints, [&] {
    Register query = read(q), zero({M}, f32, 0.0);
    auto [highest, total, product] = iterate(
        {.axis = N, .tag = "keys"}, {Register({M}, f32, masked), zero, Register({M, D}, f32, 0.0)},
        [&](Register highest, Register total, Register product) {
          Register scores = mma(query, read(k), Register({M, N}, f32, 0.0)) * (log2e / 8);
          const Step step = online_softmax(scores, highest, total, N);
          return yield(step.highest, step.total, mma(step.weights, read(v), product * step.factor));
        });
    write(cast(product / total, f16), o);
  });
  return kernel.set_defaults({M = 150, N = 200, D = 64});
}

// The backward pass, of causal attention, is three launches.  The first: delta = sum of o * do.
static Kernel attention_delta() {
  Memory o("o", {H, M, D}, f16), grad("do", {H, M, D}, f16), delta("delta", {H, M}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{H, 1, 1}};
  Kernel kernel("attention_delta", {o, grad, delta}, constraints,
                [&] { write(sum(cast(read(o), f32) * cast(read(grad), f32), D), delta); });
  return kernel.set_defaults({H = 2, M = 150, D = 64});
}

// What the other two read, and the weights of a tile of queries and keys with their gradients.
struct Backward {
  Memory q{"q", {H, M, D}, f16, shared}, k{"k", {H, N, D}, f16, shared};
  Memory v{"v", {H, N, D}, f16, shared}, grad{"do", {H, M, D}, f16, shared};
  Memory lse{"lse", {H, M}, f32}, delta{"delta", {H, M}, f32};

  std::pair<Register, Register> weights(const Register &query, const Register &key,
                                        const Register &value, const Register &gradient) const {
    Register zero({H, M, N}, f32, 0.0);
    Register scores = mma(query, key, zero) * (log2e / 8);
    Register seen = self_index(N) <= broadcast(self_index(M), {H, M, N});
    Register weight = select(seen, exp2(scores - read(lse)), 0.0);
    Register change = mma(gradient, value, zero) - read(delta);
    return {cast(weight, f16), cast(weight * change, f16)};
  }
};

// The gradients of keys and values: a workgroup takes a tile of keys, and iterates over the queries
// that see them.
static Kernel attention_dk_dv() {
  const Backward pass;
  Memory dk("dk", {H, N, D}, f32), dv("dv", {H, N, D}, f32);
  const Constraints constraints{WorkgroupConstraint{N, 64, 0}, WorkgroupConstraint{H, 1, 1},
                                TilingConstraint{M, 64}, WaveConstraint{N, 16}};
  Kernel kernel(
      "attention_dk_dv", {pass.q, pass.k, pass.v, pass.grad, pass.lse, pass.delta, dk, dv},
      constraints, [&] {
        Register key = read(pass.k), value = read(pass.v), zero({H, N, D}, f32, 0.0);
        auto [of_keys, of_values] =
            iterate({.axis = M, .begin = WORKGROUP_0 * 64, .tag = "queries"}, {zero, zero},
                    [&](Register of_keys, Register of_values) {
                      Register query = read(pass.q), gradient = read(pass.grad);
                      auto [weight, change] = pass.weights(query, key, value, gradient);
                      return yield(mma(change, query, of_keys), mma(weight, gradient, of_values));
                    });
        write(of_keys * 0.125, dk);
        write(of_values, dv);
      });
  return kernel.set_defaults({H = 2, M = 100, N = 100, D = 64});
}

// The gradient of queries: a workgroup takes a tile of queries, and iterates over the keys that
// they see.
static Kernel attention_dq() {
  const Backward pass;
  Memory dq("dq", {H, M, D}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{H, 1, 1},
                                TilingConstraint{N, 64}, WaveConstraint{M, 16}};
  Kernel kernel("attention_dq", {pass.q, pass.k, pass.v, pass.grad, pass.lse, pass.delta, dq},
                constraints, [&] {
                  Register query = read(pass.q), gradient = read(pass.grad);
                  Register total =
                      iterate({.axis = N, .end = (WORKGROUP_0 + 1) * 64, .tag = "keys"},
                              {Register({H, M, D}, f32, 0.0)}, [&](Register total) {
                                Register key = read(pass.k);
                                auto [weight, change] =
                                    pass.weights(query, key, read(pass.v), gradient);
                                return mma(change, key, total);
                              });
                  write(total * 0.125, dq);
                });
  return kernel.set_defaults({H = 2, M = 100, N = 100, D = 64});
}

// One new token for each of B sequences, whose keys and values are in pages: table[b, t] has the
// page of the tokens from t * PAGE on, and length[b] tokens are there.  A workgroup takes the GROUP
// heads that share keys, and iterates over the pages of its sequence.
static Kernel attention_paged() {
  Memory q("q", {B, KV, GROUP, D}, f16), o("o", {B, KV, GROUP, D}, f16);
  Memory k("k", {PAGES, PAGE, KV, D}, f16), v("v", {PAGES, PAGE, KV, D}, f16);
  Memory table("table", {B, TABLE}, i32), length("length", {B}, i32);
  const Constraints constraints{GridConstraint{B, KV}, TilingConstraint{STEP}};
  Kernel kernel("attention_paged", {q, k, v, table, length, o}, constraints, [&] {
    const IndexMapping own{.inputs = {B = WORKGROUP_0, KV = WORKGROUP_1, GROUP = i, D = j},
                           .outputs = {GROUP = i, D = j}};
    const IndexMapping back{.inputs = {GROUP = i, D = j},
                            .outputs = {B = WORKGROUP_0, KV = WORKGROUP_1, GROUP = i, D = j}};
    const IndexMapping page{.inputs = {PAGES = AT, PAGE = i, KV = WORKGROUP_1, D = j},
                            .outputs = {PAGE = i, D = j}};
    const IndexMapping entry{.inputs = {B = WORKGROUP_0, TABLE = STEP}};
    Register query = read(q, {.mapping = own}), zero({GROUP}, f32, 0.0);
    set_symbol(LENGTH, read(length, {.mapping = IndexMapping{.inputs = {B = WORKGROUP_0}}}));
    auto [highest, total, product] = iterate(
        {.axis = STEP, .start = 0, .condition = STEP * PAGE < LENGTH, .tag = "pages"},
        {Register({GROUP}, f32, masked), zero, Register({GROUP, D}, f32, 0.0)},
        [&](Register highest, Register total, Register product) {
          set_symbol(AT, read(table, {.mapping = entry}));
          Register scores =
              mma(query, read(k, {.mapping = page}), Register({GROUP, PAGE}, f32, 0.0)) *
              (log2e / 8);
          Register token = broadcast(self_index(PAGE, i64), {GROUP, PAGE});
          scores = select(token < LENGTH - STEP * PAGE, scores, masked);
          const Step step = online_softmax(scores, highest, total, PAGE);
          set_symbol(STEP, self_index(STEP) + 1);
          return yield(step.highest, step.total,
                       mma(step.weights, read(v, {.mapping = page}), product * step.factor));
        });
    write(cast(product / total, f16), o, {.mapping = back});
  });
  return kernel.set_defaults({B = 3, KV = 2, GROUP = 4, D = 64, PAGES = 20, PAGE = 32, TABLE = 5});
}

std::vector<KernelEntry> attention_kernels() {
  return {
      {attention, "softmax(q * k^T / 8) * v", reference<expected::attention>},
      {attention_causal, "the same, of the keys up to the query",
       reference<expected::attention_causal>},
      {attention_window, "of the last 40 keys up to the query",
       reference<expected::attention_window>},
      {attention_grouped, "causal, two heads share keys and values",
       reference<expected::attention_causal>},
      {attention_d128, "causal, heads of 128 elements", reference<expected::attention_causal>},
      {attention_head, "softmax(q * k^T / 8) * v of one head", reference<expected::attention_head>},
      {attention_delta, "delta = sum of o * do", reference<expected::attention_delta>},
      {attention_dk_dv, "the gradients of k and v, causal", reference<expected::attention_dk_dv>},
      {attention_dq, "the gradient of q, causal", reference<expected::attention_dq>},
      {attention_paged, "a new token's, from a cache in pages",
       reference<expected::attention_paged>},
  };
}

} // namespace standard
