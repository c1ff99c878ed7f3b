//===- CheckSchedule.h - A schedule keeps every dependence ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/Explanation.h"
#include "wave/compile.h"
#include "wave/diagnostic.h"

namespace wave {

/// Of a pipelined loop: that its schedule keeps every dependence of its body.
struct ScheduleClaim {
  std::string loop; ///< its path, "k_loop"
  int64_t stages = 0, interval = 0;
  size_t dependences = 0;
  std::optional<int64_t> trips;      ///< where their number is known, and the claim is for that
  double ms = 0;                     ///< to find the dependences, and to check them
  std::optional<Diagnostic> refusal; ///< "illegal-schedule"; then nothing else is known
};

/// "the schedule of k_loop, 2 stages at an initiation interval of 2, keeps 11 dependences".
std::string claimOf(const ScheduleClaim &schedule);

/// The loops of a kernel for a GPU with what its schedule says of them, whether or not it is
/// refused; nothing for the CPU, and where it is refused before its loops have times.
std::optional<std::vector<report::Loop>> scheduledLoopsOf(const CompiledKernel &kernel);

/// Those of a kernel for a GPU, by the rule that a compile applies; of one that is refused, that
/// alone.  None for the CPU.
std::vector<ScheduleClaim> schedulesOf(const CompiledKernel &kernel);

} // namespace wave
