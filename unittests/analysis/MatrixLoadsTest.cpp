//===- MatrixLoadsTest.cpp - What lanes get of the rows that they address -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle is the table of PTX ISA 9.0, "ldmatrix": of matrix i lane 8 * i + r addresses row r,
// and lane l gets the word l % 4 of row l / 4 or, transposed, column l / 4 of rows 2 * (l % 4) and
// the next one.
//
//===----------------------------------------------------------------------===//

#include "analysis/MatrixLoads.h"

#include <gtest/gtest.h>

#include "KernelText.h"
#include "dialect/ElementTypes.h"

namespace wave::analysis {
namespace {

using machine::Layout;
using machine::Position;

/// A tile of [R, K] in that layout, and a ring with these dimensions and strides.
struct Case {
  const char *element, *layout, *ring;
};

std::string dimsOf(const std::string &ring) { return ring.substr(0, ring.find(']') + 1); }

class Parsed {
public:
  explicit Parsed(const Case &given)
      : text(std::string("wave.kernel @k(%x: !wave.memory<[R = 32, K = 64], ") + given.element +
             ">) bindings {K = 64, R = 32} grid [1, 1, 1] {\n  %0 = wave.allocate \"a\" offset 0 : "
             "<1, " +
             given.ring + ">\n  %1 = wave.shared_read %0 : <1, " + given.ring + "> -> <" +
             dimsOf(given.ring) + ", " + given.element + ", #wave.layout<" + given.layout +
             ">>\n}\n") {
    text.kernel().walk([&](ir::SharedReadOp op) { read = op; });
  }
  std::optional<MatrixLoads> loads() {
    return matrixLoadsOf(read.getResult().getType(),
                         llvm::cast<ir::BufferType>(read.getRing().getType()));
  }
  const Layout &layout() { return read.getResult().getType().getLayout().getValue(); }

private:
  KernelText text;
  ir::SharedReadOp read;
};

int64_t at(const Position &position, const std::string &dim) {
  const auto found = position.find(dim);
  return found == position.end() ? 0 : found->second;
}

/// Compares all registers of all lanes with those that the instructions give.
void expectSame(const Case &given, const std::string &along, bool isTransposed, int64_t matrices) {
  Parsed parsed(given);
  const std::optional<MatrixLoads> loads = parsed.loads();
  ASSERT_TRUE(loads) << given.layout;
  EXPECT_EQ(loads->isTransposed, isTransposed);
  EXPECT_EQ(loads->matrices, matrices);
  const Layout &rows = loads->rows.getLayout().getValue(), &layout = parsed.layout();
  const int64_t bytes = ir::elementBytes(loads->rows.getElementType()), ofWord = 4 / bytes,
                ofRow = 16 / bytes, ofLoad = ofWord * matrices;
  for (int64_t wave = 0; wave < machine::countOf(layout.waves()); ++wave)
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t reg = 0; reg < machine::countOf(layout.registers()); ++reg) {
        const int64_t load = reg / ofLoad, matrix = reg % ofLoad / ofWord, element = reg % ofWord;
        const int64_t row = isTransposed ? 2 * (lane % 4) + element : lane / 4;
        Position place = rows.at(load * ofRow, 8 * matrix + row, wave);
        place[along] += isTransposed ? lane / 4 : ofWord * (lane % 4) + element;
        for (const std::string dim : {"R", "K"})
          ASSERT_EQ(at(place, dim), at(layout.at(reg, lane, wave), dim))
              << given.layout << ": " << dim << " of register " << reg << ", lane " << lane;
      }
}

constexpr const char *plainRows = "[R = 32, K = 64], f16, #wave.shared_layout<strides [64, 1]>";
constexpr const char *plainColumns = "[K = 64, R = 32], f16, #wave.shared_layout<strides [32, 1]>";

TEST(MatrixLoads, OperandsAlongTheirRows) {
  expectSame({"f16", "registers [K:2, R:2:8, K:8:8] lanes [K:4:2, R:8] waves [R:2:16]", plainRows},
             "K", false, 4);
  expectSame({"f16", "registers [K:2, K:8:8, R:4:8] lanes [K:4:2, R:8] waves []", plainRows}, "K",
             false, 4);
}

TEST(MatrixLoads, OperandsAcrossTheirRows) {
  expectSame({"f16", "registers [K:2, K:8:8, R:4:8] lanes [K:4:2, R:8] waves []", plainColumns},
             "R", true, 4);
  expectSame(
      {"f16", "registers [K:2, R:2:8, K:8:8] lanes [K:4:2, R:8] waves [R:2:16]", plainColumns}, "R",
      true, 4);
}

TEST(MatrixLoads, ElementsOfOtherSizes) {
  expectSame({"i8", "registers [K:4, R:2:8, K:4:16] lanes [K:4:4, R:8] waves [R:2:16]",
              "[R = 32, K = 64], i8, #wave.shared_layout<strides [64, 1]>"},
             "K", false, 4);
  expectSame({"f32", "registers [R:2:8, K:16:4] lanes [K:4, R:8] waves [R:2:16]",
              "[R = 32, K = 64], f32, #wave.shared_layout<strides [64, 1]>"},
             "K", false, 4);
}

TEST(MatrixLoads, NotInOtherLayouts) {
  for (const Case &given :
       {// Bytes and words cannot be transposed.
        Case{"i8", "registers [K:4, R:2:8, K:4:16] lanes [K:4:4, R:8] waves [R:2:16]",
             "[K = 64, R = 32], i8, #wave.shared_layout<strides [32, 1]>"},
        // Rows begin at no multiple of 16 bytes.
        Case{"f16", "registers [K:2, R:2:8, K:8:8] lanes [K:4:2, R:8] waves [R:2:16]",
             "[R = 32, K = 64], f16, #wave.shared_layout<strides [66, 1]>"},
        // A lane has 16 bytes in a row.
        Case{"f16", "registers [K:8, R:8:4] lanes [K:8:8, R:4] waves []", plainRows},
        // 64 lanes.
        Case{"f16", "registers [K:2, K:8:8, R:2:16] lanes [K:4:2, R:16] waves []", plainRows}})
    EXPECT_FALSE(Parsed(given).loads()) << given.layout;
}

} // namespace
} // namespace wave::analysis
