//===- ErrorsCoverageTest.cpp - Kernels that lose tiles --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mistakes of persistent and reordered kernels, each refused before any code is made: the smallest
// counterexample, and how many tiles there are of its kind.
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {
constexpr Symbol T{"T"}, ROW{"ROW"}, COLUMN{"COLUMN"}, NUM_CTAS{"NUM_CTAS"};
const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
const Memory a("a", {M, N}, f32), c("c", {M, N}, f32);
const IndexMapping from{.inputs = {M = i + ROW, N = j + COLUMN}, .outputs = {M = i, N = j}},
    to{.inputs = {M = i, N = j}, .outputs = {M = i + ROW, N = j + COLUMN}};
const Expr m_tiles = ceildiv(M, 64), n_tiles = ceildiv(N, 64);

/// Copies tiles in row-major order from `start` on, each `step` after the one before.
Kernel persistent(const Expr &start, const Expr &step, const IndexMapping &stored, int together,
                  const Expr &rank) {
  const Constraints constraints{GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 64, 0},
                                WorkgroupConstraint{N, 64, 1}, TilingConstraint{T},
                                HardwareConstraint{.workgroups_per_cluster = {together}}};
  return Kernel("persistent", {a, c}, constraints, [&] {
    iterate({.axis = T, .start = start, .condition = T < ceildiv(m_tiles, together) * n_tiles},
            [&] {
              Register tile = self_index(T);
              set_symbol(ROW, (floordiv(tile, n_tiles) * together + rank) * 64);
              set_symbol(COLUMN, tile % n_tiles * 64);
              write(read(a, {.mapping = from}), c, {.mapping = stored});
              set_symbol(T, tile + step);
            });
  });
}

/// The message and the notes of what a compile refuses.
std::string refusalOf(const Kernel &kernel, const Bindings &subs) {
  try {
    wave_compile({.target = Target::named("sim:h200"), .subs = subs, .retarget = true}, kernel);
  } catch (const Error &error) {
    std::string text = error.diagnostic().message + " [" + error.diagnostic().id + "]";
    for (const Note &note : error.diagnostic().notes)
      text += "\n" + note.message;
    return text;
  }
  return "accepted";
}

const Bindings sizes{M = 320, N = 256, NUM_CTAS = 6};
} // namespace

TEST(CoverageErrors, RightOnes) {
  EXPECT_EQ(refusalOf(persistent(WORKGROUP_0, NUM_CTAS, to, 1, 0), sizes), "accepted");
  EXPECT_EQ(refusalOf(persistent(CLUSTER_ID, NUM_CLUSTERS, to, 2, CLUSTER_RANK), sizes),
            "accepted");
}

TEST(CoverageErrors, ForgottenOffset) {
  const IndexMapping still{.inputs = {M = i, N = j}, .outputs = {M = i, N = j + COLUMN}};
  EXPECT_EQ(
      refusalOf(persistent(WORKGROUP_0, NUM_CTAS, still, 1, 0), sizes),
      "kernel 'persistent' does not compute each tile of 'c' once [not-covered]\n"
      "tile (0, 0) is computed by workgroup 0 in trip T = 0 and again by workgroup 0 in trip T = "
      "12\n"
      "4 tiles are computed more than once: (0, 0) (0, 1) (0, 2) (0, 3)\n"
      "16 tiles are never computed: (1, 0) (1, 1) (1, 2) (1, 3) (2, 0) (2, 1) (2, 2) (2, 3) ...");
}

TEST(CoverageErrors, StepThatIsOneTooShort) {
  EXPECT_EQ(refusalOf(persistent(WORKGROUP_0, NUM_CTAS - 1, to, 1, 0), sizes),
            "kernel 'persistent' does not compute each tile of 'c' once [not-covered]\n"
            "tile (1, 1) is computed by workgroup 0 in trip T = 5 and again by workgroup 5 in trip "
            "T = 5\n"
            "3 tiles are computed more than once: (1, 1) (2, 2) (3, 3)");
}

TEST(CoverageErrors, BothRanksAtOneTile) {
  EXPECT_EQ(refusalOf(persistent(CLUSTER_ID, NUM_CLUSTERS, to, 2, 0), sizes),
            "kernel 'persistent' does not compute each tile of 'c' once [not-covered]\n"
            "tile (0, 0) is computed by workgroup 0 in trip T = 0 and again by workgroup 1 in trip "
            "T = 0\n"
            "12 tiles are computed more than once: (0, 0) (0, 1) (0, 2) (0, 3) (2, 0) (2, 1) (2, "
            "2) (2, 3) ...\n"
            "8 tiles are never computed: (1, 0) (1, 1) (1, 2) (1, 3) (3, 0) (3, 1) (3, 2) (3, 3)");
}

TEST(CoverageErrors, ShiftedWrite) {
  const IndexMapping shifted{.inputs = {M = i, N = j}, .outputs = {M = i + 1024, N = j}};
  const Kernel kernel("shifted", {a, c},
                      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}},
                      [&] { write(read(a), c, {.mapping = shifted}); });
  EXPECT_EQ(
      refusalOf(kernel, {M = 2048, N = 64}),
      "kernel 'shifted' does not compute each tile of 'c' once [not-covered]\n"
      "16 tiles are never computed: (0, 0) (1, 0) (2, 0) (3, 0) (4, 0) (5, 0) (6, 0) (7, 0) ...");
}

/// The second reordering sees what the first has made of WORKGROUP_0.
TEST(CoverageErrors, OneSubstitutionAfterTheOther) {
  const Expr flat = WORKGROUP_1 * m_tiles + WORKGROUP_0;
  const auto right = order::grouped(flat, m_tiles, n_tiles, 2);
  const auto after = order::grouped(WORKGROUP_1 * m_tiles + right.m, m_tiles, n_tiles, 2);
  for (const bool isRight : {true, false}) {
    const Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                                  ReorderingConstraint{right.m, 0},
                                  ReorderingConstraint{isRight ? right.n : after.n, 1}};
    const Kernel kernel("reordered", {a, c}, constraints, [&] { write(read(a), c); });
    EXPECT_EQ(
        refusalOf(kernel, {M = 320, N = 256}),
        isRight ? "accepted"
                : "kernel 'reordered' does not compute each tile of 'c' once [not-covered]\n"
                  "tile (0, 0) is computed by workgroup (0, 0) and again by workgroup (2, 0)\n"
                  "6 tiles are computed more than once: (0, 0) (1, 0) (1, 3) (2, 2) (3, 2) (4, 3)\n"
                  "11 tiles are never computed: (0, 1) (0, 3) (1, 1) (1, 2) (2, 0) (2, 1) (3, 1) "
                  "(3, 3) ...");
  }
}
