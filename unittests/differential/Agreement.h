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
                     const std::vector<bool> &inputs, const std::vector<unsigned> &threads);

/// The same on a simulated GPU, where the simulator is to find nothing.  Returns the id of
/// the error with which the target refuses the kernel, if it is one of `refusals`.
std::string expectSimulated(WaveCompileOptions options, const Kernel &kernel, const Bindings &subs,
                            const std::vector<std::string> &open,
                            std::deque<GuardedTensor> &tensors, const std::vector<bool> &inputs,
                            const std::vector<std::string> &refusals = {});

} // namespace wave::test
