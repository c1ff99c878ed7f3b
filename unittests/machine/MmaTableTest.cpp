//===- MmaTableTest.cpp - Which matrix instruction is chosen --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "machine/MmaTable.h"

namespace wave::machine {
namespace {

std::string chosen(const char *chip, DType operand, DType accumulator, MmaTile tile) {
  const Mma *mma = chooseMma(chip, {operand, operand, accumulator}, tile);
  return mma ? std::string(mma->name) : "none";
}

/// 2 * products a cycle * SIMDs * clock are the peaks of the data sheets.
TEST(MmaTable, TakesTheTimeThatTheDataSheetsGive) {
  const double mi300x = 2 * 304 * 4 * 2.1e9, mi355x = 2 * 256 * 4 * 2.4e9;
  auto peak = [](const char *name, const char *chip, double perProduct) {
    return static_cast<double>(productsPerCycle(*mmaNamed(name), chip)) * perProduct / 1e12;
  };
  EXPECT_NEAR(peak("F32_16x16x16_F16", "gfx942", mi300x), 1307.4, 0.1);
  EXPECT_NEAR(peak("I32_16x16x32_I8", "gfx942", mi300x), 2614.9, 0.1);
  EXPECT_NEAR(peak("F32_16x16x4_F32", "gfx942", mi300x), 163.4, 0.1);
  EXPECT_NEAR(peak("F64_16x16x4_F64", "gfx942", mi300x), 163.4, 0.1);
  EXPECT_NEAR(peak("F32_16x16x32_BF16", "gfx950", mi355x), 2516.6, 0.1);
  EXPECT_NEAR(peak("F64_16x16x4_F64", "gfx950", mi355x), 78.6, 0.1);
  const double h200 = 2 * 132 * 1.98e9;
  EXPECT_NEAR(peak("F64_8x8x4_F64", "sm_90a", 4 * h200), 66.9, 0.1);
  EXPECT_NEAR(peak("F32_64x256x16_F16", "sm_90a", h200), 1070.5, 0.1); // 989.4 at 1.83 GHz
}

TEST(MmaTable, ChoosesTheFastestThatDividesTheTile) {
  EXPECT_EQ(chosen("gfx942", f16, f32, {64, 64, 32}), "F32_16x16x16_F16");
  EXPECT_EQ(chosen("gfx950", f16, f32, {64, 64, 32}), "F32_16x16x32_F16");
  EXPECT_EQ(chosen("gfx950", f16, f32, {64, 64, 16}), "F32_32x32x16_F16");
  EXPECT_EQ(chosen("gfx950", f16, f32, {16, 64, 16}), "F32_16x16x16_F16");
  EXPECT_EQ(chosen("gfx942", f16, f32, {64, 64, 8}), "F32_32x32x8_F16");
  EXPECT_EQ(chosen("gfx950", f64, f64, {}), "F64_16x16x4_F64");
  EXPECT_EQ(chosen("gfx942", i8, i32, {64, 64, 64}), "I32_16x16x32_I8");
  EXPECT_EQ(chosen("gfx950", i8, i32, {64, 64, 64}), "I32_16x16x64_I8");
  EXPECT_EQ(chosen("gfx950", i8, i32, {64, 64, 32}), "I32_32x32x32_I8");
  EXPECT_EQ(chosen("gfx942", f8e5m2fnuz, f32, {64, 64, 64}), "F32_16x16x32_F8E5M2FNUZ");
  EXPECT_EQ(chosen("cpu", f16, f32, {3, 5, 7}), "F32_FMA_F16");
  EXPECT_EQ(chosen("sm_90a", f16, f32, {64, 64, 32}), "F32_16x8x16_F16");
}

TEST(MmaTable, ChoosesTheWidestForAWarpgroup) {
  auto widest = [](MmaTile tile) {
    return std::string(chooseMma("sm_90a", {f16, f16, f32}, tile, 128)->name);
  };
  EXPECT_EQ(widest({128, 256, 64}), "F32_64x256x16_F16");
  EXPECT_EQ(widest({128, 200, 64}), "F32_64x200x16_F16");
  EXPECT_EQ(widest({64, 512, 64}), "F32_64x256x16_F16");
  EXPECT_EQ(widest({64, 320, 64}), "F32_64x160x16_F16");
}

/// wgmma and tcgen05 take 32 bytes along K at a time.
TEST(MmaTable, HasTheKOfItsElements) {
  for (const Mma &mma : mmaTable())
    if (mma.readsShared()) {
      EXPECT_EQ(mma.k * size_in_bytes(mma.types.lhs), 32) << mma.name;
    }
  EXPECT_EQ(chooseMma("sm_90a", {f32, f32, f32, Precision::TF32}, {128, 256, 32}, 128)->name,
            "F32_64x256x8_TF32");
  EXPECT_EQ(chooseMma("sm_100a", {f32, f32, f32, Precision::TF32}, {128, 256, 32}, 128)->name,
            "F32_128x256x8_TF32");
  EXPECT_EQ(chooseMma("sm_90a", {f32, f32, f32}, {128, 256, 32}, 128), nullptr);
}

TEST(MmaTable, ChoosesTheSmallestWhereNoneDivides) {
  EXPECT_EQ(chosen("gfx942", f16, f32, {24, 64, 32}), "F32_16x16x16_F16");
  EXPECT_EQ(chosen("gfx950", f16, f32, {24, 64, 32}), "F32_16x16x16_F16");
}

TEST(MmaTable, NamesTheChipsThatHaveOne) {
  EXPECT_EQ(chosen("gfx942", f16, f64, {}), "none");
  EXPECT_EQ(chosen("gfx942", f8e4m3fn, f32, {}), "none");
  EXPECT_EQ(chipsWith({f8e4m3fn, f8e5m2, f32}), (std::vector<std::string>{"gfx950", "cpu"}));
  EXPECT_EQ(nearestMma("gfx942", {f8e5m2, f8e5m2, f32}, {})->name, "F32_16x16x32_F8E5M2FNUZ");
  EXPECT_EQ(nearestMma("gfx942", {f8e4m3fn, f8e5m2, f32}, {})->name,
            "F32_16x16x32_F8E4M3FNUZ_F8E5M2FNUZ");
  EXPECT_EQ(nearestMma("sm_90a", {f8e5m2, f8e5m2, f32}, {})->types.lhs, f16);
  EXPECT_EQ(nearestMma("sm_90a", {f8e5m2, f8e4m3fn, f32}, {64, 64, 16}, 128)->name,
            "F32_64x64x16_F16");
  EXPECT_EQ(nearestMma("sm_100a", {f32, f32, f32}, {})->types.lhs, bf16); // keeps the range
  EXPECT_EQ(nearestMma("sm_100a", {f64, f64, f32}, {}), nullptr);
  EXPECT_EQ(chipsWith({f32, f32, f32}), (std::vector<std::string>{"gfx942", "gfx950", "cpu"}));
  EXPECT_EQ(chipsWith({f32, f32, f32, Precision::TF32}),
            (std::vector<std::string>{"sm_90a", "sm_100a", "cpu"}));
  EXPECT_EQ(chipsWith({f16, f16, f32}),
            (std::vector<std::string>{"gfx942", "gfx950", "sm_90a", "sm_100a", "cpu"}));
}

} // namespace
} // namespace wave::machine
