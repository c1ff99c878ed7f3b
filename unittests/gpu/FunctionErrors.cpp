//===- FunctionErrors.cpp - Functions of a GPU, over all numbers of f32 ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs packages that script/function-errors has made, y[N] = f(x[N]) of f32 each, on all 2^32
// arguments, and compares with the host's f64.  The name of a package begins with that of its
// function; one that ends in "-approximate" may be off by what ApproximateFunctions.def says, the
// others by 2 ulp, or where the language promises the rounded result by nothing.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "diagnostic/Fail.h"
#include "runtime/cuda/LoadedKernel.h"
#include "runtime/cuda/Memory.h"

namespace wave {
namespace {

/// A row of ApproximateFunctions.def, by the number of its function.
enum class Kind { Exp2, Exp, Log2, Log, Sqrt, Rcp, Rsqrt, Tanh };
struct Bound {
  double relative, perUnit, absolute;
};
constexpr Bound boundOf(Kind wanted) {
#define WAVE_APPROXIMATE_FUNCTION(KIND, RELATIVE, PER_UNIT, ABSOLUTE)                              \
  if (wanted == Kind::KIND)                                                                        \
    return {RELATIVE, PER_UNIT, ABSOLUTE};
#include "dialect/ApproximateFunctions.def"
  return {};
}

struct Function {
  const char *name;
  Kind kind;
  double (*exact)(double);
  double ulps; ///< of the default function
};
constexpr Function functions[] = {
    {"exp2", Kind::Exp2, [](double x) { return std::exp2(x); }, 2},
    {"exp", Kind::Exp, [](double x) { return std::exp(x); }, 2},
    {"log2", Kind::Log2, [](double x) { return std::log2(x); }, 2},
    {"log", Kind::Log, [](double x) { return std::log(x); }, 2},
    {"sqrt", Kind::Sqrt, [](double x) { return std::sqrt(x); }, 0.5},
    {"rcp", Kind::Rcp, [](double x) { return 1 / x; }, 0.5},
    {"rsqrt", Kind::Rsqrt, [](double x) { return 1 / std::sqrt(x); }, 2},
    {"tanh", Kind::Tanh, [](double x) { return std::tanh(x); }, 2},
};

constexpr double leastNormal = 0x1p-126;
/// f64's own error, in ulp of f32.
constexpr double slack = 0x1p-20;

/// The greatest of what was seen, and where.
struct Worst {
  double value = 0;
  float at = 0;
  void take(double candidate, float x) {
    if (candidate > value)
      value = candidate, at = x;
  }
  void take(const Worst &other) { take(other.value, other.at); }
};

struct Errors {
  Worst ulps;     ///< where neither argument nor result may be flushed
  Worst relative; ///< the same, but for logarithms between 1/2 and 2
  Worst absolute; ///< of those
  Worst share;    ///< of what is allowed: more than 1 is wrong
  uint64_t wrong = 0;
  float firstWrong = 0;

  void take(const Errors &other) {
    ulps.take(other.ulps), relative.take(other.relative), absolute.take(other.absolute);
    share.take(other.share);
    firstWrong = wrong ? firstWrong : other.firstWrong;
    wrong += other.wrong;
  }
};

/// The distance of neighbouring numbers of f32 at a finite value.
double spacingAt(double value) {
  const int exponent = static_cast<int>(std::bit_cast<uint64_t>(value) >> 52 & 0x7ff) - 1023;
  const int lowest = std::max(exponent, -126) - 23;
  return std::bit_cast<double>(static_cast<uint64_t>(lowest + 1023) << 52);
}

/// Whether the language promises a function's rounded result there.
bool isPromised(Kind kind, float x, bool isApproximate) {
  if (std::isnan(x) || std::isinf(x) || x == 0)
    return true;
  const bool isOfPositive =
      kind == Kind::Log2 || kind == Kind::Log || kind == Kind::Sqrt || kind == Kind::Rsqrt;
  if (isOfPositive && x < 0)
    return !isApproximate || x <= -leastNormal;
  int exponent = 0;
  return !isApproximate && ((kind == Kind::Exp2 && std::trunc(x) == x) ||
                            (kind == Kind::Log2 && std::frexp(x, &exponent) == 0.5f) ||
                            (kind == Kind::Log && x == 1));
}

bool areSame(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

void judge(const Function &function, bool isApproximate, float x, float actual, double exact,
           Errors &errors) {
  auto wrong = [&] {
    if (errors.wrong++ == 0)
      errors.firstWrong = x;
  };
  const auto rounded = static_cast<float>(exact);
  if (isPromised(function.kind, x, isApproximate)) {
    if (!areSame(actual, rounded))
      wrong();
    return;
  }
  const bool isArgumentSmall = std::fabs(x) < leastNormal;
  const bool isResultSmall = std::fabs(exact) < 2 * leastNormal;
  if (isApproximate && isArgumentSmall) {
    // As itself, or as a zero of its sign.
    const auto ofZero = static_cast<float>(function.exact(std::copysign(0.0, x)));
    if (areSame(actual, ofZero))
      return;
  }
  if (isApproximate && isResultSmall && actual == 0 && std::signbit(actual) == std::signbit(exact))
    return;
  constexpr double overflow = 0x1.ffffffp127;
  if (std::isnan(exact) || std::isnan(actual)) {
    if (std::isnan(exact) != std::isnan(actual))
      wrong();
    return;
  }
  const Bound bound = boundOf(function.kind);
  const double spacing = std::isinf(exact) ? 0x1p104 : spacingAt(exact);
  const double allowed =
      isApproximate ? (bound.relative + bound.perUnit * std::fabs(static_cast<double>(x))) *
                              std::fabs(exact) +
                          bound.absolute + spacing / 2
                    : function.ulps * spacing;
  if (std::isinf(actual)) { // where the exact value is close enough to what rounds to it
    if (std::signbit(actual) != std::signbit(exact) || std::fabs(exact) + allowed < overflow)
      wrong();
    return;
  }
  const double error = std::isinf(exact) || std::fabs(exact) > 0x1p128
                           ? 0x1p128 - std::fabs(static_cast<double>(actual))
                           : std::fabs(static_cast<double>(actual) - exact);
  errors.share.take(error / (allowed + slack * spacing), x);
  if (error > allowed + slack * spacing)
    wrong();
  if (isApproximate && (isArgumentSmall || isResultSmall))
    return;
  errors.ulps.take(error / spacing, x);
  const bool isNearOne =
      (function.kind == Kind::Log2 || function.kind == Kind::Log) && x > 0.5f && x < 2.0f;
  if (isNearOne)
    errors.absolute.take(error, x);
  else if (!isResultSmall)
    errors.relative.take(error / std::fabs(exact), x);
}

/// A package of the folder.
struct Subject {
  std::string name;
  const Function *function;
  bool isApproximate;
  std::unique_ptr<cuda::LoadedKernel> kernel;
  Errors errors;
};

std::vector<Subject> subjectsIn(const std::filesystem::path &folder,
                                const std::shared_ptr<const cuda::Context> &context) {
  std::vector<Subject> subjects;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".wpk")
      continue;
    const std::string name = entry.path().stem();
    const auto *function = std::ranges::find_if(
        functions, [&](const Function &one) { return name.substr(0, name.find('-')) == one.name; });
    if (function == std::end(functions))
      fail<Error>("usage", "'" + name + "' begins with no function's name", "rename the package");
    subjects.push_back({name,
                        function,
                        name.ends_with("-approximate"),
                        std::make_unique<cuda::LoadedKernel>(context, readPackage(entry.path())),
                        {}});
  }
  std::ranges::sort(subjects, {}, [](const Subject &one) {
    return std::pair(one.function - functions, one.name);
  });
  return subjects;
}

/// Runs `part(i, n)` for all i < n on as many threads as there are processors.
template <typename Part> void inParallel(const Part &part) {
  const size_t count = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] { part(i, count); });
  for (std::thread &thread : threads)
    thread.join();
}

void print(const Subject &subject) {
  const Errors &errors = subject.errors;
  auto at = [](const Worst &worst) {
    char text[64];
    std::snprintf(text, sizeof text, "%-14a %-14.9g", static_cast<double>(worst.at),
                  static_cast<double>(worst.at));
    return std::string(text);
  };
  auto power = [](double value) { return value > 0 ? std::log2(value) : -999.0; };
  std::printf("%-20s %10.3f ulp at %s  relative 2^%-7.2f at %s  near 1 2^%-7.2f  %.3f of the bound "
              "at %s  %llu wrong",
              subject.name.c_str(), errors.ulps.value, at(errors.ulps).c_str(),
              power(errors.relative.value), at(errors.relative).c_str(),
              power(errors.absolute.value), errors.share.value, at(errors.share).c_str(),
              static_cast<unsigned long long>(errors.wrong));
  if (errors.wrong)
    std::printf(", the first at %a", static_cast<double>(errors.firstWrong));
  std::printf("\n");
}

int run(const std::filesystem::path &folder, uint64_t step) {
  const auto context = cuda::Context::shared("libcuda.so.1", 0);
  const cuda::Context::Current current(*context);
  std::vector<Subject> subjects = subjectsIn(folder, context);
  constexpr uint64_t chunk = uint64_t{1} << 26;
  constexpr size_t bytes = chunk * sizeof(float);
  const cuda::DeviceMemory x(context, bytes), y(context, bytes);
  auto tensor = [](const cuda::DeviceMemory &memory) {
    return Tensor::device_view(reinterpret_cast<void *>(memory.address()), DType::f32,
                               {static_cast<int64_t>(chunk)});
  };
  const Tensor tensors[] = {tensor(x), tensor(y)};
  const Bindings sizes = {{"N", static_cast<int64_t>(chunk)}};
  std::vector<float> arguments(chunk), results(chunk);
  std::vector<double> exact(chunk);
  std::printf("%s, %zu packages\n", context->device().name.c_str(), subjects.size());
  for (uint64_t first = 0; first < uint64_t{1} << 32; first += chunk * step) {
    inParallel([&](size_t part, size_t parts) {
      for (uint64_t i = part * chunk / parts; i < (part + 1) * chunk / parts; ++i)
        arguments[i] = std::bit_cast<float>(static_cast<uint32_t>(first + i));
    });
    x.upload(arguments.data(), 0, bytes, nullptr);
    const Function *known = nullptr;
    for (Subject &subject : subjects) {
      y.fill(0xff, nullptr);
      subject.kernel->launch(tensors, sizes, nullptr);
      context->wait(nullptr, "running " + subject.name, 60);
      y.download(results.data(), 0, bytes, nullptr);
      context->wait(nullptr, "copying back", 60);
      const bool isNew = known != subject.function;
      known = subject.function;
      std::vector<Errors> parts(std::max(1u, std::thread::hardware_concurrency()));
      inParallel([&](size_t part, size_t count) {
        Errors errors;
        for (uint64_t i = part * chunk / count; i < (part + 1) * chunk / count; ++i) {
          if (isNew)
            exact[i] = subject.function->exact(static_cast<double>(arguments[i]));
          judge(*subject.function, subject.isApproximate, arguments[i], results[i], exact[i],
                errors);
        }
        parts[part] = errors;
      });
      for (const Errors &part : parts)
        subject.errors.take(part);
    }
  }
  uint64_t wrong = 0;
  for (const Subject &subject : subjects) {
    print(subject);
    wrong += subject.errors.wrong;
  }
  std::printf("function-errors: %zu functions, %llu results wrong\n", subjects.size(),
              static_cast<unsigned long long>(wrong));
  return wrong == 0 ? 0 : 1;
}

} // namespace
} // namespace wave

int main(int argc, char **argv) {
  int code = 2;
  try {
    if (argc == 2 || argc == 3)
      code = wave::run(argv[1], argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 1);
    else
      std::cerr << "usage: function-errors FOLDER [STEP], every STEPth part of the arguments\n";
  } catch (const wave::Failure &failure) {
    std::cerr << failure.what() << std::endl;
  }
  std::cout.flush();
  std::fflush(stdout);
  std::_Exit(code);
}
