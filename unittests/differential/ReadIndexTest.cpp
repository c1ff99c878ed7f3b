//===- ReadIndexTest.cpp - Indices that a kernel reads from memory --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read may be any number: accesses through it are masked on both sides.  The interpreter,
// the CPU and the executor, bit for bit, on integers whose sums are exact.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "Setting.h"
#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol PAGES{"PAGES"}, PAGE{"PAGE"}, T{"T"}, TILES{"TILES"};
constexpr Symbol NUM_CTAS{"NUM_CTAS"}, OFFSET{"OFFSET"};
const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);

/// `pages` has tables of them; other arguments are small integers.
std::vector<Tensor> inputsOf(const CompiledKernel &compiled, const Bindings &sizes,
                             const std::vector<int64_t> &pages) {
  std::vector<Tensor> tensors;
  Random random(testSeed());
  for (const Argument &argument : withSizes(compiled.arguments(), sizes)) {
    GuardedTensor tensor(shapeOf(argument), argument.dtype, Layout::RowMajor, random);
    tensor.fillWithIntegers(3, random);
    Tensor own = tensor.tensor().to(argument.dtype);
    if (argument.name == "pages")
      for (int64_t at = 0; at < own.num_elements(); ++at)
        own.set({at}, static_cast<double>(pages[static_cast<size_t>(at) % pages.size()]));
    tensors.push_back(own);
  }
  return tensors;
}

std::vector<Tensor> copiesOf(const std::vector<Tensor> &tensors) {
  std::vector<Tensor> copies;
  for (const Tensor &tensor : tensors)
    copies.push_back(tensor.to(tensor.dtype()));
  return copies;
}

void expectAllEqual(const Kernel &kernel, const Bindings &subs, const std::vector<int64_t> &pages) {
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
    for (const SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch}) {
      const CompiledKernel compiled = wave_compile(
          {.target = Target::named(target), .subs = subs, .retarget = true, .schedule = schedule},
          kernel);
      std::vector<Tensor> actual = inputsOf(compiled, subs, pages);
      std::vector<Tensor> expected = copiesOf(actual);
      interpret(kernel, {.subs = subs}, expected);
      compiled.launch(actual);
      for (size_t n = 0; n < actual.size(); ++n)
        EXPECT_EQ(difference(actual[n], expected[n]), "")
            << target << ", schedule " << static_cast<int>(schedule) << ", argument " << n << "\n"
            << kernel.str();
    }
}

/// A product of rows of `a` that a table names, in pages of 64.
Kernel pagedGemm(DType dtype) {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory pages("pages", {PAGES}, dtype), c("c", {M, N}, f32);
  const Constraints constraints = {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                                   TilingConstraint{K, 32}};
  return Kernel("paged", {a, b, pages, c}, constraints, [&] {
    set_symbol(PAGE, read(pages, {.mapping = IndexMapping{.inputs = {PAGES = WORKGROUP_0 - 1}}}));
    const IndexMapping moved{.inputs = {M = i + PAGE * 64, K = j}, .outputs = {M = i, K = j}};
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      return mma(read(a, {.mapping = moved, .tag = "read_a"}), read(b, {.tag = "read_b"}), acc);
    });
    write(sum, c);
  });
}

/// A sum of pages, each step with the one that a table names.
Kernel pagedSum(DType dtype) {
  Memory a("a", {M, N}, f32, SHARED_ADDRESS_SPACE), pages("pages", {PAGES}, dtype);
  Memory c("c", {M, N}, f32);
  const Constraints constraints = {WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 32, 1},
                                   TilingConstraint{T, 1}};
  return Kernel("paged_sum", {a, pages, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = T, .end = TILES, .tag = "t_loop"}, {zero}, [&](Register acc) {
      set_symbol(OFFSET, self_index(T, i64));
      set_symbol(PAGE, read(pages, {.mapping = IndexMapping{.inputs = {PAGES = OFFSET}}}));
      const IndexMapping moved{.inputs = {M = i + PAGE * 32, N = j}, .outputs = {M = i, N = j}};
      return acc + read(a, {.mapping = moved, .tag = "read_a"});
    });
    write(sum, c);
  });
}

/// The rows of a table, by a fixed number of workgroups.
Kernel persistentGather(DType dtype) {
  Memory a("a", {M, N}, f32), pages("pages", {PAGES}, dtype), c("c", {K, N}, f32);
  const Constraints constraints = {GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 32, 0},
                                   WorkgroupConstraint{N, 32, 1}, TilingConstraint{T}};
  return Kernel("gather", {a, pages, c}, constraints, [&] {
    iterate({.axis = T, .start = WORKGROUP_0, .condition = T < TILES}, [&] {
      Register tile = self_index(T, i64);
      Register page = read(pages, {.mapping = IndexMapping{.inputs = {PAGES = T}}, .fill = -3});
      set_symbol(PAGE, select(page < 5, page % 4, page - 1) * 32);
      set_symbol(OFFSET, tile * 32);
      const IndexMapping from{.inputs = {M = i + PAGE, N = j}, .outputs = {M = i, N = j}};
      const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {K = i + OFFSET, N = j}};
      write(read(a, {.mapping = from, .fill = -7}), c, {.mapping = to});
      set_symbol(T, tile + NUM_CTAS);
    });
  });
}

} // namespace

/// Pages in the memory, beyond it, before it, and as far off as a number can say.
TEST(ReadIndex, PagedProduct) {
  const std::vector<int64_t> pages = {2, 0, -1, 5, 1, 1, 1000000, -2000000000};
  for (const DType dtype : {i32, i64})
    for (const auto &[m, n, k, tables] : {std::array<int64_t, 4>{300, 70, 100, 8},
                                          {1, 1, 1, 1},
                                          {129, 64, 33, 0},
                                          {257, 100, 64, 3}})
      expectAllEqual(pagedGemm(dtype), {M = m, N = n, K = k, PAGES = tables}, pages);
}

/// The steps of a pipelined loop each read their own page.
TEST(ReadIndex, PagedSum) {
  for (const DType dtype : {i32, i64})
    for (const auto &[m, n, steps, tables] :
         {std::array<int64_t, 4>{100, 70, 7, 7}, {1, 1, 1, 0}, {65, 32, 0, 3}, {64, 33, 5, 2}})
      expectAllEqual(pagedSum(dtype), {M = m, N = n, TILES = steps, PAGES = tables},
                     {1, -1, 0, 2, -2000000000, 7, 1});
}

TEST(ReadIndex, PersistentGather) {
  for (const int64_t workgroups : {1, 3, 24})
    for (const auto &[m, tiles, tables] :
         {std::array<int64_t, 3>{100, 17, 17}, {33, 5, 2}, {1, 1, 0}})
      expectAllEqual(
          persistentGather(i32),
          {M = m, N = 32, K = tiles * 32, PAGES = tables, TILES = tiles, NUM_CTAS = workgroups},
          {3, -2, 7, 0, 5, 4, -100});
}
