//===- MmaEligibilityTest.cpp - Which kernels have MMAs of warpgroups -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wgmma on sm_90a takes 64 rows, N = 8 to 256 columns in steps of 8 and, for f16, 16 of the
// reduction (NVIDIA PTX ISA, "wgmma.mma_async"); tcgen05.mma on sm_100a takes 64 or 128 rows.
//
//===----------------------------------------------------------------------===//

#include "passes/bind/InPlace.h"

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

/// A GEMM in the form sized, with one workgroup of M x N and steps of K.
struct Gemm {
  int64_t m = 128, n = 128, k = 64;
  std::string dtype = "f16";
  std::string bSpace = "SHARED_ADDRESS_SPACE";
  std::string precision = "";
  bool isAcrossB = false; ///< stored with N contiguous

  std::string text() const {
    auto size = [](const char *dim, int64_t value) {
      return std::string(dim) + " = " + std::to_string(value);
    };
    auto memory = [&](const std::string &dims, const std::string &space) {
      return "!wave.memory<[" + dims + "], " + dtype + (space.empty() ? "" : ", " + space) + ">";
    };
    const std::string dimN = size("N", n), dimK = size("K", 4 * k);
    const std::string a = memory(size("M", m) + ", " + dimK, "SHARED_ADDRESS_SPACE"),
                      b = memory(isAcrossB ? dimK + ", " + dimN : dimN + ", " + dimK, bSpace),
                      options = precision.empty() ? "" : " {precision = \"" + precision + "\"}",
                      tileA = "!wave.tile<[M, K], " + dtype + ">",
                      tileB = std::string("!wave.tile<") + (isAcrossB ? "[K, N], " : "[N, K], ") +
                              dtype + ">",
                      sum = "!wave.tile<[M, N], f32>",
                      c = "!wave.memory<[" + size("M", m) + ", " + size("N", n) + "], f32>";
    return "wave.kernel @gemm(%a: " + a + ", %b: " + b + ", %c: " + c +
           ") {\n"
           "  wave.workgroup_constraint M tile " +
           std::to_string(m) +
           " dim 0\n"
           "  wave.workgroup_constraint N tile " +
           std::to_string(n) +
           " dim 1\n"
           "  wave.tiling_constraint K tile " +
           std::to_string(k) +
           "\n"
           "  wave.hardware_constraint threads_per_wave 128\n"
           "  %0 = wave.register 0.0 : f32 : " +
           sum + "\n  %1 = wave.iterate K iter_args(%acc = %0) -> " + sum +
           " {\n    %2 = wave.read %a : " + a + " -> " + tileA + "\n    %3 = wave.read %b : " + b +
           " -> " + tileB + "\n    %4 = wave.mma %2, %3, %acc" + options + " : " + tileA + ", " +
           tileB + ", " + sum + "\n    wave.yield %4 : " + sum +
           "\n  }\n  wave.write %1, %c : " + sum + ", " + c + "\n}\n";
  }
};

Warpgroups choose(const Gemm &gemm, std::string_view chip) {
  KernelText kernel(gemm.text());
  Warpgroups found = chooseWarpgroups(kernel.kernel(), *machine::chipNamed(chip));
  found.rows.dim = found.columns.dim = {}; // which end with the kernel
  return found;
}

/// Of the warpgroups that are chosen for the kernel.
std::string reason(const Gemm &gemm, std::string_view chip) {
  KernelText kernel(gemm.text());
  const machine::Chip &found = *machine::chipNamed(chip);
  return whyNotInPlace(kernel.kernel(), found, chooseWarpgroups(kernel.kernel(), found));
}

TEST(MmaEligibility, TwoWarpgroupsShareTheRowsOrElseThree) {
  for (const auto &[rows, count] :
       {std::pair<int64_t, int64_t>{64, 1}, {128, 2}, {192, 3}, {256, 2}, {320, 1}, {384, 2}}) {
    const Warpgroups found = choose({.m = rows}, "sm_90a");
    EXPECT_EQ(found.rows.count, count) << rows;
    EXPECT_EQ(found.rows.size, rows / count) << rows;
    EXPECT_EQ(found.columns.count, 1) << rows;
  }
}

TEST(MmaEligibility, SumsInTensorMemoryAreLoadedByWarpgroupsAlongBothDimensions) {
  // A warpgroup loads 128 rows, and 128 columns of them at most into 128 registers of each lane.
  for (const auto &[rows, columns, countOfRows, countOfColumns] :
       {std::tuple<int64_t, int64_t, int64_t, int64_t>{64, 128, 1, 1},
        {128, 128, 1, 1},
        {128, 256, 1, 2},
        {256, 128, 2, 1},
        {256, 256, 2, 2}}) {
    const Warpgroups found = choose({.m = rows, .n = columns}, "sm_100a");
    EXPECT_EQ(found.rows.count, countOfRows) << rows << " x " << columns;
    EXPECT_EQ(found.columns.count, countOfColumns) << rows << " x " << columns;
    EXPECT_EQ(found.columns.size, columns / countOfColumns) << rows << " x " << columns;
  }
}

TEST(MmaEligibility, WholeInstructionsInSharedMemoryAreEligible) {
  for (const char *chip : {"sm_90a", "sm_100a"})
    for (const char *dtype : {"f16", "bf16"})
      for (const int64_t m : {64, 128, 256})
        for (const int64_t n : {64, 96, 128})
          EXPECT_EQ(reason({.m = m, .n = n, .dtype = dtype}, chip), "")
              << chip << " " << dtype << " " << m << " x " << n;
}

TEST(MmaEligibility, TheFirstThingThatIsMissingIsTheReason) {
  EXPECT_EQ(reason({.m = 96}, "sm_90a"),
            "a wave of 128 threads takes 64 rows at once, and has 96 of M");
  EXPECT_EQ(reason({.n = 100}, "sm_90a"),
            "the tile has 100 elements of N, which is no multiple of 8");
  EXPECT_EQ(reason({.k = 24}, "sm_90a"), "a step has 24 elements of K, which is no multiple of 16");
  EXPECT_EQ(reason({.bSpace = ""}, "sm_90a"),
            "rhs is not read from a memory through shared memory");
  EXPECT_EQ(reason({.dtype = "f32"}, "sm_90a"), "the compiler supports no warpgroup MMA of f32");
}

/// Elements of 16 bits may lie along N in shared memory, those of 32 may not.
TEST(MmaEligibility, OperandsInTf32LieAlongTheReduction) {
  for (const char *chip : {"sm_90a", "sm_100a"}) {
    EXPECT_EQ(reason({.k = 32, .dtype = "f32", .precision = "tf32"}, chip), "") << chip;
    EXPECT_EQ(reason({.isAcrossB = true}, chip), "") << chip;
  }
  EXPECT_EQ(reason({.k = 32, .dtype = "f32", .precision = "tf32", .isAcrossB = true}, "sm_90a"),
            "F32_64x128x8_TF32 reads rows along the reduction K alone, since an element has 4 "
            "bytes, and rows in shared memory lie along N");
}

TEST(MmaEligibility, TwoStepsHaveToFitSharedMemory) {
  // (128 + 256) x 320 x 2 bytes, twice; an SM of Hopper gives a workgroup 227 KiB.
  EXPECT_EQ(reason({.m = 128, .n = 256, .k = 320}, "sm_90a"),
            "two steps take 491520 bytes of shared memory, a workgroup has 232448");
}

TEST(MmaEligibility, SumsHaveToFitTheRegistersOfALane) {
  // Two warpgroups of 192 rows each: 192 x 256 / 128 = 384 registers of each lane.
  const std::string found = reason({.m = 384, .n = 256, .k = 16}, "sm_90a");
  EXPECT_NE(
      found.find("each lane would hold 384 registers of accumulators and operands, and has 200"),
      std::string::npos)
      << found;
}

} // namespace
} // namespace wave::analysis
