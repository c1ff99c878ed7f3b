//===- HostCache.h - The last cache before this machine's memory ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace wave::machine {

/// Processors share a cache, or each of them one, or several groups of them one each.
struct HostCache {
  int64_t level;
  int64_t bytes;      ///< of each; of caches that differ those of the smallest
  int64_t count;      ///< caches that the processors of this process have
  int64_t processors; ///< that this process may run on
  std::string source; ///< the folder of the first one's description
};

/// The one of the highest level, as Linux describes the caches (Documentation/ABI/testing/
/// sysfs-devices-system-cpu, "cache"); nothing where it does not.  Files are looked up in the
/// folder `root`.
std::optional<HostCache> hostLastCache(const std::string &root = "");

} // namespace wave::machine
