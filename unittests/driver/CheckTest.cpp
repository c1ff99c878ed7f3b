//===- CheckTest.cpp - Right results pass, and wrong ones do not ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <wave/wave.h>

#include "driver/main/RangeCheck.h"

using namespace wave;
using namespace wave::commandline;

namespace {

constexpr Symbol M{"M"}, N{"N"}, D{"D"};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Comparison, OfWhatIsNoNumber) {
  auto wrong = [](double actual, double expected, double tolerance) {
    return isWrong({.argument = 0,
                    .index = 0,
                    .actual = actual,
                    .expected = expected,
                    .tolerance = tolerance,
                    .dtype = f32});
  };
  EXPECT_FALSE(wrong(nan, nan, 0));
  EXPECT_FALSE(wrong(-nan, nan, 0));
  EXPECT_FALSE(wrong(infinity, infinity, 0));
  EXPECT_TRUE(wrong(-infinity, infinity, 0));
  EXPECT_TRUE(wrong(3e38, infinity, 0));
  EXPECT_TRUE(wrong(1, nan, 0));
  EXPECT_TRUE(wrong(infinity, nan, 0));
  EXPECT_TRUE(wrong(nan, 1, infinity));
}

/// Of pairs of a result and what is expected, all of which are right.
CosineSimilarity cosineOf(const std::vector<std::pair<double, double>> &pairs) {
  CosineSimilarity cosine;
  for (const auto &[actual, expected] : pairs)
    cosine.add(actual, expected, false, false);
  return cosine;
}

TEST(CosineSimilarity, OfNumbers) {
  EXPECT_EQ(cosineOf({{1, 1}, {-2.1, -2.1}, {0.3, 0.3}}).text(), "1.000000000");
  EXPECT_EQ(cosineOf({{1, 0}, {0, 1}}).text(), "0.000000000");
  EXPECT_EQ(cosineOf({{3, -3}, {4, -4}}).text(), "-1.000000000");
  EXPECT_EQ(cosineOf({{3, 4}, {4, 3}}).text(), "0.960000000");
  // What is not 1 is not printed as 1, on either side.
  EXPECT_EQ(cosineOf({{1, 1}, {1, 1 + 1e-6}}).text(), "0.999999999");
  EXPECT_EQ(*cosineOf({{1, 1}, {1, 1 + 1e-6}}).value(), 1 - 1.25e-13);
  // Squares that no double holds.
  EXPECT_EQ(cosineOf({{3e300, 4e300}, {4e300, 3e300}}).text(), "0.960000000");
  EXPECT_EQ(cosineOf({{3e-310, 4e-310}, {4e-310, 3e-310}}).text(), "0.960000000");
}

TEST(CosineSimilarity, IsUndefinedWhereNoNumberIsTrue) {
  const auto text = [](CosineSimilarity cosine) {
    EXPECT_FALSE(cosine.value());
    return cosine.text();
  };
  EXPECT_EQ(text({}), "undefined: no element is compared");
  EXPECT_EQ(text(cosineOf({{0, 0}, {-0.0, 0}})), "undefined: result and reference are all zeros");
  EXPECT_EQ(text(cosineOf({{0, 1}})), "undefined: the result is all zeros");
  EXPECT_EQ(text(cosineOf({{1e-300, 0}})), "undefined: the reference is all zeros");
  EXPECT_EQ(text(cosineOf({{infinity, infinity}, {nan, nan}})), "undefined: no element is finite");
  EXPECT_EQ(cosineOf({{infinity, infinity}, {3, 4}, {nan, nan}, {4, 3}}).text(),
            "0.960000000, of the 2 elements that are finite");
  CosineSimilarity wrong = cosineOf({{1, 1}});
  wrong.add(infinity, -infinity, true, false);
  wrong.add(nan, 1, true, false);
  EXPECT_EQ(text(wrong), "undefined: 2 elements are infinite or NaN in the result or in the "
                         "reference, not alike in both");
  wrong.add(nan, 1, true, true);
  EXPECT_EQ(text(wrong), "undefined: 1 element was never written");
}

TEST(CosineSimilarity, IsOfAnOutputAlone) {
  const auto element = [](size_t argument, double actual, double expected, DType dtype) {
    return Element{.argument = argument,
                   .index = 0,
                   .actual = actual,
                   .expected = expected,
                   .tolerance = 100,
                   .dtype = dtype};
  };
  Comparison first, second;
  first.add(element(0, 3, 4, f32));
  first.add(element(2, 1e9, 1e9, f64));
  second.add(element(0, 4, 3, f32));
  second.add(element(3, 4, 3, i32));
  first.merge(second);
  EXPECT_EQ(first.cosine(0).text(), "0.960000000");
  EXPECT_EQ(first.cosine(2).text(), "1.000000000");
  for (const size_t argument : {1, 3, 7}) // of no floats
    EXPECT_FALSE(first.cosine(argument).value());
}

TEST(SumBound, OfSumsThatOverflow) {
  for (const BoundKind kind : {BoundKind::WorstCase, BoundKind::Probable}) {
    EXPECT_TRUE(std::isinf(errorOfSum(kind, f32, 1, 6e38, 4))); // of either sign
    EXPECT_TRUE(std::isfinite(errorOfSum(kind, f32, 6e38, 6e38, 4)));
    EXPECT_TRUE(std::isfinite(errorOfSum(kind, f64, 1, 6e38, 4)));
    EXPECT_LT(errorOfSum(kind, f32, 1, 2, 4), 1e-5);
    // What operands lose in tf32 comes to the roundings of the sum.
    const double roundings = errorOfSum(kind, f32, 1, 2, 4);
    EXPECT_NEAR(errorOfSum(kind, f32, 1, 2, 4, Precision::TF32) - roundings, 2 * 0x1p-9, 1e-12);
    EXPECT_LT(errorOfSum(kind, f32, 1, 2, 4, Precision::TF32x3), 2 * 0x3p-20 + 4 * roundings);
  }
}

/// A kernel with one output, its last argument, run on the CPU.
struct Launched {
  std::vector<Tensor> expected;
  Tensor output;
  std::vector<std::optional<interpreter::Ranges>> ranges;

  Launched(const Kernel &kernel, const Bindings &subs, const std::vector<Tensor> &tensors)
      : expected(tensors), output(tensors.back()) {
    expected.back() = output.clone();
    wave_compile({.subs = subs}, kernel).launch(tensors);
    ranges = interpreter::interpretWithRanges(kernel, subs, expected);
  }

  struct Found {
    Comparison comparison;
    int64_t open;
  };
  Found compare(const Tensor &actual) const {
    Found found{};
    std::vector<bool> open;
    compareJudged(expected.size() - 1, actual, expected.back(), *ranges.back(), found.comparison,
                  open);
    found.open = std::ranges::count(open, true);
    return found;
  }
};

/// The softmax of x along N times v, in one pass over tiles of N.
Kernel onlineSoftmax(double start) {
  Memory x("x", {M, N}, f32), v("v", {D, N}, f32), c("c", {M, D}, f32);
  Constraints tiles{WorkgroupConstraint{M, 8, 0}, TilingConstraint{N, 32}};
  return Kernel("online_softmax", {x, v, c}, tiles, [&] {
    Register highest({M}, f32, start), none({M}, f32, 0), nothing({M, D}, f32, 0);
    auto [last, total, product] =
        iterate({.axis = N}, {highest, none, nothing}, [&](Register m, Register l, Register acc) {
          Register scores = read(x);
          Register next = maximum(m, max(scores, N));
          Register scale = exp(m - next), powers = exp(scores - next);
          return yield(next, l * scale + sum(powers, N), mma(powers, read(v), acc * scale));
        });
    write(product / total, c);
  });
}

TEST(Check, JudgesOnlineSoftmax) {
  for (double start : {-infinity, -1e30, -static_cast<double>(std::numeric_limits<float>::max())}) {
    const std::vector<Tensor> tensors{Tensor::randn({20, 333}, f32, 1),
                                      Tensor::randn({7, 333}, f32, 2),
                                      Tensor::full({20, 7}, f32, nan)};
    const Launched launched(onlineSoftmax(start), {M = 20, N = 333, D = 7}, tensors);
    const auto right = launched.compare(launched.output);
    EXPECT_TRUE(right.comparison.ok()) << start;
    EXPECT_EQ(right.open, 0) << start;
    EXPECT_EQ(right.comparison.elements(), 140) << start;
    EXPECT_LT(right.comparison.maxTolerance(), 1e-4) << start;
    // Any one element that is off by 1 %, unless it cancels to 1 % of its terms.
    int seen = 0;
    for (int64_t i = 0; i < 20; ++i)
      for (int64_t j = 0; j < 7; ++j) {
        if (std::fabs(launched.output.at({i, j})) < 0.01)
          continue;
        ++seen;
        for (double factor : {0.99, 1.01}) {
          Tensor off = launched.output.clone();
          off.set({i, j}, launched.output.at({i, j}) * factor);
          EXPECT_EQ(launched.compare(off).comparison.wrong(), 1) << start << ": " << i << ", " << j;
        }
      }
    EXPECT_GT(seen, 100);
  }
}

/// One that scales its sum by the wrong maximum.
TEST(Check, FindsAWrongOnlineSoftmax) {
  const std::vector<Tensor> tensors{Tensor::randn({20, 333}, f32, 1),
                                    Tensor::randn({7, 333}, f32, 2),
                                    Tensor::full({20, 7}, f32, nan)};
  const Launched launched(onlineSoftmax(-infinity), {M = 20, N = 333, D = 7}, tensors);
  Memory x("x", {M, N}, f32), v("v", {D, N}, f32), c("c", {M, D}, f32);
  const Kernel wrong(
      "wrong", {x, v, c}, {WorkgroupConstraint{M, 8, 0}, TilingConstraint{N, 32}}, [&] {
        Register highest({M}, f32, -infinity), none({M}, f32, 0), nothing({M, D}, f32, 0);
        auto [last, total, product] = iterate(
            {.axis = N}, {highest, none, nothing}, [&](Register m, Register l, Register acc) {
              Register scores = read(x);
              Register next = maximum(m, max(scores, N));
              Register powers = exp(scores - next); // and what was added up before stays
              return yield(next, l + sum(powers, N), mma(powers, read(v), acc));
            });
        write(product / total, c);
      });
  Tensor output = Tensor::full({20, 7}, f32, nan);
  wave_compile({.subs = {M = 20, N = 333, D = 7}}, wrong)(tensors[0], tensors[1], output);
  EXPECT_GT(launched.compare(output).comparison.wrong(), 70);
}

/// Overflow and NaN are the language's: what is another number is wrong.
TEST(Check, ExpectsWhatTheLanguageComputes) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  const Kernel lost("lost", {a, c}, {}, [&] {
    Register x = read(a);
    write(x / ((x + 1e9) - 1e9), c); // by 0
  });
  const Kernel none("none", {a, c}, {}, [&] {
    Register large = read(a) * 1e30 * 1e30;
    write(large - large, c); // infinity, less infinity
  });
  for (const Kernel &kernel : {lost, none}) {
    const std::vector<Tensor> tensors{Tensor::randn({8}, f32, 1), Tensor::full({8}, f32, 0)};
    const Launched launched(kernel, {M = 8}, tensors);
    EXPECT_TRUE(launched.compare(launched.output).comparison.ok());
    EXPECT_EQ(launched.compare(launched.output).open, 0);
    Tensor unwritten = launched.output.clone();
    poison(unwritten);
    EXPECT_EQ(launched.compare(unwritten).comparison.wrong(), 8);
    for (double value : {0.0, 1.0, 3e38})
      EXPECT_EQ(launched.compare(Tensor::full({8}, f32, value)).comparison.wrong(), 8);
  }
}

/// A tolerance that is as great as what it is about judges nothing.
TEST(Check, LeavesOpenWhatIsLost) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  const Kernel cancels("cancels", {a, c}, {}, [&] {
    Register x = read(a);
    write(log(exp(x)) - x, c);
  });
  const std::vector<Tensor> tensors{Tensor::randn({8}, f32, 1), Tensor::full({8}, f32, nan)};
  const Launched launched(cancels, {M = 8}, tensors);
  EXPECT_EQ(launched.compare(launched.output).open, 8);
  EXPECT_EQ(launched.compare(launched.output).comparison.elements(), 0);
  // What is out of reach is wrong all the same, and so is what was never written.
  EXPECT_EQ(launched.compare(Tensor::full({8}, f32, 1)).comparison.wrong(), 8);
  EXPECT_EQ(launched.compare(Tensor::full({8}, f32, nan)).comparison.wrong(), 8);
}

/// What no tolerance judges is launched again, on integers, and compared for bits.
TEST(Check, JudgesOnIntegers) {
  Memory a("a", {M, N}, f32), c("c", {M}, f32);
  const Kernel kernel("cancels", {a, c}, {WorkgroupConstraint{M, 4, 0}},
                      [&] { write(sum(read(a), N) - sum(read(a), N), c); });
  const Bindings subs{M = 10, N = 50};
  const CompiledKernel compiled = wave_compile({.subs = subs}, kernel);
  const std::vector<Argument> arguments = compiled.arguments();
  const Buffers buffers = makeBuffers(arguments, {}, 0, [](const std::string &) {});
  compiled.launch(buffers.tensors);
  const KernelChoice choice{kernel, nullptr, {}, {}};
  int launches = 0;
  auto checked = [&](double change, double visits) {
    return check({choice, subs, arguments, buffers, 0, 0, visits, true,
                  [&](std::span<const Tensor> tensors) {
                    ++launches;
                    compiled.launch(tensors);
                    Tensor output = tensors[1];
                    output.set({3}, output.at({3}) + change);
                  }});
  };
  const CheckResult right = checked(0, 1000);
  EXPECT_EQ(right.verdict(), Verdict::Ok);
  EXPECT_EQ(right.onIntegers, 10);
  EXPECT_EQ(right.comparison.elements(), 10);
  EXPECT_EQ(launches, 1);
  const CheckResult wrong = checked(1e-6, 1000);
  EXPECT_EQ(wrong.verdict(), Verdict::Wrong);
  EXPECT_EQ(wrong.comparison.wrong(), 1);
  EXPECT_EQ(wrong.comparison.worst()->index, 3);
  EXPECT_NE(mismatch(wrong, arguments).render().find("the inputs are integers from -3 to 3"),
            std::string::npos);
  // Not where the interpreter would take too long.
  EXPECT_EQ(checked(0, 1e9).verdict(), Verdict::Inconclusive);
  EXPECT_EQ(launches, 2);
}

} // namespace
