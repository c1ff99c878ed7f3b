//===- SimulatedTest.cpp - Interpreter = executor, bit for bit ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same kernels, sizes and views as on the CPU, in the code of AMD's chips and of Hopper,
// executed lane by lane with every check on.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "InPlaceKernel.h"
#include "RandomProgram.h"
#include "Setting.h"

using namespace wave;
using namespace wave::test;

namespace {

/// A product with tiles that instructions divide, staged or not.
Kernel product(Setting &s) {
  s.distributeBy(M, 150, 16);
  s.distributeBy(N, 150, 16);
  s.stepBy(K, 150, 32);
  auto [lhs, rhs, sum] = drawStoredProduct(s);
  if (lhs == f64)
    lhs = rhs = f16, sum = f32;
  Expr space = s.random.oneIn(3) ? Expr(GLOBAL_ADDRESS_SPACE) : Expr(SHARED_ADDRESS_SPACE);
  bool kFirst = s.random.oneIn(4);
  Memory a = kFirst ? s.input("a", {K, M}, lhs, space) : s.input("a", {M, K}, lhs, space);
  Memory b = s.input("b", {N, K}, rhs, space), c = s.output("c", {M, N}, sum);
  return Kernel("product", {a, b, c}, s.constraints, [&, sum = sum] {
    Register zero({M, N}, sum, static_cast<double>(s.random.between(-2, 2)));
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
}

/// Sums, maxima and choices over rows, and two outputs.
Kernel rows(Setting &s) {
  s.distributeBy(M, 70, 4);
  s.whole(N, 300);
  DType in = s.random.oneIn(2) ? f32 : s.random.oneIn(2) ? f16 : i32;
  Memory a = s.input("a", {M, N}, in), bias = s.input("bias", {N}, in);
  Memory c = s.output("c", {M, N}, in), d = s.output("d", {M}, in);
  return Kernel("rows", {a, bias, c, d}, s.constraints, [&] {
    Register x = read(a) + read(bias);
    Register highest = max(x, N);
    write(select(x < highest, maximum(x, 0) - highest, x), c);
    write(sum(x, N), d);
  });
}

/// Powers of two of an operand within the loop.
Kernel power(Setting &s) {
  s.distributeBy(M, 100, 16);
  s.distributeBy(N, 100, 16);
  s.stepBy(K, 40, 16);
  Memory a = s.input("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b = s.input("b", {N, K}, f16);
  Memory c = s.output("c", {M, N}, f32);
  return Kernel("power", {a, b, c}, s.constraints, [&] {
    Register zero({M, N}, f32, 0);
    write(iterate({.axis = K}, {zero},
                  [&](Register acc) { return mma(exp2(read(a)), read(b), acc); }),
          c);
  });
}

/// An output that every step writes again, and a second write of another.
Kernel rewritten(Setting &s) {
  s.distributeBy(M, 60, 4);
  s.stepBy(K, 20, 4);
  Memory a = s.input("a", {M, K}, f32), c = s.output("c", {M}, f32), d = s.output("d", {M}, f32);
  return Kernel("rewritten", {a, c, d}, s.constraints, [&] {
    Register zero({M}, f32, 0);
    write(zero, c);
    write(zero, d);
    iterate({.axis = K}, {zero}, [&](Register acc) {
      Register next = sum(read(a), acc, K);
      write(next, c);
      return next;
    });
    write(zero + 1, d);
  });
}

/// Tiles whose rows no wide access divides.
Kernel narrow(Setting &s) {
  s.distributeBy(M, 40, 1);
  s.distributeBy(N, 90, s.random.between(1, 6));
  DType in = s.random.of(std::vector<DType>{i8, f16, f32, f64});
  Expr space = s.random.oneIn(2) ? Expr(GLOBAL_ADDRESS_SPACE) : Expr(SHARED_ADDRESS_SPACE);
  Memory a = s.input("a", {M, N}, in, space), b = s.input("b", {N}, in, space);
  Memory c = s.output("c", {M, N}, in);
  return Kernel("narrow", {a, b, c}, s.constraints, [&] { write(read(a) + read(b), c); });
}

/// What was written for CDNA: waves of 64 lanes, which share tiles out, and an instruction.
Kernel foreign(Setting &s) {
  const bool isLarge = s.random.oneIn(2); // so that warpgroups have whole rows
  s.distributeWhole(M, 150, isLarge ? 64 * s.random.between(1, 2) : 32);
  s.distributeWhole(N, 60, 32);
  s.stepBySize(K, 150, s.random.of(std::vector<int64_t>{16, 32, 64}));
  for (const Symbol &dim : {M, N})
    s.constraints += WaveConstraint{dim, isLarge ? 32 : 16};
  const DType in = s.random.oneIn(2) ? f16 : bf16;
  HardwareConstraint hardware{.threads_per_wave = 64};
  if (s.random.oneIn(2))
    hardware.mma_type = in == f16 ? MMAType::F32_16x16x16_F16 : MMAType::F32_16x16x16_BF16;
  s.constraints += hardware;
  const Expr space = s.random.oneIn(4) ? Expr(GLOBAL_ADDRESS_SPACE) : Expr(SHARED_ADDRESS_SPACE);
  Memory a = s.input("a", {M, K}, in, space), b = s.input("b", {N, K}, in, space);
  Memory c = s.output("c", {M, N}, f32);
  return Kernel("foreign", {a, b, c}, s.constraints, [&] {
    Register zero({M, N}, f32, 1);
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
}

/// The same without a product: more waves share a tile.
Kernel foreignRows(Setting &s) {
  s.distributeWhole(M, 70, s.random.of(std::vector<int64_t>{1, 3, 4, 8}));
  s.distributeWhole(N, 150, 64);
  if (s.random.oneIn(2))
    s.constraints += WaveConstraint{N, 32};
  if (s.random.oneIn(2))
    s.constraints += HardwareConstraint{.threads_per_wave = 64};
  Memory a = s.input("a", {M, N}, f32), b = s.input("b", {N}, f32), c = s.output("c", {M, N}, f32);
  return Kernel("foreign_rows", {a, b, c}, s.constraints, [&] { write(read(a) + read(b), c); });
}

void simulate(const char *what, Kernel (*make)(Setting &), int most,
              const std::vector<std::string> &refusals = {},
              const std::vector<std::string> &targets = simulatedCdna) {
  const int count = atMostCount(most);
  Histogram histogram;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 1000003);
    Setting setting(random, histogram);
    Kernel kernel = make(setting);
    setting.simulate(kernel, refusals, targets);
    if (targets == simulatedHopper)
      setting.run(kernel, {2});
  }
  std::printf("%s, %d cases\n", what, count);
  histogram.print();
}

} // namespace

TEST(Simulated, RandomPrograms) {
  // Enough that nothing that is rare is missing.
  const int count = testCount(250);
  Histogram histogram;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 7919);
    Setting setting(random, histogram);
    Kernel kernel = RandomProgram(setting, Aim::Gpu).make();
    setting.simulate(kernel, {"mma-tile", "shared-capacity", "too-many-registers"});
  }
  std::printf("%d programs\n", count);
  histogram.print();
  if (count < 250 || HasFailure())
    return;
  EXPECT_GE(4 * histogram("simulated", "yes"), 3 * histogram.total("simulated"));
  EXPECT_GT(histogram("layouts", "converted"), 0);
  EXPECT_GE(3 * histogram("launch", "aligned"), histogram.total("launch"));
  EXPECT_GE(5 * histogram("tiles", "divide"), histogram.total("tiles"));
  // One in ten is far below what chance brings.
  for (const char *op :
       {"read",    "write", "register", "mma",  "cast",    "add",     "sub",    "mul",     "div",
        "iterate", "abs",   "neg",      "sqrt", "exp2",    "exp",     "log2",   "log",     "rsqrt",
        "tanh",    "sum",   "max",      "min",  "maximum", "minimum", "select", "compare", "logic"})
    EXPECT_GE(10 * histogram("op", op), count) << op << " is rare";
  for (int waves = 1; waves <= 8; ++waves)
    EXPECT_GE(100 * histogram("waves along a dimension", std::to_string(waves)),
              histogram.total("waves along a dimension"))
        << waves << " waves are rare";
}

/// A chip multiplies one of the two families of 8-bit floats.
TEST(Simulated, Products) { simulate("products", product, 120, {"mma-unavailable"}); }
TEST(Simulated, Rows) { simulate("rows", rows, 60); }
TEST(Simulated, Narrow) { simulate("narrow", narrow, 60); }
TEST(Simulated, Rewritten) { simulate("rewritten", rewritten, 20); }
TEST(Simulated, Powers) { simulate("powers", power, 40); }

TEST(SimulatedHopper, RandomPrograms) {
  const int count = testCount(150);
  Histogram histogram;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 6700417);
    Setting setting(random, histogram);
    Kernel kernel = RandomProgram(setting, Aim::Gpu).make();
    setting.simulate(kernel,
                     {"mma-tile", "mma-unavailable", "shared-capacity", "too-many-registers"},
                     simulatedHopper);
    // RandomPrograms.Agree is about the CPU; here it takes most of the time.
    if (i % 5 == 0)
      setting.run(kernel, {2});
  }
  std::printf("%d programs\n", count);
  histogram.print();
  if (count >= 150 && !HasFailure())
    EXPECT_GE(2 * histogram("simulated", "yes"), histogram.total("simulated"));
}

/// No instruction of the chip multiplies f32, or floats of 8 bits.
TEST(SimulatedHopper, Products) {
  simulate("products", product, 60, {"mma-unavailable", "too-many-registers"}, simulatedHopper);
}
TEST(SimulatedHopper, InPlace) { simulate("in place", inPlace, 60, {}, simulatedHopper); }
TEST(SimulatedHopper, Foreign) { simulate("written for CDNA", foreign, 60, {}, simulatedHopper); }
TEST(SimulatedHopper, ForeignRows) {
  simulate("rows written for CDNA", foreignRows, 40, {}, simulatedHopper);
}
TEST(SimulatedHopper, Rows) { simulate("rows", rows, 40, {}, simulatedHopper); }
TEST(SimulatedHopper, Narrow) { simulate("narrow", narrow, 40, {}, simulatedHopper); }
TEST(SimulatedHopper, Rewritten) { simulate("rewritten", rewritten, 15, {}, simulatedHopper); }
TEST(SimulatedHopper, Powers) { simulate("powers", power, 30, {}, simulatedHopper); }
