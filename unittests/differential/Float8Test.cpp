//===- Float8Test.cpp - Products of 8-bit floats, everywhere --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};

struct Family {
  const char *target;
  DType e4m3, e5m2;
};
constexpr Family cdna3{"sim:mi300x", f8e4m3fnuz, f8e5m2fnuz};
constexpr Family cdna4{"sim:mi355x", f8e4m3fn, f8e5m2};

Kernel product(DType lhs, DType rhs, DType out, std::optional<MMAType> instruction = {}) {
  Memory a("a", {M, K}, lhs, SHARED_ADDRESS_SPACE), b("b", {N, K}, rhs, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, out);
  Constraints constraints{
      WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
      WaveConstraint{M, 32},         WaveConstraint{N, 32},
      TilingConstraint{K, 64},       HardwareConstraint{.mma_type = instruction}};
  return Kernel("product", {a, b, c}, constraints, [&] {
    Register zero({M, N}, lhs == i8 ? i32 : f32, 1);
    write(
        cast(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
             out),
        c);
  });
}

/// Odd sizes; the numbers are small enough for every sum to be exact.
void expectProduct(const std::string &target, SchedulingType schedule, DType lhs, DType rhs,
                   DType out, std::optional<MMAType> instruction = {}) {
  const int64_t m = 70, n = 65, k = 131;
  Kernel kernel = product(lhs, rhs, out, instruction);
  Tensor a = Tensor::randint({m, k}, lhs, -3, 3, 1), b = Tensor::randint({n, k}, rhs, -3, 3, 2);
  Tensor actual = Tensor::full({m, n}, out, -7), expected = actual.clone();
  WaveCompileOptions options{
      .target = Target::named(target), .subs = {M = m, N = n, K = k}, .schedule = schedule};
  wave_compile(options, kernel)(a, b, actual);
  interpret(kernel, {.subs = options.subs}, {a, b, expected});
  EXPECT_EQ(difference(actual, expected), "") << dtype_name(lhs) << " by " << dtype_name(rhs)
                                              << " into " << dtype_name(out) << " on " << target;
}

TEST(Float8, ProductsAreTheInterpreters) {
  for (const Family &family : {cdna3, cdna4})
    for (DType lhs : {family.e4m3, family.e5m2})
      for (DType rhs : {family.e4m3, family.e5m2}) {
        expectProduct("cpu", SchedulingType::None, lhs, rhs, f32);
        expectProduct(family.target, SchedulingType::None, lhs, rhs, f32);
        expectProduct(family.target, SchedulingType::Prefetch, lhs, rhs, lhs);
      }
}

TEST(Float8, OtherInstructionsToo) {
  using enum MMAType;
  expectProduct("sim:mi300x", SchedulingType::None, f8e4m3fnuz, f8e4m3fnuz, f32,
                F32_32x32x16_F8E4M3FNUZ);
  expectProduct("sim:mi300x", SchedulingType::None, f8e5m2fnuz, f8e4m3fnuz, f32,
                F32_32x32x16_F8E5M2FNUZ_F8E4M3FNUZ);
  expectProduct("sim:mi355x", SchedulingType::None, f8e4m3fn, f8e5m2, f32,
                F32_32x32x16_F8E4M3FN_F8E5M2);
  expectProduct("sim:mi355x", SchedulingType::None, i8, i8, i32, I32_16x16x64_I8);
  expectProduct("sim:mi355x", SchedulingType::None, i8, i8, i32, I32_32x32x32_I8);
}

/// Every code becomes f32, and every f32 near a code or between two becomes a code, on a GPU
/// as in the interpreter; CastTest.cpp has more of it for the CPU.
TEST(Float8, LanesConvertAsTheInterpreterDoes) {
  for (DType dtype : {f8e4m3fn, f8e5m2, f8e4m3fnuz, f8e5m2fnuz}) {
    Tensor codes = Tensor::zeros({256}, dtype);
    for (int i = 0; i < 256; ++i)
      static_cast<std::byte *>(codes.data())[i] = static_cast<std::byte>(i);
    Tensor numbers = Tensor::zeros({5 * 256}, f32);
    for (int64_t i = 0; i < 256; ++i) {
      const double x = codes.at({i});
      for (int64_t j = 0; j < 5; ++j)
        numbers.data_as<float>()[5 * i + j] = static_cast<float>(
            x * (0.9375 + 0.03125 * static_cast<double>(j)) + (j == 4 ? 500 : 0));
    }
    auto compare = [](const Tensor &values, DType to) {
      Memory a("a", {M}, values.dtype()), c("c", {M}, to);
      Kernel kernel("convert", {a, c}, {WorkgroupConstraint{M, 128, 0}},
                    [&] { write(cast(read(a), to), c); });
      Tensor actual = Tensor::full(values.shape(), to, 1), expected = actual.clone();
      Bindings subs{M = values.num_elements()};
      wave_compile({.target = Target::named("sim:mi300x"), .subs = subs}, kernel)(values, actual);
      interpret(kernel, {.subs = subs}, {values, expected});
      EXPECT_EQ(difference(actual, expected), "")
          << dtype_name(values.dtype()) << " to " << dtype_name(to);
    };
    compare(codes, f32);
    compare(codes, f16);
    compare(numbers, dtype);
    compare(numbers.to(f64), dtype);
  }
}

std::string messageOf(const char *target, DType in, std::optional<MMAType> instruction = {}) {
  try {
    wave_compile({.target = Target::named(target), .subs = {M = 64, N = 64, K = 64}},
                 product(in, in, f32, instruction));
  } catch (const Error &error) {
    return error.diagnostic().message + " | " + error.diagnostic().help;
  }
  return "no error";
}

TEST(Float8, ChipsWithoutTheFormatSayWhatTheyHave) {
  EXPECT_EQ(
      messageOf("sim:mi355x", f8e4m3fnuz),
      "mma: the compiler supports no instruction of gfx950 for f8e4m3fnuz into f32 | cast the "
      "operands to f8e4m3fn, for which it supports F32_16x16x32_F8E4M3FN, as in cast(lhs, "
      "f8e4m3fn); or compile for gfx942 or cpu");
  EXPECT_EQ(
      messageOf("sim:mi300x", f8e5m2, MMAType::F32_16x16x32_F8E5M2),
      "mma: gfx942 has no instruction F32_16x16x32_F8E5M2, which is one of gfx950 | cast the "
      "operands to f8e5m2fnuz, for which it supports F32_16x16x32_F8E5M2FNUZ, as in cast(lhs, "
      "f8e5m2fnuz); or compile for gfx950 or cpu");
  EXPECT_EQ(
      messageOf("sim:h200", f8e4m3fn),
      "mma: the compiler supports no instruction of sm_90a for f8e4m3fn into f32 | cast the "
      "operands to f16, for which it supports F32_16x8x16_F16, as in cast(lhs, f16); or compile "
      "for gfx950 or cpu");
  EXPECT_EQ(
      messageOf("sim:b200", f32),
      "mma: the compiler supports no instruction of sm_100a for f32 into f32 | multiply them in "
      "tf32, for which it supports F32_16x8x8_TF32 and which keeps 11 of 24 significant bits, "
      "or as three MMAs of tf32, which keep 21, by .precision = Precision::TF32 or "
      "Precision::TF32x3, or --precision tf32 or 3xtf32; or cast the operands to bf16, for "
      "which it supports F32_16x8x16_BF16 and which keeps 8 of 24 significant bits, as in "
      "cast(lhs, bf16); or compile for gfx942 or gfx950 or cpu");
}

/// On chips whose own 8-bit MMAs the compiler does not support.
TEST(Float8, OperandsThatAreCastAsTheMessageSaysAreMultiplied) {
  for (const char *target : {"sim:h200", "sim:b200"})
    for (DType in : {f8e4m3fn, f8e5m2, f8e4m3fnuz, f8e5m2fnuz}) {
      const int64_t m = 70, n = 65, k = 131;
      Memory a("a", {M, K}, in, SHARED_ADDRESS_SPACE), b("b", {N, K}, in, SHARED_ADDRESS_SPACE),
          c("c", {M, N}, f32);
      Kernel kernel(
          "cast_product", {a, b, c},
          {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 64}},
          [&] {
            write(iterate({.axis = K}, {Register({M, N}, f32, 0)},
                          [&](Register acc) {
                            return mma(cast(read(a), f16), cast(read(b), f16), acc);
                          }),
                  c);
          });
      Tensor x = Tensor::randint({m, k}, in, -3, 3, 1), y = Tensor::randint({n, k}, in, -3, 3, 2);
      Tensor actual = Tensor::full({m, n}, f32, -7), expected = actual.clone();
      const Bindings sizes{M = m, N = n, K = k};
      wave_compile({.target = Target::named(target), .subs = sizes}, kernel)(x, y, actual);
      interpret(kernel, {.subs = sizes}, {x, y, expected});
      EXPECT_EQ(difference(actual, expected), "") << dtype_name(in) << " on " << target;
    }
}

} // namespace
