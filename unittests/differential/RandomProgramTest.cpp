//===- RandomProgramTest.cpp - Any valid kernel: interpreter = CPU --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WAVE_TEST_PROGRAMS says how many (150), WAVE_TEST_SEED which.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "RandomProgram.h"

using namespace wave;
using namespace wave::test;

TEST(RandomPrograms, Agree) {
  const int count = testCount(150);
  Histogram histogram;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 7919);
    Setting setting(random, histogram);
    Kernel kernel = RandomProgram(setting).make();
    setting.run(kernel, {1, 3});
    // What is printed is what was traced.
    EXPECT_EQ(Kernel::parse(kernel.str(), "printed").str(), kernel.str());
  }
  std::printf("%d programs\n", count);
  histogram.print();
  if (count < 100 || HasFailure())
    return;
  // One in ten is far below what chance brings.
  for (const char *op :
       {"read",   "write",   "register", "mma", "cast",       "add",  "sub",     "mul",
        "div",    "iterate", "abs",      "neg", "sqrt",       "exp2", "exp",     "log2",
        "log",    "rsqrt",   "tanh",     "sum", "max",        "min",  "maximum", "minimum",
        "select", "compare", "logic",    "rcp", "approximate"})
    EXPECT_GE(10 * histogram("op", op), count) << op << " is rare";
  EXPECT_GT(histogram("op", "debug_log"), 0);
  expectMaps(histogram, count);
  expectSums(histogram, count);
  // In one program of a hundred, at least.
  for (const char *kind : {"offset", "permutation", "gather", "guarded"})
    EXPECT_GE(100 * histogram("mapping", kind), count) << kind << " is rare";
  for (const char *kind : {"division", "remainder"})
    EXPECT_GE(100 * histogram("guarded", kind), count) << kind << " is rare";
  for (const char *kind : {"number", "workgroup", "size", "counter", "64 bits"})
    EXPECT_GE(100 * histogram("bound", kind), count) << kind << " is rare";
  for (const char *open : {"none", "some", "all"})
    EXPECT_GT(histogram("open sizes", open), 0) << open;
  for (const char *dtype : {"f16", "bf16", "f32", "f64", "i8"})
    EXPECT_GT(histogram("product", dtype), 0) << dtype;
  EXPECT_GE(100 * (histogram("precision", "tf32") + histogram("precision", "3xtf32")), count);
  for (const char *carried : {"0", "1", "2", "3"})
    EXPECT_GT(histogram("carried", carried), 0) << carried;
}
