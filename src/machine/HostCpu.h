//===- HostCpu.h - What the CPU target asks of this machine ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wave::machine {

/// A level of vector instructions and the register block that suits it: the
/// accumulators, one vector of the right operand per column and one broadcast
/// must fit the vector registers.
struct VectorIsa {
  std::string_view name;
  int64_t vectorBytes; ///< of one vector register
  int64_t mmaRows;     ///< rows of a register block
  int64_t mmaVectors;  ///< vectors across a register block
};

/// The best level that this processor has.
const VectorIsa &hostVectorIsa();

/// The level of that name, this machine's for an empty one, or null.
const VectorIsa *vectorIsaNamed(std::string_view name);

/// As the processor names itself; "unknown" where it does not.
std::string hostCpuName();
unsigned hostThreads();
int64_t hostMemoryBytes();

} // namespace wave::machine
