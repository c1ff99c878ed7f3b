//===- Logged.h - What debug_log sent, element by element -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "wave/wave.h"

namespace wave::test {

/// The pieces in which it is sent differ: the interpreter sends whole arrays.
struct Logged {
  /// Label, steps of the loops, coordinate.
  using Place = std::tuple<std::string, std::vector<int64_t>, std::vector<int64_t>>;
  std::map<Place, std::string> values; ///< as text, for the sake of NaN
  std::vector<Place> repeated;         ///< places that something was sent for twice

  bool operator==(const Logged &) const = default;

  LogHandler handler();
};

} // namespace wave::test
