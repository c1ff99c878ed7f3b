//===- Check.h - Is the result right? -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

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
  unsigned threads; ///< to compute expected values with; 0: one per processor
};

struct CheckResult {
  Comparison comparison;
  std::string method;                 ///< "reference" or "interpreter"
  std::optional<BoundKind> kind = {}; ///< what the tolerance of a check by reference is made of
  std::string bound = {};             ///< its formula; empty where nothing may be rounded
};

/// Whether a kernel brings a reference of its own.
bool hasReference(const KernelChoice &choice);

/// Throws Error "check-nothing" where nothing is computed that could be compared, and
/// "check-too-large" where the interpreter would take too long.
void checkFeasible(const KernelChoice &choice, const Work &work);

/// Compares with the kernel's own reference, or else with the interpreter.  Throws Error
/// "check-inconclusive" where no tolerance tells a right result from a wrong one.
CheckResult check(const Experiment &experiment);

/// The Error "mismatch" that tells of the worst element.
Diagnostic mismatch(const CheckResult &result, const std::vector<Argument> &arguments);

CheckResult checkByReference(const Experiment &experiment);
CheckResult checkByInterpreter(const Experiment &experiment);

/// Of a bound or an estimate.
std::string aboutText(double value);

/// The element at the row-major position `index` of a row-major tensor.  NaN for a
/// truth value that is neither 0 nor 1: it was never written.
double elementOf(const Tensor &tensor, int64_t index);

/// The same of an integer type, exactly; none where elementOf is NaN, and for floats.
std::optional<int64_t> integerOf(const Tensor &tensor, int64_t index);

} // namespace wave::commandline
