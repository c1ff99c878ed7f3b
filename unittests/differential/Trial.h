//===- Trial.h - A kernel, and all that a launch of it needs --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>

#include "Outcome.h"

namespace wave::test {

/// The kernel's defaults give all of its symbols values.
struct Trial {
  Kernel kernel;
  WaveCompileOptions options;                 ///< target and schedule
  std::vector<std::string> open = {};         ///< sizes that the compile does not know
  std::map<std::string, Layout> layouts = {}; ///< of arguments; row-major where absent
  SimulationOptions simulation = {};
  uint64_t seed = 0; ///< of what the tensors hold: integers up to 3

  /// "wave run FILE ...", which does the same with row-major tensors and normal numbers.
  std::string command(const std::string &file) const;
};

/// Compiles, launches, and compares with the interpreter.  Bits that `wave run --check` would
/// not accept either, with its bounds of what arithmetic may do, are a "wrong-value".
Outcome attempt(const Trial &trial);

} // namespace wave::test
