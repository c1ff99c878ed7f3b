//===- TracingTest.cpp - What a kernel's body records ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <sstream>

#include <gtest/gtest.h>

#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE), c("c", {M, N}, f32);

/// The seed's GEMM around one body of its loop.
Kernel gemm(const std::function<Register(Register)> &body) {
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0},
                          WorkgroupConstraint{N, BLOCK_N, 1},
                          TilingConstraint{K, BLOCK_K},
                          WaveConstraint{M, BLOCK_M / 2},
                          WaveConstraint{N, BLOCK_N / 2},
                          HardwareConstraint{.threads_per_wave = 64,
                                             .waves_per_block = {2, 2, 1},
                                             .mma_type = MMAType::F32_16x16x16_F16}};
  return Kernel("gemm", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, body);
    write(sum, c);
  });
}

Kernel seed() {
  return gemm([](Register acc) {
    return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
  });
}

const char *const seedText =
    R"(wave.kernel @gemm(%a: !wave.memory<[M, K], f16, ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>) {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.workgroup_constraint N tile BLOCK_N dim 1
  wave.tiling_constraint K tile BLOCK_K
  wave.wave_constraint M tile "BLOCK_M / 2"
  wave.wave_constraint N tile "BLOCK_N / 2"
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16", waves_per_block = array<i64: 2, 2, 1>}
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> attributes {tag = "k_loop"} {
    %2 = wave.read %a {tag = "read_a"} : <[M, K], f16, ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b {tag = "read_b"} : <[N, K], f16, ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %arg0 {tag = "mma"} : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
)";

TEST(Tracing, TheSeedsGemm) { EXPECT_EQ(seed().str(), seedText); }

TEST(Tracing, Clusters) {
  Memory x("x", {M, K}, f16);
  Kernel copy("copy", {x},
              {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{K, 64, 1},
               HardwareConstraint{.workgroups_per_cluster = {2, 4}}},
              [&] { write(read(x) + 1, x); });
  EXPECT_NE(
      copy.str().find("wave.hardware_constraint {workgroups_per_cluster = array<i64: 2, 4, 1>}"),
      std::string::npos)
      << copy.str();
}

TEST(Tracing, PrintsWhatStrSays) {
  std::ostringstream out;
  seed().print(out);
  EXPECT_EQ(out.str(), seedText);
}

TEST(Tracing, ReadsInStatementsOfTheirOwn) {
  Kernel forward = gemm([](Register acc) {
    Register left = read(a, {.tag = "read_a"});
    Register right = read(b, {.tag = "read_b"});
    return mma(left, right, acc, {.tag = "mma"});
  });
  Kernel backward = gemm([](Register acc) {
    Register right = read(b, {.tag = "read_b"});
    Register left = read(a, {.tag = "read_a"});
    return mma(left, right, acc, {.tag = "mma"});
  });
  EXPECT_EQ(forward.str(), seedText);
  EXPECT_EQ(backward.str(), seedText);
}

TEST(Tracing, InitialValuesInAnyOrder) {
  Memory x("x", {M}, f32), y("y", {M}, f32), steps("steps", {K}, f32);
  auto make = [&](bool backward, bool inPlace) {
    return Kernel("swap", {x, y, steps}, {TilingConstraint{K, 4}},
                  [&] {
                    auto body = [](Register p, Register q) { return yield(q, p); };
                    if (inPlace) {
                      auto [p, q] = iterate({.axis = K}, {read(x), read(y)}, body);
                      write(p - q, x);
                    } else if (backward) {
                      Register second = read(y), first = read(x);
                      auto [p, q] = iterate({.axis = K}, {first, second}, body);
                      write(p - q, x);
                    } else {
                      Register first = read(x), second = read(y);
                      auto [p, q] = iterate({.axis = K}, {first, second}, body);
                      write(p - q, x);
                    }
                  })
        .str();
  };
  EXPECT_EQ(make(false, false), make(true, false));
  EXPECT_EQ(make(false, false), make(false, true));
}

TEST(Tracing, ReadsKeepTheirSideOfAWrite) {
  Memory x("x", {M}, f32), y("y", {M}, f32);
  Kernel kernel("in_out", {x, y}, {}, [&] {
    Register before = read(x);
    write(read(y), x);
    Register after = read(x);
    write(after - before, y);
  });
  EXPECT_EQ(kernel.str(),
            R"(wave.kernel @in_out(%x: !wave.memory<[M], f32>, %y: !wave.memory<[M], f32>) {
  %0 = wave.read %y : <[M], f32> -> <[M], f32>
  %1 = wave.read %x : <[M], f32> -> <[M], f32>
  wave.write %0, %x : <[M], f32>, <[M], f32>
  %2 = wave.read %x : <[M], f32> -> <[M], f32>
  %3 = wave.sub %2, %1 : <[M], f32>, <[M], f32> -> <[M], f32>
  wave.write %3, %y : <[M], f32>, <[M], f32>
}
)");
}

/// Neither the order of arrival of two reads that a write calls for...
TEST(Tracing, OverwrittenReadsAreInOperandOrder) {
  Memory x("x", {M}, f32), y("y", {M}, f32), z("z", {M}, f32), steps("steps", {K}, f32);
  auto make = [&](bool backward, bool isUsed) {
    return Kernel("in_out", {x, y, z, steps}, {TilingConstraint{K, 4}},
                  [&] {
                    std::vector<Register> values;
                    if (backward) {
                      Register second = read(y), first = read(x);
                      values.push_back(first - second);
                    } else {
                      values.push_back(read(x) - read(y));
                    }
                    iterate({.axis = K}, [&] {
                      write(Register({M}, f32, 0), x);
                      write(Register({M}, f32, 1), y);
                    });
                    if (isUsed)
                      write(values[0], z);
                  })
        .str();
  };
  EXPECT_EQ(make(false, true), make(true, true));
  // ... nor that of operands which nothing needs.
  EXPECT_EQ(make(false, false), make(true, false));
}

TEST(Tracing, ReadsInALoopKeepTheirSideOfAWrite) {
  Memory x("x", {M}, f32), y("y", {M}, f32), steps("steps", {K}, f32);
  Kernel kernel("in_out", {x, y, steps}, {TilingConstraint{K, 4}}, [&] {
    Register zero({M}, f32, 0);
    Register before = iterate({.axis = K}, {zero}, [&](Register sum) { return sum + read(x); });
    write(read(y), x);
    write(before, y);
  });
  std::string text = kernel.str();
  EXPECT_LT(text.find("wave.iterate"), text.find("wave.write")) << text;
}

TEST(Tracing, UnusedReadsStay) {
  Memory x("x", {M}, f32), y("y", {M}, f32);
  Kernel kernel("unused", {x, y}, {}, [&] {
    read(y, {.tag = "unused"});
    write(read(x), y);
  });
  EXPECT_NE(kernel.str().find("tag = \"unused\""), std::string::npos) << kernel.str();
}

TEST(Tracing, SymbolsInOrderOfAppearance) {
  EXPECT_EQ(seed().symbols(), (std::vector<std::string>{"M", "K", "N", "BLOCK_M", "BLOCK_N",
                                                        "BLOCK_K", "ADDRESS_SPACE"}));
}

TEST(Tracing, Defaults) {
  Kernel kernel = seed();
  EXPECT_TRUE(kernel.defaults().empty());
  kernel.set_defaults({M = 128, BLOCK_M = 64, ADDRESS_SPACE = SHARED_ADDRESS_SPACE});
  ASSERT_NE(kernel.defaults().find("BLOCK_M"), nullptr);
  EXPECT_EQ(kernel.defaults().find("BLOCK_M")->str(), "64");
  EXPECT_EQ(kernel.defaults().find("ADDRESS_SPACE")->str(), "SHARED_ADDRESS_SPACE");
  EXPECT_EQ(kernel.defaults().find("N"), nullptr);
  // A copy made before is another kernel.
  Kernel copy = kernel;
  copy.set_defaults({M = 1});
  EXPECT_EQ(kernel.defaults().find("M")->str(), "128");
}

TEST(Tracing, RoundTripThroughText) {
  Kernel kernel = seed();
  kernel.set_defaults({M = 128, BLOCK_M = ceildiv(M, 2)});
  Kernel again = Kernel::parse(kernel.str(), "gemm.mlir");
  EXPECT_EQ(again.str(), kernel.str());
  EXPECT_EQ(again.name(), "gemm");
  EXPECT_EQ(again.symbols(), kernel.symbols());
  EXPECT_EQ(again.defaults().find("BLOCK_M")->str(), "ceildiv(M, 2)");
}

TEST(Tracing, KernelsInKernels) {
  Memory x("x", {M}, f32);
  std::string inner;
  Kernel outer("outer", {x}, {}, [&] {
    Register value = read(x);
    inner = Kernel("inner", {x}, {}, [&] { write(read(x) + 1, x); }).str();
    write(value + 2, x);
  });
  EXPECT_NE(inner.find("@inner"), std::string::npos);
  EXPECT_NE(outer.str().find("2.000000e+00"), std::string::npos) << outer.str();
  EXPECT_EQ(outer.str().find("1.000000e+00"), std::string::npos) << outer.str();
}

} // namespace

TEST(Tracing, AChainAsLongAsOneLikes) {
  Memory from("from", {M}, i32), to("to", {M}, i32);
  Kernel kernel("chain", {from, to}, {}, [&] {
    Register sum = read(from);
    for (int i = 0; i < 20000; ++i)
      sum = sum + 1;
    write(sum, to);
  });
  EXPECT_EQ(kernel.name(), "chain");
}

TEST(Tracing, AKernelWithoutABodyIsAnError) {
  Memory from("from", {M}, i32);
  try {
    Kernel("empty", {from}, {}, std::function<void()>());
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "no-body");
  }
}
