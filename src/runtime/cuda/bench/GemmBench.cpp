//===- GemmBench.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/bench/GemmBench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "diagnostic/Fail.h"
#include "machine/ElementFormat.h"
#include "runtime/Arguments.h"
#include "runtime/ComputeUnits.h"
#include "runtime/EntryChoice.h"
#include "runtime/MemoryNeed.h"
#include "runtime/Random.h"
#include "runtime/cuda/bench/Baseline.h"
#include "symbolic/Node.h"

namespace wave::cuda {

/// More than any cache holds: the L2 of Hopper has 50 MB.
static constexpr int64_t rotatingBytes = int64_t{200} << 20;
static constexpr size_t minSets = 2, maxSets = 64;

namespace {
/// The buffers of one launch.
struct Set {
  std::vector<DeviceMemory> memories;
  std::vector<Tensor> tensors;
};
} // namespace

static int64_t bytesOf(const Argument &argument) {
  int64_t elements = 1;
  for (const int64_t size : shapeOf(argument))
    elements *= size;
  return elements * size_in_bytes(argument.dtype);
}

static bool isGemm(const Package &package) {
  const std::vector<Argument> &arguments = package.arguments;
  auto has = [&](size_t i, const char *first, const char *second) {
    return arguments[i].dims.size() == 2 && arguments[i].dims[0].name == first &&
           arguments[i].dims[1].name == second;
  };
  constexpr std::array<std::string_view, 7> gemms = {
      "gemm",           "gemm_persistent",          "gemm_persistent_l2", "gemm_persistent_xcd",
      "gemm_reordered", "gemm_persistent_xcd_seed", "gemm_persistent_2d"};
  return std::ranges::find(gemms, package.kernel) != gemms.end() && arguments.size() == 3 &&
         has(0, "M", "K") && has(1, "N", "K") && has(2, "M", "N");
}

/// The same numbers in every set, each begun at another place: which they are does not
/// matter for the time, but that they are random does, since power depends on it.
static void fillSets(const std::shared_ptr<const Context> &context, std::vector<Set> &sets,
                     const std::vector<Argument> &arguments, uint64_t seed) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_read)
      continue;
    const Tensor drawn = Tensor::randn(shapeOf(arguments[i]), arguments[i].dtype, seed + i);
    const int64_t size = size_in_bytes(arguments[i].dtype), elements = drawn.num_elements();
    for (size_t set = 0; set < sets.size() && elements > 0; ++set) {
      const auto start =
          static_cast<size_t>(set == 0 ? 0 : uniformInt(seed, set, 0, elements - 1) * size);
      const auto *data = static_cast<const std::byte *>(drawn.data());
      const auto bytes = static_cast<size_t>(elements * size);
      const DeviceMemory &memory = sets[set].memories[i];
      memory.upload(data + start, 0, bytes - start, nullptr);
      if (start > 0)
        memory.upload(data, bytes - start, start, nullptr);
    }
    const Context::Current current(*context);
    context->wait(nullptr, "copying inputs");
  }
}

static std::vector<Set> makeSets(const std::shared_ptr<const Context> &context,
                                 const std::vector<Argument> &arguments, uint64_t seed) {
  int64_t bytes = 0;
  for (const Argument &argument : arguments)
    bytes += bytesOf(argument);
  const size_t count = std::clamp(
      static_cast<size_t>(rotatingBytes / std::max<int64_t>(bytes, 1) + 1), minSets, maxSets);
  std::vector<Set> sets(count);
  for (Set &set : sets)
    for (const Argument &argument : arguments) {
      set.memories.emplace_back(context, static_cast<size_t>(bytesOf(argument)));
      set.tensors.push_back(
          Tensor::device_view(reinterpret_cast<void *>(set.memories.back().address()),
                              argument.dtype, shapeOf(argument)));
    }
  fillSets(context, sets, arguments, seed);
  return sets;
}

/// Runs a candidate on outputs that are NaN before, and gives the output.
static Tensor outputOf(const std::shared_ptr<const Context> &context, const Candidate &candidate,
                       const Set &set, size_t output) {
  const DeviceMemory &memory = set.memories[output];
  memory.fill(0xff, nullptr);
  candidate.launch(0, nullptr);
  const Tensor result = Tensor::empty(set.tensors[output].shape(), set.tensors[output].dtype());
  memory.download(result.data(), 0, memory.bytes(), nullptr);
  return result.to(DType::f32);
}

static double relativeDifference(const Tensor &actual, const Tensor &expected) {
  const auto *x = actual.data_as<float>(), *y = expected.data_as<float>();
  double worst = 0, greatest = 0;
  for (int64_t i = 0; i < actual.num_elements(); ++i) {
    const double difference = std::fabs(double{x[i]} - double{y[i]});
    if (std::isnan(difference))
      return INFINITY;
    worst = std::max(worst, difference);
    greatest = std::max(greatest, std::fabs(double{y[i]}));
  }
  return greatest > 0 ? worst / greatest : worst;
}

static Candidate bestOf(const std::shared_ptr<const Context> &context, const Baseline &library,
                        const std::vector<Set> &sets) {
  Candidate best;
  double least = INFINITY;
  for (size_t algorithm = 0; algorithm < library.algorithms(); ++algorithm) {
    Candidate candidate{library.nameOf(algorithm),
                        [&library, &sets, algorithm](size_t set, StreamHandle stream) {
                          const std::vector<DeviceMemory> &memories = sets[set].memories;
                          library.multiply(algorithm, memories[0].address(), memories[1].address(),
                                           memories[2].address(), stream);
                        }};
    // One that is alone says itself why it cannot be timed.
    if (library.algorithms() == 1)
      return candidate;
    try {
      const double time = roughTime(context, candidate, sets.size());
      if (time < least)
        least = time, best = std::move(candidate);
    } catch (const LaunchError &) {
      context->checkUsable(); // one that cannot be captured in a graph; the others may be
    }
  }
  if (!best.launch)
    fail<LaunchError>("baseline-missing",
                      "none of the algorithms of " + library.version() + " could be timed",
                      "leave out --baseline");
  return best;
}

static void compare(const std::shared_ptr<const Context> &context, const Candidate &kernel,
                    const Candidate &baseline, const Set &set, DType out, BenchResult &result) {
  const double difference =
      relativeDifference(outputOf(context, kernel, set, 2), outputOf(context, baseline, set, 2));
  result.relativeError = std::max(result.relativeError, difference);
  // Both round their sums to the output's type, and add up in f32 in orders of their own.
  const double allowed = 4 * machine::formatOf(out).unitRoundoff() + 1e-5;
  if (!(difference <= allowed))
    fail<Error>("mismatch",
                "the kernel and " + baseline.name + " differ by " + std::to_string(difference) +
                    " of the greatest element, allowed is " + std::to_string(allowed),
                "wave-launch --check tells which elements are wrong");
}

/// In the order of the arguments.
static std::vector<Tensor> scalarsOf(const Package &package, const BenchRequest &request) {
  std::vector<Tensor> scalars;
  for (size_t i = memoriesIn(package.arguments); i < package.arguments.size(); ++i) {
    const std::string &name = package.arguments[i].name;
    const auto given = request.scalars.find(name);
    if (given == request.scalars.end())
      fail<Error>("scalar-argument",
                  "kernel '" + package.kernel + "' takes the Scalar '" + name +
                      "', which has no value to time it with",
                  "write a package, and give wave-launch --bench the value: --input " + name +
                      "=...");
    scalars.push_back(given->second);
  }
  return scalars;
}

void checkBenchMemory(const std::vector<Argument> &arguments) {
  MemoryNeed need;
  for (const Argument &argument : arguments)
    if (!argument.is_scalar)
      need.add("'" + argument.name + "', a copy on the host", argument,
               size_in_bytes(argument.dtype));
  need.check();
}

BenchResult bench(const std::shared_ptr<const Context> &context, const Package &package,
                  const BenchRequest &request) {
  if (!request.baselines.empty() && !isGemm(package))
    fail<Error>("usage",
                "--baseline " + request.baselines.front() + ": kernel '" + package.kernel +
                    "' is not gemm, c[M, N] = a[M, K] * b[N, K]^T",
                "leave out --baseline");
  std::vector<Argument> arguments = withSizes(package.arguments, request.sizes);
  checkBenchMemory(arguments);
  const std::vector<Tensor> scalars = scalarsOf(package, request);
  arguments.resize(memoriesIn(arguments));
  BenchResult result;
  result.kernel = package.kernel;
  result.device = context->device().name;
  for (const Argument &argument : arguments)
    for (const Argument::Dim &dim : argument.dims)
      if (!std::ranges::count(result.sizes, dim.name, &std::pair<std::string, int64_t>::first))
        result.sizes.emplace_back(dim.name, dim.size.node().value);
  for (const Argument &argument : arguments)
    result.bytes +=
        static_cast<double>(bytesOf(argument)) * (argument.is_read + argument.is_written);
  std::vector<Set> sets = makeSets(context, arguments, request.seed);
  result.sets = sets.size();
  std::vector<Tensor> given = sets[0].tensors;
  given.insert(given.end(), scalars.begin(), scalars.end());
  Bindings values = checkArguments(package.kernel, package.arguments, request.sizes, given);
  setComputeUnits(values, package.grid, package.known, context->device().multiprocessors);
  LoadedKernel kernel(context, package);
  result.remark = slowLaunch(kernel.entries(), sets[0].tensors);
  std::vector<Candidate> candidates = {{"wave", [&](size_t set, StreamHandle stream) {
                                          kernel.launch(sets[set].tensors, values, stream);
                                        }}};
  std::vector<std::unique_ptr<Baseline>> libraries;
  if (isGemm(package)) {
    const Shape a = shapeOf(arguments[0]), b = shapeOf(arguments[1]);
    const Product product{a[0], b[0], a[1], arguments[0].dtype, arguments[2].dtype};
    result.flops = 2.0 * static_cast<double>(product.m) * static_cast<double>(product.n) *
                   static_cast<double>(product.k);
    for (const std::string &name : request.baselines) {
      libraries.push_back(makeBaseline(name, context, product));
      result.baseline += (result.baseline.empty() ? "" : ", ") + libraries.back()->version();
      candidates.push_back(bestOf(context, *libraries.back(), sets));
      compare(context, candidates[0], candidates.back(), sets[0], product.out, result);
    }
  }
  result.times = timeCandidates(context, candidates, sets.size(), request.protocol);
  return result;
}

} // namespace wave::cuda
