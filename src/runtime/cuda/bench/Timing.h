//===- Timing.h - How long launches take, measured so that it repeats -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU lowers its clock under load, so a time depends on what ran just before.  Two protocols
// repeat:
//
//   burst      150 ms idle, a graph of launches that takes about 8 ms unmeasured, then two
//              measured: the clock is high
//   sustained  200 ms of load unmeasured, then 150 ms measured: power is the limit
//
// The launches of a graph go round over sets of buffers that no cache holds together.  Each
// round runs all candidates in another order; the median of the rounds counts.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/cuda/Memory.h"
#include "runtime/cuda/bench/Nvml.h"

namespace wave::cuda {

struct Candidate {
  std::string name;
  /// Puts one launch on that set of buffers into the stream.
  std::function<void(size_t set, StreamHandle stream)> launch;
};

struct Protocol {
  double idleMs = 150, graphMs = 8, loadMs = 200, sustainedMs = 150;
  int rounds = 7;
  uint64_t seed = 0; ///< of the order
};

struct Times {
  std::string name;
  int launchesPerGraph = 0;
  std::vector<double> burst, sustained; ///< milliseconds of a launch, one for each round
  std::optional<Readings> readings;     ///< at the end of the last sustained run
};

double medianOf(std::vector<double> values);
/// (greatest - least) / median
double spreadOf(const std::vector<double> &values);

std::vector<Times> timeCandidates(const std::shared_ptr<const Context> &context,
                                  const std::vector<Candidate> &candidates, size_t sets,
                                  const Protocol &protocol);

/// Milliseconds of a launch, roughly: to choose between variants of one candidate.
double roughTime(const std::shared_ptr<const Context> &context, const Candidate &candidate,
                 size_t sets);

} // namespace wave::cuda
