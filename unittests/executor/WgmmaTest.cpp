//===- WgmmaTest.cpp - Products of a warpgroup against a naive one --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Wgmma.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "TestKernel.h"
#include "executor/BoxCopy.h"
#include "executor/Floats.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// How one operand lies in shared memory.
struct Placed {
  uint32_t start = 0, leading = 0, stride = 0, swizzleBytes = 0;
  bool isTransposed = false;

  uint64_t descriptor() const {
    const uint64_t mode = swizzleBytes == 128  ? 1
                          : swizzleBytes == 64 ? 2
                          : swizzleBytes == 32 ? 3
                                               : 0;
    return start >> 4 | uint64_t{leading >> 4} << 16 | uint64_t{stride >> 4} << 32 | mode << 62;
  }
  /// By the pictures of the PTX ISA: where the number is, of `bytes` bytes.
  uint32_t place(uint32_t outer, uint32_t k, uint32_t bytes) const {
    const uint32_t row = isTransposed ? k : outer, column = (isTransposed ? outer : k) * bytes;
    const uint32_t rowBytes = std::max(swizzleBytes, 16u);
    const uint32_t block = column / rowBytes, inRow = column % rowBytes;
    // Without a swizzle `leading` is along K, with one along whatever is consecutive.
    const uint32_t alongRows = isTransposed && swizzleBytes == 0 ? leading : stride;
    const uint32_t alongColumns = isTransposed && swizzleBytes == 0 ? stride : leading;
    return swizzled(start + row / 8 * alongRows + block * alongColumns + row % 8 * rowBytes + inRow,
                    swizzleBytes);
  }
};

struct Case {
  std::string name = "";
  WarpType type = WarpType::F16;
  int n = 64, k = 16;
  Placed a = {}, b = {};
  bool hasRegistersOfA = false;
};

void put(WarpType type, std::byte *at, int value) {
  auto store = [&](auto number) { std::memcpy(at, &number, sizeof number); };
  const auto number = static_cast<float>(value);
  switch (type) {
  case WarpType::F16:
    return store(halfOfFloat(number));
  case WarpType::BF16:
    return store(brainOfFloat(number));
  case WarpType::E4M3:
    return store(Float8{4, false}.encode(number));
  case WarpType::E5M2:
    return store(Float8{5, false}.encode(number));
  case WarpType::I8:
  case WarpType::U8:
    return store(static_cast<int8_t>(value));
  default:
    return store(number);
  }
}

constexpr int sharedBytes = 32768;

std::string repeated(const std::string &text, int count) {
  std::string all = text;
  for (int i = 1; i < count; ++i)
    all += ", " + text;
  return all;
}

/// What surrounds the product of a kernel: %before, the sums, come from %c, and go back to it.
struct Parts {
  std::string fence = "nvvm.wgmma.fence.aligned\n";
  std::string commit = "nvvm.wgmma.commit.group.sync.aligned\n";
  std::string wait = "nvvm.wgmma.wait.group.sync.aligned 0\n";
  std::string proxy = "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = "
                      "#nvvm.shared_space<cta>}\n";
  std::string meet = "nvvm.barrier0\n";
  std::string scale = "one";
  std::string before = ""; ///< the product
  std::string after = "";  ///< the wait
};

std::string typeText(const Case &test) { return isInteger(test.type) ? "i32" : "f32"; }

std::string productText(const Case &test, const Parts &parts) {
  const int sums = test.n / 2;
  const std::string type = typeText(test),
                    structure = "!llvm.struct<(" + repeated(type, sums) + ")>";
  std::string name(nameOf(test.type));
  const std::string d = isInteger(test.type) ? "s32" : "f32";
  if (!test.hasRegistersOfA)
    return "%after = nvvm.wgmma.mma_async %da, %db, %before, #nvvm.shape<m = 64, n = " +
           std::to_string(test.n) + ", k = " + std::to_string(test.k) + ">, D [<" + d +
           ">, #nvvm.wgmma_scale_out<" + parts.scale + ">], A [<" + name +
           ">, #nvvm.wgmma_scale_in<one>, <" + (test.a.isTransposed ? "col" : "row") + ">], B [<" +
           name + ">, #nvvm.wgmma_scale_in<one>, <" + (test.b.isTransposed ? "row" : "col") +
           ">] : " + structure + " -> " + structure + "\n";
  std::string list, constraints, operands, types;
  for (int i = 0; i < sums; ++i) {
    list += (i > 0 ? ", $" : "$") + std::to_string(i);
    constraints += (i > 0 ? ",=f" : "=f");
    operands += (i > 0 ? ", %sum" : "%sum") + std::to_string(i);
  }
  types = repeated(type, sums);
  for (int i = 0; i < sums; ++i)
    constraints += "," + std::to_string(i);
  std::string a;
  for (int i = 0; i < 4; ++i) {
    a += (i > 0 ? ", $" : "$") + std::to_string(2 * sums + i);
    constraints += ",r";
    operands += ", %a" + std::to_string(i);
    types += ", i32";
  }
  constraints += ",l,r";
  operands += ", %db, %keeps";
  types += ", i64, i32";
  const std::string b = std::to_string(2 * sums + 4), keeps = std::to_string(2 * sums + 5);
  return "%keeps = llvm.mlir.constant(" + std::string(parts.scale == "one" ? "1" : "0") +
         " : i32) : i32\n%after = llvm.inline_asm has_side_effects \"{.reg .pred p; setp.ne.b32 p, "
         "$" +
         keeps + ", 0; wgmma.mma_async.sync.aligned.m64n" + std::to_string(test.n) + "k" +
         std::to_string(test.k) + "." + d + "." + name + "." + name + " {" + list + "}, {" + a +
         "}, $" + b + ", p, 1, 1" +
         (test.type == WarpType::F16 || test.type == WarpType::BF16
              ? (test.b.isTransposed ? ", 1" : ", 0")
              : "") +
         ";}\", \"" + constraints + "\" " + operands + " : (" + types + ") -> " + structure + "\n";
}

/// All threads copy %m to shared memory; then the product is run once.
KernelText kernelOf(const Case &test, const Parts &parts) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "128, 1, 1";
  text.sharedBytes = sharedBytes;
  text.arguments = "%m: !llvm.ptr<1>, %c: !llvm.ptr<1>, %ra: !llvm.ptr<1>";
  const int sums = test.n / 2;
  const std::string type = typeText(test),
                    structure = "!llvm.struct<(" + repeated(type, sums) + ")>";
  auto number = [](auto value) { return std::to_string(value); };
  text.body =
      "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n%i = nvvm.read.ptx.sreg.tid.x : i32\n"
      "%c0 = llvm.mlir.constant(0 : i32) : i32\n%step = llvm.mlir.constant(128 : i32) : i32\n"
      "%chunks = llvm.mlir.constant(" +
      number(sharedBytes / 16) +
      " : i32) : i32\nscf.for %j = %c0 to %chunks step %step : i32 {\n%l = llvm.add %i, %j : "
      "i32\n" +
      addressText("pm", "%m", 1, "%l", "vector<4xi32>") +
      addressText("ps", "%s", 3, "%l", "vector<4xi32>") +
      "%v = llvm.load %pm : !llvm.ptr<1> -> vector<4xi32>\n"
      "llvm.store %v, %ps : vector<4xi32>, !llvm.ptr<3>\n}\n" +
      parts.proxy + parts.meet + "%da = llvm.mlir.constant(" +
      number(static_cast<int64_t>(test.a.descriptor())) +
      " : i64) : i64\n%db = llvm.mlir.constant(" +
      number(static_cast<int64_t>(test.b.descriptor())) +
      " : i64) : i64\n%sums = llvm.mlir.constant(" + number(sums) +
      " : i32) : i32\n%is = llvm.mul %i, %sums : i32\n" + addressText("pc", "%c", 1, "%is", type) +
      "%b0 = llvm.mlir.undef : " + structure + "\n";
  std::string last = "%b0";
  for (int i = 0; i < sums; ++i) {
    const std::string n = number(i), next = i + 1 == sums ? "%before" : "%b" + number(i + 1);
    text.body += addressText("q" + n, "%pc", 1, n, type) + "%sum" + n + " = llvm.load %q" + n +
                 " : !llvm.ptr<1> -> " + type + "\n" + next + " = llvm.insertvalue %sum" + n +
                 ", " + last + "[" + n + "] : " + structure + "\n";
    last = next;
  }
  if (test.hasRegistersOfA) {
    text.body += "%c4 = llvm.mlir.constant(4 : i32) : i32\n%ir = llvm.mul %i, %c4 : i32\n" +
                 addressText("pr", "%ra", 1, "%ir", "i32");
    for (int i = 0; i < 4; ++i) {
      const std::string n = number(i);
      text.body += addressText("r" + n, "%pr", 1, n, "i32") + "%a" + n + " = llvm.load %r" + n +
                   " : !llvm.ptr<1> -> i32\n";
    }
  }
  text.body += parts.before + parts.fence + productText(test, parts) + parts.commit + parts.wait;
  for (int i = 0; i < sums; ++i) {
    const std::string n = number(i);
    text.body += "%o" + n + " = llvm.extractvalue %after[" + n + "] : " + structure +
                 "\nllvm.store %o" + n + ", %q" + n + " : " + type + ", !llvm.ptr<1>\n";
  }
  text.body += parts.after;
  return text;
}

struct Result {
  Report report;
  bool isRight = true;
};

Result runCase(const Case &test, const Parts &parts = {}, Options options = {}) {
  std::mt19937 random(5);
  const bool isUnsigned = test.type == WarpType::U8;
  auto draw = [&] { return static_cast<int>(random() % 5) - (isUnsigned ? 0 : 2); };
  const unsigned bytes = bytesOf(test.type);
  std::vector<std::byte> memory(sharedBytes), registersOfA(128 * 16);
  std::vector<int> a(64 * test.k), b(test.k * test.n), c(64 * test.n);
  for (int &value : a)
    value = draw();
  for (int &value : b)
    value = draw();
  for (int &value : c)
    value = draw();
  const WarpMma fragment = {16, 8, test.k, test.type, test.type, WarpType::F32};
  for (int row = 0; row < 64; ++row)
    for (int k = 0; k < test.k; ++k)
      if (!test.hasRegistersOfA)
        put(test.type, memory.data() + test.a.place(row, k, bytes), a[row * test.k + k]);
  for (int thread = 0; thread < 128; ++thread)
    for (int element = 0; element < fragment.elementsOfA(); ++element) {
      const MatrixPlace place = placeOf(fragment, MatrixOperand::A, thread % 32, element);
      put(test.type, registersOfA.data() + thread * 16 + element * bytes,
          a[(thread / 32 * 16 + place.row) * test.k + place.column]);
    }
  for (int k = 0; k < test.k; ++k)
    for (int column = 0; column < test.n; ++column)
      put(test.type, memory.data() + test.b.place(column, k, bytes), b[k * test.n + column]);
  const WarpType typeOfC = isInteger(test.type) ? WarpType::I32 : WarpType::F32;
  const int sums = test.n / 2;
  /// By the figure "WGMMA .m64nNk16 register fragment layout for accumulator matrix D".
  auto spread = [&](auto valueAt) {
    std::vector<std::byte> held(128 * sums * 4);
    for (int thread = 0; thread < 128; ++thread)
      for (int i = 0; i < sums; ++i) {
        const int row = thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8;
        const int column = i / 4 * 8 + thread % 4 * 2 + i % 2, value = valueAt(row, column);
        if (typeOfC == WarpType::I32)
          std::memcpy(held.data() + (thread * sums + i) * 4, &value, 4);
        else
          put(WarpType::F32, held.data() + (thread * sums + i) * 4, value);
      }
    return held;
  };
  std::vector<std::byte> sum =
      spread([&](int row, int column) { return c[row * test.n + column]; });
  const std::vector<std::byte> expected = spread([&](int row, int column) {
    int value = parts.scale == "one" ? c[row * test.n + column] : 0;
    for (int k = 0; k < test.k; ++k)
      value += a[row * test.k + k] * b[k * test.n + column];
    return value;
  });
  Result result;
  result.report = run(kernelOf(test, parts),
                      {regionOf(memory), regionOf(sum), regionOf(registersOfA)}, options);
  result.isRight = sum == expected;
  return result;
}

// B begins behind A.
constexpr uint32_t behind = 16384;

const Case cases[] = {
    {.name = "K128", .a = {0, 16, 1024, 128}, .b = {behind, 16, 1024, 128}},
    {.name = "K128Second", .a = {32, 16, 1024, 128}, .b = {behind + 64, 16, 1024, 128}},
    {.name = "K64", .a = {0, 16, 512, 64}, .b = {behind, 16, 512, 64}},
    {.name = "K32", .a = {0, 16, 256, 32}, .b = {behind, 16, 256, 32}},
    {.name = "KNone", .a = {0, 128, 256, 0}, .b = {behind, 1024, 128, 0}},
    {.name = "M128N128", .a = {0, 8192, 1024, 128, true}, .b = {behind, 4096, 1024, 128, true}},
    {.name = "M64N32", .a = {0, 1024, 512, 64, true}, .b = {behind, 512, 256, 32, true}},
    {.name = "MNoneNNone", .a = {0, 1024, 128, 0, true}, .b = {behind, 128, 256, 0, true}},
    {.name = "Wide", .n = 256, .a = {0, 16, 1024, 128}, .b = {8192, 4096, 1024, 128, true}},
    {.name = "Narrow", .n = 8, .a = {0, 16, 1024, 128}, .b = {behind, 16, 1024, 128}},
    {.name = "Odd", .n = 200, .a = {0, 16, 256, 32}, .b = {behind, 16, 256, 32}},
    {.name = "Brain",
     .type = WarpType::BF16,
     .a = {0, 16, 1024, 128},
     .b = {behind, 4096, 1024, 128, true}},
    {.name = "Tf32",
     .type = WarpType::TF32,
     .k = 8,
     .a = {0, 16, 1024, 128},
     .b = {behind, 16, 1024, 128}},
    {.name = "E4M3",
     .type = WarpType::E4M3,
     .k = 32,
     .a = {0, 16, 1024, 128},
     .b = {behind, 16, 1024, 128}},
    {.name = "E5M2",
     .type = WarpType::E5M2,
     .k = 32,
     .a = {0, 16, 512, 64},
     .b = {behind, 16, 1024, 128}},
    {.name = "Integers",
     .type = WarpType::I8,
     .n = 32,
     .k = 32,
     .a = {0, 16, 1024, 128},
     .b = {behind, 16, 1024, 128}},
    {.name = "RegistersOfA", .b = {behind, 16, 1024, 128}, .hasRegistersOfA = true},
    {.name = "RegistersOfATransposed",
     .b = {behind, 4096, 1024, 128, true},
     .hasRegistersOfA = true},
    {.name = "RegistersOfE4M3",
     .type = WarpType::E4M3,
     .k = 32,
     .b = {behind, 16, 1024, 128},
     .hasRegistersOfA = true},
};

class EveryWgmma : public testing::TestWithParam<Case> {};

TEST_P(EveryWgmma, EqualsTheNaiveProduct) {
  const Result result = runCase(GetParam());
  EXPECT_EQ(textOf(result.report), "");
  EXPECT_TRUE(result.isRight);
  EXPECT_EQ(result.report.counters.matrixInstructions(), 4u); // one of each warp
}

TEST_P(EveryWgmma, WithoutTheSumBefore) {
  const Result result = runCase(GetParam(), {.scale = "zero"});
  EXPECT_EQ(textOf(result.report), "");
  EXPECT_TRUE(result.isRight);
}

INSTANTIATE_TEST_SUITE_P(Wgmma, EveryWgmma, testing::ValuesIn(cases),
                         [](const auto &info) { return info.param.name; });

std::string findings(const Parts &parts, int which = 0, Order order = Order::First) {
  return textOf(runCase(cases[which], parts, {.order = order}).report);
}

constexpr int registersCase = 16;

TEST(Wgmma, NeedsItsFences) {
  EXPECT_TRUE(says(findings({.fence = ""}), "no wgmma.fence orders"));
  EXPECT_TRUE(says(findings({.proxy = ""}), "no fence.proxy.async stands between"));
  EXPECT_TRUE(says(findings({.meet = ""}), "race on"));
  EXPECT_TRUE(says(findings({.fence = ""}, registersCase), "no wgmma.fence orders"));
}

TEST(Wgmma, HoldsItsRegistersUntilTheWait) {
  for (int which : {0, registersCase}) {
    EXPECT_TRUE(says(findings({.wait = ""}, which),
                     "reads registers of a product that was not waited for"));
    EXPECT_TRUE(says(findings({.commit = ""}, which), "in-flight"));
    EXPECT_TRUE(
        says(findings({.wait = "nvvm.wgmma.wait.group.sync.aligned 1\n"}, which), "in-flight"));
  }
}

TEST(Wgmma, ReadsItsMatricesUntilTheWait) {
  // All warps read B.
  const std::string overwrite = addressText("pb", "%s", 3, std::to_string(behind), "i8") +
                                "llvm.store %i, %pb : i32, !llvm.ptr<3>\n";
  const Case &test = cases[0];
  Parts parts;
  parts.after = "%first = llvm.icmp \"eq\" %i, %c0 : i32\nscf.if %first {\n" + overwrite + "}\n";
  EXPECT_TRUE(says(textOf(runCase(test, parts).report), "race on"));
  parts.after = "nvvm.barrier0\n" + parts.after;
  EXPECT_EQ(textOf(runCase(test, parts).report), "");
}

TEST(Wgmma, ThatIsNotWaitedForWhenItsWarpsEndIsFound) {
  EXPECT_TRUE(says(findings({.wait = ""}), "not-waited"));
}

TEST(Wgmma, OfAllWarpsOfAWarpgroup) {
  KernelText text = kernelOf(cases[0], {});
  text.body.replace(text.body.find("%da = llvm.mlir.constant("), 3, "%dz");
  text.body.insert(text.body.find("%db = llvm.mlir"),
                   "%c32 = llvm.mlir.constant(32 : i32) : i32\n"
                   "%low = llvm.icmp \"ult\" %i, %c32 : i32\n"
                   "%two = llvm.mlir.constant(2 : i64) : i64\n"
                   "%dy = llvm.add %dz, %two : i64\n"
                   "%da = llvm.select %low, %dy, %dz : i1, i64\n");
  std::vector<std::byte> memory(sharedBytes), sum(128 * 32 * 4), unused(16);
  EXPECT_TRUE(says(textOf(run(text, {regionOf(memory), regionOf(sum), regionOf(unused)})),
                   "warpgroup-apart"));
}

TEST(Wgmma, OutsideOfSharedMemoryIsFound) {
  Case test = cases[0];
  test.b.start = 31744;
  KernelText text = kernelOf(test, {});
  std::vector<std::byte> memory(sharedBytes), sum(128 * 32 * 4), unused(16);
  EXPECT_TRUE(says(textOf(run(text, {regionOf(memory), regionOf(sum), regionOf(unused)})),
                   "outside of the 32768 bytes"));
}

TEST(Wgmma, WhatThereIsNotIsAnError) {
  Wgmma wgmma = {.n = 64, .k = 16};
  EXPECT_EQ(wgmma.problem(), "");
  wgmma.n = 12;
  EXPECT_NE(wgmma.problem(), "");
  wgmma = {.n = 64, .k = 8};
  EXPECT_NE(wgmma.problem(), "");
  wgmma = {.n = 64, .k = 16, .b = WarpType::BF16};
  EXPECT_NE(wgmma.problem(), "");
  wgmma = {.n = 64, .k = 32, .a = WarpType::E4M3, .b = WarpType::E5M2};
  EXPECT_EQ(wgmma.problem(), "");
  wgmma.transposesB = true;
  EXPECT_NE(wgmma.problem(), "");
}

TEST(Registers, AreTakenFromWhatOthersGiveBack) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "256, 1, 1";
  // 65536 registers are 248 for each of 256 lanes' threads at most.
  auto findings = [&](int fewer, int more) {
    text.body = "%i = nvvm.read.ptx.sreg.tid.x : i32\n%c = llvm.mlir.constant(128 : i32) : i32\n"
                "%low = llvm.icmp \"ult\" %i, %c : i32\nscf.if %low {\n"
                "nvvm.setmaxregister decrease " +
                std::to_string(fewer) + "\n} else {\nnvvm.setmaxregister increase " +
                std::to_string(more) + "\n}";
    return textOf(run(text, {}));
  };
  EXPECT_EQ(findings(240, 256), "");
  EXPECT_TRUE(says(findings(248, 256), "waits forever for registers"));
  EXPECT_TRUE(says(findings(256, 256), "fewer registers are asked for"));
  EXPECT_TRUE(says(findings(240, 232), "more registers are asked for"));
}

} // namespace
} // namespace wave::executor
