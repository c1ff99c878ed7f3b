//===- CheckByReference.cpp - A kernel against its own reference ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums are off by what SumBound.h says; conversion to the output's type adds one rounding
// of the result, and for integers may end at another one where the sum is near it.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "diagnostic/ErrorId.h"
#include "diagnostic/Fail.h"
#include "driver/main/Check.h"
#include "driver/main/SumBound.h"
#include "machine/ElementFormat.h"
#include "machine/HostCpu.h"
#include "runtime/Random.h"
#include "runtime/TensorElements.h"
#include "runtime/ThreadPool.h"
#include "symbolic/Evaluate.h"

namespace wave::commandline {

/// Above this many operations of the reference, elements are sampled.
constexpr double maxReferenceOperations = 2e10;
constexpr int64_t sampledElements = 4096;

/// The worst case is taken while it is at most this share of what is checked.
constexpr double sharpShare = 0.1;

/// As a cast to `dtype` converts: integers truncate and saturate.
static double converted(DType dtype, double value) {
  alignas(8) std::byte element[8];
  storeDouble(element, dtype, value);
  return loadDouble(element, dtype);
}

namespace {

/// What the reference says of an element.
struct Expected {
  double exact, scale;
  int64_t terms;
  DType sums;          ///< in which a kernel may add up
  bool isSure;         ///< nothing is rounded before the conversion
  Precision precision; ///< of MMAs

  /// None of infinities and NaN, which come of inputs that are.
  double error(BoundKind kind) const {
    return isSure || !std::isfinite(exact) ? 0
                                           : errorOfSum(kind, sums, exact, scale, terms, precision);
  }
};

} // namespace

/// `element` with what it must be, and within what.
static Element withTolerance(Element element, const Expected &expected, BoundKind kind) {
  const DType dtype = element.dtype;
  const double exact = expected.exact, error = expected.error(kind);
  element.expected = exact;
  element.tolerance = error;
  if (is_float(dtype) && !std::isfinite(exact))
    return element;
  if (is_float(dtype)) {
    const machine::ElementFormat stored = machine::formatOf(dtype);
    element.tolerance += 2 * stored.unitRoundoff() * std::fabs(exact) + stored.smallestDistance();
  } else {
    // Which integers the values within the error are converted to.
    element.expected = converted(dtype, exact);
    element.tolerance = std::max(converted(dtype, exact + error) - element.expected,
                                 element.expected - converted(dtype, exact - error));
    if (dtype == DType::i1)
      element.tolerance = error > 0 && std::fabs(exact) <= error ? 1 : 0;
  }
  return element;
}

/// The first, the last and all corners, then elements drawn with `seed`.
static std::vector<int64_t> sample(const Shape &shape, int64_t elements, uint64_t seed) {
  std::set<int64_t> chosen = {0};
  for (int64_t size : shape) {
    std::set<int64_t> next;
    for (int64_t index : chosen)
      next.insert({index * size, index * size + size - 1});
    chosen = std::move(next);
  }
  const auto wanted = static_cast<size_t>(std::min(elements, sampledElements));
  for (uint64_t i = 0; chosen.size() < wanted; ++i)
    chosen.insert(uniformInt(seed, i, 0, elements - 1));
  return {chosen.begin(), chosen.end()};
}

namespace {

/// What the sizes of a run give to symbols.
std::vector<int64_t> valuesOf(const std::vector<std::string> &symbols, const Bindings &subs) {
  std::vector<int64_t> values;
  for (const std::string &symbol : symbols) {
    const symbolic::Evaluation value = symbolic::evaluate(Expr::symbol(symbol), subs);
    if (!value)
      fail<Error>(symbolic::idOf(value.failure().kind),
                  "--check: the reference takes " + symbol + ": " +
                      symbolic::describe(value.failure()),
                  "give -D " + symbol + "=...");
    values.push_back(value.value());
  }
  return values;
}

constexpr std::array bothKinds = {BoundKind::WorstCase, BoundKind::Probable};

/// What the elements of one output come to by either bound.
class OutputCheck {
public:
  explicit OutputCheck(DType sums) : sums(sums) {}

  void add(const Element &element, const Expected &expected) {
    for (const BoundKind kind : bothKinds)
      comparisons[index(kind)].add(withTolerance(element, expected, kind));
    if (!std::isfinite(expected.exact))
      return;
    magnitude = std::max(magnitude, std::fabs(expected.exact));
    if (expected.terms > 0 &&
        std::isfinite(expected.scale)) // what a sum of that many terms is whose signs are random
      magnitude =
          std::max(magnitude, expected.scale / std::sqrt(static_cast<double>(expected.terms)));
    if (!expected.isSure && expected.scale > 0)
      terms = std::max(terms, expected.terms);
    for (const BoundKind kind : bothKinds)
      errors[index(kind)] = std::max(errors[index(kind)], expected.error(kind));
  }

  void merge(const OutputCheck &other) {
    for (const BoundKind kind : bothKinds) {
      comparisons[index(kind)].merge(other.comparisons[index(kind)]);
      errors[index(kind)] = std::max(errors[index(kind)], other.errors[index(kind)]);
    }
    magnitude = std::max(magnitude, other.magnitude);
    terms = std::max(terms, other.terms);
  }

  /// Whether a wrong result would be seen by the bound.
  bool isMeaningful(BoundKind kind, double share) const {
    return magnitude == 0 || errors[index(kind)] <= share * magnitude;
  }

  const Comparison &comparison(BoundKind kind) const { return comparisons[index(kind)]; }
  double error(BoundKind kind) const { return errors[index(kind)]; }

  DType sums;           ///< in which a kernel may add up
  double magnitude = 0; ///< of what is expected
  int64_t terms = 0;    ///< that are added up at most

private:
  static constexpr size_t index(BoundKind kind) { return static_cast<size_t>(kind); }

  std::array<Comparison, 2> comparisons;
  std::array<double, 2> errors = {0, 0};
};

class ReferenceCheck {
public:
  explicit ReferenceCheck(const Experiment &run) : experiment(run) {
    for (size_t i = 0; i < run.arguments.size(); ++i) {
      const Tensor &tensor = run.buffers.before[i];
      shapes.push_back(tensor.shape());
      std::vector<double> &copy = values.emplace_back();
      if (!run.arguments[i].is_read)
        continue;
      hasIntegerInputs &= !is_float(tensor.dtype());
      hasNarrowInputs |= isNarrowFloat(tensor.dtype());
      copy.resize(static_cast<size_t>(tensor.num_elements()));
      copyElements(copy.data(), f64, tensor.data(), tensor.dtype(), tensor.shape(),
                   tensor.strides());
    }
    if (const auto &symbols = run.choice.entry->reference_symbols; !symbols.empty())
      shapes.push_back(valuesOf(symbols, run.subs));
  }

  CheckResult run() {
    const bool isSampled = operations() > maxReferenceOperations;
    for (size_t i = 0; i < experiment.arguments.size(); ++i) {
      const int64_t elements = experiment.buffers.tensors[i].num_elements();
      if (!experiment.arguments[i].is_written || elements == 0)
        continue;
      if (!isSampled)
        compare(i, elements, [](int64_t position) { return position; });
      else {
        std::vector<int64_t> chosen = sample(shapes[i], elements, experiment.seed);
        compare(i, static_cast<int64_t>(chosen.size()),
                [&](int64_t position) { return chosen[static_cast<size_t>(position)]; });
      }
    }
    return result();
  }

private:
  /// In which a kernel may add up for an output of that type.
  DType sumsFor(DType dtype) const {
    return hasIntegerInputs && !is_float(dtype) ? DType::f64 : sumsOf(dtype, hasNarrowInputs);
  }

  Precision precision() const { return experiment.choice.signature.precision; }

  /// Sums of integers for an integer are exact, until they leave what a double, in which
  /// the reference computes, can count.
  Expected expectedAt(size_t argument, int64_t index) const {
    const DType dtype = experiment.buffers.tensors[argument].dtype();
    const bool isInteger = hasIntegerInputs && !is_float(dtype);
    Expected expected{0, 0, 0, sumsFor(dtype), false, precision()};
    expected.exact = experiment.choice.entry->reference(values, shapes, static_cast<int>(argument),
                                                        index, &expected.scale, &expected.terms);
    expected.isSure = isInteger && expected.scale < 0x1p53;
    return expected;
  }

  /// Of the reference for all elements, judged by the first one of each output.
  double operations() const {
    double sum = 0;
    for (size_t i = 0; i < experiment.arguments.size(); ++i) {
      const int64_t elements = experiment.buffers.tensors[i].num_elements();
      if (experiment.arguments[i].is_written && elements > 0)
        sum += 2 * static_cast<double>(expectedAt(i, 0).terms) * static_cast<double>(elements);
    }
    return sum;
  }

  template <typename Position>
  void compare(size_t argument, int64_t count, const Position &indexAt) {
    const unsigned threads = experiment.threads ? experiment.threads : machine::hostThreads();
    const Tensor &tensor = experiment.buffers.tensors[argument];
    OutputCheck output(sumsFor(tensor.dtype()));
    std::mutex mutex;
    ThreadPool::shared().run(count, threads, [&](int64_t begin, int64_t end, unsigned) {
      OutputCheck part(output.sums);
      for (int64_t position = begin; position < end; ++position) {
        const int64_t index = indexAt(position);
        Element element{argument, index,          elementOf(tensor, index), 0,
                        0,        tensor.dtype(), integerOf(tensor, index)};
        element.isUnwritten = !experiment.arguments[argument].is_read && isPoison(tensor, index);
        part.add(element, expectedAt(argument, index));
      }
      std::lock_guard lock(mutex);
      output.merge(part);
    });
    outputs.emplace_back(argument, std::move(output));
  }

  /// One kind of bound for all outputs: the worst case, if it says enough of each.
  CheckResult result() const {
    const bool isSharp = std::ranges::all_of(outputs, [](const auto &output) {
      return output.second.isMeaningful(BoundKind::WorstCase, sharpShare);
    });
    const BoundKind kind = isSharp ? BoundKind::WorstCase : BoundKind::Probable;
    CheckResult result{{}, "reference", kind, {}};
    int64_t terms = 0;
    for (const auto &[argument, output] : outputs) {
      if (!output.isMeaningful(kind, 1)) {
        result.inconclusive = openTo(argument, output, kind);
        result.open.resize(experiment.arguments.size());
        result.open[argument].assign(
            static_cast<size_t>(experiment.buffers.tensors[argument].num_elements()), true);
        continue;
      }
      result.comparison.merge(output.comparison(kind));
      if (output.terms > terms) {
        terms = output.terms;
        result.bound = boundText(kind, output.sums, terms, precision());
      }
    }
    return result;
  }

  Diagnostic openTo(size_t argument, const OutputCheck &output, BoundKind kind) const {
    return {
        .id = ErrorId("check-inconclusive"),
        .message = "--check: the roundings of '" + experiment.arguments[argument].name +
                   "' may come to " + aboutText(output.error(kind)) +
                   ", and what is expected there is of magnitude " + aboutText(output.magnitude) +
                   ": any result would pass",
        .where = {},
        .notes = {{"the tolerance is " + boundText(kind, output.sums, output.terms, precision()),
                   {}}},
        .help = "add up fewer terms (-D), or give --input whose terms do not cancel, such as "
                "numbers of one sign"};
  }

  const Experiment &experiment;
  std::vector<std::vector<double>> values;
  std::vector<Shape> shapes;
  bool hasIntegerInputs = true;                        ///< and no others
  bool hasNarrowInputs = false;                        ///< floats of less than 64 bits
  std::vector<std::pair<size_t, OutputCheck>> outputs; ///< by argument
};

} // namespace

CheckResult checkByReference(const Experiment &experiment) {
  return ReferenceCheck(experiment).run();
}

} // namespace wave::commandline
