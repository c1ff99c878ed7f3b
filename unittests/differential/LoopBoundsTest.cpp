//===- LoopBoundsTest.cpp - Loops whose ends depend on the workgroup ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter, the CPU, the executor of AMD's and NVIDIA's chips, and waves in any order, bit
// for bit, on integers whose sums are exact.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "Interleaved.h"
#include "Setting.h"
#include "kernels/library.h"
#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol T{"T"}, U{"U"}, COUNT{"COUNT"}, PART{"PART"};
const DTypeParameters halves{{"in", f16}, {"out", f32}};

constexpr std::array everyTarget = {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};

std::vector<Tensor> inputsOf(const CompiledKernel &compiled, const Bindings &sizes) {
  std::vector<Tensor> tensors;
  Random random(testSeed());
  for (const Argument &argument : withSizes(compiled.arguments(), sizes)) {
    GuardedTensor tensor(shapeOf(argument), argument.dtype, Layout::RowMajor, random);
    tensor.fillWithIntegers(3, random);
    tensors.push_back(tensor.tensor().to(argument.dtype));
  }
  return tensors;
}

void expectEqual(const std::vector<Tensor> &actual, const std::vector<Tensor> &expected,
                 const std::string &where) {
  for (size_t i = 0; i < actual.size(); ++i)
    EXPECT_EQ(difference(actual[i], expected[i]), "") << where << ", argument " << i;
}

Bindings without(const Bindings &subs, const std::vector<std::string> &names) {
  Bindings rest;
  for (const Binding &binding : subs)
    if (std::ranges::find(names, binding.symbol) == names.end())
      rest.set(binding.symbol, binding.value);
  return rest;
}

/// On these targets, with both schedules, with sizes known and with `open` ones left open.
void expectAllEqual(const Kernel &kernel, const Bindings &subs,
                    const std::vector<std::string> &open, std::span<const char *const> targets,
                    const std::optional<HardwareConstraint> &hardware = std::nullopt) {
  std::vector<Tensor> inputs, expected;
  for (const char *target : targets)
    for (const SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch})
      for (const bool isOpen : {false, true}) {
        const CompiledKernel compiled = wave_compile({.target = Target::named(target),
                                                      .subs = isOpen ? without(subs, open) : subs,
                                                      .hardware = hardware,
                                                      .retarget = true,
                                                      .schedule = schedule},
                                                     kernel);
        if (inputs.empty()) {
          inputs = inputsOf(compiled, subs);
          expected = copiesOf(inputs);
          interpret(kernel, {.subs = subs}, expected);
        }
        std::vector<Tensor> actual = copiesOf(inputs);
        compiled.launch(actual);
        expectEqual(actual, expected,
                    std::string(target) + (schedule == SchedulingType::None ? "" : ", prefetch") +
                        (isOpen ? ", open sizes" : "") + "\n" + kernel.str());
      }
}

/// Waves in an order that is drawn, in the forms scheduled and distributed.
void expectAnyOrder(const Kernel &kernel, const Bindings &subs) {
  const CompiledKernel compiled = wave_compile({.target = Target::cpu(), .subs = subs}, kernel);
  const std::vector<Tensor> inputs = inputsOf(compiled, subs);
  std::vector<Tensor> expected = copiesOf(inputs);
  interpret(kernel, {.subs = subs}, expected);
  for (const bool isDistributed : {false, true})
    for (const bool copies : {false, true})
      for (const SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch}) {
        const Lowering lowering{
            .schedule = schedule, .isDistributed = isDistributed, .copies = copies};
        Lowered lowered(kernel, subs, lowering);
        std::vector<Tensor> actual = copiesOf(inputs);
        const auto finding = interpreter::interleave(lowered.kernel(), actual, testSeed());
        ASSERT_FALSE(finding) << finding->message << "\n" << lowering.str() << lowered.str();
        expectEqual(actual, expected, lowering.str());
      }
}

Bindings sizesOf(const Kernel &kernel, int64_t m, int64_t n, int64_t k) {
  Bindings subs = kernel.defaults();
  subs.set("M", m);
  subs.set("N", n);
  subs.set("K", k);
  return subs;
}

} // namespace

TEST(LoopBounds, Triangular) {
  const Kernel kernel = kernels::gemm_triangular(halves);
  for (const auto &[m, n, k] : {std::array<int64_t, 3>{300, 70, 300},
                                {1, 37, 5},
                                {130, 64, 20},
                                {64, 1, 200},
                                {0, 8, 8},
                                {70, 33, 0}})
    expectAllEqual(kernel, sizesOf(kernel, m, n, k), {"M", "N", "K"}, everyTarget);
  // Steps greater than a tile, and as great.
  for (const int64_t step : {64, 128}) {
    Bindings subs = sizesOf(kernel, 200, 40, 190);
    subs.set("BLOCK_K", step);
    expectAllEqual(kernel, subs, {"M", "N", "K"}, everyTarget);
  }
}

/// The longest rows first: the end of the loop goes with the tile.
TEST(LoopBounds, Reordered) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 32, 1},
                                TilingConstraint{K, 16},
                                ReorderingConstraint{ceildiv(M, 32) - 1 - WORKGROUP_0, 0}};
  const Kernel kernel("reordered", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0);
    Register first = iterate({.axis = K, .end = WORKGROUP_0 * 32}, {zero},
                             [&](Register acc) { return mma(read(a), read(b), acc); });
    write(iterate({.axis = K, .begin = scalar(WORKGROUP_0) * 32, .end = K}, {first},
                  [&](Register acc) { return mma(read(a) * 2, read(b), acc); }),
          c);
  });
  for (const auto &[m, n, k] : {std::array<int64_t, 3>{100, 40, 112}, {1, 1, 16}, {64, 33, 0}})
    expectAllEqual(kernel, {M = m, N = n, K = k}, {"M", "N"}, everyTarget);
  expectAnyOrder(kernel, {M = 70, N = 40, K = 80});
}

/// Of an order that divides by the number of tiles, and has no value where that is 0: nothing is
/// computed, so that nothing is asked of where loops begin.
TEST(LoopBounds, ReorderedWithoutATile) {
  Memory a("a", {M, K}, f32), c("c", {M, N}, f32);
  const auto [m, n] =
      order::grouped(WORKGROUP_1 * ceildiv(M, 16) + WORKGROUP_0, ceildiv(M, 16), ceildiv(N, 16), 2);
  const Constraints constraints = {WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 16, 1},
                                   ReorderingConstraint{m, 0},    ReorderingConstraint{n, 1},
                                   TilingConstraint{K, 4},        TilingConstraint{T}};
  const Kernel kernel("nothing", {a, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register result = iterate(
        {.axis = T, .start = WORKGROUP_0 % 3, .condition = T < 4}, {zero}, [&](Register acc) {
          Register sums({M}, f32, 0.0);
          Register part = iterate({.axis = K, .begin = T * 4}, {sums},
                                  [&](Register inner) { return sum(read(a), inner, K); });
          set_symbol(T, self_index(T) + 1);
          return acc + part;
        });
    write(result, c);
  });
  for (const auto &[rows, columns] : {std::pair(0, 40), {40, 0}, {40, 24}})
    expectAllEqual(kernel, {M = rows, N = columns, K = 20}, {"M", "N", "K"}, everyTarget);
}

/// A band beside the diagonal, which begins at least at 0 and ends at most at the last step.
TEST(LoopBounds, Band) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 32, 1},
                                TilingConstraint{K, 16}};
  const Kernel kernel("band", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0);
    write(iterate({.axis = K,
                   .begin = max(WORKGROUP_0 * 32 - 32, 0),
                   .end = min(WORKGROUP_0 * 32 + 64, ceildiv(K, 16) * 16)},
                  {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
  for (const auto &[m, n, k] : {std::array<int64_t, 3>{100, 40, 112}, {1, 1, 16}, {200, 33, 90}})
    expectAllEqual(kernel, {M = m, N = n, K = k}, {"M", "N", "K"}, everyTarget);
  expectAnyOrder(kernel, {M = 70, N = 40, K = 80});
}

TEST(LoopBounds, TriangularInAnyOrder) {
  const Kernel kernel = kernels::gemm_triangular(halves);
  expectAnyOrder(kernel, sizesOf(kernel, 130, 40, 130));
}

/// The workgroups of a cluster along M take different numbers of steps, and multicast nothing along
/// it; those along N take as many.
TEST(LoopBounds, TriangularInClusters) {
  const Kernel kernel = kernels::gemm_triangular(halves);
  Bindings subs = sizesOf(kernel, 300, 150, 300);
  subs.set("BLOCK_M", 128);
  subs.set("BLOCK_K", 64);
  for (const WorkgroupsPerCluster &cluster : {WorkgroupsPerCluster{2, 1, 1}, {1, 2, 1}, {2, 2, 1}})
    expectAllEqual(kernel, subs, {"M", "N", "K"}, std::array{"sim:h200", "sim:b200"},
                   HardwareConstraint{.workgroups_per_cluster = cluster});
}

TEST(LoopBounds, SplitK) {
  const Kernel kernel = kernels::gemm_split_k(halves), all = kernels::gemm_split_k_sum(halves);
  for (const auto &[m, n, k, splits] : {std::array<int64_t, 4>{70, 65, 300, 3},
                                        {1, 37, 5, 4},
                                        {64, 64, 1000, 5},
                                        {8, 8, 0, 2},
                                        {33, 20, 640, 1}}) {
    Bindings subs = sizesOf(kernel, m, n, k);
    subs.set("SPLITS", splits);
    expectAllEqual(kernel, subs, {"M", "N", "K"}, everyTarget);
    Bindings rows = all.defaults();
    rows.set("M", m);
    rows.set("N", n);
    rows.set("SPLITS", splits);
    expectAllEqual(all, rows, {"M", "N", "SPLITS"}, everyTarget);
  }
}

TEST(LoopBounds, SplitKInAnyOrder) {
  const Kernel kernel = kernels::gemm_split_k(halves);
  Bindings subs = sizesOf(kernel, 70, 30, 200);
  subs.set("SPLITS", 2);
  expectAnyOrder(kernel, subs);
}

/// The scheduler of tiles that counts its rounds, in clusters.
TEST(LoopBounds, Rounds) {
  const Kernel kernel = kernels::gemm_persistent_2d(halves);
  for (const int64_t workgroups : {2, 6, 24})
    for (const auto &[m, n, k] : {std::array<int64_t, 3>{700, 300, 40}, {1, 37, 5}, {257, 64, 0}}) {
      Bindings subs = sizesOf(kernel, m, n, k);
      subs.set("NUM_CTAS", workgroups);
      expectAllEqual(kernel, subs, {"M", "N", "K"}, everyTarget);
    }
}

/// A loop through a workgroup's part of a dimension.
TEST(LoopBounds, Part) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const Kernel kernel(
      "part", {a, b},
      {WorkgroupConstraint{M, 8, 0}, WorkgroupConstraint{N, PART, 1}, TilingConstraint{N, 16}},
      [&] { iterate({.axis = N}, [&] { write(read(a) * 2, b); }); });
  for (const auto &[m, n] : {std::array<int64_t, 2>{17, 100}, {8, 96}, {1, 1}, {9, 33}})
    for (const Expr &part : {Expr(32), Expr(16), ceildiv(N, 48) * 16})
      expectAllEqual(kernel, {M = m, N = n, PART = part}, {"M", "N"}, everyTarget);
  expectAnyOrder(kernel, {M = 17, N = 100, PART = 32});
}

/// Of an axis that no tile has, and of loops whose ends depend on the counters of others.
TEST(LoopBounds, OtherAxes) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const Kernel kernel(
      "axes", {a, b}, {WorkgroupConstraint{M, 8, 0}, TilingConstraint{T}, TilingConstraint{U}},
      [&] {
        Register zero({M, N}, f32, 0);
        Register all = iterate({.axis = T, .end = COUNT + WORKGROUP_0}, {zero}, [&](Register x) {
          return iterate({.axis = U, .begin = 1, .end = self_index(T) + 1}, {x},
                         [&](Register y) { return y + read(a); });
        });
        write(all, b);
      });
  for (const int64_t count : {0, 1, 4})
    expectAllEqual(kernel, {M = 30, N = 20, COUNT = count}, {"M"}, everyTarget);
  expectAnyOrder(kernel, {M = 30, N = 20, COUNT = 3});
}

/// The coordinates of elements, in a tile and in the step of a loop.
TEST(LoopBounds, SelfIndex) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32), c("c", {M}, f32);
  const Kernel kernel("coordinates", {a, b, c},
                      {WorkgroupConstraint{M, 16, 0}, TilingConstraint{N, 32}}, [&] {
                        Register zero({M}, f32, 0);
                        Register all = iterate({.axis = N}, {zero}, [&](Register acc) {
                          Register row = self_index(M) + Register({M, N}, i32, 0);
                          Register is_above = row <= self_index(N);
                          Register x = select(is_above, read(a), 0);
                          write(x + cast(self_index(N), f32), b);
                          return sum(x, acc, N);
                        });
                        write(all + cast(self_index(M), f32), c);
                      });
  for (const auto &[m, n] : {std::array<int64_t, 2>{37, 50}, {16, 64}, {1, 3}, {40, 1}})
    expectAllEqual(kernel, {M = m, N = n}, {"M", "N"}, everyTarget);
  expectAnyOrder(kernel, {M = 37, N = 50});
}

/// Dimensions of the grid from 2 on share one of the launch.
TEST(LoopBounds, GridDimensions) {
  constexpr Symbol B{"B"}, H{"H"}, D{"D"};
  Memory a("a", {B, H, D, M, N}, f32), b("b", {B, H, D, M, N}, f32);
  const Constraints five{WorkgroupConstraint{M, 8, 0}, WorkgroupConstraint{N, 16, 1},
                         WorkgroupConstraint{H, 1, 2}, WorkgroupConstraint{B, 1, 3},
                         WorkgroupConstraint{D, 2, 4}};
  const Kernel copy("copy", {a, b}, five, [&] { write(read(a) * 2, b); });
  for (const auto &[batches, heads, depth] :
       {std::array<int64_t, 3>{2, 3, 5}, {1, 1, 1}, {3, 1, 4}, {1, 4, 2}, {0, 2, 3}})
    expectAllEqual(copy, {B = batches, H = heads, D = depth, M = 10, N = 20},
                   {"B", "H", "D", "M", "N"}, everyTarget);
  expectAnyOrder(copy, {B = 2, H = 3, D = 3, M = 10, N = 20});
  // The interpreter by workgroups too, each with a part of N.
  const Constraints parts{WorkgroupConstraint{M, 8, 0}, WorkgroupConstraint{N, 16, 1},
                          WorkgroupConstraint{H, 1, 2}, WorkgroupConstraint{B, 2, 3},
                          WorkgroupConstraint{D, 1, 4}, TilingConstraint{N, 8}};
  const Kernel inSteps("steps", {a, b}, parts,
                       [&] { iterate({.axis = N}, [&] { write(read(a) + 1, b); }); });
  expectAllEqual(inSteps, {B = 3, H = 2, D = 3, M = 10, N = 20}, {"B", "H", "D", "M", "N"},
                 everyTarget);
}

/// A batched product, whose batches share a dimension of the launch.
TEST(LoopBounds, Batches) {
  constexpr Symbol B{"B"}, H{"H"};
  Memory a("a", {B, H, M, K}, f16), b("b", {B, H, N, K}, f16), c("c", {B, H, M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 32, 1},
                                WorkgroupConstraint{H, 1, 2}, WorkgroupConstraint{B, 1, 3},
                                TilingConstraint{K, 16}};
  const Kernel kernel("batches", {a, b, c}, constraints, [&] {
    Register zero({B, H, M, N}, f32, 0);
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
  expectAllEqual(kernel, {B = 2, H = 3, M = 40, N = 33, K = 50}, {"B", "H", "M", "N", "K"},
                 everyTarget);
}
