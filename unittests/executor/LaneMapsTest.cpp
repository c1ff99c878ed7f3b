//===- LaneMapsTest.cpp - The compiler's lane maps = the executor's -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both were transcribed from the vendor's documents, each without a look at the other;
// here they are compared element by element.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include <gtest/gtest.h>

#include "executor/Mfma.h"
#include "executor/TensorProduct.h"
#include "executor/WarpMma.h"
#include "executor/Wgmma.h"
#include "machine/ElementFormat.h"
#include "machine/MmaLayouts.h"

namespace wave::executor {
namespace {

struct Row {
  std::string_view instruction; ///< of include/wave/mma_types.def
  std::string_view operation;   ///< "rocdl.mfma..."
};

const Row rows[] = {
#define WAVE_MFMA(NAME, OPERATION, OPERAND) {#NAME, OPERATION},
#include "targets/amd/mfma.def"
#undef WAVE_MFMA
};

const Mfma &mfmaOf(const Row &row) {
  return *mfmaNamed(row.operation.substr(std::string_view("rocdl.").size()));
}

int64_t along(const machine::Position &position, const char *dim) {
  auto found = position.find(dim);
  return found == position.end() ? 0 : found->second;
}

int elementsOf(const Mfma &mfma, MatrixOperand operand) {
  return operand == MatrixOperand::C ? mfma.resultElements() : mfma.operandElements();
}

int elementsOf(const WarpMma &mma, MatrixOperand operand) {
  return operand == MatrixOperand::A   ? mma.elementsOfA()
         : operand == MatrixOperand::B ? mma.elementsOfB()
                                       : mma.elementsOfC();
}

/// One part of an instruction: the executor's rows and columns are these dimensions.
template <typename Executed>
void compare(const machine::Mma &mma, const Executed &executed, machine::MmaPart part,
             MatrixOperand operand, const char *rowDim, const char *columnDim) {
  const machine::Layout layout = *machine::layoutOf(mma, part, {"M", "N", "K"});
  const int elements = elementsOf(executed, operand);
  ASSERT_EQ(machine::countOf(layout.registers()), elements) << mma.name;
  for (int lane = 0; lane < mma.threadsPerWave; ++lane)
    for (int element = 0; element < elements; ++element) {
      const machine::Position position = layout.at(element, lane, 0);
      const MatrixPlace place = placeOf(executed, operand, lane, element);
      ASSERT_EQ(along(position, rowDim), place.row)
          << mma.name << " lane " << lane << " element " << element;
      ASSERT_EQ(along(position, columnDim), place.column)
          << mma.name << " lane " << lane << " element " << element;
    }
}

template <typename Executed> void compareAll(const machine::Mma &mma, const Executed &executed) {
  compare(mma, executed, machine::MmaPart::Lhs, MatrixOperand::A, "M", "K");
  compare(mma, executed, machine::MmaPart::Rhs, MatrixOperand::B, "K", "N");
  compare(mma, executed, machine::MmaPart::Accumulator, MatrixOperand::C, "M", "N");
}

/// Instructions of a warp of 32 lanes, which hold all operands in registers.
bool isOfWarp(const machine::Mma &mma) {
  return mma.layout == machine::MmaLayout::MMA_SYNC_16 ||
         mma.layout == machine::MmaLayout::MMA_SYNC_8;
}

const WarpMma *executedOf(const machine::Mma &mma) {
  return warpMmaOf(static_cast<int>(mma.m), static_cast<int>(mma.n), static_cast<int>(mma.k),
                   machine::elementRow(mma.lhs).ptx, machine::elementRow(mma.rhs).ptx);
}

} // namespace

TEST(LaneMaps, AreTheSameForEveryInstruction) {
  for (const Row &row : rows)
    compareAll(*machine::mmaNamed(row.instruction), mfmaOf(row));
}

TEST(LaneMaps, AreTheSameForEveryInstructionOfAWarp) {
  int compared = 0;
  for (const machine::Mma &mma : machine::mmaTable()) {
    if (!isOfWarp(mma))
      continue;
    const WarpMma *executed = executedOf(mma);
    ASSERT_NE(executed, nullptr) << mma.name;
    compareAll(mma, *executed);
    ++compared;
  }
  EXPECT_GE(compared, 3);
}

namespace {

/// The executor's element type of that name in PTX.
WarpType typeNamed(std::string_view ptx) {
  for (int i = 0; i <= static_cast<int>(WarpType::I32); ++i)
    if (nameOf(static_cast<WarpType>(i)) == ptx)
      return static_cast<WarpType>(i);
  ADD_FAILURE() << "there is no type " << ptx;
  return WarpType::F16;
}

} // namespace

/// The executor refuses a shape, a type, or a transposition that PTX does not have.
TEST(LaneMaps, AreOfInstructionsOfAWarpgroupThatThereAre) {
  for (const machine::Mma &mma : machine::mmaTable()) {
    if (mma.layout != machine::MmaLayout::WGMMA)
      continue;
    const machine::MmaElementRow &lhs = machine::elementRow(mma.lhs),
                                 &rhs = machine::elementRow(mma.rhs);
    Wgmma wgmma{.n = static_cast<int>(mma.n),
                .k = static_cast<int>(mma.k),
                .a = typeNamed(lhs.ptx),
                .b = typeNamed(rhs.ptx),
                .d = typeNamed(machine::elementRow(mma.accumulator).ptx)};
    EXPECT_EQ(wgmma.problem(), "") << mma.name;
    wgmma.transposesB = true;
    EXPECT_EQ(wgmma.problem().empty(), rhs.mayLieAlongOuter) << mma.name;
  }
}

/// Codes of element types in the instruction descriptor of tcgen05.
TEST(LaneMaps, AreOfTensorInstructionsThatThereAre) {
  for (const machine::Mma &mma : machine::mmaTable()) {
    if (!mma.readsShared() || !mma.runsOn("sm_100a"))
      continue;
    const machine::MmaElementRow &lhs = machine::elementRow(mma.lhs),
                                 &rhs = machine::elementRow(mma.rhs);
    const auto rows = static_cast<uint32_t>(mma.isOfPair() ? 2 * mma.m : mma.m);
    auto descriptor = [&](uint32_t transposesB) {
      return static_cast<uint32_t>(machine::elementRow(mma.accumulator).accumulatorCode) << 4 |
             static_cast<uint32_t>(lhs.operandCode) << 7 |
             static_cast<uint32_t>(rhs.operandCode) << 10 | transposesB << 16 |
             static_cast<uint32_t>(mma.n) / 8 << 17 | rows / 16 << 24;
    };
    const TensorKind kind = lhs.kind == machine::MmaKind::TF32 ? TensorKind::TF32 : TensorKind::F16;
    EXPECT_EQ(TensorProduct::problemOf(descriptor(0), kind, mma.isOfPair(), false), "") << mma.name;
    EXPECT_EQ(TensorProduct::problemOf(descriptor(1), kind, mma.isOfPair(), false).empty(),
              rhs.mayLieAlongOuter)
        << mma.name;
    const TensorProduct product = TensorProduct::of(descriptor(0), mma.isOfPair());
    EXPECT_EQ(nameOf(product.a), lhs.ptx) << mma.name;
    EXPECT_EQ(product.k(), mma.k) << mma.name;
    EXPECT_EQ(product.rows(), mma.m) << mma.name;
  }
}

/// Shapes, and the chips that have the instruction, stand in both tables.
TEST(LaneMaps, AreOfTheSameInstructions) {
  for (const machine::Mma &mma : machine::mmaTable()) {
    if (mma.layout == machine::MmaLayout::CPU || isOfWarp(mma) || mma.readsShared())
      continue;
    const Row *row = std::ranges::find(rows, mma.name, &Row::instruction);
    ASSERT_NE(row, std::end(rows)) << mma.name << " has no operation";
    const Mfma &mfma = mfmaOf(*row);
    EXPECT_EQ(mfma.m, mma.m) << mma.name;
    EXPECT_EQ(mfma.n, mma.n) << mma.name;
    EXPECT_EQ(mfma.k, mma.k) << mma.name;
    // Chips read bytes as floats in a format of their own.
    auto reads = [](const char *chip, DType dtype) {
      const machine::Float8 *format = machine::float8Of(dtype);
      return !format || format->hasNegativeZero == (std::string_view(chip) == "gfx950");
    };
    for (const char *chip : {"gfx942", "gfx950"})
      EXPECT_EQ(mfma.runsOn(chip) && reads(chip, mma.types.lhs) && reads(chip, mma.types.rhs),
                mma.runsOn(chip))
          << mma.name << " on " << chip;
    auto isE5M2 = [](DType dtype) { return machine::float8Of(dtype)->mantissaBits == 2; };
    if (machine::float8Of(mma.types.lhs)) {
      EXPECT_EQ(mfma.a == MatrixType::BF8, isE5M2(mma.types.lhs)) << mma.name;
      EXPECT_EQ(mfma.b == MatrixType::BF8, isE5M2(mma.types.rhs)) << mma.name;
    }
  }
}

} // namespace wave::executor
