//===- OncePerSizes.h - What is checked once for each sizes of a launch ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check that depends on the sizes of a launch alone need not be repeated by the next launch of
// the same kernel with them.  Any number of threads may launch.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "wave/expr.h"

namespace wave {

/// "M = 512, K = 64".
std::string sizesText(const Bindings &sizes);

class OncePerSizes {
public:
  /// Calls `check` unless it has returned for these sizes before; one that throws is called again.
  void run(const Bindings &sizes, const std::function<void()> &check);

private:
  std::mutex mutex;
  std::set<std::string> passed; ///< sizes, as text
};

} // namespace wave
