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
                  const Expr &rank, int fewer = 0) {
  const Constraints constraints{GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 64, 0},
                                WorkgroupConstraint{N, 64, 1}, TilingConstraint{T},
                                HardwareConstraint{.workgroups_per_cluster = {together}}};
  return Kernel("persistent", {a, c}, constraints, [&] {
    const Predicate condition = T < ceildiv(m_tiles, together) * n_tiles - fewer;
    iterate({.axis = T, .start = start, .condition = condition}, [&] {
      Register tile = self_index(T);
      set_symbol(ROW, (floordiv(tile, n_tiles) * together + rank) * 64);
      set_symbol(COLUMN, tile % n_tiles * 64);
      write(read(a, {.mapping = from}), c, {.mapping = stored}); // 5 lines above
      set_symbol(T, tile + step);                                // 4 lines above
    });
  });
}
constexpr uint32_t origin = __LINE__; // lines are counted from here

/// The message, the notes, with the line where they have one, and the help of what a compile
/// refuses.
std::string refusalOf(const Kernel &kernel, const Bindings &subs) {
  try {
    wave_compile({.target = Target::named("sim:h200"), .subs = subs, .retarget = true}, kernel);
  } catch (const Error &error) {
    std::string text = error.diagnostic().message + " [" + error.diagnostic().id + "]";
    for (const Note &note : error.diagnostic().notes)
      text += "\n" +
              (note.where.is_known() && note.where.line < origin
                   ? "-" + std::to_string(origin - note.where.line) + ": "
                   : "") +
              note.message;
    return text + "\nhelp: " + error.diagnostic().help;
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
      "16 tiles are never computed: (1, 0) (1, 1) (1, 2) (1, 3) (2, 0) (2, 1) (2, 2) (2, 3) ...\n"
      "-5: along M every execution writes tile 0 of 5: no mapping moves the write along M\n"
      "help: move the write along M: {.mapping = IndexMapping{.inputs = {...}, .outputs = {M = i + "
      "M_OFFSET, ...}}}, where set_symbol has given the offset");
}

TEST(CoverageErrors, StepThatIsOneTooShort) {
  EXPECT_EQ(
      refusalOf(persistent(WORKGROUP_0, NUM_CTAS - 1, to, 1, 0), sizes),
      "kernel 'persistent' does not compute each tile of 'c' once [not-covered]\n"
      "tile (1, 1) is computed by workgroup 0 in trip T = 5 and again by workgroup 5 in trip "
      "T = 5\n"
      "3 tiles are computed more than once: (1, 1) (2, 2) (3, 3)\n"
      "-4: the next value of T is T + 5, and workgroups begin at 6 values of it, 0 to 5\n"
      "help: go on by the number of workgroups: set_symbol(T, self_index(T) + NUM_CTAS) under "
      "GridConstraint{NUM_CTAS}");
}

TEST(CoverageErrors, BothRanksAtOneTile) {
  EXPECT_EQ(
      refusalOf(persistent(CLUSTER_ID, NUM_CLUSTERS, to, 2, 0), sizes),
      "kernel 'persistent' does not compute each tile of 'c' once [not-covered]\n"
      "tile (0, 0) is computed by workgroup 0 in trip T = 0 and again by workgroup 1 in trip "
      "T = 0, CLUSTER_RANK 0 and 1 of cluster 0\n"
      "12 tiles are computed more than once: (0, 0) (0, 1) (0, 2) (0, 3) (2, 0) (2, 1) (2, "
      "2) (2, 3) ...\n"
      "8 tiles are never computed: (1, 0) (1, 1) (1, 2) (1, 3) (3, 0) (3, 1) (3, 2) (3, 3)\n"
      "-5: each workgroup of a cluster computes the whole tile of its cluster: CLUSTER_RANK moves "
      "no coordinate of the tile\n"
      "help: give each workgroup its part of the cluster's tile: with a tile of half as many "
      "elements along M, one that begins at (tile * 2 + CLUSTER_RANK) * BLOCK_M in clusters of "
      "two");
}

TEST(CoverageErrors, ShiftedWrite) {
  const IndexMapping shifted{.inputs = {M = i, N = j}, .outputs = {M = i + 1024, N = j}};
  const Kernel kernel("shifted", {a, c},
                      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}},
                      [&] { write(read(a), c, {.mapping = shifted}); });
  EXPECT_EQ(
      refusalOf(kernel, {M = 2048, N = 64}),
      "kernel 'shifted' does not compute each tile of 'c' once [not-covered]\n"
      "16 tiles are never computed: (0, 0) (1, 0) (2, 0) (3, 0) (4, 0) (5, 0) (6, 0) (7, 0) ...\n"
      "workgroup (16, 0) writes tile (32, 0), and along M there are tiles 0 to 31\n"
      "help: correct the coordinate along M, which the .outputs of a mapping and the orders of "
      "workgroups make");
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
        isRight
            ? "accepted"
            : "kernel 'reordered' does not compute each tile of 'c' once [not-covered]\n"
              "tile (0, 0) is computed by workgroup (0, 0) and again by workgroup (2, 0)\n"
              "6 tiles are computed more than once: (0, 0) (1, 0) (1, 3) (2, 2) (3, 2) (4, 3)\n"
              "11 tiles are never computed: (0, 1) (0, 3) (1, 1) (1, 2) (2, 0) (2, 1) (3, 1) "
              "(3, 3) ...\n"
              "help: the map from workgroups and trips to tiles has to be one to one: the orders "
              "of wave/order.h are, for every grid");
  }
}

/// Wrong starts and ends leave tiles out: who would compute the first of them.
TEST(CoverageErrors, LoopsThatBeginTooLateOrEndTooEarly) {
  const auto lastOf = [](const std::string &text) { return text.substr(text.find("computed: ")); };
  EXPECT_EQ(lastOf(refusalOf(persistent(WORKGROUP_0 + 1, NUM_CTAS, to, 1, 0), sizes)),
            "computed: (0, 0)\n"
            "-9: workgroup 0 begins first, at T = 1, since .start is WORKGROUP_0 + 1; T = 0 would "
            "compute tile (0, 0)\n"
            "help: let the first workgroup begin at the first tile: .start = WORKGROUP_0");
  EXPECT_EQ(
      lastOf(refusalOf(persistent(WORKGROUP_0, NUM_CTAS, to, 1, 0, 1), sizes)),
      "computed: (4, 3)\n"
      "-9: workgroup 1 leaves the loop before T = 19, which would compute tile (4, 3): it runs "
      "while T < 19\n"
      "help: let the condition hold there; of a loop over all 20 tiles it is T < 20, the "
      "product of ceildiv(size, tile)");
}
