//===- Experiment.h - One shape, launched and looked at -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "GuardedTensor.h"
#include "Options.h"
#include "runtime/cuda/LoadedKernel.h"

namespace wave::launch {

struct Subject {
  const Package &package;
  std::shared_ptr<const cuda::Context> context;
  cuda::LoadedKernel &kernel;
};

struct Trial {
  Bindings sizes; ///< a number for each open size
  Layout layout = Layout::Dense;
  Values values = Values::Normal;
  uint64_t seed = 0;
  int repeat = 1;
  bool check = false;
  double timeoutSeconds = 0;
  std::map<std::string, Tensor> contents; ///< of buffers, by name, instead of drawn ones
};

struct Outcome {
  std::string entry;                 ///< that was started
  std::optional<Diagnostic> remark;  ///< what makes it slow
  std::vector<std::string> problems; ///< none: all is well
  int64_t elements = 0;              ///< that were compared
  double worstRatio = 0;             ///< of an error to its tolerance
  std::vector<Tensor> tensors;       ///< after the first launch, dense, on the host
};

/// Empty where a tensor has the expected one's bits; else how many elements differ, and the first.
std::string differenceOf(const std::string &name, const Tensor &actual, const Tensor &expected);

/// Throws Error "buffers-too-large" where the host has not the memory that the trial takes there.
void checkMemory(const Package &package, const Trial &trial);

/// Throws Error "not-covered" or "coverage-unknown" where the kernel does not compute each tile
/// once in this trial, "index-range" where a scalar may leave 32 bits, and "assumption-violated" or
/// "no-permutation" for what the kernel assumes: what the compile has not proved is evaluated here.
void checkClaims(const Package &package, const Trial &trial);

/// Throws what keeps it from being launched, and faults of the GPU.
Outcome carryOut(const Subject &subject, const Trial &trial);

/// The sizes that a launch has to give, and what the package has been compiled for.
std::vector<std::string> openSizesOf(const Package &package);
/// Throws Error "unbound-symbol", "unknown-symbol", or "usage" for a size that the compile has
/// fixed to another value.
Bindings sizesOf(const Package &package, const Options &options);

} // namespace wave::launch
