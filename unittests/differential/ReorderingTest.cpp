//===- ReorderingTest.cpp - Reorderings that nobody checks ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that is compiled `unchecked` may compute any tiles; it touches nothing outside of its
// memories all the same, on any target.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {
constexpr Symbol M{"M"}, N{"N"}, K{"K"};
} // namespace

/// A reordering that leads outside, and that nobody checks, touches nothing there: the guards
/// beside the memory stay, and the executor finds no access.
TEST(Reordering, UncheckedStaysInside) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 8, 0}, WorkgroupConstraint{N, 16, 1},
                                ReorderingConstraint{WORKGROUP_0 * 2 - 1, 0},
                                ReorderingConstraint{WORKGROUP_1 + WORKGROUP_0, 1}};
  const Kernel kernel("outside", {a, b}, constraints, [&] { write(read(a) + read(b), b); });
  Random random(testSeed());
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
    for (const bool isOpen : {false, true})
      for (const Shape &shape : {Shape{32, 64}, {29, 61}, {8, 16}}) {
        const CompiledKernel compiled =
            wave_compile({.target = Target::named(target),
                          .subs = isOpen ? Bindings() : Bindings{M = shape[0], N = shape[1]},
                          .coverage = unchecked("some tiles are added to, others are not")},
                         kernel);
        GuardedTensor x(shape, f32, Layout::Offset, random), y(shape, f32, Layout::Offset, random);
        x.fillWithIntegers(3, random);
        y.fillWithIntegers(3, random);
        Tensor expected = y.tensor().clone();
        const int64_t rows = (shape[0] + 7) / 8, columns = (shape[1] + 15) / 16;
        for (int64_t i = 0; i < shape[0]; ++i)
          for (int64_t j = 0; j < shape[1]; ++j)
            if (const int64_t w0 = (i / 8 + 1) / 2, w1 = j / 16 - w0;
                i / 8 % 2 == 1 && w0 < rows && w1 >= 0 && w1 < columns)
              expected.set({i, j}, expected.at({i, j}) + x.tensor().at({i, j}));
        compiled(x.tensor(), y.tensor());
        EXPECT_EQ(difference(y.tensor(), expected), "") << target << ", open: " << isOpen;
        EXPECT_TRUE(x.guardsHold() && y.guardsHold()) << target << ", open: " << isOpen;
      }
}

/// The same of products, whose results leave by TMA stores on Hopper: a box must not begin before
/// the memory.  Tiles that begin anywhere are stored by lanes.
TEST(Reordering, UncheckedProductsStayInside) {
  const int64_t m = 256, n = 128, k = 64;
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const Tensor x = Tensor::randint({m, k}, f16, -3, 3, 1),
               y = Tensor::randint({n, k}, f16, -3, 3, 2);
  const Tensor product = matmul(x, y, true).to(f32);
  for (const char *target : {"cpu", "sim:mi300x", "sim:h200", "sim:b200"})
    for (const int cluster : {1, 2})
      for (const int64_t shift : {0, 5}) {
        Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
            c("c", {M, N}, f32);
        Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                                TilingConstraint{K, 64},
                                ReorderingConstraint{WORKGROUP_0 * 2 - 1, 0},
                                ReorderingConstraint{WORKGROUP_1 + WORKGROUP_0, 1}};
        if (cluster > 1)
          constraints += HardwareConstraint{.workgroups_per_cluster = {cluster, 1, 1}};
        const IndexMapping moved{.inputs = {M = i, N = j}, .outputs = {M = i - shift, N = j}};
        const Kernel kernel("outside", {a, b, c}, constraints, [&] {
          Register zero({M, N}, f32, 0.0);
          write(iterate({.axis = K}, {zero},
                        [&](Register sum) { return mma(read(a), read(b), sum); }),
                c, {.mapping = moved});
        });
        Tensor z = Tensor::full({m, n}, f32, 7), expected = z.clone();
        for (int64_t row = shift; row < m; ++row)
          for (int64_t column = 0; column < n; ++column)
            if (const int64_t w0 = (row / 64 + 1) / 2, w1 = column / 64 - w0;
                row / 64 % 2 == 1 && w1 >= 0)
              expected.set({row - shift, column}, product.at({row, column}));
        const CompiledKernel compiled = wave_compile(
            {.target = Target::named(target),
             .subs = {M = m, N = n, K = k},
             .retarget = true,
             .coverage = unchecked("the tiles that are computed are right all the same")},
            kernel);
        std::string findings; // but that some elements are never written
        compiled.launch({x, y, z}, {.on_simulated = [&](const SimulationReport &report) {
                          for (const Diagnostic &finding : report.findings)
                            if (finding.message.find("never written") == std::string::npos)
                              findings += finding.message + "\n";
                        }});
        EXPECT_EQ(findings, "") << target << ", clusters of " << cluster << ", moved by " << shift;
        EXPECT_EQ(difference(z, expected), "")
            << target << ", clusters of " << cluster << ", moved by " << shift;
      }
}
