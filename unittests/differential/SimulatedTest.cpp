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
#include "SimulatedKernels.h"

using namespace wave;
using namespace wave::test;

namespace {

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
  expectMaps(histogram, count);
  expectSums(histogram, count);
  EXPECT_GE(3 * histogram("launch", "aligned"), histogram.total("launch"));
  EXPECT_GE(10 * histogram("launch", "inputs aligned"), histogram.total("launch"));
  EXPECT_GE(5 * histogram("tiles", "divide"), histogram.total("tiles"));
  // One in ten is far below what chance brings.
  for (const char *op :
       {"read",   "write",   "register", "mma", "cast",       "add",  "sub",     "mul",
        "div",    "iterate", "abs",      "neg", "sqrt",       "exp2", "exp",     "log2",
        "log",    "rsqrt",   "tanh",     "sum", "max",        "min",  "maximum", "minimum",
        "select", "compare", "logic",    "rcp", "approximate"})
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

/// Two of three in Hopper's code, one in Blackwell's.
TEST(SimulatedHopper, RandomPrograms) {
  const int count = testCount(150);
  Histogram histogram;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 6700417);
    Setting setting(random, histogram);
    Kernel kernel = RandomProgram(setting, Aim::Gpu).make();
    setting.simulate(kernel,
                     {"mma-tile", "mma-unavailable", "shared-capacity", "too-many-registers"},
                     i % 3 == 0 ? simulatedBlackwell : simulatedHopper);
    // RandomPrograms.Agree is about the CPU; here it takes most of the time.
    if (i % 5 == 0)
      setting.run(kernel, {2});
  }
  std::printf("%d programs\n", count);
  histogram.print();
  if (count >= 150 && !HasFailure())
    EXPECT_GE(2 * histogram("simulated", "yes"), histogram.total("simulated"));
}

/// Every combination of where operands live and how they are stored, each once.
TEST(SimulatedNvidia, Operands) {
  simulate("operands", operands, operandClasses(), {}, {"sim:h200", "sim:b200"});
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
