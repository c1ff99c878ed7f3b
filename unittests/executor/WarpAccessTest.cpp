//===- WarpAccessTest.cpp - ldmatrix, stmatrix, cp.async ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>

namespace wave::executor {
namespace {

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

const std::string shapeText = ", shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, "
                              "eltType = #nvvm.ld_st_matrix_elt_type<b16>}";

/// Lane i copies row i of four matrices of 8 x 8, 16 bytes, from %a to shared memory.
KernelText kernelOf(const std::string &body) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "32, 1, 1";
  text.arguments = "%a: !llvm.ptr<1>, %o: !llvm.ptr<1>";
  text.sharedBytes = 512;
  text.body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%i = nvvm.read.ptx.sreg.tid.x : i32\n%all = llvm.mlir.constant(-1 : i32) : i32\n" +
              addressText("pa", "%a", 1, "%i", "vector<8xi16>") +
              addressText("ps", "%s", 3, "%i", "vector<8xi16>") +
              addressText("po", "%o", 1, "%i", "vector<4xi32>") +
              "%row = llvm.load %pa : !llvm.ptr<1> -> vector<8xi16>\n" + body;
  return text;
}

std::vector<uint16_t> counting() {
  std::vector<uint16_t> numbers(256);
  std::iota(numbers.begin(), numbers.end(), uint16_t{0});
  return numbers;
}

/// What the lane has as half `half` of register `matrix`.
uint16_t heldBy(const std::vector<uint16_t> &out, int lane, int matrix, int half) {
  return out[lane * 8 + matrix * 2 + half];
}

std::string loading(const std::string &layout) {
  std::string text = "llvm.store %row, %ps : vector<8xi16>, !llvm.ptr<3>\n"
                     "nvvm.bar.warp.sync %all : i32\n"
                     "%m = nvvm.ldmatrix %ps {num = 4 : i32, layout = #nvvm.mma_layout<" +
                     layout + ">" + shapeText +
                     " : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>\n";
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    text += "%r" + n + " = llvm.extractvalue %m[" + n + "] : !llvm.struct<(i32, i32, i32, i32)>\n" +
            addressText("q" + n, "%po", 1, n, "i32") + "llvm.store %r" + n + ", %q" + n +
            " : i32, !llvm.ptr<1>\n";
  }
  return text;
}

TEST(LoadMatrix, GivesEachLaneTwoNumbersOfARow) {
  std::vector<uint16_t> in = counting(), out(256);
  EXPECT_EQ(textOf(run(kernelOf(loading("row")), {regionOf(in), regionOf(out)})), "");
  for (int lane = 0; lane < 32; ++lane)
    for (int matrix = 0; matrix < 4; ++matrix)
      for (int half = 0; half < 2; ++half)
        EXPECT_EQ(heldBy(out, lane, matrix, half),
                  64 * matrix + 8 * (lane / 4) + 2 * (lane % 4) + half);
}

TEST(LoadMatrix, Transposed) {
  std::vector<uint16_t> in = counting(), out(256);
  EXPECT_EQ(textOf(run(kernelOf(loading("col")), {regionOf(in), regionOf(out)})), "");
  for (int lane = 0; lane < 32; ++lane)
    for (int matrix = 0; matrix < 4; ++matrix)
      for (int half = 0; half < 2; ++half)
        EXPECT_EQ(heldBy(out, lane, matrix, half),
                  64 * matrix + 8 * (2 * (lane % 4) + half) + lane / 4);
}

TEST(LoadMatrix, OfOneUsesTheFirstAddressesAlone) {
  std::vector<uint16_t> in = counting(), out(256);
  // Addresses of the other lanes are far outside.
  const std::string body =
      "llvm.store %row, %ps : vector<8xi16>, !llvm.ptr<3>\n"
      "%c8 = llvm.mlir.constant(8 : i32) : i32\n%far = llvm.mlir.constant(100000 : i32) : i32\n"
      "%first = llvm.icmp \"ult\" %i, %c8 : i32\n%j = llvm.select %first, %i, %far : i1, i32\n" +
      addressText("pj", "%s", 3, "%j", "vector<8xi16>") +
      "%m = nvvm.ldmatrix %pj {num = 1 : i32, layout = #nvvm.mma_layout<row>" + shapeText +
      " : (!llvm.ptr<3>) -> i32\nllvm.store %m, %po : i32, !llvm.ptr<1>";
  EXPECT_EQ(textOf(run(kernelOf(body), {regionOf(in), regionOf(out)})), "");
  EXPECT_EQ(heldBy(out, 13, 0, 1), 8 * 3 + 3);
}

TEST(LoadMatrix, FindsWhatIsNotAligned) {
  std::vector<uint16_t> in = counting(), out(256);
  std::string body = loading("row");
  body.replace(body.find("ldmatrix %ps"), 12, "ldmatrix %pu");
  body.insert(body.find("%m ="), addressText("pu", "%ps", 3, "2", "i16"));
  EXPECT_TRUE(says(textOf(run(kernelOf(body), {regionOf(in), regionOf(out)})), "misaligned"));
}

TEST(StoreMatrix, IsTheReverse) {
  for (const char *layout : {"row", "col"}) {
    std::vector<uint16_t> in = counting(), out(256);
    std::string body = "%v = llvm.load %pa : !llvm.ptr<1> -> vector<4xi32>\n";
    std::string operands, types;
    for (int i = 0; i < 4; ++i) {
      const std::string n = std::to_string(i);
      body += "%c" + n + " = llvm.mlir.constant(" + n + " : i32) : i32\n%r" + n +
              " = llvm.extractelement %v[%c" + n + " : i32] : vector<4xi32>\n";
      operands += ", %r" + n;
      types += ", i32";
    }
    body += "nvvm.stmatrix %ps" + operands + " {layout = #nvvm.mma_layout<" + layout + ">" +
            shapeText + " : !llvm.ptr<3>" + types +
            "\nnvvm.bar.warp.sync %all : i32\n%w = llvm.load %ps : !llvm.ptr<3> -> vector<4xi32>\n"
            "llvm.store %w, %po : vector<4xi32>, !llvm.ptr<1>";
    EXPECT_EQ(textOf(run(kernelOf(body), {regionOf(in), regionOf(out)})), "");
    for (int lane = 0; lane < 32; ++lane)
      for (int matrix = 0; matrix < 4; ++matrix)
        for (int half = 0; half < 2; ++half) {
          const int outer = lane / 4, inner = 2 * (lane % 4) + half;
          const bool isRow = layout == std::string("row");
          const int row = isRow ? outer : inner, column = isRow ? inner : outer;
          EXPECT_EQ(out[matrix * 64 + row * 8 + column], heldBy(in, lane, matrix, half));
        }
  }
}

/// Thread i copies 16 bytes to its place, and reads after `waiting` those of thread i ^ 32.
KernelText copies(const std::string &waiting, const std::string &size = "") {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "64, 1, 1";
  text.arguments = "%a: !llvm.ptr<1>, %o: !llvm.ptr<1>";
  text.sharedBytes = 1024;
  text.body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%i = nvvm.read.ptx.sreg.tid.x : i32\n%c32 = llvm.mlir.constant(32 : i32) : i32\n"
              "%c7 = llvm.mlir.constant(7 : i32) : i32\n%c4 = llvm.mlir.constant(4 : i32) : i32\n"
              "%size = llvm.and %i, %c7 : i32\n%much = llvm.mul %size, %c4 : i32\n"
              "%j = llvm.xor %i, %c32 : i32\n" +
              addressText("pa", "%a", 1, "%i", "vector<4xi32>") +
              addressText("ps", "%s", 3, "%i", "vector<4xi32>") +
              addressText("pj", "%s", 3, "%j", "vector<4xi32>") +
              addressText("po", "%o", 1, "%i", "vector<4xi32>") +
              "nvvm.cp.async.shared.global %ps, %pa, 16, cache = cg" + size +
              " : !llvm.ptr<3>, !llvm.ptr<1>" + (size.empty() ? "" : ", i32") + "\n" + waiting +
              "\n%v = llvm.load %pj : !llvm.ptr<3> -> vector<4xi32>\n"
              "llvm.store %v, %po : vector<4xi32>, !llvm.ptr<1>";
  return text;
}

std::string findings(const KernelText &text, std::vector<int> &out, Order order = Order::First) {
  std::vector<int> in(256);
  std::iota(in.begin(), in.end(), 1);
  out.assign(256, -1);
  return textOf(run(text, {regionOf(in), regionOf(out)}, {.order = order}));
}

const std::string rightWait =
    "nvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 0\nnvvm.barrier0";

TEST(LaneCopies, ArriveAtTheWait) {
  for (Order order : {Order::First, Order::Last, Order::Random}) {
    std::vector<int> out;
    EXPECT_EQ(findings(copies(rightWait), out, order), "");
    for (int i = 0; i < 256; ++i)
      EXPECT_EQ(out[i], (i ^ 128) + 1);
  }
}

TEST(LaneCopies, FillWhatTheyDoNotReadWithZeros) {
  KernelText text = copies(rightWait, ", %much");
  std::vector<int> out;
  // Lanes ask for up to 28 bytes of 16.
  EXPECT_TRUE(says(findings(text, out), "a copy of 16 bytes that is to read 20"));
  text.body.replace(text.body.find("constant(7"), 10, "constant(3");
  EXPECT_EQ(findings(text, out), "");
  for (int i = 0; i < 256; ++i) {
    const int from = i ^ 128;
    EXPECT_EQ(out[i], from % 4 < from / 4 % 4 ? from + 1 : 0);
  }
}

TEST(LaneCopies, ThatAreNotWaitedForAreRaces) {
  for (const char *waiting :
       {"nvvm.cp.async.commit.group\nnvvm.barrier0", "nvvm.cp.async.wait.group 0\nnvvm.barrier0",
        "nvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 1\nnvvm.barrier0",
        "nvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 0",
        "nvvm.barrier0\nnvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 0"})
    for (Order order : {Order::First, Order::Last}) {
      std::vector<int> out;
      EXPECT_TRUE(says(findings(copies(waiting), out, order), "race")) << waiting;
    }
}

TEST(LaneCopies, OlderGroupsAloneAreWaitedFor) {
  // A second group that nobody reads may be under way.
  std::vector<int> out;
  const std::string second = "nvvm.cp.async.commit.group\nnvvm.cp.async.commit.group\n"
                             "nvvm.cp.async.wait.group 1\nnvvm.barrier0";
  EXPECT_EQ(findings(copies(second), out), "");
  EXPECT_EQ(out[5], (5 ^ 128) + 1);
}

} // namespace
} // namespace wave::executor
