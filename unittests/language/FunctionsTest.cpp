//===- FunctionsTest.cpp - exp2, log, tanh, ...: accuracy and edges -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled functions against long double, for every level of vector instructions that
// this processor has, and on every simulated GPU.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Function {
  const char *name;
  Register (*traced)(const Register &, const FunctionOptions &);
  long double (*exact)(long double);
  double low, high; ///< random arguments come from here
  bool isRelative;  ///< random exponents instead of even spacing
  double ulps;      ///< that the default function may be off
};

const Function functions[] = {
    {"exp2", exp2, [](long double x) { return std::exp2(x); }, -1080, 1030, false, 2},
    {"exp", exp, [](long double x) { return std::exp(x); }, -750, 712, false, 2},
    {"log2", log2, [](long double x) { return std::log2(x); }, 0, 0, true, 2},
    {"log", log, [](long double x) { return std::log(x); }, 0, 0, true, 2},
    {"sqrt", sqrt, [](long double x) { return std::sqrt(x); }, 0, 0, true, 0.5},
    {"rsqrt", rsqrt, [](long double x) { return 1 / std::sqrt(x); }, 0, 0, true, 2},
    {"tanh", tanh, [](long double x) { return std::tanh(x); }, -25, 25, false, 2},
    {"rcp", rcp, [](long double x) { return 1 / x; }, 0, 0, true, 0.5},
};

bool isSimulated(const Target &target) { return target.name().starts_with("sim:"); }

std::vector<Target> targetsHere() {
  std::vector<Target> targets;
  for (const std::string &name : Target::names()) {
    if (!name.starts_with("cpu") && !isSimulated(Target::named(name)))
      continue;
    try {
      Memory a("a", {M}, f32);
      wave_compile({.target = Target::named(name), .subs = {M = 1}},
                   Kernel("probe", {a}, {}, [&] { write(read(a) + 1, a); }));
      targets.push_back(Target::named(name));
    } catch (const LaunchError &error) { // this processor lacks the level's instructions
      EXPECT_EQ(error.diagnostic().id, "cpu-unsupported") << error.what();
    }
  }
  return targets;
}

Tensor results(const Target &target, const Function &function, const Tensor &in,
               bool isApproximate = false) {
  Memory a("a", {M, N}, in.dtype()), c("c", {M, N}, in.dtype());
  // What the lanes of a workgroup hold has to fit into their registers.
  const Constraints tiles = isSimulated(target) ? Constraints{WorkgroupConstraint{M, 1, 0},
                                                              WorkgroupConstraint{N, 1024, 1}}
                                                : Constraints{WorkgroupConstraint{M, 8, 0}};
  Kernel kernel("function", {a, c}, tiles,
                [&] { write(function.traced(read(a), {.approximate = isApproximate}), c); });
  Tensor out = Tensor::zeros(in.shape(), in.dtype());
  wave_compile({.target = target, .subs = {M = in.shape()[0], N = in.shape()[1]}}, kernel)(in, out);
  return out;
}

Tensor filled(DType dtype, const std::vector<double> &values) {
  Tensor tensor = Tensor::zeros({1, static_cast<int64_t>(values.size())}, dtype);
  for (size_t i = 0; i < values.size(); ++i)
    tensor.set({0, static_cast<int64_t>(i)}, values[i]);
  return tensor;
}

/// Distances of neighbouring numbers of the type at the exact value.
double ulpsApart(DType dtype, double actual, long double exact) {
  const int digits = dtype == f32 ? 24 : 53, lowest = dtype == f32 ? -149 : -1074;
  if (std::isnan(actual) || std::isnan(exact))
    return std::isnan(actual) && std::isnan(exact) ? 0 : infinity;
  // Beyond the greatest number the next one would be 2^128 or 2^1024.
  const long double limit = std::ldexp(1.0L, dtype == f32 ? 128 : 1024);
  if (std::isinf(actual))
    return std::fabs(exact) >= limit * (1 - std::ldexp(1.0L, -digits - 1)) &&
                   std::signbit(actual) == std::signbit(exact)
               ? 0
               : infinity;
  int exponent = exact == 0 ? lowest : std::max(std::ilogb(exact) + 1 - digits, lowest);
  return static_cast<double>(std::fabs(actual - exact) / std::ldexp(1.0L, exponent));
}

std::vector<double> arguments(const Function &function, DType dtype, std::mt19937_64 &engine) {
  std::vector<double> values;
  const double most = dtype == f32 ? 127 : 1022, scale = dtype == f32 ? 0.125 : 1;
  std::uniform_real_distribution<double> even(0, 1);
  for (int i = 0; i < 64 * 1024; ++i) {
    double x;
    if (function.isRelative) // exponents evenly; every fourth one close to 1
      x = i % 4 == 0 ? 1 + (even(engine) - 0.5) * std::exp2(-even(engine) * 20)
                     : std::exp2((2 * even(engine) - 1) * most);
    else if (i % 4 == 0) // small magnitudes
      x = (2 * even(engine) - 1) * std::exp2(-even(engine) * 40);
    else
      x = scale * (function.low + even(engine) * (function.high - function.low));
    values.push_back(dtype == f32 ? static_cast<float>(x) : x);
  }
  return values;
}

TEST(Functions, AreWithinTwoUnitsInTheLastPlace) {
  for (const Target &target : targetsHere())
    for (DType dtype : {f32, f64})
      for (const Function &function : functions) {
        std::mt19937_64 engine(7);
        std::vector<double> values = arguments(function, dtype, engine);
        Tensor out = results(target, function, filled(dtype, values));
        double worst = 0, at = 0;
        for (size_t i = 0; i < values.size(); ++i) {
          double apart = ulpsApart(dtype, out.at({0, static_cast<int64_t>(i)}),
                                   function.exact(static_cast<long double>(values[i])));
          if (apart > worst)
            worst = apart, at = values[i];
        }
        std::printf("%-14s %s %-6s %.3f ulp at %.17g\n", target.name().c_str(),
                    std::string(dtype_name(dtype)).c_str(), function.name, worst, at);
        EXPECT_LE(worst, function.ulps) << function.name << " of " << at;
      }
}

struct Form {
  DType dtype;
  bool isApproximate;
};
constexpr Form formsAtEdges[] = {{f16, false}, {bf16, false}, {f32, false},
                                 {f64, false}, {f16, true},   {f32, true}};

TEST(Functions, AtTheEdges) {
  struct Edge {
    const char *name;
    double x, expected;
  };
  const Edge edges[] = {{"exp2", 0, 1},
                        {"exp2", -infinity, 0},
                        {"exp2", infinity, infinity},
                        {"exp2", nan, nan},
                        {"exp2", 1e30, infinity},
                        {"exp2", -1e30, 0},
                        {"exp", 0, 1},
                        {"exp", -infinity, 0},
                        {"exp", infinity, infinity},
                        {"exp", nan, nan},
                        {"exp", 1e30, infinity},
                        {"exp", -1e30, 0},
                        {"log2", 1, 0},
                        {"log2", 0, -infinity},
                        {"log2", -0.0, -infinity},
                        {"log2", -1, nan},
                        {"log2", infinity, infinity},
                        {"log2", -infinity, nan},
                        {"log2", nan, nan},
                        {"log", 1, 0},
                        {"log", 0, -infinity},
                        {"log", -0.0, -infinity},
                        {"log", -1, nan},
                        {"log", infinity, infinity},
                        {"log", -infinity, nan},
                        {"log", nan, nan},
                        {"sqrt", 0, 0},
                        {"sqrt", -0.0, -0.0},
                        {"sqrt", -1, nan},
                        {"sqrt", infinity, infinity},
                        {"sqrt", nan, nan},
                        {"rsqrt", 0, infinity},
                        {"rsqrt", -0.0, -infinity},
                        {"rsqrt", infinity, 0},
                        {"rsqrt", -1, nan},
                        {"rsqrt", nan, nan},
                        {"rcp", 0, infinity},
                        {"rcp", -0.0, -infinity},
                        {"rcp", infinity, 0},
                        {"rcp", -infinity, -0.0},
                        {"rcp", nan, nan},
                        {"rcp", 4, 0.25},
                        {"tanh", 0, 0},
                        {"tanh", -0.0, -0.0},
                        {"tanh", infinity, 1},
                        {"tanh", -infinity, -1},
                        {"tanh", nan, nan},
                        {"tanh", 100, 1},
                        {"tanh", 0x1p-126, 0x1p-126}};
  for (const Target &target : targetsHere())
    for (const auto &[dtype, isApproximate] : formsAtEdges)
      for (const Function &function : functions) {
        std::vector<double> arguments, expected;
        for (const Edge &edge : edges)
          if (std::string_view(edge.name) == function.name &&
              (dtype != f16 || !(std::fabs(edge.x) == 1e30 || edge.x == 0x1p-126)) &&
              !(isApproximate && (edge.x == 1 || edge.x == 4 || edge.x == 0x1p-126))) {
            arguments.push_back(edge.x);
            expected.push_back(edge.expected);
          }
        Tensor out = results(target, function, filled(dtype, arguments), isApproximate);
        for (size_t i = 0; i < arguments.size(); ++i) {
          double actual = out.at({0, static_cast<int64_t>(i)});
          bool isRight =
              std::isnan(expected[i])
                  ? std::isnan(actual)
                  : actual == expected[i] && std::signbit(actual) == std::signbit(expected[i]);
          EXPECT_TRUE(isRight) << function.name << " of " << arguments[i] << " is " << actual
                               << " in " << dtype_name(dtype) << " for " << target.name();
        }
      }
}

/// A row of the table of approximate functions.
struct Bound {
  std::string_view kind;
  double relative, perUnit, absolute;
};
constexpr Bound bounds[] = {
#define WAVE_APPROXIMATE_FUNCTION(KIND, RELATIVE, PER_UNIT, ABSOLUTE)                              \
  {#KIND, RELATIVE, PER_UNIT, ABSOLUTE},
#include "dialect/ApproximateFunctions.def"
};

Bound boundOf(std::string_view function) {
  for (const Bound &bound : bounds)
    if (bound.kind.substr(1) == function.substr(1)) // "Exp2" of exp2
      return bound;
  throw std::logic_error("no bound");
}

/// What the language allows (docs/language.md, "Functions").
bool isWithinBound(const Function &function, double x, double actual) {
  constexpr double leastNormal = 0x1p-126;
  const Bound bound = boundOf(function.name);
  const auto exact = static_cast<double>(function.exact(static_cast<long double>(x)));
  if (std::fabs(x) < leastNormal &&
      actual == static_cast<double>(function.exact(std::copysign(0.0L, x))))
    return true;
  if (std::fabs(exact) < 2 * leastNormal && actual == 0)
    return true;
  if (std::isinf(actual))
    return exact > 0x1.fffffp127;
  return std::fabs(actual - exact) <=
         (bound.relative + bound.perUnit * std::fabs(x) + 0x1p-24) * std::fabs(exact) +
             bound.absolute + 0x1p-149;
}

TEST(Functions, ThatAreApproximateKeepTheirBounds) {
  for (const Target &target : targetsHere())
    for (const Function &function : functions) {
      std::mt19937_64 engine(8);
      const std::vector<double> values = arguments(function, f32, engine);
      const Tensor out = results(target, function, filled(f32, values), /*isApproximate=*/true);
      int64_t wrong = 0;
      for (size_t i = 0; i < values.size(); ++i)
        if (const double actual = out.at({0, static_cast<int64_t>(i)});
            !isWithinBound(function, values[i], actual) && wrong++ == 0)
          ADD_FAILURE() << function.name << " of " << values[i] << " is " << actual << " for "
                        << target.name();
      EXPECT_EQ(wrong, 0) << function.name << " for " << target.name();
    }
}

TEST(Functions, SayWhereTheyAreNotApproximate) {
  Memory a("a", {M}, f32), b("b", {M}, f64), c("c", {M}, f32), d("d", {M}, f64);
  Kernel kernel("function", {a, b, c, d}, {}, [&] {
    write(rcp(tanh(exp2(read(a), {.approximate = true}), {.approximate = true})), c);
    write(exp(exp(read(b), {.approximate = true}), {.approximate = true}), d);
  });
  auto remarks = [&](const char *target) {
    std::string text;
    for (const Diagnostic &remark :
         wave_compile({.target = Target::named(target), .subs = {M = 64}}, kernel).remarks())
      if (remark.id == "not-approximate")
        text += remark.message + "\n";
    return text;
  };
  EXPECT_EQ(remarks("cpu"), "exp2, tanh, exp have no approximate instruction on the CPU: the "
                            "default functions are computed\n");
  EXPECT_EQ(remarks("cuda:sm_90a"), "exp of f64 has no approximate instruction on sm_90a: the "
                                    "default function is computed\n");
  EXPECT_EQ(remarks("hip:gfx950"), "exp of f64 has no approximate instruction on gfx950: the "
                                   "default function is computed\n");
}

TEST(Functions, AreApproximateInTheWholeKernel) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  auto kernelWith = [&](const FunctionOptions &options) {
    return Kernel("function", {a, c}, {},
                  [&] { write(abs(-log(rsqrt(read(a), options), options)), c); });
  };
  Kernel kernel = kernelWith({});
  EXPECT_EQ(kernel.use_approximate_functions().str(), kernelWith({.approximate = true}).str());
}

TEST(Functions, AreExactWhereTheResultIsANumber) {
  std::vector<double> exponents;
  for (int i = -1074; i <= 1023; ++i)
    exponents.push_back(i);
  for (const Target &target : targetsHere())
    for (DType dtype : {f32, f64}) {
      Tensor in = filled(dtype, exponents);
      Tensor powers = results(target, functions[0], in);
      Tensor logarithms = results(target, functions[2], powers);
      for (int64_t i = 0; i < in.num_elements(); ++i) {
        double x = in.at({0, i}), power = std::exp2(x);
        power = dtype == f32 ? static_cast<float>(power) : power;
        EXPECT_EQ(powers.at({0, i}), power) << x;
        EXPECT_EQ(logarithms.at({0, i}), power == 0 ? -infinity : std::isinf(power) ? infinity : x);
      }
    }
}

/// Subnormal results and arguments, at the last place.
TEST(Functions, KeepSubnormalNumbers) {
  for (const Target &target : targetsHere())
    for (DType dtype : {f32, f64}) {
      std::vector<double> low, tiny;
      for (int i = 0; i < 500; ++i) {
        low.push_back((dtype == f32 ? -125.0 : -1021.0) - 0.0491 * i);
        tiny.push_back(std::ldexp(1 + i / 500.0, (dtype == f32 ? -127 : -1023) - i / 25));
      }
      Tensor x = filled(dtype, low), powers = results(target, functions[0], x);
      for (int64_t i = 0; i < x.num_elements(); ++i)
        EXPECT_LE(
            ulpsApart(dtype, powers.at({0, i}), std::exp2(static_cast<long double>(x.at({0, i})))),
            1);
      x = filled(dtype, tiny);
      for (size_t which : {2u, 3u, 5u}) {
        Tensor out = results(target, functions[which], x);
        for (int64_t i = 0; i < x.num_elements(); ++i)
          EXPECT_LE(ulpsApart(dtype, out.at({0, i}),
                              functions[which].exact(static_cast<long double>(x.at({0, i})))),
                    2)
              << functions[which].name << " of " << x.at({0, i});
      }
    }
}

/// All numbers of 16 bits: one rounding more than f32, the interpreter's within one place.
void expectRoundedOnce(const Target &target, DType dtype, const Function &function) {
  Tensor in = Tensor::zeros({1, 65536}, dtype);
  for (int64_t i = 0; i < 65536; ++i)
    static_cast<uint16_t *>(in.data())[i] = static_cast<uint16_t>(i);
  Tensor out = results(target, function, in);
  int64_t different = 0;
  for (int64_t i = 0; i < 65536; ++i) {
    double exact = static_cast<double>(function.exact(static_cast<long double>(in.at({0, i}))));
    double rounded =
        dtype == f16 ? static_cast<float>(float16(exact)) : static_cast<float>(bfloat16(exact));
    double actual = out.at({0, i});
    if (actual == rounded || (std::isnan(actual) && std::isnan(rounded)))
      continue;
    ++different;
    double spacing = std::fabs(actual - rounded) / std::fabs(rounded);
    EXPECT_LE(spacing, dtype == f16 ? 0x1p-10 : 0x1p-7)
        << function.name << " of " << in.at({0, i}) << " for " << target.name();
  }
  // The second rounding turns over close calls alone.
  EXPECT_LE(different, 65536 / 500) << function.name << " for " << target.name();
}

TEST(Functions, OfHalfPrecisionRoundOnce) {
  for (const Target &target : targetsHere())
    if (target.name() == "cpu" || isSimulated(target))
      for (DType dtype : {f16, bf16})
        for (const Function &function : functions)
          expectRoundedOnce(target, dtype, function);
}

} // namespace
