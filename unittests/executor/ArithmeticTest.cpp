//===- ArithmeticTest.cpp - Elementwise operations ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "TestKernel.h"
#include "executor/Floats.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

/// out[i] = operation of a[i], b[i], c[i] for each of 64 threads.
template <typename Out, typename In>
std::vector<Out> apply(const std::string &operation, const std::string &in, const std::string &out,
                       std::vector<In> a, std::vector<In> b = {}, std::vector<In> c = {},
                       const std::string &chip = "mi300x") {
  a.resize(64);
  b.resize(64, In(1)); // a divisor too
  c.resize(64);
  std::vector<Out> result(64);
  KernelText text;
  text.chip = chip;
  text.arguments = "%pa: !llvm.ptr<1>, %pb: !llvm.ptr<1>, %pc: !llvm.ptr<1>, %po: !llvm.ptr<1>";
  text.body = "%i = rocdl.workitem.id.x : i32\n";
  for (std::string name : {"a", "b", "c"})
    text.body += addressText("q" + name, "%p" + name, 1, "%i", in) + "%" + name +
                 " = llvm.load %q" + name + " : !llvm.ptr<1> -> " + in + "\n";
  text.body += addressText("qo", "%po", 1, "%i", out) + operation +
               "\nllvm.store %r, %qo : " + out + ", !llvm.ptr<1>\n";
  const Report report = run(text, {regionOf(a), regionOf(b), regionOf(c), regionOf(result)});
  EXPECT_EQ(textOf(report), "");
  return result;
}

template <typename T>
std::vector<T> integers(const std::string &op, std::vector<T> a, std::vector<T> b,
                        std::vector<T> c = {}) {
  const std::string type = "i" + std::to_string(sizeof(T) * 8);
  return apply<T>(op, type, type, a, b, c);
}

template <typename T> void expectFirst(const std::vector<T> &values, std::vector<T> expected) {
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(values[i], expected[i]) << "number " << i;
}

TEST(Arithmetic, IntegersWrap) {
  expectFirst(integers<uint8_t>("%r = llvm.add %a, %b : i8", {200, 3}, {100, 4}), {44, 7});
  expectFirst(integers<uint16_t>("%r = llvm.mul %a, %b : i16", {0xFFFF, 3}, {0xFFFF, 4}), {1, 12});
  expectFirst(integers<uint32_t>("%r = llvm.sub %a, %b : i32", {0, 7}, {1, 4}), {0xFFFFFFFF, 3});
  expectFirst(integers<uint64_t>("%r = llvm.shl %a, %b : i64", {1, 3}, {40, 1}),
              {uint64_t{1} << 40, 6});
}

TEST(Arithmetic, SignsAreKept) {
  expectFirst(integers<int8_t>("%r = llvm.ashr %a, %b : i8", {-128, 64}, {3, 2}), {-16, 16});
  expectFirst(integers<int8_t>("%r = llvm.lshr %a, %b : i8", {-128, 64}, {3, 2}), {16, 16});
  expectFirst(integers<int16_t>("%r = llvm.sdiv %a, %b : i16", {-7, 9}, {2, -2}), {-3, -4});
  expectFirst(integers<int32_t>("%r = llvm.srem %a, %b : i32", {-7, 9}, {2, -4}), {-1, 1});
  expectFirst(
      integers<int32_t>("%r = llvm.intr.smax(%a, %b) : (i32, i32) -> i32", {-7, 9}, {2, -4}),
      {2, 9});
  expectFirst(
      integers<uint32_t>("%r = llvm.intr.umin(%a, %b) : (i32, i32) -> i32", {~0u, 9}, {2, ~0u}),
      {2, 9});
  expectFirst(
      integers<int16_t>("%r = \"llvm.intr.abs\"(%a) <{is_int_min_poison = false}> : (i16) -> i16",
                        {-32768, -5}, {}),
      {-32768, 5});
}

TEST(Arithmetic, BitsAreCounted) {
  expectFirst(integers<uint8_t>("%r = llvm.intr.ctpop(%a) : (i8) -> i8", {0xFF, 0x11}, {}), {8, 2});
  expectFirst(
      integers<uint16_t>("%r = \"llvm.intr.ctlz\"(%a) <{is_zero_poison = false}> : (i16) -> i16",
                         {0, 0x0F00}, {}),
      {16, 4});
  expectFirst(integers<uint32_t>("%r = llvm.intr.fshl(%a, %b, %c) : (i32, i32, i32) -> i32",
                                 {0x80000001, 5}, {0xC0000000, 6}, {2, 32}),
              {0x7, 5});
}

TEST(Arithmetic, DivisionByZeroIsFound) {
  std::vector<uint32_t> out(64, 1);
  KernelText text;
  text.arguments = "%p: !llvm.ptr<1>";
  text.body = "%i = rocdl.workitem.id.x : i32\n%one = llvm.mlir.constant(1 : i32) : i32\n"
              "%r = llvm.udiv %one, %i : i32\n" +
              addressText("q", "%p", 1, "%i", "i32") + "llvm.store %r, %q : i32, !llvm.ptr<1>";
  const Report report = run(text, {regionOf(out)});
  ASSERT_TRUE(report.has(FindingKind::NoResult)) << textOf(report);
  EXPECT_EQ(report.findings[0].lane, 0);
  EXPECT_EQ(out[1], 1u);
}

TEST(Arithmetic, HalfConversionsRoundTrip) {
  for (uint32_t code = 0; code < 0x10000; ++code) {
    const auto half = static_cast<uint16_t>(code);
    const float value = floatOfHalf(half);
    if (std::isnan(value)) {
      EXPECT_GT(code & 0x7FFFu, 0x7C00u);
      continue;
    }
    ASSERT_EQ(halfOfFloat(value), half);
    const int exponent = static_cast<int>(code >> 10 & 31);
    if (exponent != 31) {
      const double mantissa = (code & 0x3FF) + (exponent > 0 ? 1024 : 0);
      ASSERT_EQ(std::fabs(value), std::ldexp(mantissa, std::max(exponent, 1) - 25));
    }
    ASSERT_EQ(brainOfFloat(floatOfBrain(half)), half);
  }
}

TEST(Arithmetic, HalfRoundsToNearestEven) {
  EXPECT_EQ(halfOfFloat(1.0f + 0x1p-11f), 0x3C00);     // a tie falls to even
  EXPECT_EQ(halfOfFloat(1.0f + 3 * 0x1p-11f), 0x3C02); // and rises to even
  EXPECT_EQ(halfOfFloat(65519.996f), 0x7BFF);          // the greatest
  EXPECT_EQ(halfOfFloat(65520.0f), 0x7C00);            // infinity
  EXPECT_EQ(halfOfFloat(0x1p-25f), 0);                 // half of the least, a tie
  EXPECT_EQ(halfOfFloat(0x1.8p-25f), 1);
  EXPECT_EQ(halfOfFloat(-0x1.ffcp-15f), 0x8000 | 0x3FF + 1); // subnormal becomes normal
}

TEST(Arithmetic, FusedIsRoundedOnce) {
  // a * b lies at a tie of the type, c decides: separate roundings would not see it.
  auto half = [](float value) { return halfOfFloat(value); };
  auto brain = [](float value) { return brainOfFloat(value); };
  const std::string fma = "%r = llvm.intr.fma(%a, %b, %c) : ";
  auto halves =
      apply<uint16_t, uint16_t>(fma + "(f16, f16, f16) -> f16", "f16", "f16", {half(1 + 0x1p-10f)},
                                {half(1 + 0x1p-1f)}, {half(0x1p-24f)});
  // (1 + 2^-10) * 1.5 = 1.5 + 1.5 * 2^-10: between 2^-10 and 2^-9, a tie, and a little more.
  EXPECT_EQ(halves[0], half(1.5f + 0x1p-9f));
  auto brains = apply<uint16_t, uint16_t>(fma + "(bf16, bf16, bf16) -> bf16", "bf16", "bf16",
                                          {brain(1 + 0x1p-7f)}, {brain(1.5f)}, {brain(0x1p-120f)});
  EXPECT_EQ(brains[0], brain(1.5f + 0x1p-6f));
  auto lower = apply<uint16_t, uint16_t>(fma + "(bf16, bf16, bf16) -> bf16", "bf16", "bf16",
                                         {brain(1 + 0x1p-7f)}, {brain(1.5f)}, {brain(-0x1p-120f)});
  EXPECT_EQ(lower[0], brain(1.5f + 0x1p-7f));
  auto floats = apply<float, float>(fma + "(f32, f32, f32) -> f32", "f32", "f32", {1 + 0x1p-23f},
                                    {1 - 0x1p-23f}, {-1.0f});
  EXPECT_EQ(floats[0], -0x1p-46f);
}

TEST(Arithmetic, FloatOperations) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  auto floats = [&](const std::string &op, std::vector<float> a, std::vector<float> b) {
    return apply<float, float>("%r = " + op, "f32", "f32", a, b);
  };
  expectFirst(floats("llvm.fadd %a, %b : f32", {1, 0x1p24f}, {2, 1}), {3, 0x1p24f});
  expectFirst(floats("llvm.fdiv %a, %b : f32", {1, -1}, {4, 0}), {0.25f, -INFINITY});
  expectFirst(floats("llvm.fneg %a : f32", {1, -2}, {}), {-1, 2});
  expectFirst(floats("llvm.intr.maxnum(%a, %b) : (f32, f32) -> f32", {nan, 3}, {2, nan}), {2, 3});
  EXPECT_TRUE(std::isnan(floats("llvm.intr.maximum(%a, %b) : (f32, f32) -> f32", {nan}, {2})[0]));
  EXPECT_FALSE(
      std::signbit(floats("llvm.intr.maximum(%a, %b) : (f32, f32) -> f32", {-0.0f}, {0.0f})[0]));
  EXPECT_TRUE(
      std::signbit(floats("llvm.intr.minimum(%a, %b) : (f32, f32) -> f32", {0.0f}, {-0.0f})[0]));
  expectFirst(floats("llvm.intr.exp2(%a) : (f32) -> f32", {3, -149, 0.5f}, {}),
              {8, 0x1p-149f, static_cast<float>(std::exp2(0.5))});
  expectFirst(floats("llvm.intr.sqrt(%a) : (f32) -> f32", {9, 2}, {}),
              {3, static_cast<float>(std::sqrt(2.0))});
  expectFirst(floats("llvm.intr.roundeven(%a) : (f32) -> f32", {2.5f, -3.5f}, {}), {2, -4});
}

TEST(Arithmetic, ComparisonsOfNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  auto compare = [&](const std::string &predicate) {
    auto bytes = apply<uint8_t, float>("%s = llvm.fcmp \"" + predicate +
                                           "\" %a, %b : f32\n%r = llvm.zext %s : i1 to i8",
                                       "f32", "i8", {1, 1, 2, nan}, {1, 2, 1, 1});
    return std::vector<int>(bytes.begin(), bytes.begin() + 4);
  };
  EXPECT_EQ(compare("olt"), (std::vector<int>{0, 1, 0, 0}));
  EXPECT_EQ(compare("ult"), (std::vector<int>{0, 1, 0, 1}));
  EXPECT_EQ(compare("one"), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(compare("une"), (std::vector<int>{0, 1, 1, 1}));
  EXPECT_EQ(compare("uno"), (std::vector<int>{0, 0, 0, 1}));
  EXPECT_EQ(compare("ueq"), (std::vector<int>{1, 0, 0, 1}));
}

TEST(Arithmetic, IntegerComparisons) {
  auto compare = [&](const std::string &predicate) {
    auto bytes = apply<uint8_t, int32_t>("%s = llvm.icmp \"" + predicate +
                                             "\" %a, %b : i32\n%r = llvm.zext %s : i1 to i8",
                                         "i32", "i8", {1, -1, 2}, {1, 2, -3});
    return std::vector<int>(bytes.begin(), bytes.begin() + 3);
  };
  EXPECT_EQ(compare("slt"), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(compare("ult"), (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(compare("uge"), (std::vector<int>{1, 1, 0}));
}

TEST(Conversions, IntegersToFloats) {
  // 2^24 + 1 is a tie of f32, and not of f64.
  expectFirst(
      apply<float, int32_t>("%r = llvm.sitofp %a : i32 to f32", "i32", "f32", {16777217, -5}),
      {16777216.0f, -5.0f});
  expectFirst(apply<double, uint64_t>("%r = llvm.uitofp %a : i64 to f64", "i64", "f64", {~0ull}),
              {0x1p64});
  // Just above a tie of bf16: a detour through f32 would lose that.
  const int64_t above = (int64_t{1} << 40) + (int64_t{1} << 32) + 1;
  expectFirst(apply<uint16_t, int64_t>("%r = llvm.sitofp %a : i64 to bf16", "i64", "bf16", {above}),
              {brainOfFloat(0x1p40f + 0x1p33f)});
}

TEST(Conversions, FloatsToIntegers) {
  expectFirst(
      apply<int32_t, float>("%r = llvm.fptosi %a : f32 to i32", "f32", "i32", {-2.9f, 3.9f}),
      {-2, 3});
  expectFirst(apply<int32_t, float>(
                  "%r = llvm.call_intrinsic \"llvm.fptosi.sat.i32.f32\"(%a) : (f32) -> i32", "f32",
                  "i32", {1e20f, -1e20f, NAN}),
              {INT32_MAX, INT32_MIN, 0});
}

TEST(Conversions, WidthsOfIntegers) {
  expectFirst(apply<int64_t, int8_t>("%r = llvm.sext %a : i8 to i64", "i8", "i64", {-3, 5}),
              {-3, 5});
  expectFirst(apply<int64_t, int8_t>("%r = llvm.zext %a : i8 to i64", "i8", "i64", {-3, 5}),
              {253, 5});
  expectFirst(
      apply<int32_t, int32_t>("%t = llvm.trunc %a : i32 to i1\n%r = llvm.sext %t : i1 to i32",
                              "i32", "i32", {3, 4}),
      {-1, 0});
}

TEST(Conversions, OfFloats) {
  expectFirst(apply<uint16_t, double>("%r = llvm.fptrunc %a : f64 to f16", "f64", "f16",
                                      // Above a tie by less than f32 can hold.
                                      {1 + 0x1p-11 + 0x1p-40}),
              {0x3C01});
  expectFirst(apply<float, uint16_t>("%r = llvm.fpext %a : f16 to f32", "f16", "f32", {0x3555}),
              {floatOfHalf(0x3555)});
}

TEST(Conversions, EightBitFloats) {
  auto decode = [](const std::string &type, const std::string &chip, uint8_t code) {
    return apply<float, uint32_t>("%r = rocdl.cvt.f32." + type + " %a[0] : f32", "i32", "f32",
                                  {code}, {}, {}, chip)[0];
  };
  EXPECT_EQ(decode("fp8", "mi300x", 0x40), 1.0f); // bias 8
  EXPECT_EQ(decode("fp8", "mi355x", 0x40), 2.0f); // bias 7
  EXPECT_EQ(decode("bf8", "mi300x", 0x40), 1.0f);
  EXPECT_EQ(decode("bf8", "mi355x", 0x40), 2.0f);
  EXPECT_EQ(decode("fp8", "mi300x", 0x7F), 240.0f);
  EXPECT_EQ(decode("fp8", "mi355x", 0x7E), 448.0f);
  EXPECT_EQ(decode("bf8", "mi355x", 0x7C), INFINITY);
  EXPECT_TRUE(std::isnan(decode("fp8", "mi300x", 0x80)));
  for (int exponentBits : {4, 5})
    for (bool fnuz : {false, true})
      for (int code = 0; code < 256; ++code) {
        const Float8 format{exponentBits, fnuz};
        const float value = format.decode(static_cast<uint8_t>(code));
        if (!std::isnan(value))
          EXPECT_EQ(format.encode(value), code) << exponentBits << fnuz;
      }
}

TEST(Conversions, PairsBecomeEightBits) {
  // 1.0 and -2.0 into the high half of a word.
  expectFirst(apply<uint32_t, float>("%w = llvm.mlir.constant(4660 : i32) : i32\n"
                                     "%r = rocdl.cvt.pk.fp8.f32 %a, %b -> %w[true] : i32",
                                     "f32", "i32", {1.0f}, {-2.0f}),
              {0xC8401234u});
}

TEST(Conversions, PairsFromEightBits) {
  for (const char *half : {"false", "true"})
    expectFirst(apply<float, uint32_t>("%v = rocdl.cvt.pk.f32.fp8 %a[" + std::string(half) +
                                           "] : vector<2xf32>\n"
                                           "%z = llvm.mlir.constant(1 : i32) : i32\n"
                                           "%r = llvm.extractelement %v[%z : i32] : vector<2xf32>",
                                       "i32", "f32", {0xC8401234u}),
                {half == std::string("true") ? -2.0f : Float8{4, true}.decode(0x12)});
}

TEST(Vectors, DenseConstants) {
  expectFirst(
      apply<uint16_t, int32_t>(
          "%v = llvm.mlir.constant(dense<[1.0, 2.0, -1.5, 0.5]> : vector<4xbf16>) : "
          "vector<4xbf16>\n"
          "%s = llvm.mlir.constant(dense<0.25> : vector<4xbf16>) : vector<4xbf16>\n"
          "%p = llvm.fmul %v, %s : vector<4xbf16>\n%r = llvm.extractelement %p[%a : i32] : "
          "vector<4xbf16>",
          "i32", "bf16", {0, 1, 2, 3}),
      {brainOfFloat(0.25f), brainOfFloat(0.5f), brainOfFloat(-0.375f), brainOfFloat(0.125f)});
}

TEST(Vectors, RegroupBytes) {
  // Four halves become two words, and back in another order.
  std::vector<uint16_t> in(256), out(256);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<uint16_t>(i * 7);
  KernelText text;
  text.arguments = "%p: !llvm.ptr<1>, %o: !llvm.ptr<1>";
  text.body = "%i = rocdl.workitem.id.x : i32\n" +
              addressText("q", "%p", 1, "%i", "vector<4xf16>") +
              addressText("w", "%o", 1, "%i", "vector<4xf16>") + R"(
    %v = llvm.load %q : !llvm.ptr<1> -> vector<4xf16>
    %b = llvm.bitcast %v : vector<4xf16> to vector<2xi32>
    %s = llvm.shufflevector %b, %b [1, 0] : vector<2xi32>
    %d = llvm.bitcast %s : vector<2xi32> to vector<4xf16>
    llvm.store %d, %w : vector<4xf16>, !llvm.ptr<1>)";
  EXPECT_EQ(textOf(run(text, {regionOf(in), regionOf(out)})), "");
  for (size_t i = 0; i < 256; i += 4)
    EXPECT_EQ((std::vector<uint16_t>{out[i], out[i + 1], out[i + 2], out[i + 3]}),
              (std::vector<uint16_t>{in[i + 2], in[i + 3], in[i], in[i + 1]}));
}

TEST(Vectors, InsertAndExtract) {
  std::vector<int32_t> out(128);
  KernelText text;
  text.arguments = "%o: !llvm.ptr<1>";
  text.body =
      "%i = rocdl.workitem.id.x : i32\n" + addressText("w", "%o", 1, "%i", "vector<2xi32>") + R"(
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %one = llvm.and %i, %c1 : i32
    %u = llvm.mlir.poison : vector<2xi32>
    %a = llvm.insertelement %i, %u[%c0 : i32] : vector<2xi32>
    %b = llvm.insertelement %c1, %a[%c1 : i32] : vector<2xi32>
    %x = llvm.extractelement %b[%one : i32] : vector<2xi32>
    %d = llvm.insertelement %x, %b[%one : i32] : vector<2xi32>
    %e = llvm.insertelement %x, %d[%c1 : i32] : vector<2xi32>
    llvm.store %e, %w : vector<2xi32>, !llvm.ptr<1>)";
  EXPECT_EQ(textOf(run(text, {regionOf(out)})), "");
  for (int32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(out[i * 2], i);
    EXPECT_EQ(out[i * 2 + 1], i % 2 ? 1 : i);
  }
}

} // namespace
} // namespace wave::executor
