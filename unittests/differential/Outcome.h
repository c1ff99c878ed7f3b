//===- Outcome.h - A launch beside the interpreter ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "GuardedTensor.h"
#include "Logged.h"
#include "wave/wave.h"

namespace wave::test {

/// What became of a kernel.
struct Outcome {
  /// Empty where all is right; else what went wrong first: "wrong-bits", "wrote-outside",
  /// "wrong-log", the kind of the simulator's finding, or the id of what was thrown.
  std::string id;
  std::string text;
  bool isError = false;            ///< thrown as Error: the kernel is refused
  std::vector<Tensor> actual = {}; ///< copies of what was computed, if it was wrong
};

/// What `attempt` returns, or what the exception that it throws says.
Outcome outcomeOf(const std::function<Outcome()> &attempt);

/// The tensors as the interpreter leaves copies of them, and what it sends, for these sizes.
struct Expected {
  Bindings sizes;
  std::vector<Tensor> tensors = {};
  Logged log = {};
};
Expected expectedOf(const Kernel &kernel, const Bindings &sizes,
                    const std::deque<GuardedTensor> &tensors);

/// Launches on the tensors, which then are what they were before.  Compares bit for bit, what
/// debug_log sends as well, and what is no element with what it was; `inputs[i]` says that argument
/// i is not written.
Outcome compare(const CompiledKernel &compiled, const Expected &expected,
                std::deque<GuardedTensor> &tensors, const std::vector<bool> &inputs,
                const SimulationOptions &simulation = {});

} // namespace wave::test
