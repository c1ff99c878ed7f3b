//===- HostMemoryTest.cpp - What a process can still get ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From files as the kernel writes them, and from the limits of this process.
//
//===----------------------------------------------------------------------===//

#include "machine/HostMemory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

using namespace wave::machine;

namespace {

class HostMemory : public ::testing::Test {
protected:
  HostMemory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "wave-test-XXXXXX").string();
    root = ::mkdtemp(pattern.data());
    write("proc/meminfo", "MemTotal:       16000 kB\nMemFree:         100 kB\n"
                          "MemAvailable:   9000 kB\nSwapFree:       1000 kB\n");
  }
  ~HostMemory() override { std::filesystem::remove_all(root); }

  void write(const std::string &name, const std::string &text) const {
    const std::filesystem::path path = root / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  /// A control group of the second version.
  void writeGroup(const std::string &folder, const std::string &limit, int64_t usage) const {
    write(folder + "memory.max", limit + "\n");
    write(folder + "memory.current", std::to_string(usage) + "\n");
    write(folder + "memory.stat", "anon 7\nfile 900\nactive_file 300\ninactive_file 500\n");
  }

  void expect(int64_t bytes, const std::string &limit) const {
    const AvailableMemory found = availableMemory(root.string());
    EXPECT_EQ(found.bytes, bytes);
    EXPECT_EQ(found.limit, limit);
  }

  const std::string ofGroup = "what the control group of this process leaves";
  const std::string ofMachine = "what is free on this machine";
  std::filesystem::path root;
};

} // namespace

TEST_F(HostMemory, OfTheMachine) { expect(10000 * 1024, ofMachine); }

TEST_F(HostMemory, AGroupOfAContainer) {
  write("proc/self/cgroup", "0::/\n");
  writeGroup("sys/fs/cgroup/", "4000000", 1000000);
  expect(3000000 + 300 + 500, ofGroup);
}

TEST_F(HostMemory, AGroupAroundTheOwnOne) {
  write("proc/self/cgroup", "0::/jobs/one\n");
  writeGroup("sys/fs/cgroup/jobs/one/", "max", 10);
  writeGroup("sys/fs/cgroup/jobs/", "2000000", 500000);
  writeGroup("sys/fs/cgroup/", "5000000", 600000);
  expect(1500800, ofGroup);
}

TEST_F(HostMemory, AGroupWithoutALimit) {
  write("proc/self/cgroup", "0::/jobs\n");
  writeGroup("sys/fs/cgroup/jobs/", "max", 10);
  expect(10000 * 1024, ofMachine);
}

TEST_F(HostMemory, AGroupThatIsFullHasNothing) {
  write("proc/self/cgroup", "0::/\n");
  writeGroup("sys/fs/cgroup/", "1000", 5000);
  expect(0, ofGroup);
}

TEST_F(HostMemory, GroupsOfTheFirstVersion) {
  write("proc/self/cgroup", "5:cpu:/a\n4:devices,memory:/outside/of/the/container\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "1000000\n");
  write("sys/fs/cgroup/memory/memory.stat", "total_active_file 10\ntotal_inactive_file 20\n");
  expect(2000030, ofGroup);
}

TEST_F(HostMemory, LimitsOfTheProcess) {
  write("proc/self/status", "VmSize:\t    300 kB\nVmData:\t    200 kB\n");
  // In a child: a limit that is lowered stays so.
  auto isLeft = [&] {
    const rlimit data = {400 * 1024, RLIM_INFINITY};
    setrlimit(RLIMIT_DATA, &data);
    const AvailableMemory found = availableMemory(root.string());
    return found.bytes == 200 * 1024 &&
           found.limit == "what the limit of the process leaves (ulimit -d)";
  };
  EXPECT_EXIT(_exit(isLeft() ? 0 : 1), ::testing::ExitedWithCode(0), "");
}

TEST_F(HostMemory, HereThereIsSome) { EXPECT_GT(availableMemory().bytes, int64_t{1} << 20); }
