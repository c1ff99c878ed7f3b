//===- HostCpu.h - What the CPU target asks of this machine ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <span>
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

/// A processor that code can be made for without having it: a level of the x86-64 psABI,
/// with LLVM's name for it.
struct CpuLevel {
  std::string_view name;
  const VectorIsa *isa;
};

/// From the least to the most; empty on other architectures.
std::span<const CpuLevel> cpuLevels();
/// The level of that name, or null.
const CpuLevel *cpuLevelNamed(std::string_view name);
/// Whether this processor has all instructions of the level.
bool hostHas(const CpuLevel &level);

/// As the processor names itself; "unknown" where it does not.
std::string hostCpuName();
unsigned hostThreads();
int64_t hostMemoryBytes();

} // namespace wave::machine
