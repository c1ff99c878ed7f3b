//===- LibraryTest.cpp - Waves in any order = traced, bit for bit ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the library in the forms scheduled and distributed, by every schedule and
// number of buffers, with as many steps as stages and one more or less.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "differential/Interleaved.h"
#include "kernels/library.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"}, WAVE_N{"WAVE_N"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

const std::vector<Lowering> &lowerings() {
  static const std::vector<Lowering> all = [] {
    std::vector<Lowering> list;
    for (bool isDistributed : {false, true})
      for (bool copies : {false, true}) {
        list.push_back({SchedulingType::None, 0, isDistributed, copies});
        for (int64_t buffers : {1, 2, 3})
          list.push_back({SchedulingType::Prefetch, buffers, isDistributed, copies});
      }
    for (int64_t buffers : {2, 3, 5})
      list.push_back({SchedulingType::None, buffers, false, true, true});
    return list;
  }();
  return all;
}

/// The kernel with its sizes known, and with all of `sizes` left open.
void expectInterleaved(const Kernel &kernel, const Bindings &tiles, const Bindings &sizes,
                       std::deque<GuardedTensor> &tensors) {
  Bindings all = tiles;
  for (const Binding &size : sizes)
    all.set(size.symbol, size.value);
  const std::vector<Tensor> expected = traced(kernel, all, tensors);
  for (const Bindings &bound : {all, tiles})
    for (const Lowering &lowering : drawn(lowerings())) {
      Lowered lowered(kernel, bound, lowering);
      for (uint64_t seed : {testSeed(), testSeed() + 1})
        EXPECT_EQ(interleavedDifference(lowered, tensors, expected, seed), "")
            << lowering.str() << ", seed " << seed << "\n"
            << lowered.str();
    }
}

class InterleavedProducts : public ::testing::TestWithParam<int64_t> {
protected:
  /// A workgroup of four waves, and the edge of another one.
  void expectProduct(Kernel kernel, const std::vector<DType> &outputs) {
    kernel.set_defaults({});
    const int64_t m = 34, n = 30, k = GetParam();
    Random random(testSeed());
    std::deque<GuardedTensor> tensors;
    for (int64_t rows : {m, n}) {
      tensors.emplace_back(Shape{rows, k}, f16, Layout::Padded, random);
      tensors.back().fillWithIntegers(3, random);
    }
    for (DType dtype : outputs)
      tensors.emplace_back(Shape{m, n}, dtype, Layout::RowMajor, random);
    expectInterleaved(
        kernel, {BLOCK_M = 32, BLOCK_N = 32, BLOCK_K = 16, ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
        {M = m, N = n, K = k}, tensors);
  }
};

} // namespace

TEST_P(InterleavedProducts, Gemm) {
  expectProduct(kernels::gemm({{"in", f16}, {"out", f32}}), {f32});
}
TEST_P(InterleavedProducts, GemmExp) {
  expectProduct(kernels::gemm_exp({{"in", f16}, {"out", f32}}), {f32});
}
TEST_P(InterleavedProducts, GemmTwo) {
  expectProduct(kernels::gemm_two({{"in", f16}, {"d", f16}}), {f32, f16});
}

// Steps of 16: 0, 1 = stages - 1, 2 = stages, 3 = stages + 1, the last of them cut or whole.
INSTANTIATE_TEST_SUITE_P(Depths, InterleavedProducts, ::testing::Values(0, 16, 27, 32, 45));

/// Barriers of a schedule's stay and disturb nobody, hints are passed by.
TEST(Interleaved, WhatAScheduleInserts) {
  const std::string insertions = R"(wave_schedule 1 "inserting"
mma = get_node_by_tag("mma")
k_loop = get_node_by_tag("k_loop")
load_a, get_a = partition_by_address_space(get_node_by_tag_and_type("read_a", Read), GLOBAL_ADDRESS_SPACE)
load_b, get_b = partition_by_address_space(get_node_by_tag_and_type("read_b", Read), GLOBAL_ADDRESS_SPACE)
insert_before(mma, [barrier(), set_priority(1)])
insert_after(mma, [set_priority(0), barrier()])
insert_after(load_a, [wait(vmcnt=1), barrier()])
insert_before(get_b, [barrier(), sched_barrier(VALU)])
insert_at_start(k_loop, [barrier(), wait(vmcnt=0)])
insert_at_end(k_loop, [sched_group_barrier(MFMA, 1), barrier()])
insert_before(k_loop, barrier())
insert_after(k_loop, barrier())
)";
  const std::string stages = R"(loop = pipeline(k_loop)
loop.set_stage([(load_a, load_b), (get_node_by_tag_and_type("read_a", Write), get_node_by_tag_and_type("read_b", Write))])
loop.set_stage([(get_a, get_b), (mma)])
)";
  Kernel kernel = kernels::gemm({{"in", f16}, {"out", f32}});
  kernel.set_defaults({});
  Random random(testSeed());
  for (int64_t k : {0, 16, 45}) {
    std::deque<GuardedTensor> tensors;
    for (int64_t rows : {34, 30}) {
      tensors.emplace_back(Shape{rows, k}, f16, Layout::Padded, random);
      tensors.back().fillWithIntegers(3, random);
    }
    tensors.emplace_back(Shape{34, 30}, f32, Layout::RowMajor, random);
    const Bindings subs = {
        BLOCK_M = 32, BLOCK_N = 32, BLOCK_K = 16, ADDRESS_SPACE = SHARED_ADDRESS_SPACE,
        M = 34,       N = 30,       K = k};
    const std::vector<Tensor> expected = traced(kernel, subs, tensors);
    for (bool isDistributed : {false, true})
      for (bool copies : {false, true})
        for (const std::string &program : {insertions, insertions + stages}) {
          const Lowering lowering{
              .isDistributed = isDistributed, .copies = copies, .program = program};
          Lowered lowered(kernel, subs, lowering);
          EXPECT_NE(lowered.str().find("wave.barrier {wave.inserted"), std::string::npos);
          for (uint64_t seed : {testSeed(), testSeed() + 1})
            EXPECT_EQ(interleavedDifference(lowered, tensors, expected, seed), "")
                << lowering.str() << ", K = " << k << ", seed " << seed << "\n"
                << lowered.str();
        }
  }
}

TEST(Interleaved, AddExp) {
  Kernel kernel = kernels::add_exp({{"in", f32}, {"out", f32}});
  kernel.set_defaults({});
  Random random(testSeed());
  std::deque<GuardedTensor> tensors;
  for (int i = 0; i < 3; ++i) {
    tensors.emplace_back(Shape{9, 35}, f32, Layout::RowMajor, random);
    if (i < 2)
      tensors.back().fillWithIntegers(3, random);
  }
  expectInterleaved(kernel, {BLOCK_M = 4, BLOCK_N = 32}, {M = 9, N = 35}, tensors);
}

TEST(Interleaved, Softmax) {
  Kernel kernel = kernels::softmax();
  kernel.set_defaults({});
  Random random(testSeed());
  std::deque<GuardedTensor> tensors;
  for (int i = 0; i < 2; ++i)
    tensors.emplace_back(Shape{9, 35}, f32, Layout::RowMajor, random);
  // Powers are 1 or 0: waves that share a row add them in any order.
  auto *elements = static_cast<float *>(tensors.front().tensor().data());
  for (int i = 0; i < 9 * 35; ++i)
    elements[i] = random.oneIn(3) ? 0.0F : -500.0F;
  // A row is whole in a tile, whose size is known; one wave has it, or three.
  for (int64_t wave : {64, 16})
    expectInterleaved(kernel, {BLOCK_M = 4, WAVE_N = wave, N = 35}, {M = 9}, tensors);
}
