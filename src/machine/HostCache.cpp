//===- HostCache.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/HostCache.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <vector>

namespace wave::machine {

namespace {

struct Described {
  int64_t level, bytes;
  std::string sharers; ///< "0-3,8"
};

} // namespace

static std::string lineOf(const std::string &file) {
  std::ifstream input(file);
  std::string line;
  std::getline(input, line);
  return line;
}

/// A number before its unit, "32768K"; 0 for what is none.
static int64_t sizeOf(const std::string &text) {
  int64_t number = 0;
  size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && number < (int64_t{1} << 30);
       ++at)
    number = number * 10 + (text[at] - '0');
  const std::string unit = text.substr(at);
  return unit == "K" ? number << 10 : unit == "M" ? number << 20 : unit.empty() ? number : 0;
}

/// What a folder says of a cache, unless it keeps instructions alone.
static std::optional<Described> cacheIn(const std::string &folder) {
  const std::string type = lineOf(folder + "/type");
  if (type != "Unified" && type != "Data")
    return std::nullopt;
  Described cache{.level = sizeOf(lineOf(folder + "/level")),
                  .bytes = sizeOf(lineOf(folder + "/size")),
                  .sharers = lineOf(folder + "/shared_cpu_list")};
  return cache.level > 0 && cache.bytes > 0 ? std::optional(cache) : std::nullopt;
}

/// Those that the process may run on, by number; none where there are more than 1024.
static std::vector<int> ownProcessors() {
  std::vector<int> numbers;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    for (int number = 0; number < CPU_SETSIZE; ++number)
      if (CPU_ISSET(number, &set))
        numbers.push_back(number);
  return numbers;
}

std::optional<HostCache> hostLastCache(const std::string &root) {
  std::optional<HostCache> last;
  std::set<std::string> groups; // processors that share one
  const std::vector<int> processors = ownProcessors();
  for (const int processor : processors)
    for (int index = 0;; ++index) {
      const std::string folder = root + "/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                                 "/cache/index" + std::to_string(index);
      if (!std::ifstream(folder + "/type"))
        break;
      const std::optional<Described> cache = cacheIn(folder);
      if (!cache || (last && cache->level < last->level))
        continue;
      if (!last || cache->level > last->level) {
        last = {.level = cache->level,
                .bytes = cache->bytes,
                .count = 0,
                .processors = static_cast<int64_t>(processors.size()),
                .source = folder.substr(root.size())};
        groups.clear();
      }
      // Without a list each processor has its own.
      groups.insert(cache->sharers.empty() ? std::to_string(processor) : cache->sharers);
      last->bytes = std::min(last->bytes, cache->bytes);
    }
  if (last)
    last->count = static_cast<int64_t>(groups.size());
  return last;
}

} // namespace wave::machine
