//===- SharedRowsTest.cpp - Waves that share out what is reduced ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interpreter = executor, bit for bit, where 1 to 8 waves hold parts of each row.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "Setting.h"

using namespace wave;
using namespace wave::test;

namespace {

/// Gives a whole dimension that many waves, or fewer where it is short.
void share(Setting &s, const Symbol &dim, int64_t waves) {
  s.histogram.count("waves", std::to_string(waves));
  s.constraints += WaveConstraint{dim, std::max<int64_t>(1, (s.sizeOf(dim) + waves - 1) / waves)};
}

DType drawNumber(Setting &s) {
  static const std::vector<DType> dtypes = {f16, bf16, f32, f64, i8, i32, i64};
  return s.random.of(dtypes);
}

/// All kinds of reductions of whole rows, or of columns; their results are used by all waves.
Kernel rows(Setting &s) {
  s.distributeBy(M, 40, 2);
  s.whole(N, 700);
  static const std::vector<int64_t> waves = {1, 2, 3, 4, 8};
  share(s, N, s.random.of(waves));
  const DType dtype = drawNumber(s);
  const bool isColumn = s.random.oneIn(3);
  Memory a = isColumn ? s.input("a", {N, M}, dtype) : s.input("a", {M, N}, dtype);
  Memory bias = s.input("bias", {N}, dtype);
  Memory c = s.output("c", {M, N}, dtype), d = s.output("d", {M}, dtype);
  return Kernel("rows", {a, bias, c, d}, s.constraints, [&] {
    Register x = read(a) + read(bias);
    Register highest = max(x, N), lowest = min(x, N);
    write(select(x < highest, x - lowest, highest), c);
    write(sum(x, Register({M}, dtype, 1), N), d);
  });
}

/// Each step of a loop is shared out.
Kernel steps(Setting &s) {
  s.distributeBy(M, 30, 2);
  s.stepBy(K, 150, 16);
  const int64_t tile = s.random.oneIn(2) ? 4 : 8;
  s.constraints += WaveConstraint{K, tile};
  s.histogram.count("wave tile", std::to_string(tile));
  const DType dtype = drawNumber(s);
  Expr space = s.random.oneIn(2) ? Expr(GLOBAL_ADDRESS_SPACE) : Expr(SHARED_ADDRESS_SPACE);
  Memory a = s.input("a", {M, K}, dtype, space);
  Memory c = s.output("c", {M}, dtype), d = s.output("d", {M}, dtype);
  return Kernel("steps", {a, c, d}, s.constraints, [&] {
    Register zero({M}, dtype, 0), low({M}, dtype, -9);
    auto [total, highest] = iterate({.axis = K}, {zero, low}, [&](Register t, Register h) {
      Register x = read(a);
      return yield(sum(x, t, K), max(x, h, K));
    });
    write(total, c);
    write(highest, d);
  });
}

/// Two dimensions are shared out, and reduced one after the other.
Kernel planes(Setting &s) {
  s.distributeBy(B, 6, 1);
  s.whole(P, 20);
  s.whole(N, 90);
  share(s, P, 2);
  share(s, N, s.random.oneIn(2) ? 2 : 4);
  const DType dtype = drawNumber(s);
  Memory a = s.input("a", {B, P, N}, dtype);
  Memory c = s.output("c", {B}, dtype), d = s.output("d", {B, P}, dtype);
  return Kernel("planes", {a, c, d}, s.constraints, [&] {
    Register x = read(a);
    Register highest = max(x, N);
    write(sum(min(x, N), P), c);
    write(highest - max(highest, P), d);
  });
}

void simulate(const char *what, Kernel (*make)(Setting &), int count) {
  Histogram histogram;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 1000003);
    Setting setting(random, histogram);
    Kernel kernel = make(setting);
    setting.simulate(kernel, {"workgroup-threads"});
  }
  std::printf("%s, %d cases\n", what, count);
  histogram.print();
  if (!::testing::Test::HasFailure()) {
    // About half of the planes have more threads than a workgroup can: 14 of 30 has been drawn.
    EXPECT_GE(4 * histogram("simulated", "yes"), histogram.total("simulated"));
  }
}

} // namespace

TEST(SharedRows, Rows) { simulate("rows", rows, 40); }
TEST(SharedRows, Steps) { simulate("steps", steps, 30); }
TEST(SharedRows, Planes) { simulate("planes", planes, 15); }
