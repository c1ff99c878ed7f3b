//===- Symbols.h - Names that the language tests write kernels in ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <wave/wave.h>

namespace wave::test {

inline constexpr Symbol B{"B"}, M{"M"}, N{"N"}, K{"K"}, J{"J"};
inline constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
inline constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

/// Compiles for the CPU with these values.
inline CompiledKernel compile(const Kernel &kernel, const Bindings &subs) {
  return wave_compile({.subs = subs}, kernel);
}

} // namespace wave::test
