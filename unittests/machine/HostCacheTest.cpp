//===- HostCacheTest.cpp - The last cache of this machine -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From files as the kernel writes them, for the processors that the test may run on.
//
//===----------------------------------------------------------------------===//

#include "machine/HostCache.h"

#include <sched.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

using namespace wave::machine;

namespace {

class HostCacheFiles : public ::testing::Test {
protected:
  HostCacheFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "wave-test-XXXXXX").string();
    root = ::mkdtemp(pattern.data());
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    for (int number = 0; number < CPU_SETSIZE; ++number)
      if (CPU_ISSET(number, &set))
        processors.push_back(number);
  }
  ~HostCacheFiles() override { std::filesystem::remove_all(root); }

  void write(int processor, int index, const std::string &level, const std::string &type,
             const std::string &size, const std::string &sharers) const {
    const std::filesystem::path folder = root / "sys/devices/system/cpu" /
                                         ("cpu" + std::to_string(processor)) / "cache" /
                                         ("index" + std::to_string(index));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "level") << level << "\n";
    std::ofstream(folder / "type") << type << "\n";
    std::ofstream(folder / "size") << size << "\n";
    if (!sharers.empty())
      std::ofstream(folder / "shared_cpu_list") << sharers << "\n";
  }

  std::filesystem::path root;
  std::vector<int> processors;
};

} // namespace

TEST_F(HostCacheFiles, OneForAll) {
  for (const int processor : processors) {
    write(processor, 0, "1", "Data", "48K", std::to_string(processor));
    write(processor, 1, "1", "Instruction", "32K", std::to_string(processor));
    write(processor, 2, "2", "Unified", "1024K", std::to_string(processor));
    write(processor, 3, "3", "Unified", "32768K", "0-1023");
  }
  const auto cache = hostLastCache(root.string());
  ASSERT_TRUE(cache);
  EXPECT_EQ(cache->level, 3);
  EXPECT_EQ(cache->bytes, 32 << 20);
  EXPECT_EQ(cache->count, 1);
  EXPECT_EQ(cache->processors, static_cast<int64_t>(processors.size()));
  EXPECT_EQ(cache->source,
            "/sys/devices/system/cpu/cpu" + std::to_string(processors.front()) + "/cache/index3");
}

TEST_F(HostCacheFiles, OneForEach) {
  for (const int processor : processors) // no list says who shares it
    write(processor, 0, "2", "Unified", processor == processors.front() ? "2M" : "1M", "");
  const auto cache = hostLastCache(root.string());
  ASSERT_TRUE(cache);
  EXPECT_EQ(cache->bytes, (processors.size() == 1 ? 2 : 1) << 20);
  EXPECT_EQ(cache->count, static_cast<int64_t>(processors.size()));
}

TEST_F(HostCacheFiles, WhatIsNotDescribed) {
  EXPECT_FALSE(hostLastCache(root.string()));
  for (const int processor : processors) {
    write(processor, 0, "1", "Instruction", "32K", "");
    write(processor, 1, "3", "Unified", "", "");
    write(processor, 2, "", "Unified", "1024K", "");
    write(processor, 3, "4", "Unified", "12parsecs", "");
    write(processor, 4, "4", "Unified", "99999999999999999999K", "");
  }
  EXPECT_FALSE(hostLastCache(root.string()));
}
