//===- CheckByReference.cpp - A kernel against its own reference ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An f32 sum of n products, each rounded, in any order, is off by at most
// gamma(n) times the sum of their magnitudes, where gamma(n) = n*u / (1 - n*u) and
// u = 2^-24 (Higham, "Accuracy and Stability of Numerical Algorithms", 3.1 and 4.2);
// conversion to the output's type adds one rounding of the result, and for integers
// may end at another one where the sum is near it.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>

#include "driver/main/Check.h"
#include "machine/ElementFormat.h"
#include "machine/HostCpu.h"
#include "runtime/Random.h"
#include "runtime/TensorElements.h"
#include "runtime/ThreadPool.h"

namespace wave::commandline {

/// Above this many operations of the reference, elements are sampled.
constexpr double maxReferenceOperations = 2e10;
constexpr int64_t sampledElements = 4096;

/// What a kernel may be off by before the result is converted for its output.
static double errorOfSum(DType sums, double scale, int64_t terms) {
  const machine::ElementFormat format = machine::formatOf(sums);
  const double roundings = static_cast<double>(terms) * format.unitRoundoff();
  if (roundings >= 1)
    return std::numeric_limits<double>::infinity();
  return roundings / (1 - roundings) * scale +
         static_cast<double>(terms) * format.smallestDistance();
}

/// As a cast to `dtype` converts: integers truncate and saturate.
static double converted(DType dtype, double value) {
  alignas(8) std::byte element[8];
  storeDouble(element, dtype, value);
  return loadDouble(element, dtype);
}

/// Sets what `element` must be, and within what, for the value `exact` of the reference.
/// Sums of integers for an integer are exact, until they leave what a double, in which the
/// reference computes, can count.
static void expect(Element &element, double exact, double scale, int64_t terms,
                   bool hasIntegerInputs) {
  const DType dtype = element.dtype;
  const bool isInteger = hasIntegerInputs && !is_float(dtype);
  const DType sums = dtype == DType::f64 || isInteger ? DType::f64 : DType::f32;
  const double error = isInteger && scale < 0x1p53 ? 0 : errorOfSum(sums, scale, terms);
  element.expected = exact;
  element.tolerance = error;
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
      copy.resize(static_cast<size_t>(tensor.num_elements()));
      copyElements(copy.data(), f64, tensor.data(), tensor.dtype(), tensor.shape(),
                   tensor.strides());
    }
  }

  Comparison run() {
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
    return total;
  }

private:
  Element elementAt(size_t argument, int64_t index, int64_t &terms) const {
    double scale = 0;
    const double exact = experiment.choice.entry->reference(
        values, shapes, static_cast<int>(argument), index, &scale, &terms);
    const Tensor &tensor = experiment.buffers.tensors[argument];
    Element element{argument, index,          elementOf(tensor, index), 0,
                    0,        tensor.dtype(), integerOf(tensor, index)};
    expect(element, exact, scale, terms, hasIntegerInputs);
    return element;
  }

  /// Of the reference for all elements, judged by the first one of each output.
  double operations() const {
    double sum = 0;
    for (size_t i = 0; i < experiment.arguments.size(); ++i) {
      const int64_t elements = experiment.buffers.tensors[i].num_elements();
      int64_t terms = 0;
      if (experiment.arguments[i].is_written && elements > 0)
        elementAt(i, 0, terms);
      sum += 2 * static_cast<double>(terms) * static_cast<double>(elements);
    }
    return sum;
  }

  template <typename Position>
  void compare(size_t argument, int64_t count, const Position &indexAt) {
    const unsigned threads = experiment.threads ? experiment.threads : machine::hostThreads();
    std::mutex mutex;
    ThreadPool::shared().run(count, threads, [&](int64_t begin, int64_t end, unsigned) {
      Comparison part;
      int64_t terms = 0;
      for (int64_t position = begin; position < end; ++position)
        part.add(elementAt(argument, indexAt(position), terms));
      std::lock_guard lock(mutex);
      total.merge(part);
    });
  }

  const Experiment &experiment;
  std::vector<std::vector<double>> values;
  std::vector<Shape> shapes;
  bool hasIntegerInputs = true; ///< and no others
  Comparison total;
};

} // namespace

CheckResult checkByReference(const Experiment &experiment) {
  return {ReferenceCheck(experiment).run(), "reference"};
}

} // namespace wave::commandline
