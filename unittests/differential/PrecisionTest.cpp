//===- PrecisionTest.cpp - MMAs of f32 in tf32, everywhere ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands are integers of more bits than tf32 keeps, and sums of what it keeps of them are exact:
// every target has the bits of the interpreter, and the interpreter those of the definition.
//
//===----------------------------------------------------------------------===//

#include <bit>

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr const char *targets[] = {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};

/// How operands are stored; on Hopper and Blackwell MMAs read by descriptor what lies along K.
struct Order {
  bool isAcrossA = false, isAcrossB = false;
};

Kernel product(const Order &order, std::optional<Precision> precision) {
  const Expr space = SHARED_ADDRESS_SPACE;
  Memory a = order.isAcrossA ? Memory("a", {K, M}, f32, space) : Memory("a", {M, K}, f32, space);
  Memory b = order.isAcrossB ? Memory("b", {K, N}, f32, space) : Memory("b", {N, K}, f32, space);
  Memory c("c", {M, N}, f32);
  return Kernel(
      "product", {a, b, c},
      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 32}}, [&] {
        Register zero({M, N}, f32, 0.0);
        write(iterate({.axis = K}, {zero},
                      [&](Register acc) {
                        return mma(read(a), read(b), acc, {.precision = precision});
                      }),
              c);
      });
}

/// All but the low 13 bits.
float kept(float value) {
  return std::bit_cast<float>(std::bit_cast<uint32_t>(value) & 0xFFFFE000u);
}

/// Of one product, as the language defines it.
double multiplied(Precision precision, float a, float b) {
  const double x = kept(a), y = kept(b);
  if (precision == Precision::TF32)
    return x * y;
  return x * y + x * kept(b - kept(b)) + kept(a - kept(a)) * y;
}

/// Sizes are odd; numbers of so many bits, times numbers of few.
void expectProduct(Precision precision, const Order &order, int64_t largest) {
  const int64_t m = 70, n = 65, k = 37;
  const Kernel kernel = product(order, precision);
  const Tensor a =
      Tensor::randint(order.isAcrossA ? Shape{k, m} : Shape{m, k}, f32, -largest, largest, 1);
  const Tensor b = Tensor::randint(order.isAcrossB ? Shape{k, n} : Shape{n, k}, f32, -3, 3, 2);
  const WaveCompileOptions options{.subs = {M = m, N = n, K = k}, .retarget = true};
  Tensor expected = Tensor::full({m, n}, f32, -7);
  interpret(kernel, {.subs = options.subs}, {a, b, expected});
  for (int64_t i = 0; i < m; i += 23)
    for (int64_t j = 0; j < n; j += 17) {
      double sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum +=
            multiplied(precision, static_cast<float>(order.isAcrossA ? a.at({l, i}) : a.at({i, l})),
                       static_cast<float>(order.isAcrossB ? b.at({l, j}) : b.at({j, l})));
      ASSERT_EQ(expected.at({i, j}), sum);
    }
  for (const char *target : targets) {
    WaveCompileOptions own = options;
    own.target = Target::named(target);
    Tensor actual = Tensor::full({m, n}, f32, -7);
    wave_compile(own, kernel)(a, b, actual);
    EXPECT_EQ(difference(actual, expected), "")
        << target << ", a " << order.isAcrossA << ", b " << order.isAcrossB;
  }
}

void expectProducts(Precision precision, int64_t largest) {
  for (const Order &order : {Order{}, Order{true, false}, Order{false, true}, Order{true, true}})
    expectProduct(precision, order, largest);
}

std::string instructionOf(const char *target, const Kernel &kernel) {
  const std::string text = wave_compile({.target = Target::named(target),
                                         .subs = {M = 128, N = 64, K = 64},
                                         .compile_to_mlir = true},
                                        kernel)
                               .mlir();
  const size_t begin = text.find("mma_type = \"") + 12;
  return text.substr(begin, text.find('"', begin) - begin);
}

} // namespace

/// 15 bits, of which 11 are kept; 128 * 37 * 3 sums of 1024 are exact.
TEST(Precision, LosesTheLowBits) { expectProducts(Precision::TF32, (1 << 15) - 1); }

/// 16 bits are kept by two parts, and these are exact.
TEST(Precision, KeepsThemInTwoParts) { expectProducts(Precision::TF32x3, (1 << 16) - 1); }

TEST(Precision, HasInstructionsOfItsOwn) {
  const Kernel alongK = product({}, Precision::TF32),
               alongN = product({false, true}, Precision::TF32);
  EXPECT_EQ(instructionOf("sim:h200", alongK), "F32_64x64x8_TF32");
  EXPECT_EQ(instructionOf("sim:b200", alongK), "F32_64x64x8_TF32");
  EXPECT_EQ(instructionOf("cpu", alongK), "F32_FMA_TF32");
  EXPECT_EQ(instructionOf("sim:mi300x", alongK),
            "F32_16x16x4_F32"); // of operands with cleared bits
  EXPECT_EQ(instructionOf("sim:h200", alongN), "F32_16x8x8_TF32");
  EXPECT_EQ(instructionOf("sim:b200", alongN), "F32_16x8x8_TF32");
}

/// The kernel's is that of MMAs that do not say it.
TEST(Precision, IsSetForAKernel) {
  Kernel open = product({}, std::nullopt);
  EXPECT_EQ(open.set_precision(Precision::TF32).str(), product({}, Precision::TF32).str());
  EXPECT_THROW(open.set_precision(Precision::Full), Error); // none is left
  EXPECT_THROW(product({}, Precision::Full).set_precision(Precision::TF32), Error);
}
