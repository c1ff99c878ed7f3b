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
// Numbers, sizes and scalars stand on either side, and bounds of loops are any of them.
void scalars(Register x, Register s, const Memory &order) {
  constexpr Scalar LONG("LONG", i64);
  const auto twice = [](const Expr &value) { return value * 2; };
  const auto both = [](const Expr &a, const Expr &b) { return a * b; };
  Register r = apply_expr({s}, twice) + apply_expr(s, twice) + apply_expr({s, s}, both);
  r = floordiv(100, s) + floordiv(M, s) + floordiv(s, 100) + floordiv(s, M) + floordiv(s, s);
  r = 100 % s + M % s + s % 100 + s % M + s % s + (M + 1) % s + floordiv(M + 1, s);
  r = minimum(100, s) + minimum(M, s) + maximum(100, s) + maximum(M, s) + minimum(s, LONG);
  r = select(M < s, M, s) + select(100 >= s, s, 1) + select(M + 1 == s, s, M) + (100 - s) * M;
  set_symbol(N, M + 1);
  set_symbol(N, LONG);
  set_symbol(N, s);
  set_symbol(N, 4);
  for (const IterateOptions &options :
       {IterateOptions{.axis = M, .begin = 16, .end = N * 32}, IterateOptions{.axis = M, .end = s},
        IterateOptions{.axis = M, .end = LONG},
        IterateOptions{.axis = N, .start = WORKGROUP_0, .condition = N < M}})
    iterate(options, {x}, [](Register a) { return a; });
  write(x + r, Memory("c", {M}, f32));
  order::table(order, 3) + order::table(order, N) + order::table(order, N + 1) +
      order::table(order, s);
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
