//===- Experiment.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Experiment.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "Reference.h"
#include "diagnostic/Fail.h"
#include "runtime/Arguments.h"
#include "runtime/ComputeUnits.h"
#include "runtime/EntryChoice.h"
#include "runtime/MemoryNeed.h"
#include "runtime/NumberText.h"
#include "runtime/ScalarValues.h"
#include "runtime/Strides.h"
#include "symbolic/Evaluate.h"
#include "symbolic/NearestName.h"
#include "symbolic/WorkgroupIds.h"

namespace wave::launch {

/// Sums of some thousand products of them are exact in f32.
static constexpr int64_t largestInteger = 3;

std::vector<std::string> openSizesOf(const Package &package) {
  return openSizes(package.arguments, {});
}

Bindings sizesOf(const Package &package, const Options &options) {
  const std::vector<std::string> open = openSizesOf(package);
  Bindings sizes;
  for (const auto &[name, value] : options.sizes) {
    if (name == symbolic::numCtas.name() && takesComputeUnits(package.grid)) {
      sizes.set(name, value);
      continue;
    }
    if (const Expr *known = package.known.find(name)) {
      if (known->str() != std::to_string(value))
        fail<Error>("usage",
                    "-D " + name + "=" + std::to_string(value) + ": the package was compiled for " +
                        name + " = " + known->str(),
                    "leave it out, or compile with --dynamic " + name);
      continue;
    }
    if (!std::ranges::count(open, name))
      fail<Error>("unknown-symbol", "-D " + name + ": the package has no size of that name",
                  symbolic::suggestion(name, open, "leave it out"));
    sizes.set(name, value);
  }
  for (const std::string &name : open)
    if (!sizes.find(name))
      fail<Error>("unbound-symbol",
                  "size " + name + " of kernel '" + package.kernel + "' has no value",
                  "give -D " + name + "=...");
  return sizes;
}

static Tensor contentsOf(const Trial &trial, const Argument &argument, size_t position) {
  if (const auto given = trial.contents.find(argument.name); given != trial.contents.end()) {
    if (given->second.shape() != shapeOf(argument))
      fail<Error>("input-shape",
                  "--input " + argument.name + ": the file's shape is " +
                      shapeText(given->second.shape()) + ", the sizes ask for " +
                      shapeText(shapeOf(argument)),
                  "give -D the sizes of the file");
    return given->second.to(argument.dtype);
  }
  const uint64_t seed = trial.seed * 1000 + position;
  return trial.values == Values::Integer ? Tensor::randint(shapeOf(argument), argument.dtype,
                                                           -largestInteger, largestInteger, seed)
                                         : Tensor::randn(shapeOf(argument), argument.dtype, seed);
}

static bool areSameBits(const Tensor &a, const Tensor &b) {
  const int64_t bytes = a.num_elements() * size_in_bytes(a.dtype());
  return bytes == 0 || std::memcmp(a.data(), b.data(), static_cast<size_t>(bytes)) == 0;
}

/// "2, 5" of the element that has so many before it.
static std::string placeText(const Shape &shape, int64_t number) {
  std::string place;
  for (size_t i = shape.size(); i-- > 0; number /= shape[i])
    place = std::to_string(number % shape[i]) + (place.empty() ? "" : ", ") + place;
  return place;
}

/// A NaN is one whatever its sign: what was never written has all bits set.
static std::string valueText(double value, DType dtype) {
  return std::isnan(value) ? "NaN" : numberText(value, dtype);
}

static std::string describe(const commandline::Comparison &comparison,
                            const std::vector<Argument> &arguments,
                            std::span<const Tensor> tensors) {
  const commandline::Element &worst = *comparison.worst();
  const std::string place = placeText(tensors[worst.argument].shape(), worst.index);
  return std::to_string(comparison.wrong()) + " of " + std::to_string(comparison.elements()) +
         " elements are wrong, the worst: " + arguments[worst.argument].name + "[" + place +
         "] is " + valueText(worst.actual, worst.dtype) + ", expected " +
         valueText(worst.expected, worst.dtype) + " within " +
         numberText(worst.tolerance, DType::f64);
}

std::string differenceOf(const std::string &name, const Tensor &actual, const Tensor &expected) {
  if (actual.shape() != expected.shape() || actual.dtype() != expected.dtype())
    return "'" + name + "' is " + std::string(dtype_name(actual.dtype())) + " of shape " +
           shapeText(actual.shape()) + ", expected " + std::string(dtype_name(expected.dtype())) +
           " of shape " + shapeText(expected.shape());
  const auto bytes = static_cast<size_t>(size_in_bytes(actual.dtype()));
  const auto *x = static_cast<const std::byte *>(actual.data()),
             *y = static_cast<const std::byte *>(expected.data());
  int64_t count = 0, first = 0;
  for (int64_t i = actual.num_elements(); i-- > 0;)
    if (std::memcmp(x + static_cast<size_t>(i) * bytes, y + static_cast<size_t>(i) * bytes,
                    bytes) != 0)
      ++count, first = i;
  if (count == 0)
    return {};
  std::vector<int64_t> index;
  for (int64_t i = static_cast<int64_t>(actual.shape().size()), rest = first; i-- > 0;) {
    const int64_t size = actual.shape()[static_cast<size_t>(i)];
    index.insert(index.begin(), rest % size);
    rest /= size;
  }
  return std::to_string(count) + " of " + std::to_string(actual.num_elements()) + " elements of '" +
         name + "' differ, the first: [" + placeText(actual.shape(), first) + "] is " +
         valueText(actual.at(index), actual.dtype()) + ", expected " +
         valueText(expected.at(index), expected.dtype());
}

/// What the reference takes beside tensors and shapes.
static std::vector<int64_t> symbolsOf(const Reference &reference, const Package &package,
                                      const Trial &trial) {
  if (!reference.symbol)
    return {};
  Bindings values = package.known;
  for (const Binding &size : trial.sizes)
    values.set(size.symbol, size.value);
  const symbolic::Evaluation value = symbolic::evaluate(Expr::symbol(reference.symbol), values);
  if (!value)
    fail<Error>("check-nothing",
                std::string("the reference takes ") + reference.symbol + ": " +
                    symbolic::describe(value.failure()),
                "leave out --check, and compare what --output writes");
  return {value.value()};
}

static void checkValues(const Subject &subject, const Trial &trial,
                        const std::vector<Argument> &arguments, Outcome &outcome) {
  const Reference *reference = referenceOf(subject.package.kernel, arguments);
  if (!reference)
    fail<Error>("check-nothing",
                "there is no reference for a kernel called '" + subject.package.kernel +
                    "' with these arguments",
                "leave out --check, and compare what --output writes");
  const bool isExact =
      trial.values == Values::Integer && trial.contents.empty() && reference->isExactForIntegers;
  const commandline::Comparison comparison =
      compare(*reference, arguments, outcome.tensors, isExact,
              symbolsOf(*reference, subject.package, trial), subject.package.precision);
  if (std::isinf(comparison.maxTolerance()))
    fail<Error>("check-inconclusive",
                "--check: sums of '" + subject.package.kernel +
                    "' are so long, or so large, that any result would pass",
                "choose smaller sizes with -D, or values that do not overflow");
  outcome.elements = comparison.elements();
  outcome.worstRatio = comparison.maxRatio();
  if (!comparison.ok())
    outcome.problems.push_back(describe(comparison, arguments, outcome.tensors));
}

void checkMemory(const Package &package, const Trial &trial) {
  MemoryNeed need;
  for (const Argument &argument : withSizes(package.arguments, trial.sizes)) {
    if (argument.is_scalar)
      continue;
    const int64_t own = size_in_bytes(argument.dtype);
    const std::string name = "'" + argument.name + "'";
    if (argument.is_read)
      need.add(name + ", what it holds", argument, own);
    need.add(name + ", what is sent to the GPU", argument, own);
    need.add(name + ", what has come back", argument, own);
    need.add(name + ", its result", argument, own);
    if (trial.repeat > 1 && argument.is_written)
      need.add(name + ", what has come back again", argument, own);
    if (trial.check && argument.is_read)
      need.add(name + " in f64 for --check", argument, size_in_bytes(f64));
  }
  need.check();
}

/// Open sizes, and the values of scalars.
static Bindings valuesOf(const Trial &trial, const std::vector<Argument> &arguments) {
  Bindings values = trial.sizes;
  for (size_t i = memoriesIn(arguments); i < arguments.size(); ++i)
    values.set(arguments[i].name, bitsOf(contentsOf(trial, arguments[i], i)));
  return values;
}

void checkClaims(const Package &package, const Trial &trial) {
  const std::vector<Argument> arguments = withSizes(package.arguments, trial.sizes);
  const Bindings values = integersOf(valuesOf(trial, arguments), arguments);
  std::vector<Tensor> tables(arguments.size(), Tensor::empty({0}, f32));
  for (size_t memory : memoriesReadBy(package.assumptions, package.coverage, package.independence))
    tables[memory] = contentsOf(trial, arguments[memory], memory);
  for (size_t memory : memoriesReadBy(package.indices, values))
    tables[memory] = contentsOf(trial, arguments[memory], memory);
  LaunchRanges().require(package.scalars, package.grid, values);
  LaunchAssumptions().require(package.kernel, package.assumptions, values, tables);
  LaunchIndices().require(package.kernel, package.indices, values, tables);
  LaunchCoverage().require(package.kernel, package.coverage, values, tablesOf(tables));
  LaunchIndependence().require(package.kernel, package.independence, values, tablesOf(tables),
                               /*mayBeUnknown=*/package.unchecked.has_value());
}

Outcome carryOut(const Subject &subject, const Trial &trial) {
  const std::vector<Argument> arguments = withSizes(subject.package.arguments, trial.sizes);
  std::vector<GuardedTensor> buffers;
  std::vector<Tensor> contents, onGpu;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument &argument = arguments[i];
    if (argument.is_scalar) {
      contents.push_back(contentsOf(trial, argument, i));
      onGpu.push_back(contents.back());
      continue;
    }
    buffers.emplace_back(subject.context, shapeOf(argument), argument.dtype, trial.layout);
    onGpu.push_back(buffers.back().tensor());
    contents.push_back(argument.is_read ? contentsOf(trial, argument, i)
                                        : Tensor::empty(shapeOf(argument), argument.dtype));
  }
  const Bindings values =
      checkArguments(subject.package.kernel, subject.package.arguments, trial.sizes, onGpu);
  onGpu.erase(onGpu.begin() + static_cast<std::ptrdiff_t>(buffers.size()), onGpu.end());
  // Calls of debug_log get no memory, and send nothing.
  for (const EntryMemory &memory : subject.kernel.entries().front().memories)
    if (memory.logSite)
      onGpu.push_back(Tensor::device_view(nullptr, DType::f32, Shape(memory.sizes.size(), 0)));
  Outcome outcome;
  outcome.entry = subject.kernel.entryFor(onGpu).name;
  outcome.remark = slowLaunch(subject.kernel.entries(), onGpu);
  for (int round = 0; round < trial.repeat; ++round) {
    for (size_t i = 0; i < buffers.size(); ++i)
      if (round == 0 || arguments[i].is_written)
        buffers[i].fill(arguments[i].is_read ? &contents[i] : nullptr);
    subject.kernel.launch(onGpu, values, nullptr);
    {
      const cuda::Context::Current current(*subject.context);
      subject.context->wait(nullptr, "running '" + outcome.entry + "'", trial.timeoutSeconds);
    }
    for (size_t i = 0; i < buffers.size(); ++i) {
      if (round > 0) {
        if (arguments[i].is_written && !buffers[i].isUnchanged())
          outcome.problems.push_back("launch " + std::to_string(round + 1) + " gives another '" +
                                     arguments[i].name + "' than the first");
        continue;
      }
      const Tensor result = buffers[i].download();
      if (buffers[i].damage())
        outcome.problems.push_back("memory beside '" + arguments[i].name +
                                   "' was overwritten: " + *buffers[i].damage());
      if (!arguments[i].is_written && !areSameBits(result, contents[i]))
        outcome.problems.push_back("'" + arguments[i].name + "', which is only read, has changed");
      outcome.tensors.push_back(result);
    }
    if (!outcome.problems.empty())
      break;
  }
  for (size_t i = buffers.size(); i < contents.size(); ++i) // what scalars were
    outcome.tensors.push_back(contents[i]);
  if (trial.check)
    checkValues(subject, trial, arguments, outcome);
  return outcome;
}

} // namespace wave::launch
