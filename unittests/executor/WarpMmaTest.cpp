//===- WarpMmaTest.cpp - Each mma.sync against a naive product ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/WarpMma.h"

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

class EveryWarpMma : public testing::TestWithParam<WarpMma> {};

std::string nameOfTest(const testing::TestParamInfo<WarpMma> &info) {
  std::string name = info.param.name();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

/// How one register of the operand is written.
std::string registerOf(WarpType type) {
  return type == WarpType::F16   ? "vector<2xf16>"
         : type == WarpType::F64 ? "f64"
         : type == WarpType::F32 ? "f32"
                                 : "i32";
}

void put(WarpType type, std::byte *at, int value) {
  auto store = [&](auto number) { std::memcpy(at, &number, sizeof number); };
  switch (type) {
  case WarpType::F16:
    return store(halfOfFloat(static_cast<float>(value)));
  case WarpType::BF16:
    return store(brainOfFloat(static_cast<float>(value)));
  case WarpType::E4M3:
    return store(Float8{4, false}.encode(static_cast<float>(value)));
  case WarpType::E5M2:
    return store(Float8{5, false}.encode(static_cast<float>(value)));
  case WarpType::TF32: {
    // The low 13 bits do not count.
    const float number = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &number, 4);
    return store(bits | 0x1ABCu);
  }
  case WarpType::F32:
    return store(static_cast<float>(value));
  case WarpType::F64:
    return store(static_cast<double>(value));
  case WarpType::I8:
  case WarpType::U8:
    return store(static_cast<int8_t>(value));
  case WarpType::I32:
    return store(static_cast<int32_t>(value));
  }
}

/// Registers of a lane that hold so many numbers.
int registers(WarpType type, int elements) {
  return elements * static_cast<int>(bytesOf(type)) / (type == WarpType::F64 ? 8 : 4);
}

std::string list(const std::string &letter, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i > 0 ? ", %" : "%") + letter + std::to_string(i);
  return text;
}

std::string repeated(const std::string &type, int count) {
  std::string text = type;
  for (int i = 1; i < count; ++i)
    text += ", " + type;
  return text;
}

KernelText kernelOf(const WarpMma &mma) {
  const int a = registers(mma.a, mma.elementsOfA()), b = registers(mma.b, mma.elementsOfB()),
            c = mma.elementsOfC();
  const std::string typeOfC = registerOf(mma.c),
                    shape = "shape = #nvvm.shape<m = " + std::to_string(mma.m) +
                            ", n = " + std::to_string(mma.n) + ", k = " + std::to_string(mma.k) +
                            ">";
  KernelText text;
  text.chip = "h200";
  text.workgroup = "32, 1, 1";
  text.arguments = "%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>";
  text.body = "%i = nvvm.read.ptx.sreg.tid.x : i32\n";
  auto load = [&](const std::string &letter, const std::string &type, int count) {
    text.body += "%n" + letter + " = llvm.mlir.constant(" + std::to_string(count) +
                 " : i32) : i32\n%i" + letter + " = llvm.mul %i, %n" + letter + " : i32\n" +
                 addressText("p" + letter, "%" + letter, 1, "%i" + letter, type);
    for (int i = 0; i < count; ++i) {
      const std::string n = letter + std::to_string(i);
      text.body += addressText("q" + n, "%p" + letter, 1, std::to_string(i), type) + "%" + n +
                   " = llvm.load %q" + n + " : !llvm.ptr<1> -> " + type + "\n";
    }
  };
  load("a", registerOf(mma.a), a);
  load("b", registerOf(mma.b), b);
  load("c", typeOfC, c);
  const std::string result = "!llvm.struct<(" + repeated(typeOfC, c) + ")>";
  text.body += "%d = nvvm.mma.sync A[" + list("a", a) + "] B[" + list("b", b) + "] C[" +
               list("c", c) +
               "] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, " +
               "multiplicandAPtxType = #nvvm.mma_type<" + std::string(nameOf(mma.a)) +
               ">, multiplicandBPtxType = #nvvm.mma_type<" + std::string(nameOf(mma.b)) + ">, " +
               (isInteger(mma.a) ? "intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, " : "") +
               shape + "} : (" + registerOf(mma.a) + ", " + registerOf(mma.b) + ", " + typeOfC +
               ") -> " + result + "\n";
  for (int i = 0; i < c; ++i) {
    const std::string n = std::to_string(i);
    text.body += "%r" + n + " = llvm.extractvalue %d[" + n + "] : " + result + "\nllvm.store %r" +
                 n + ", %qc" + n + " : " + typeOfC + ", !llvm.ptr<1>\n";
  }
  return text;
}

TEST_P(EveryWarpMma, EqualsTheNaiveProduct) {
  const WarpMma &mma = GetParam();
  std::mt19937 random(11);
  const bool isUnsigned = mma.a == WarpType::U8;
  auto draw = [&] { return static_cast<int>(random() % 7) - (isUnsigned ? 0 : 3); };
  std::map<std::pair<int, int>, int> a, b, c;
  for (int i = 0; i < mma.m; ++i)
    for (int k = 0; k < mma.k; ++k)
      a[{i, k}] = draw();
  for (int k = 0; k < mma.k; ++k)
    for (int j = 0; j < mma.n; ++j)
      b[{k, j}] = draw();
  for (int i = 0; i < mma.m; ++i)
    for (int j = 0; j < mma.n; ++j)
      c[{i, j}] = draw();
  auto spread = [&](MatrixOperand operand, WarpType type, int elements, auto &matrix) {
    const size_t bytes = bytesOf(type);
    std::vector<std::byte> memory(32 * elements * bytes);
    for (int lane = 0; lane < 32; ++lane)
      for (int element = 0; element < elements; ++element) {
        const MatrixPlace place = placeOf(mma, operand, lane, element);
        put(type, memory.data() + (lane * elements + element) * bytes,
            matrix.at({place.row, place.column}));
      }
    return memory;
  };
  auto left = spread(MatrixOperand::A, mma.a, mma.elementsOfA(), a);
  auto right = spread(MatrixOperand::B, mma.b, mma.elementsOfB(), b);
  auto sum = spread(MatrixOperand::C, mma.c, mma.elementsOfC(), c);
  const Report report = run(kernelOf(mma), {regionOf(left), regionOf(right), regionOf(sum)});
  EXPECT_EQ(textOf(report), "");
  EXPECT_EQ(report.counters.matrix.at(mma.name()), 1u);
  for (int lane = 0; lane < 32; ++lane)
    for (int element = 0; element < mma.elementsOfC(); ++element) {
      const MatrixPlace place = placeOf(mma, MatrixOperand::C, lane, element);
      int expected = c[{place.row, place.column}];
      for (int k = 0; k < mma.k; ++k)
        expected += a[{place.row, k}] * b[{k, place.column}];
      std::vector<std::byte> bytes(bytesOf(mma.c));
      put(mma.c, bytes.data(), expected);
      ASSERT_EQ(std::memcmp(sum.data() + (lane * mma.elementsOfC() + element) * bytes.size(),
                            bytes.data(), bytes.size()),
                0)
          << "row " << place.row << ", column " << place.column;
    }
}

TEST_P(EveryWarpMma, LanesHoldEachElementOnce) {
  const WarpMma &mma = GetParam();
  auto expectAll = [&](MatrixOperand operand, int elements, int rows, int columns) {
    std::set<std::pair<int, int>> places;
    for (int lane = 0; lane < 32; ++lane)
      for (int element = 0; element < elements; ++element) {
        const MatrixPlace place = placeOf(mma, operand, lane, element);
        EXPECT_TRUE(place.row >= 0 && place.row < rows && place.column >= 0 &&
                    place.column < columns);
        places.insert({place.row, place.column});
      }
    EXPECT_EQ(places.size(), static_cast<size_t>(rows * columns));
    EXPECT_EQ(32 * elements, rows * columns);
  };
  expectAll(MatrixOperand::A, mma.elementsOfA(), mma.m, mma.k);
  expectAll(MatrixOperand::B, mma.elementsOfB(), mma.k, mma.n);
  expectAll(MatrixOperand::C, mma.elementsOfC(), mma.m, mma.n);
}

INSTANTIATE_TEST_SUITE_P(WarpMma, EveryWarpMma,
                         testing::ValuesIn(warpMmas().begin(), warpMmas().end()), nameOfTest);

/// What the figures of the PTX ISA show, as row and column.
TEST(WarpMmaPlaces, AreThoseOfTheDocuments) {
  using enum MatrixOperand;
  const WarpMma &half = *warpMmaOf(16, 8, 16, "f16", "f16");
  EXPECT_EQ(placeOf(half, A, 5, 1), (MatrixPlace{1, 3}));
  EXPECT_EQ(placeOf(half, A, 5, 2), (MatrixPlace{9, 2}));
  EXPECT_EQ(placeOf(half, A, 5, 4), (MatrixPlace{1, 10}));
  EXPECT_EQ(placeOf(half, A, 31, 7), (MatrixPlace{15, 15}));
  EXPECT_EQ(placeOf(half, B, 6, 1), (MatrixPlace{5, 1}));
  EXPECT_EQ(placeOf(half, B, 6, 2), (MatrixPlace{12, 1}));
  EXPECT_EQ(placeOf(half, C, 7, 3), (MatrixPlace{9, 7}));
  const WarpMma &bytes = *warpMmaOf(16, 8, 32, "s8", "s8");
  EXPECT_EQ(placeOf(bytes, A, 2, 9), (MatrixPlace{0, 25}));
  EXPECT_EQ(placeOf(bytes, B, 9, 6), (MatrixPlace{22, 2}));
  const WarpMma &wide = *warpMmaOf(8, 8, 4, "f64", "f64");
  EXPECT_EQ(placeOf(wide, A, 6, 0), (MatrixPlace{1, 2}));
  EXPECT_EQ(placeOf(wide, B, 6, 0), (MatrixPlace{2, 1}));
  EXPECT_EQ(placeOf(wide, C, 6, 1), (MatrixPlace{1, 5}));
}

TEST(WarpMma, WhatTheTableHasNotIsAnError) {
  KernelText text = kernelOf(*warpMmaOf(16, 8, 16, "f16", "f16"));
  const std::string halves = "C[%a0, %a1] ";
  const size_t begin = text.body.find("C[%c0"), end = text.body.find("{layoutA");
  text.body = text.body.substr(0, begin) + halves + text.body.substr(end);
  const size_t types = text.body.find(", f32) -> ");
  text.body = text.body.substr(0, types) +
              ", vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>\n";
  EXPECT_THROW(programOf(text), Error);
}

} // namespace
} // namespace wave::executor
