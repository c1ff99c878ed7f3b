//===- Check.h - Is the result right? -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "driver/main/Buffers.h"
#include "driver/main/Comparison.h"
#include "driver/main/SumBound.h"
#include "driver/main/Work.h"

namespace wave::commandline {

/// What was run, and on what.
struct Experiment {
  const KernelChoice &choice;
  const Bindings &subs;
  const std::vector<Argument> &arguments;
  const Buffers &buffers;
  uint64_t seed;
  unsigned threads;       ///< to compute expected values with; 0: one per processor
  double visits;          ///< of the interpreter
  bool isCoverageChecked; ///< each element of what is written has to be
  std::function<void(std::span<const Tensor>)> launch; ///< once more, on other tensors
};

enum class Verdict { Ok, Wrong, Inconclusive };

/// The elements of each argument, row-major, that no tolerance has judged.
using OpenElements = std::vector<std::vector<bool>>;

struct CheckResult {
  Comparison comparison;              ///< of the elements that a tolerance judges
  std::string method;                 ///< "reference" or "interpreter"
  std::optional<BoundKind> kind = {}; ///< what the tolerance of a check by reference is made of
  std::string bound = {};             ///< its formula; empty where nothing may be rounded
  std::optional<Diagnostic> inconclusive = {}; ///< why `open` is not empty
  OpenElements open = {};
  std::vector<std::pair<size_t, std::string>> floatOutputs = {}; ///< arguments and their names
  int64_t onIntegers = 0; ///< elements that integer-valued inputs alone have judged
  std::optional<int64_t> wrongInputs = {}; ///< what is wrong is so on integers up to this one

  Verdict verdict() const {
    return !comparison.ok() ? Verdict::Wrong : inconclusive ? Verdict::Inconclusive : Verdict::Ok;
  }
};

/// Whether a kernel brings a reference of its own, which holds for the functions that it computes.
bool hasReference(const KernelChoice &choice);

/// Throws Error "check-nothing" where nothing is computed that could be compared, and
/// "check-too-large" where the interpreter would take too long.
void checkFeasible(const KernelChoice &choice, const Work &work);

/// Compares with the kernel's own reference, or else with the interpreter; what no tolerance
/// judges, on integer-valued inputs.
CheckResult check(const Experiment &experiment);

/// The Error "mismatch" that tells of the worst element.
Diagnostic mismatch(const CheckResult &result, const std::vector<Argument> &arguments);

CheckResult checkByReference(const Experiment &experiment);
CheckResult checkByInterpreter(const Experiment &experiment);

/// Launches the kernel on integer-valued inputs for which the interpreter says that all of
/// `result.open` is exact, and compares whatever is exact bit for bit.  Where there are none,
/// `result` stays inconclusive.
void checkOnIntegers(const Experiment &experiment, CheckResult &result);

/// What is known of an element that no tolerance judges.
std::string openText(const Argument &argument, const Element &element);

/// About a minute of the interpreter's time.
constexpr double maxInterpreterVisits = 2e8;

/// Of a bound or an estimate.
std::string aboutText(double value);

/// The element at the row-major position `index` of a row-major tensor.  NaN for a
/// truth value that is neither 0 nor 1: it was never written.
double elementOf(const Tensor &tensor, int64_t index);

/// The same of an integer type, exactly; none where elementOf is NaN, and for floats.
std::optional<int64_t> integerOf(const Tensor &tensor, int64_t index);

} // namespace wave::commandline
