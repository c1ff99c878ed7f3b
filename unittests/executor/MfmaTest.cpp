//===- MfmaTest.cpp - Each matrix instruction against a naive product -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Mfma.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "TestKernel.h"
#include "executor/Floats.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

class EveryMfma : public testing::TestWithParam<Mfma> {};

std::string nameOfTest(const testing::TestParamInfo<Mfma> &info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

/// How the operation's operand is written, by ROCDL's conventions: bytes in words.
std::string operandType(MatrixType type, int elements, bool is1k) {
  const std::string n = std::to_string(elements);
  switch (type) {
  case MatrixType::F16:
    return "vector<" + n + "xf16>";
  case MatrixType::BF16:
    return "vector<" + n + (is1k ? "xi16>" : "xbf16>");
  case MatrixType::F32:
    return elements == 1 ? "f32" : "vector<" + n + "xf32>";
  case MatrixType::F64:
    return elements == 1 ? "f64" : "vector<" + n + "xf64>";
  case MatrixType::I32:
    return "vector<" + n + "xi32>";
  default:
    return elements == 8 ? "i64" : "vector<" + std::to_string(elements / 4) + "xi32>";
  }
}

/// A small number in the type, and as it is read back.
void put(MatrixType type, std::vector<std::byte> &memory, size_t index, int value) {
  auto store = [&](auto number) {
    std::memcpy(memory.data() + index * sizeof number, &number, sizeof number);
  };
  switch (type) {
  case MatrixType::F16:
    return store(halfOfFloat(static_cast<float>(value)));
  case MatrixType::BF16:
    return store(brainOfFloat(static_cast<float>(value)));
  case MatrixType::FP8:
    return store(Float8{4, true}.encode(static_cast<float>(value)));
  case MatrixType::BF8:
    return store(Float8{5, true}.encode(static_cast<float>(value)));
  case MatrixType::F32:
    return store(static_cast<float>(value));
  case MatrixType::F64:
    return store(static_cast<double>(value));
  case MatrixType::I8:
    return store(static_cast<int8_t>(value));
  case MatrixType::I32:
    return store(static_cast<int32_t>(value));
  }
}

double get(MatrixType type, const std::vector<std::byte> &memory, size_t index) {
  auto load = [&](auto number) {
    std::memcpy(&number, memory.data() + index * sizeof number, sizeof number);
    return static_cast<double>(number);
  };
  return type == MatrixType::F64   ? load(double{})
         : type == MatrixType::I32 ? load(int32_t{})
                                   : load(float{});
}

KernelText kernelOf(const Mfma &mfma) {
  const bool is1k = mfma.name.ends_with(".1k");
  const std::string a = operandType(mfma.a, mfma.operandElements(), is1k),
                    b = operandType(mfma.b, mfma.operandElements(), is1k),
                    c = operandType(mfma.c, mfma.resultElements(), is1k);
  KernelText text;
  text.chip = mfma.runsOn("gfx942") ? "mi300x" : "mi355x";
  text.arguments = "%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>";
  text.body = "%i = rocdl.workitem.id.x : i32\n%zero = llvm.mlir.constant(0 : i32) : i32\n" +
              addressText("pa", "%a", 1, "%i", a) + addressText("pb", "%b", 1, "%i", b) +
              addressText("pc", "%c", 1, "%i", c) + "%va = llvm.load %pa : !llvm.ptr<1> -> " + a +
              "\n%vb = llvm.load %pb : !llvm.ptr<1> -> " + b +
              "\n%vc = llvm.load %pc : !llvm.ptr<1> -> " + c + "\n%r = rocdl." +
              std::string(mfma.name) + " %va, %vb, %vc, %zero, %zero, %zero : (" + a + ", " + b +
              ", " + c + ", i32, i32, i32) -> " + c + "\nllvm.store %r, %pc : " + c +
              ", !llvm.ptr<1>";
  return text;
}

TEST_P(EveryMfma, EqualsTheNaiveProduct) {
  const Mfma &mfma = GetParam();
  std::mt19937 random(11);
  auto draw = [&] { return static_cast<int>(random() % 7) - 3; };
  std::map<std::pair<int, int>, int> a, b, c;
  for (int i = 0; i < mfma.m; ++i)
    for (int k = 0; k < mfma.k; ++k)
      a[{i, k}] = draw();
  for (int k = 0; k < mfma.k; ++k)
    for (int j = 0; j < mfma.n; ++j)
      b[{k, j}] = draw();
  for (int i = 0; i < mfma.m; ++i)
    for (int j = 0; j < mfma.n; ++j)
      c[{i, j}] = draw();

  auto spread = [&](MatrixOperand operand, MatrixType type, int elements, auto &matrix) {
    std::vector<std::byte> memory(64 * elements * bytesOf(type));
    for (int lane = 0; lane < 64; ++lane)
      for (int element = 0; element < elements; ++element) {
        const MatrixPlace place = placeOf(mfma, operand, lane, element);
        put(type, memory, lane * elements + element, matrix.at({place.row, place.column}));
      }
    return memory;
  };
  auto left = spread(MatrixOperand::A, mfma.a, mfma.operandElements(), a);
  auto right = spread(MatrixOperand::B, mfma.b, mfma.operandElements(), b);
  auto sum = spread(MatrixOperand::C, mfma.c, mfma.resultElements(), c);
  const Report report = run(kernelOf(mfma), {regionOf(left), regionOf(right), regionOf(sum)});
  EXPECT_EQ(textOf(report), "");
  for (int lane = 0; lane < 64; ++lane)
    for (int element = 0; element < mfma.resultElements(); ++element) {
      const MatrixPlace place = placeOf(mfma, MatrixOperand::C, lane, element);
      int expected = c[{place.row, place.column}];
      for (int k = 0; k < mfma.k; ++k)
        expected += a[{place.row, k}] * b[{k, place.column}];
      ASSERT_EQ(get(mfma.c, sum, lane * mfma.resultElements() + element), expected)
          << "row " << place.row << ", column " << place.column;
    }
}

TEST_P(EveryMfma, LanesHoldEachElementOnce) {
  const Mfma &mfma = GetParam();
  auto expectAll = [&](MatrixOperand operand, int elements, int rows, int columns) {
    std::set<std::pair<int, int>> places;
    for (int lane = 0; lane < 64; ++lane)
      for (int element = 0; element < elements; ++element) {
        const MatrixPlace place = placeOf(mfma, operand, lane, element);
        EXPECT_TRUE(place.row >= 0 && place.row < rows && place.column >= 0 &&
                    place.column < columns);
        places.insert({place.row, place.column});
      }
    EXPECT_EQ(places.size(), static_cast<size_t>(rows * columns));
    EXPECT_EQ(64 * elements, rows * columns);
  };
  expectAll(MatrixOperand::A, mfma.operandElements(), mfma.m, mfma.k);
  expectAll(MatrixOperand::B, mfma.operandElements(), mfma.k, mfma.n);
  expectAll(MatrixOperand::C, mfma.resultElements(), mfma.m, mfma.n);
}

INSTANTIATE_TEST_SUITE_P(Mfma, EveryMfma, testing::ValuesIn(mfmas().begin(), mfmas().end()),
                         nameOfTest);

/// Rows that AMD's Matrix Instruction Calculator prints.
TEST(MfmaPlaces, AreThoseOfTheDocuments) {
  auto place = [](const char *name, MatrixOperand operand, int lane, int element) {
    return placeOf(*mfmaNamed(name), operand, lane, element);
  };
  using enum MatrixOperand;
  // v_mfma_f32_16x16x16_f16: A[0][4] is v0{16}.[15:0]; D[4][0] is v0{16}, D[1][0] is v1{0}.
  EXPECT_EQ(place("mfma.f32.16x16x16f16", A, 16, 0), (MatrixPlace{0, 4}));
  EXPECT_EQ(place("mfma.f32.16x16x16f16", B, 17, 3), (MatrixPlace{7, 1}));
  EXPECT_EQ(place("mfma.f32.16x16x16f16", C, 16, 0), (MatrixPlace{4, 0}));
  EXPECT_EQ(place("mfma.f32.16x16x16f16", C, 0, 1), (MatrixPlace{1, 0}));
  // v_mfma_f32_32x32x8_f16: D[8][0] is v4{0}, D[4][0] is v0{32}.
  EXPECT_EQ(place("mfma.f32.32x32x8f16", C, 0, 4), (MatrixPlace{8, 0}));
  EXPECT_EQ(place("mfma.f32.32x32x8f16", C, 32, 0), (MatrixPlace{4, 0}));
  // v_mfma_f64_16x16x4_f64: D[1][0] is v[0:1]{16}, D[4][0] is v[2:3]{0}.
  EXPECT_EQ(place("mfma.f64.16x16x4f64", C, 16, 0), (MatrixPlace{1, 0}));
  EXPECT_EQ(place("mfma.f64.16x16x4f64", C, 0, 1), (MatrixPlace{4, 0}));
  // v_mfma_i32_16x16x64_i8: 16 consecutive k in a lane.
  EXPECT_EQ(place("mfma.i32.16x16x64.i8", A, 33, 5), (MatrixPlace{1, 37}));
}

TEST(Mfma, OfAnotherChipIsAnError) {
  KernelText text = kernelOf(*mfmaNamed("mfma.f32.16x16x32.f16"));
  text.chip = "mi300x";
  try {
    programOf(text);
    FAIL();
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "executor-operation");
    EXPECT_NE(std::string(error.what()).find("gfx942 has no such instruction"), std::string::npos);
  }
}

TEST(Mfma, ModifiersAreErrors) {
  KernelText text = kernelOf(*mfmaNamed("mfma.f32.16x16x16f16"));
  const std::string zero = "constant(0 : i32)";
  text.body.replace(text.body.find(zero), zero.size(), "constant(1 : i32)");
  EXPECT_THROW(programOf(text), Error);
}

} // namespace
} // namespace wave::executor
