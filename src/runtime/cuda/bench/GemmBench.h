//===- GemmBench.h - A product, timed beside libraries --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cuda/LoadedKernel.h"
#include "runtime/cuda/bench/Timing.h"
#include "wave/diagnostic.h"

namespace wave::cuda {

struct BenchRequest {
  Bindings sizes;                     ///< a number for each open size
  std::vector<std::string> baselines; ///< times these as well, and compares the results
  Protocol protocol;
  uint64_t seed = 0;                          ///< of the inputs
  std::map<std::string, Tensor> scalars = {}; ///< a tensor without dimensions for each Scalar
};

struct BenchResult {
  std::string kernel, device;
  std::vector<std::pair<std::string, int64_t>> sizes; ///< of dimensions
  double flops = 0;                                   ///< of a launch; 0 where they are not known
  double bytes = 0; ///< of the arguments that a launch reads, and of those that it writes
  size_t sets = 0;
  std::vector<Times> times;
  std::string baseline;             ///< versions; empty without one
  std::optional<Diagnostic> remark; ///< what makes the launches slow
  double relativeError = -1; ///< greatest difference to a baseline, by its greatest magnitude
};

/// Throws Error "buffers-too-large" where the host has no memory for a copy of each argument, whose
/// sizes are numbers.
void checkBenchMemory(const std::vector<Argument> &arguments);

/// Throws Error "usage" where a baseline is asked for and the kernel is not
/// c[M, N] = a[M, K] * b[N, K]^T by its arguments, Error "mismatch" where the results differ.
BenchResult bench(const std::shared_ptr<const Context> &context, const Package &package,
                  const BenchRequest &request);

/// A table for people, and one JSON object.
std::string textOf(const BenchResult &result);
std::string jsonOf(const BenchResult &result);

} // namespace wave::cuda
