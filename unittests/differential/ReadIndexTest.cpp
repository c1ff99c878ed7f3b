//===- ReadIndexTest.cpp - Indices that a kernel reads from memory --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read may be any number: accesses through it are masked on both sides.  The interpreter,
// the CPU and the executor, bit for bit, on integers whose sums are exact.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "Setting.h"
#include "driver/CompiledKernel.h"
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
    if (argument.name == "pages" || argument.name == "lengths")
      for (int64_t at = 0; at < own.num_elements(); ++at)
        own.set({at}, static_cast<double>(pages[static_cast<size_t>(at) % pages.size()]));
    tensors.push_back(own);
  }
  return tensors;
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

/// A persistent product whose sums have as many steps as a table says, which may be none: for each
/// tile, or, where it is `nested`, for each of three loops that follow each other.
Kernel raggedGemm(bool nested) {
  constexpr Symbol ROW{"ROW"};
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory lengths("lengths", {PAGES}, i32), c("c", {M, N}, f32);
  const Constraints constraints = {GridConstraint{NUM_CTAS},      WorkgroupConstraint{M, 128, 0},
                                   WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 32},
                                   TilingConstraint{T},           TilingConstraint{J, 1}};
  return Kernel("ragged", {a, b, lengths, c}, constraints, [&] {
    iterate({.axis = T, .start = WORKGROUP_0, .condition = T < ceildiv(M, 128)}, [&] {
      Register tile = self_index(T, i64);
      set_symbol(ROW, tile * 128);
      const IndexMapping from{.inputs = {M = i + ROW, K = j}, .outputs = {M = i, K = j}};
      const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {M = i + ROW, N = j}};
      Register zero({M, N}, f32, 0.0);
      const auto product = [&](const Expr &at, const Register &start) {
        Register steps = read(lengths, {.mapping = IndexMapping{.inputs = {PAGES = at}}});
        return iterate({.axis = K, .end = steps * 32, .tag = "k_loop"}, {start}, [&](Register acc) {
          return mma(read(a, {.mapping = from, .tag = "read_a"}), read(b, {.tag = "read_b"}), acc);
        });
      };
      const auto products = [&](const Register &start) {
        return iterate({.axis = J, .end = 3}, {start}, [&](Register acc) {
          set_symbol(OFFSET, tile + self_index(J, i64));
          return product(OFFSET, acc);
        });
      };
      write(nested ? products(zero) : product(T, zero), c, {.mapping = to});
      set_symbol(T, tile + NUM_CTAS);
    });
  });
}

} // namespace

/// Tiles in the order of a table, by a fixed number of workgroups.
static Kernel inOrder() {
  constexpr Symbol TILE{"TILE"}, ROW{"ROW"}, COLUMN{"COLUMN"};
  Memory a("a", {M, N}, f32), tiles("tiles", {TILES}, i32), c("c", {M, N}, f32);
  const Constraints constraints = {GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 32, 0},
                                   WorkgroupConstraint{N, 32, 1}, TilingConstraint{TILE}};
  const Expr m_tiles = ceildiv(M, 32), n_tiles = ceildiv(N, 32);
  return Kernel("in_order", {a, tiles, c}, constraints, [&] {
    assume(TILES == m_tiles * n_tiles);
    iterate({.axis = TILE, .start = WORKGROUP_0, .condition = TILE < m_tiles * n_tiles}, [&] {
      Register tile = self_index(TILE, i64);
      const auto [m, n] = order::row_major(order::table(tiles, tile), m_tiles, n_tiles);
      set_symbol(ROW, m * 32);
      set_symbol(COLUMN, n * 32);
      const IndexMapping from{.inputs = {M = i + ROW, N = j + COLUMN}, .outputs = {M = i, N = j}};
      const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {M = i + ROW, N = j + COLUMN}};
      write(read(a, {.mapping = from}) + 1.0, c, {.mapping = to});
      set_symbol(TILE, tile + NUM_CTAS);
    });
  });
}

/// Rows of tiles where a table says.
static Kernel scattered(bool isAssumed) {
  constexpr Symbol ROW{"ROW"};
  Memory a("a", {M, N}, f32), pages("pages", {PAGES}, i64), c("c", {M, N}, f32);
  return Kernel(
      "scattered", {a, pages, c}, {GridConstraint{PAGES}, WorkgroupConstraint{M, 32, 0}}, [&] {
        Register page = read(pages, {.mapping = IndexMapping{.inputs = {PAGES = WORKGROUP_0}}});
        if (isAssumed)
          assume(page < 2);
        set_symbol(ROW, page * 32);
        const IndexMapping from{.inputs = {M = i + ROW, N = j}, .outputs = {M = i, N = j}};
        const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {M = i + ROW, N = j}};
        write(read(a, {.mapping = from}), c, {.mapping = to});
      });
}

static Bindings withAll(Bindings sizes, int64_t workgroups) {
  sizes.set(std::string(NUM_CTAS.name()), workgroups);
  return sizes;
}

template <typename T> static Tensor tensorOf(std::vector<T> &numbers) {
  return Tensor::view(numbers.data(), {static_cast<int64_t>(numbers.size())});
}

/// The text of the refusal, or nothing where the launch ran.
static std::string refusalOf(const std::function<void()> &attempt) {
  try {
    attempt();
  } catch (const Error &error) {
    std::string text = error.diagnostic().message + " [" + error.diagnostic().id + "]";
    for (const Note &note : error.diagnostic().notes)
      text += "\n" + note.message;
    return text;
  }
  return {};
}

static std::string refusalOf(const CompiledKernel &compiled, const std::vector<Tensor> &tensors) {
  return refusalOf([&] { compiled.launch(tensors); });
}

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

/// Nothing is read from accumulators in tensor memory to which no MMA has added.
TEST(ReadIndex, RaggedProduct) {
  for (const bool nested : {false, true})
    expectAllEqual(raggedGemm(nested), {M = 300, N = 64, K = 70, PAGES = 3, NUM_CTAS = 2},
                   {2, 0, 100});
}

/// A table of any permutation, sizes open or known; proved for all sizes.
TEST(ReadIndex, TableOrder) {
  Random random(testSeed());
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
    for (const bool isOpen : {false, true})
      for (const auto &[m, n, workgroups] :
           {std::array<int64_t, 3>{100, 70, 3}, {1, 1, 24}, {300, 65, 7}, {0, 64, 2}}) {
        const int64_t count = (m + 31) / 32 * ((n + 31) / 32);
        const Bindings sizes = {M = m, N = n, TILES = count};
        Bindings subs = {NUM_CTAS = workgroups};
        if (!isOpen)
          for (const Binding &size : sizes)
            subs.set(size.symbol, size.value);
        const CompiledKernel compiled = wave_compile(
            {.target = Target::named(target), .subs = subs, .retarget = true}, inOrder());
        EXPECT_TRUE(compiled.impl().coverage.front().isProved()) << target;
        EXPECT_TRUE(compiled.arguments()[1].is_read) << target;
        std::vector<int32_t> tiles = order::hilbert(static_cast<int32_t>((m + 31) / 32),
                                                    static_cast<int32_t>((n + 31) / 32));
        ASSERT_EQ(static_cast<int64_t>(tiles.size()), count);
        const Tensor a = Tensor::randint({m, n}, f32, -8, 8, 5);
        const Tensor c = Tensor::empty({m, n}, f32);
        const std::vector<Tensor> tensors = {a, tensorOf(tiles), c};
        EXPECT_EQ(refusalOf(compiled, tensors), "") << target;
        for (int64_t x = 0; x < m; ++x)
          for (int64_t y = 0; y < n; ++y)
            ASSERT_EQ(c.at({x, y}), a.at({x, y}) + 1) << target << " " << x << " " << y;
        if (count < 2)
          continue;
        tiles[1] = tiles[0];
        EXPECT_EQ(
            refusalOf(compiled, tensors),
            "kernel 'in_order' takes its order from 'tiles', which is no permutation of its " +
                std::to_string(count) + " places [no-permutation]\ntiles[1] is " +
                std::to_string(tiles[0]) + ", and so is tiles[0]");
        tiles[1] = static_cast<int32_t>(count);
        EXPECT_EQ(
            refusalOf(compiled, tensors),
            "kernel 'in_order' takes its order from 'tiles', which is no permutation of its " +
                std::to_string(count) + " places [no-permutation]\ntiles[1] is " +
                std::to_string(count) + ", which is no number from 0 to " +
                std::to_string(count - 1));
        std::vector<Tensor> copies = tensors;
        EXPECT_THROW(interpret(inOrder(), {.subs = withAll(sizes, workgroups)}, copies), Error);
      }
}

/// The assumption of sizes, which the proof rests on.
TEST(ReadIndex, TableOfOtherLength) {
  const CompiledKernel compiled = wave_compile({.subs = {NUM_CTAS = 3}}, inOrder());
  std::vector<int32_t> tiles = {0, 1, 2};
  EXPECT_EQ(refusalOf(compiled, {Tensor::zeros({64, 64}, f32), tensorOf(tiles),
                                 Tensor::zeros({64, 64}, f32)}),
            "kernel 'in_order' assumes TILES == ceildiv(M, 32) * ceildiv(N, 32), which does not "
            "hold for TILES = 3, M = 64, N = 64 [assumption-violated]");
}

/// What bound symbols alone decide, the compile refuses.
TEST(ReadIndex, KnownTableOfOtherLength) {
  EXPECT_EQ(refusalOf([] {
              wave_compile({.subs = {M = 64, N = 40, TILES = 3, NUM_CTAS = 3}}, inOrder());
            }),
            "kernel 'in_order' assumes TILES == ceildiv(M, 32) * ceildiv(N, 32), which does not "
            "hold for TILES = 3, M = 64, N = 40 [assumption-violated]");
}

/// What is not proved is evaluated with what the table holds, in each launch.
TEST(ReadIndex, ScatteredTiles) {
  const CompiledKernel compiled = wave_compile({}, scattered(false));
  const Tensor a = Tensor::randint({80, 8}, f32, -8, 8, 3), c = Tensor::zeros({80, 8}, f32);
  std::vector<int64_t> pages = {2, 0, 1};
  const std::vector<Tensor> tensors = {a, tensorOf(pages), c};
  EXPECT_EQ(refusalOf(compiled, tensors), "");
  EXPECT_EQ(difference(c, a), "");
  pages = {2, 0, 2};
  EXPECT_EQ(refusalOf(compiled, tensors),
            "kernel 'scattered' does not compute each tile of 'c' once at M = 80, N = 8, PAGES = 3 "
            "[not-covered]\ntile 2 is computed by workgroup 0 and again by workgroup 2\n"
            "1 tile is computed more than once: 2\n1 tile is never computed: 1");
}

TEST(ReadIndex, ViolatedAssumption) {
  const CompiledKernel compiled = wave_compile({}, scattered(true));
  const Tensor a = Tensor::randint({80, 8}, f32, -8, 8, 3), c = Tensor::zeros({80, 8}, f32);
  std::vector<int64_t> pages = {1, 0, 2};
  EXPECT_EQ(refusalOf(compiled, {a, tensorOf(pages), c}),
            "kernel 'scattered' assumes pages < 2, which does not hold for pages = 2 "
            "[assumption-violated]\nit is assumed by workgroup 2");
}

/// Every tile once, from one to a neighbour but for one diagonal.
TEST(ReadIndex, Hilbert) {
  for (int32_t m = 0; m <= 17; ++m)
    for (int32_t n = 0; n <= 17; ++n) {
      const std::vector<int32_t> tiles = order::hilbert(m, n);
      ASSERT_EQ(static_cast<int32_t>(tiles.size()), m * n);
      std::vector<int> visits(tiles.size());
      int diagonals = 0;
      for (size_t at = 0; at < tiles.size(); ++at) {
        ++visits[static_cast<size_t>(tiles[at])];
        if (at == 0)
          continue;
        const int32_t down = std::abs(tiles[at] / n - tiles[at - 1] / n);
        const int32_t right = std::abs(tiles[at] % n - tiles[at - 1] % n);
        ASSERT_TRUE(std::max(down, right) == 1) << m << " x " << n << " at " << at;
        diagonals += down + right == 2 ? 1 : 0;
      }
      EXPECT_TRUE(std::ranges::all_of(visits, [](int count) { return count == 1; }));
      EXPECT_LE(diagonals, std::max(m, n) % 2) << m << " x " << n;
    }
}
