//===- OncePerSizes.h - What is checked once for each sizes of a launch ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check that depends on the sizes of a launch alone need not be repeated by the next launch of
// the same kernel with them.  Any number of threads may launch.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "wave/expr.h"

namespace wave {

/// "M = 512, K = 64".
std::string sizesText(const Bindings &sizes);

class OncePerSizes {
public:
  /// Calls `check` unless it has returned for these sizes before; one that throws is called again.
  void run(const Bindings &sizes, const std::function<void()> &check);

  /// Calls `check` with the claims that are not proved for all sizes: with those of sizes alone
  /// unless it has returned for these before, and with those of what memory holds each time, if
  /// `readsMemory` says that it can be read.
  template <typename Claim, typename Check>
  void runUnproved(const std::vector<Claim> &claims, const Bindings &sizes, bool readsMemory,
                   const Check &check) {
    if (std::ranges::all_of(claims, &Claim::isProved))
      return;
    const auto runWhere = [&](bool isOfMemory) {
      for (const Claim &claim : claims)
        if (!claim.isProved() && dependsOnMemory(claim) == isOfMemory)
          check(claim);
    };
    run(sizes, [&] { runWhere(false); });
    if (readsMemory)
      runWhere(true);
  }

private:
  std::mutex mutex;
  std::set<std::string> passed; ///< sizes, as text
};

} // namespace wave
