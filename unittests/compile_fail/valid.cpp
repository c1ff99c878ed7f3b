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
}
