//===- PersistentTest.cpp - Kernels that choose their tiles themselves ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid constraints, loops with a condition, scalars and mappings: the interpreter, the CPU, the
// executor, and waves in any order, bit for bit.  The inputs are integers, whose sums are exact.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "Interleaved.h"
#include "Logged.h"
#include "Setting.h"
#include "driver/CompiledKernel.h"
#include "kernels/library.h"
#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol T{"T"}, OFFSET{"OFFSET"}, COUNT{"COUNT"};
constexpr Symbol M_TILES{"M_TILES"}, N_TILES{"N_TILES"}, NUM_CTAS{"NUM_CTAS"};

/// Small integers, other ones for each argument.
std::vector<Tensor> inputsOf(const CompiledKernel &compiled, const Bindings &sizes) {
  std::vector<Tensor> tensors;
  int64_t seed = 1;
  for (const Argument &argument : withSizes(compiled.arguments(), sizes)) {
    Tensor tensor = Tensor::zeros(shapeOf(argument), argument.dtype);
    const int64_t count = tensor.num_elements();
    const int64_t row = count == 0 ? 1 : tensor.shape().back();
    for (int64_t i = 0; i < count; ++i) {
      const auto value = static_cast<double>((i * 7 + i / row * 5 + seed * 3) % 7 - 3);
      std::vector<int64_t> index = tensor.shape();
      int64_t rest = i;
      for (size_t dim = index.size(); dim-- > 0;) {
        index[dim] = rest % tensor.shape()[dim];
        rest /= tensor.shape()[dim];
      }
      tensor.set(index, value);
    }
    ++seed;
    tensors.push_back(tensor);
  }
  return tensors;
}

void expectEqual(const std::vector<Tensor> &actual, const std::vector<Tensor> &expected,
                 const std::string &where) {
  for (size_t i = 0; i < actual.size(); ++i)
    EXPECT_EQ(difference(actual[i], expected[i]), "") << where << ", argument " << i;
}

/// Launches `compiled`, and compares with the interpreter, which is asked at the first launch.
class Expectation {
public:
  Expectation(Kernel kernel, Bindings subs) : kernel(std::move(kernel)), subs(std::move(subs)) {}

  void expectFrom(const CompiledKernel &compiled, const std::string &where) {
    if (inputs.empty()) {
      inputs = inputsOf(compiled, subs);
      expected = copiesOf(inputs);
      interpret(kernel, {.subs = subs}, expected);
    }
    std::vector<Tensor> actual = copiesOf(inputs);
    compiled.launch(actual);
    expectEqual(actual, expected, where);
  }

private:
  Kernel kernel;
  Bindings subs;
  std::vector<Tensor> inputs, expected;
};

/// On all targets and schedules, with sizes known and with `open` ones left open.
void expectAllEqual(const Kernel &kernel, const Bindings &subs,
                    const std::vector<std::string> &open = {},
                    const std::optional<Unchecked> &coverage = std::nullopt) {
  Bindings known;
  for (const Binding &binding : subs)
    if (std::ranges::find(open, binding.symbol) == open.end())
      known.set(binding.symbol, binding.value);
  Expectation expectation(kernel, subs);
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
    for (const SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch})
      for (const bool isOpen : {false, true}) {
        if (isOpen && open.empty())
          continue;
        const Bindings &told = isOpen ? known : subs;
        const std::string where = std::string(target) + ", schedule " +
                                  std::to_string(static_cast<int>(schedule)) + ", " + kernel.str();
        const CompiledKernel compiled = wave_compile({.target = Target::named(target),
                                                      .subs = told,
                                                      .retarget = true,
                                                      .schedule = schedule,
                                                      .coverage = coverage},
                                                     kernel);
        expectation.expectFrom(compiled, where);
      }
}

/// Waves in an order that `seed` draws, in the forms scheduled and distributed.
void expectAnyOrder(const Kernel &kernel, const Bindings &subs, uint64_t seed,
                    const std::optional<Unchecked> &coverage = std::nullopt) {
  const CompiledKernel compiled =
      wave_compile({.target = Target::cpu(), .subs = subs, .coverage = coverage}, kernel);
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
        const auto finding = interpreter::interleave(lowered.kernel(), actual, seed);
        ASSERT_FALSE(finding) << finding->message << "\n" << lowering.str() << lowered.str();
        expectEqual(actual, expected, lowering.str());
      }
}

Bindings gemmSizes(int64_t m, int64_t n, int64_t k, int64_t workgroups, int64_t tile) {
  Bindings subs = kernels::gemm_persistent_l2({{"in", f16}, {"out", f32}}).defaults();
  subs.set("M", m);
  subs.set("N", n);
  subs.set("K", k);
  subs.set("NUM_CTAS", workgroups);
  subs.set("BLOCK_M", tile);
  subs.set("BLOCK_N", tile);
  return subs;
}

Bindings without(Bindings subs, const std::vector<std::string> &names) {
  Bindings rest;
  for (const Binding &binding : subs)
    if (std::ranges::find(names, binding.symbol) == names.end())
      rest.set(binding.symbol, binding.value);
  return rest;
}

} // namespace

namespace {
/// The same of the kernel whose tiles go row by row.
Bindings plainSizes(int64_t m, int64_t n, int64_t k, int64_t workgroups, int64_t tile) {
  Bindings subs = without(gemmSizes(m, n, k, workgroups, tile), {"M_TILES", "GROUP_SIZE_M"});
  subs.set("TOTAL_TILES",
           *kernels::gemm_persistent({{"in", f16}, {"out", f32}}).defaults().find("TOTAL_TILES"));
  return subs;
}
} // namespace

/// Fewer workgroups than tiles, as many, and more.
TEST(Persistent, Gemm) {
  const DTypeParameters dtypes{{"in", f16}, {"out", f32}};
  const std::vector<std::string> open = {"M", "N", "K"};
  for (const auto &[m, n, k, workgroups, tile] : {std::array<int64_t, 5>{300, 300, 300, 7, 64},
                                                  {1, 37, 5, 1, 64},
                                                  {1, 37, 5, 304, 64},
                                                  {257, 100, 40, 3, 32},
                                                  {257, 100, 40, 24, 32},
                                                  {330, 350, 17, 132, 32},
                                                  {330, 350, 17, 304, 32}})
    expectAllEqual(kernels::gemm_persistent_l2(dtypes), gemmSizes(m, n, k, workgroups, tile), open);
  for (const int64_t workgroups : {1, 7})
    expectAllEqual(kernels::gemm_persistent(dtypes), plainSizes(257, 100, 40, workgroups, 32),
                   open);
}

namespace {
struct Launch {
  const char *name;
  Kernel (*make)(const DTypeParameters &);
  Bindings sizes;
  int64_t workgroups;
};
} // namespace

/// From one workgroup to more than there are tiles, on every target: with both schedules, and sizes
/// known or left open, in turn.  Of the greater sizes, which take most of the time, some are
/// drawn; with WAVE_TEST_PROGRAMS above 150 they are all taken.
TEST(Persistent, WorkgroupCounts) {
  std::vector<Launch> all, launches;
  for (const int64_t workgroups : {1, 3, 7, 24, 132, 304}) {
    std::vector<Launch> few = {{"plain", kernels::gemm_persistent, {}, workgroups},
                               {"l2", kernels::gemm_persistent_l2, {}, workgroups},
                               {"xcd", kernels::gemm_persistent_xcd, {}, workgroups}};
    if (workgroups % 2 == 0) // in clusters of two
      few.push_back({"2d", kernels::gemm_persistent_2d, {}, workgroups});
    for (Launch &launch : few) {
      launch.sizes = {M = 1, N = 37, K = 5};
      launches.push_back(launch);
      launch.sizes = {M = 300, N = 300, K = 300};
      all.push_back(launch);
    }
  }
  const uint64_t oneIn = testCount(150) > 150 ? 1 : testCount(150) == 150 ? 3 : 6;
  for (size_t i = 0; i < all.size(); ++i)
    if (i % oneIn == testSeed() % oneIn)
      launches.push_back(all[i]);
  size_t number = 0;
  for (const Launch &launch : launches) {
    const Kernel kernel = launch.make({{"in", f16}, {"out", f32}});
    Bindings subs = kernel.defaults();
    for (const Binding &size : launch.sizes)
      subs.set(size.symbol, size.value);
    subs.set("NUM_CTAS", launch.workgroups);
    Expectation expectation(kernel, subs);
    for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"}) {
      const bool isOpen = ++number % 2 == 0, isPlain = number / 2 % 2 == 0;
      const CompiledKernel compiled =
          wave_compile({.target = Target::named(target),
                        .subs = isOpen ? without(subs, {"M", "N", "K"}) : subs,
                        .retarget = true,
                        .schedule = isPlain ? SchedulingType::None : SchedulingType::Prefetch},
                       kernel);
      expectation.expectFrom(compiled, std::string(launch.name) + ", " + target + ", " +
                                           std::to_string(launch.workgroups) + " workgroups");
    }
  }
}

namespace {

constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, M_PAIRS{"M_PAIRS"};
constexpr Symbol FROM_M{"FROM_M"}, FROM_N{"FROM_N"};

/// A persistent GEMM in clusters of two, which take two tiles that are next to each other along M;
/// `number` is that of a workgroup's cluster.
Kernel inClusters(const Expr &number) {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const Constraints constraints = {
      GridConstraint{NUM_CTAS},      WorkgroupConstraint{M, BLOCK_M, 0},
      WorkgroupConstraint{N, 32, 1}, TilingConstraint{K, 64},
      TilingConstraint{T},           HardwareConstraint{.workgroups_per_cluster = {2}}};
  return Kernel("clusters", {a, b, c}, constraints, [&] {
    iterate({.axis = T, .start = number, .condition = T < M_PAIRS * N_TILES, .tag = "tiles"}, [&] {
      Register tile = self_index(T, i32);
      set_symbol(FROM_M, (tile % M_PAIRS * 2 + CLUSTER_RANK) * BLOCK_M);
      set_symbol(FROM_N, floordiv(tile, M_PAIRS) * 32);
      Register zero({M, N}, f32, 0.0);
      Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
        Register left = read(a, {.mapping = IndexMapping{.inputs = {M = i + FROM_M, K = j},
                                                         .outputs = {M = i, K = j}},
                                 .tag = "read_a"});
        Register right = read(b, {.mapping = IndexMapping{.inputs = {N = i + FROM_N, K = j},
                                                          .outputs = {N = i, K = j}},
                                  .tag = "read_b"});
        return mma(left, right, acc, {.tag = "mma"});
      });
      write(sum, c,
            {.mapping = IndexMapping{.inputs = {M = i, N = j},
                                     .outputs = {M = i + FROM_M, N = j + FROM_N}}});
      set_symbol(T, tile + NUM_CLUSTERS);
    });
  });
}

Bindings clusterSizes(int64_t m, int64_t n, int64_t k, int64_t workgroups, int64_t rows) {
  return {M = m,
          N = n,
          K = k,
          NUM_CTAS = workgroups,
          BLOCK_M = rows,
          M_PAIRS = ceildiv(ceildiv(M, BLOCK_M), 2),
          N_TILES = ceildiv(N, 32)};
}

} // namespace

/// Each cluster takes tiles from its number on, so that both of its workgroups read the same rows
/// of b in the same trips: these are multicast, or multiplied by both together.
TEST(Persistent, Clusters) {
  for (const int64_t rows : {64, 128})
    for (const int64_t workgroups : {2, 6})
      for (const auto &[m, n, k] : {std::array<int64_t, 3>{520, 96, 192}, {1, 40, 72}})
        expectAllEqual(inClusters(CLUSTER_ID), clusterSizes(m, n, k, workgroups, rows),
                       {"M", "N", "K"});
  struct {
    const char *target, *shared;
    int64_t rows;
  } cases[] = {{"sim:h200", "multicast_along = array<i64: 0>", 128},
               {"sim:b200", "mma_type = \"F32_256x32x16_F16\"", 128},
               {"sim:b200", "mma_type = \"F32_128x32x16_F16_PAIR\"", 64}};
  for (const auto &[target, shared, rows] : cases) {
    const CompiledKernel compiled = wave_compile({.target = Target::named(target),
                                                  .subs = clusterSizes(512, 96, 192, 4, rows),
                                                  .retarget = true},
                                                 inClusters(CLUSTER_ID));
    const std::string scheduled = compiled.emit(Stage::Scheduled);
    EXPECT_NE(scheduled.find(shared), std::string::npos) << scheduled;
  }
}

namespace {

constexpr Symbol ROUND{"ROUND"}, GROUP_SIZE_M{"GROUP_SIZE_M"};

/// The scheduler of gemm_persistent_2d by the order of the library: blocks of two workgroups go to
/// the clusters round-robin, in groups of GROUP_SIZE_M rows of blocks.
Kernel inRounds() {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const Constraints constraints = {
      GridConstraint{NUM_CTAS},      WorkgroupConstraint{M, BLOCK_M, 0},
      WorkgroupConstraint{N, 32, 1}, TilingConstraint{K, 64},
      TilingConstraint{ROUND},       HardwareConstraint{.workgroups_per_cluster = {2}}};
  const Predicate condition = ROUND * NUM_CLUSTERS + CLUSTER_ID < M_PAIRS * N_TILES;
  return Kernel("rounds", {a, b, c}, constraints, [&] {
    iterate({.axis = ROUND, .start = 0, .condition = condition}, [&] {
      Register block = self_index(ROUND, i32) * NUM_CLUSTERS + CLUSTER_ID;
      const auto [m, n] = order::grouped(block, M_PAIRS, N_TILES, GROUP_SIZE_M);
      set_symbol(FROM_M, (m * 2 + CLUSTER_RANK) * BLOCK_M);
      set_symbol(FROM_N, n * 32);
      Register zero({M, N}, f32, 0.0);
      Register sum = iterate({.axis = K}, {zero}, [&](Register acc) {
        return mma(read(a, {.mapping = IndexMapping{.inputs = {M = i + FROM_M, K = j},
                                                    .outputs = {M = i, K = j}}}),
                   read(b, {.mapping = IndexMapping{.inputs = {N = i + FROM_N, K = j},
                                                    .outputs = {N = i, K = j}}}),
                   acc);
      });
      write(sum, c,
            {.mapping = IndexMapping{.inputs = {M = i, N = j},
                                     .outputs = {M = i + FROM_M, N = j + FROM_N}}});
      set_symbol(ROUND, self_index(ROUND, i32) + 1);
    });
  });
}

/// The proof that each tile is computed once, with counters of one name.
std::string proofOf(const Kernel &kernel, const Bindings &values, const char *counter) {
  Bindings subs = kernel.defaults();
  for (const Binding &binding : values)
    subs.set(binding.symbol, binding.value);
  Bindings known;
  for (const Binding &binding : subs)
    if (binding.symbol != "M" && binding.symbol != "N" && binding.symbol != "K")
      known.set(binding.symbol, binding.value);
  const CompiledKernel compiled = compileToCheck({.subs = known}, kernel);
  std::string text;
  for (std::string line : compiled.impl().coverage.front().proof) {
    for (size_t at; (at = line.find(counter)) != std::string::npos;)
      line.replace(at, std::string(counter).size(), "TRIP");
    text += line + "\n";
  }
  return text;
}

} // namespace

/// The order of the library and the scheduler written out are one: they compute the same, and are
/// proved to compute each tile once, in the same steps, for all sizes, numbers of clusters and
/// groups.
TEST(Persistent, RoundsInGroups) {
  for (const auto &[m, n, k, workgroups, group] :
       {std::array<int64_t, 5>{520, 96, 72, 6, 3}, {130, 40, 0, 2, 8}}) {
    Bindings sizes = clusterSizes(m, n, k, workgroups, 64);
    sizes.set("GROUP_SIZE_M", group);
    expectAllEqual(inRounds(), sizes, {"M", "N", "K"});
  }
  const Kernel longhand = kernels::gemm_persistent_2d({{"in", f16}, {"out", f32}});
  for (const int64_t clusters : {1, 3, 66, 74, 76, 96})
    for (const int64_t group : {1, 8, 13}) {
      const std::string byOrder =
          proofOf(inRounds(),
                  {NUM_CTAS = 2 * clusters, BLOCK_M = 64, M_PAIRS = ceildiv(M, BLOCK_M * 2),
                   N_TILES = ceildiv(N, 32), GROUP_SIZE_M = group},
                  "ROUND");
      EXPECT_NE(byOrder.find("grouped by " + std::to_string(group)), std::string::npos) << byOrder;
      EXPECT_EQ(
          byOrder,
          proofOf(longhand, {NUM_CTAS = 2 * clusters, BLOCK_N = 32, GROUP_SIZE_M = group}, "ITER"));
    }
  EXPECT_NE(proofOf(longhand, {}, "ITER"), ""); // of as many clusters as the device has room for
}

/// Tiles of the same workgroups by their own number: nothing is the same in both, and nothing is
/// shared.
TEST(Persistent, ClustersWithNothingInCommon) {
  const DTypeParameters dtypes{{"in", f16}, {"out", f32}};
  const Kernel kernel = kernels::gemm_persistent(dtypes);
  for (const char *target : {"sim:h200", "sim:b200"}) {
    const CompiledKernel compiled =
        wave_compile({.target = Target::named(target),
                      .subs = plainSizes(520, 96, 192, 4, 128),
                      .hardware = HardwareConstraint{.workgroups_per_cluster = {2}},
                      .retarget = true},
                     kernel);
    const std::vector<Tensor> inputs = inputsOf(compiled, plainSizes(520, 96, 192, 4, 128));
    std::vector<Tensor> actual = copiesOf(inputs), expected = copiesOf(inputs);
    interpret(kernel, {.subs = plainSizes(520, 96, 192, 4, 128)}, expected);
    compiled.launch(actual);
    expectEqual(actual, expected, target);
  }
}

/// Reorderings in clusters, which round the grid up: one keeps the columns of a cluster together,
/// which are multicast, one separates them.
TEST(Persistent, ReorderedClusters) {
  constexpr Symbol GRID_N{"GRID_N"};
  const Expr backwards = GRID_N - 1 - WORKGROUP_1, shifted = (WORKGROUP_0 + WORKGROUP_1) % GRID_N;
  for (const auto &[columns, isShared] : {std::pair(backwards, true), std::pair(shifted, false)}) {
    Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
    Memory c("c", {M, N}, f32);
    const Constraints constraints = {WorkgroupConstraint{M, BLOCK_M, 0},
                                     WorkgroupConstraint{N, 32, 1},
                                     ReorderingConstraint{columns, 1}, TilingConstraint{K, 64},
                                     HardwareConstraint{.workgroups_per_cluster = {2}}};
    const Kernel kernel("reordered", {a, b, c}, constraints, [&] {
      Register zero({M, N}, f32, 0.0);
      Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
        return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
      });
      write(sum, c);
    });
    for (const int64_t rows : {64, 128}) {
      // Three tiles along M: the second cluster has one workgroup too many.
      const Bindings subs = {M = 3 * rows - 7, N = 90, K = 136, BLOCK_M = rows,
                             GRID_N = ceildiv(N, 32)};
      expectAllEqual(kernel, subs, {"M", "N", "K"});
      const CompiledKernel compiled =
          wave_compile({.target = Target::named(rows == 64 ? "sim:h200" : "sim:b200"),
                        .subs = subs,
                        .retarget = true},
                       kernel);
      const std::string scheduled = compiled.emit(Stage::Scheduled);
      const char *shared = rows == 64 ? "multicast_along = array<i64: 0>" : "F32_256x32x16_F16";
      EXPECT_EQ(scheduled.find(shared) != std::string::npos, isShared) << scheduled;
    }
  }
}

/// One compile for every device: the launch counts its compute units, and has whole clusters.
TEST(Persistent, WorkgroupsOfTheDevice) {
  const DTypeParameters dtypes{{"in", f16}, {"out", f32}};
  for (const Kernel &kernel :
       {kernels::gemm_persistent(dtypes), kernels::gemm_persistent_l2(dtypes),
        kernels::gemm_persistent_xcd(dtypes), kernels::gemm_persistent_2d(dtypes)}) {
    Bindings subs = without(kernel.defaults(), {"NUM_CTAS"});
    for (const auto &[symbol, size] : {std::pair("M", 200), {"N", 130}, {"K", 72}})
      subs.set(symbol, size);
    Bindings interpreted = subs;
    interpreted.set("NUM_CTAS", 6); // any number has the same result
    Expectation expectation(kernel, interpreted);
    for (const auto &[target, units] : {std::pair("cpu", 0),
                                        {"sim:mi300x", 304},
                                        {"sim:mi355x", 256},
                                        {"sim:h200", 132},
                                        {"sim:b200", 148}})
      for (const bool isOpen : {false, true}) {
        const CompiledKernel compiled =
            wave_compile({.target = Target::named(target),
                          .subs = isOpen ? without(subs, {"M", "N", "K"}) : subs,
                          .retarget = true},
                         kernel);
        const std::string where = std::string(target) + ", " + kernel.name();
        expectation.expectFrom(compiled, where);
        if (units) {
          EXPECT_EQ(compiled.grid(subs)[0], units) << where;
        }
      }
  }
}

TEST(Persistent, GemmInAnyOrder) {
  const DTypeParameters dtypes{{"in", f16}, {"out", f32}};
  for (const int64_t workgroups : {1, 3})
    expectAnyOrder(kernels::gemm_persistent_l2(dtypes), gemmSizes(130, 100, 70, workgroups, 64),
                   testSeed());
}

/// Elements that a mapping moves out of the memory are 0 and take part: also in a sum.  They are
/// not stored.
TEST(Persistent, MappedOutside) {
  for (const int64_t offset : {-200, -37, -3, 0, 5, 64, 500}) {
    Memory a("a", {M, N}, f32), b("b", {M, N}, f32), c("c", {M}, f32);
    const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
    const Kernel reads("reads", {a, b, c}, {WorkgroupConstraint{M, 16, 0}}, [&] {
      Register x = read(a, {.mapping = IndexMapping{.inputs = {M = i + OFFSET, N = j - OFFSET},
                                                    .outputs = {M = i, N = j}}});
      Register y = x + 1;
      write(y, b);
      write(sum(y, N), c);
    });
    expectAllEqual(reads, {M = 37, N = 50, OFFSET = offset}, {"M"});
    const Kernel writes("writes", {a, b}, {}, [&] {
      write(Register({M, N}, f32, -1), b);
      write(
          read(a), b,
          {.mapping = IndexMapping{.inputs = {M = i, N = j}, .outputs = {M = i + OFFSET, N = j}}});
    });
    const Unchecked moved = unchecked("the second write stores only a part of b");
    expectAllEqual(writes, {M = 37, N = 50, OFFSET = offset}, {}, moved);
    expectAnyOrder(writes, {M = 37, N = 50, OFFSET = offset}, testSeed(), moved);
  }
}

/// A loop that carries registers, from a start that depends on the workgroup; without steps
/// the result is what it began with.
TEST(Persistent, CarriedRegisters) {
  for (const int64_t count : {0, 1, 5}) {
    Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
    const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
    const Kernel kernel(
        "carried", {a, b}, {WorkgroupConstraint{M, 16, 0}, TilingConstraint{T}}, [&] {
          Register one({M, N}, f32, 1), two({M, N}, f32, 2);
          const auto [x, y] =
              iterate({.axis = T, .start = WORKGROUP_0, .condition = T < COUNT}, {one, two},
                      [&](Register x, Register y) {
                        Register t = self_index(T);
                        set_symbol(OFFSET, t * 3);
                        Register moved =
                            read(a, {.mapping = IndexMapping{.inputs = {M = i, N = j + OFFSET},
                                                             .outputs = {M = i, N = j}}});
                        set_symbol(T, t + 2);
                        return yield(y, x + moved);
                      });
          write(x - y, b);
        });
    expectAllEqual(kernel, {M = 50, N = 20, COUNT = count}, {"M"});
    expectAnyOrder(kernel, {M = 50, N = 20, COUNT = count}, testSeed());
  }
}

/// The orders of the library over scalars, around a loop in a loop.
TEST(Persistent, Orders) {
  for (const int64_t workgroups : {5, 16}) {
    Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
    const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
    constexpr Symbol FROM_M{"FROM_M"}, FROM_N{"FROM_N"};
    const Kernel kernel(
        "ordered", {a, b},
        {GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 8, 1},
         TilingConstraint{T}},
        [&] {
          Register start = order::xcd_chunked(scalar(WORKGROUP_0, i32), NUM_CTAS, 4, 2);
          iterate({.axis = T, .start = start, .condition = T < M_TILES * N_TILES}, [&] {
            Register tile = self_index(T, i32);
            const auto [m, n] = order::grouped(tile, M_TILES, N_TILES, 3);
            set_symbol(FROM_M, m * 16);
            set_symbol(FROM_N, n * 8);
            const Bindings inMemory{M = i + FROM_M, N = j + FROM_N}, inTile{M = i, N = j};
            Register x = read(a, {.mapping = IndexMapping{.inputs = inMemory, .outputs = inTile}});
            write(x * 2 + 1, b, {.mapping = IndexMapping{.inputs = inTile, .outputs = inMemory}});
            set_symbol(T, tile + NUM_CTAS);
          });
        });
    expectAllEqual(
        kernel,
        {M = 100, N = 70, NUM_CTAS = workgroups, M_TILES = ceildiv(M, 16), N_TILES = ceildiv(N, 8)},
        {"M", "N"});
  }
}

/// The tutorial's formulas, written out, with a workgroup for each tile, for which they are right.
TEST(Persistent, LonghandOrders) {
  constexpr Symbol FROM_M{"FROM_M"}, FROM_N{"FROM_N"}, NUM_XCDS{"NUM_XCDS"},
      CHUNK_SIZE{"CHUNK_SIZE"}, GROUP_SIZE_M{"GROUP_SIZE_M"},
      NUM_CTAS_IN_GROUP{"NUM_CTAS_IN_GROUP"}, TOTAL_TILES{"TOTAL_TILES"};
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const Kernel kernel(
      "longhand", {a, b},
      {GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 8, 1},
       TilingConstraint{T}, HardwareConstraint{.vector_shapes = {{T, 0}}}},
      [&] {
        Register cta = scalar(WORKGROUP_0, i32);
        Register xcd_id = cta % scalar(NUM_XCDS, i32);
        Register local_cta = floordiv(cta, scalar(NUM_XCDS, i32));
        Register chunk_idx = floordiv(local_cta, scalar(CHUNK_SIZE, i32));
        Register pos_in_chunk = local_cta % scalar(CHUNK_SIZE, i32);
        Register remapped_cta = chunk_idx * scalar(NUM_XCDS, i32) * scalar(CHUNK_SIZE, i32) +
                                xcd_id * scalar(CHUNK_SIZE, i32) + pos_in_chunk;
        Register block = scalar(NUM_XCDS, i32) * scalar(CHUNK_SIZE, i32);
        Register chunked_threshold = floordiv(scalar(TOTAL_TILES, i32), block) * block;
        Register in_chunked_region = cta <= chunked_threshold;
        Register init_tile_id = select(in_chunked_region, remapped_cta, cta);
        iterate({.axis = T, .start = init_tile_id, .condition = T < TOTAL_TILES}, [&] {
          Register tile_id = self_index(T, i32);
          Register group_id = floordiv(tile_id, scalar(NUM_CTAS_IN_GROUP, i32));
          Register first_cta_m = group_id * scalar(GROUP_SIZE_M, i32);
          Register group_size_m =
              minimum(scalar(M_TILES, i32) - first_cta_m, scalar(GROUP_SIZE_M, i32));
          Register in_group = tile_id % scalar(NUM_CTAS_IN_GROUP, i32);
          set_symbol(FROM_M, (first_cta_m + in_group % group_size_m) * 16);
          set_symbol(FROM_N, floordiv(in_group, group_size_m) * 8);
          const Bindings inMemory{M = i + FROM_M, N = j + FROM_N}, inTile{M = i, N = j};
          Register x = read(a, {.mapping = IndexMapping{.inputs = inMemory, .outputs = inTile}});
          write(x * 3, b, {.mapping = IndexMapping{.inputs = inTile, .outputs = inMemory}});
          set_symbol(T, tile_id + NUM_CTAS);
        });
      });
  const int64_t m_tiles = 7, n_tiles = 9;
  expectAllEqual(kernel, {M = 100, N = 70, M_TILES = m_tiles, TOTAL_TILES = m_tiles * n_tiles,
                          NUM_CTAS = m_tiles * n_tiles, GROUP_SIZE_M = 4,
                          NUM_CTAS_IN_GROUP = 4 * n_tiles, NUM_XCDS = 8, CHUNK_SIZE = 2});
}

/// What the body calls WORKGROUP_1 is the index of the tile, also where it is named behind a write.
TEST(Persistent, IdOfAReorderedWorkgroup) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32), c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const Expr flat = WORKGROUP_1 * ceildiv(M, 4) + WORKGROUP_0;
  const auto [m, n] = order::row_major(flat, ceildiv(M, 4), ceildiv(N, 3));
  const Kernel kernel("reordered", {a, b, c},
                      {WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 3, 1},
                       ReorderingConstraint{m, 0}, ReorderingConstraint{n, 1}},
                      [&] {
                        write(read(a), b);
                        set_symbol(OFFSET, scalar(WORKGROUP_1) * 2 - scalar(WORKGROUP_0) - 1);
                        Register moved =
                            read(a, {.mapping = IndexMapping{.inputs = {M = i, N = j + OFFSET},
                                                             .outputs = {M = i, N = j}}});
                        write(moved, c);
                      });
  expectAllEqual(kernel, {M = 7, N = 16}, {"M", "N"});
  expectAnyOrder(kernel, {M = 7, N = 16}, testSeed());
}

/// Beside a loop with a condition, and of a tile that several workgroups have: sent once.
TEST(Persistent, LogsBesideALoop) {
  Memory a("a", {M}, f32), b("b", {M, N}, f32);
  const Kernel kernel(
      "logs", {a, b},
      {WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 8, 1}, TilingConstraint{T}}, [&] {
        Register x = read(a);
        debug_log(x, "x");
        Register y =
            iterate({.axis = T, .start = WORKGROUP_0, .condition = T < 2}, {x}, [&](Register y) {
              set_symbol(T, self_index(T) + 1);
              return y + 1;
            });
        write(Register({M, N}, f32, 1) + y, b);
      });
  const Bindings subs{M = 20, N = 20};
  const CompiledKernel compiled = wave_compile({.subs = subs}, kernel);
  std::vector<Tensor> tensors = inputsOf(compiled, subs), expected = copiesOf(tensors);
  Logged seen, wanted;
  interpret(kernel, {.subs = subs, .on_log = wanted.handler()}, expected);
  compiled.launch(tensors, {.on_log = seen.handler()});
  EXPECT_EQ(wanted.values.size(), 20U);
  EXPECT_TRUE(wanted.repeated.empty());
  EXPECT_TRUE(seen == wanted);
  expectEqual(tensors, expected, "cpu");
}

/// Where there is no workgroup and no step, no index is out of range.
TEST(Persistent, NothingToDo) {
  for (const int64_t rows : {0, 5})
    for (const int64_t count : {-3, 0, 1}) {
      Memory a("a", {M}, f32), b("b", {M}, f32);
      const Kernel kernel(
          "empty", {a, b}, {WorkgroupConstraint{M, 4, 0}, TilingConstraint{T}}, [&] {
            write(read(a), b);
            iterate({.axis = T, .start = WORKGROUP_0 + 1, .condition = T < COUNT}, [&] {
              write(read(b) + 1, b);
              set_symbol(T, self_index(T, i32) * 2);
            });
          });
      expectAllEqual(kernel, {M = rows, COUNT = count});
    }
}

/// An order divides by the number of tiles, also where there are none.
TEST(Persistent, NothingInOrder) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const auto [m, n] = order::grouped(WORKGROUP_1 * M + WORKGROUP_0, M, N, 2);
  const Kernel kernel("empty", {a, b},
                      {WorkgroupConstraint{M, 1, 0}, WorkgroupConstraint{N, 1, 1},
                       TilingConstraint{T}, ReorderingConstraint{m, 0}, ReorderingConstraint{n, 1}},
                      [&] {
                        write(read(a), b);
                        iterate({.axis = T, .start = WORKGROUP_1 % 3, .condition = T < 2}, [&] {
                          write(read(b) + 1, b);
                          set_symbol(T, self_index(T, i32) + 3);
                        });
                      });
  for (const auto &[rows, columns] : {std::pair(0, 0), std::pair(3, 0), std::pair(3, 2)})
    expectAllEqual(kernel, {M = rows, N = columns});
}

/// A tile that several workgroups have is sent by the first of them in the order that is drawn.
TEST(Persistent, LogsOfReorderedWorkgroups) {
  Memory a("a", {M}, f32), b("b", {M, N}, f32);
  const Kernel kernel("logs", {a, b},
                      {WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 16, 1},
                       ReorderingConstraint{WORKGROUP_1, 0}, ReorderingConstraint{WORKGROUP_0, 1}},
                      [&] {
                        Register x = read(a);
                        debug_log(x, "x");
                        write(Register({M, N}, f32, 1) + x, b);
                      });
  const Bindings subs{M = 30, N = 20};
  std::vector<Tensor> expected;
  Logged wanted;
  for (const char *target : {"cpu", "sim:mi300x", "sim:h200"}) {
    const CompiledKernel compiled =
        wave_compile({.target = Target::named(target), .subs = subs}, kernel);
    std::vector<Tensor> tensors = inputsOf(compiled, subs);
    if (expected.empty()) {
      expected = copiesOf(tensors);
      interpret(kernel, {.subs = subs, .on_log = wanted.handler()}, expected);
      EXPECT_EQ(wanted.values.size(), 30U);
    }
    Logged seen;
    compiled.launch(tensors, {.on_log = seen.handler()});
    EXPECT_TRUE(seen == wanted) << target;
    expectEqual(tensors, expected, target);
  }
}

/// Outside the bodies that follow, a symbol that is set has no value.
TEST(Persistent, SetLater) {
  Memory a("a", {M}, f32), b("b", {M}, f32);
  const Expr i = IndexMapping::iterator(0);
  const IndexMapping moved{.inputs = {M = i + OFFSET}, .outputs = {M = i}};
  const Kernel kernel("later", {a, b}, {}, [&] {
    write(read(a, {.mapping = moved}), b);
    set_symbol(OFFSET, 4);
  });
  try {
    wave_compile({.subs = {M = 8}}, kernel);
    FAIL() << "compiled";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "unbound-symbol");
    EXPECT_EQ(error.diagnostic().message, "symbol 'OFFSET' has no value");
    EXPECT_EQ(error.diagnostic().help,
              "set_symbol gives OFFSET a value later, or in another body: call it before the use, "
              "in the same body or in one around it");
  }
}
