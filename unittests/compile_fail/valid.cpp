//===- valid.cpp - What the others break, whole: this compiles
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

Expr smaller() { return select(M < N, M, N); }
Bindings bindings() { return {M = 4, N = M + 1}; }
void body(Register x, Register y) {
  auto [p, q] = iterate({.axis = M}, {x, y}, [](Register a, Register b) { return yield(b, a); });
  Register r = iterate({.axis = M}, {p}, [](Register a) { return a; });
  iterate({.axis = M}, [] {});
  write(q + r, Memory("c", {M}, f32));
  Expr e = M;
  e = N;
  e = 4;
  static_cast<void>(IndexMapping{2, {M = e}, {M = e}});
  static_cast<void>(IndexMapping{.num_iterators = 1, .inputs = {M = e}, .outputs = {M = e}});
}
// What the sentences about missing functions say instead.
void instead(Register x, Register y) {
  Register t = cast(cast(x, i32), f32);
  write(select(t > x, t - 1, t) + select(t < x, t + 1, t), Memory("c", {M, N}, f32));
  exp2(y * log2(x));
  x - y *cast(cast(x / y, i32), f32);
  min(select(x == max(x, N), self_index(N), 1000), N);
  select(x < max(x, N), x, -3e38);
  floordiv(self_index(M), 8);
  permute(x, {N, M});
}
