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

/// One part of an instruction: the executor's rows and columns are these dimensions.
void compare(const Row &row, machine::MmaPart part, MatrixOperand operand, const char *rowDim,
             const char *columnDim) {
  const machine::Mma &mma = *machine::mmaNamed(row.instruction);
  const machine::Layout layout = *machine::layoutOf(mma, part, {"M", "N", "K"});
  const Mfma &mfma = mfmaOf(row);
  const int elements = operand == MatrixOperand::C ? mfma.resultElements() : mfma.operandElements();
  ASSERT_EQ(machine::countOf(layout.registers()), elements) << row.instruction;
  for (int lane = 0; lane < 64; ++lane)
    for (int element = 0; element < elements; ++element) {
      const machine::Position position = layout.at(element, lane, 0);
      const MatrixPlace place = placeOf(mfma, operand, lane, element);
      ASSERT_EQ(along(position, rowDim), place.row)
          << row.instruction << " lane " << lane << " element " << element;
      ASSERT_EQ(along(position, columnDim), place.column)
          << row.instruction << " lane " << lane << " element " << element;
    }
}

} // namespace

TEST(LaneMaps, AreTheSameForEveryInstruction) {
  for (const Row &row : rows) {
    compare(row, machine::MmaPart::Lhs, MatrixOperand::A, "M", "K");
    compare(row, machine::MmaPart::Rhs, MatrixOperand::B, "K", "N");
    compare(row, machine::MmaPart::Accumulator, MatrixOperand::C, "M", "N");
  }
}

/// Shapes, and the chips that have the instruction, stand in both tables.
TEST(LaneMaps, AreOfTheSameInstructions) {
  for (const machine::Mma &mma : machine::mmaTable()) {
    if (mma.layout == machine::MmaLayout::CPU)
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
