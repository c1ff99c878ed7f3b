//===- Agreement.h - Interpreter = CPU, bit for bit -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <deque>
#include <vector>

#include "GuardedTensor.h"
#include "wave/wave.h"

namespace wave::test {

/// Expects that the CPU target, on the given tensors and with every number of
/// threads, gives what the interpreter gives on row-major copies of them, and
/// touches nothing else.  `inputs[i]` says that argument i is not written.
void expectAgreement(const Kernel &kernel, const Bindings &subs,
                     const std::vector<std::string> &open, std::deque<GuardedTensor> &tensors,
                     const std::vector<bool> &inputs, const std::vector<unsigned> &threads,
                     const std::optional<Unchecked> &coverage = std::nullopt);

/// What a failed test was about, to be repeated.
std::string describe(const Kernel &kernel, const Bindings &subs,
                     const std::vector<std::string> &open,
                     const std::deque<GuardedTensor> &tensors);

} // namespace wave::test
