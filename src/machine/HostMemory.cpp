//===- HostMemory.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/HostMemory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

namespace wave::machine {

/// The number behind `key` in a file of lines "key number", or "key: number kB"; without a key
/// the number that the file is.  None for "max", and where there is no such file.
static std::optional<int64_t> numberIn(const std::string &file, const std::string &key = {}) {
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);) {
    std::istringstream words(line);
    std::string word, unit;
    int64_t number = 0;
    if (!key.empty() && (!(words >> word) || (word != key && word != key + ":")))
      continue;
    if (!(words >> number))
      return std::nullopt;
    return words >> unit && unit == "kB" ? number * 1024 : number;
  }
  return std::nullopt;
}

namespace {

/// How a version of control groups calls its files (Linux kernel documentation,
/// admin-guide/cgroup-v2.rst, "Memory", and cgroup-v1/memory.rst).
struct GroupFiles {
  const char *folder, *controller; ///< the second as in /proc/self/cgroup
  const char *limit, *usage, *active, *inactive;
};
constexpr GroupFiles versions[] = {
    {"/sys/fs/cgroup", "", "memory.max", "memory.current", "active_file", "inactive_file"},
    {"/sys/fs/cgroup/memory", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_active_file", "total_inactive_file"}};

} // namespace

/// Of one control group; none without a limit.  Pages of files are given up when memory runs
/// short.
static std::optional<int64_t> leftIn(const std::string &group, const GroupFiles &files) {
  const std::optional<int64_t> limit = numberIn(group + files.limit),
                               usage = numberIn(group + files.usage);
  if (!limit || !usage)
    return std::nullopt;
  const std::string pages = group + "memory.stat";
  return *limit - *usage + numberIn(pages, files.active).value_or(0) +
         numberIn(pages, files.inactive).value_or(0);
}

/// Of the groups that the process is in: its own and those around it.
static int64_t leftInGroups(const std::string &root) {
  int64_t least = std::numeric_limits<int64_t>::max();
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) { // "4:cpu,memory:/path"
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    for (const GroupFiles &files : versions) {
      if (controllers.find(std::string(",") + files.controller + ",") == std::string::npos)
        continue;
      for (std::string path = line.substr(second + 1);; path.resize(path.rfind('/'))) {
        const std::string group = root + files.folder + path + (path.ends_with('/') ? "" : "/");
        least = std::min(least, leftIn(group, files).value_or(least));
        if (path.rfind('/') == std::string::npos)
          break;
      }
    }
  }
  return least;
}

/// Of a limit of the process of which `used` bytes are taken.
static int64_t leftOf(decltype(RLIMIT_AS) resource, int64_t used) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(limit.rlim_cur) - used;
}

AvailableMemory availableMemory(const std::string &root) {
  const std::string free = root + "/proc/meminfo", own = root + "/proc/self/status";
  const int64_t physical = static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  const AvailableMemory all[] = {
      {numberIn(free, "MemAvailable").value_or(physical) + numberIn(free, "SwapFree").value_or(0),
       "what is free on this machine"},
      {leftInGroups(root), "what the control group of this process leaves"},
      {leftOf(RLIMIT_AS, numberIn(own, "VmSize").value_or(0)),
       "what the limit of the process leaves (ulimit -v)"},
      {leftOf(RLIMIT_DATA, numberIn(own, "VmData").value_or(0)),
       "what the limit of the process leaves (ulimit -d)"}};
  AvailableMemory least = *std::ranges::min_element(all, {}, &AvailableMemory::bytes);
  least.bytes = std::max<int64_t>(least.bytes, 0);
  return least;
}

} // namespace wave::machine
