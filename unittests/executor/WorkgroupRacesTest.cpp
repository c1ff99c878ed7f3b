//===- WorkgroupRacesTest.cpp - Workgroups that meet in global memory -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <numeric>
#include <set>

#ifdef __linux__
#include <sys/resource.h>
#endif

#include "TestKernel.h"
#include "diagnostic/Fail.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

constexpr int lanes = 64, groups = 6, count = lanes * groups;

/// A memory of 384 rows of one i32, of the access that it has.
std::string memoryOf(const std::string &access) {
  return ", wave.memories = [{name = \"z\", dtype = i32, dims = [\"M\"], pointer = 0, sizes = "
         "[-1], "
         "strides = [-1], known_sizes = [384], known_strides = [1], access = \"" +
         access + "\"}]";
}

/// %t is the number of the thread in the launch, %mine its element of %z; %g is the workgroup.
KernelText kernelOf(const std::string &body, const std::string &access = "readwrite") {
  KernelText text;
  text.arguments = "%z: !llvm.ptr<1>";
  text.attributes = memoryOf(access);
  text.body = "%i = rocdl.workitem.id.x : i32\n%g = rocdl.workgroup.id.x : i32\n"
              "%c64 = llvm.mlir.constant(64 : i32) : i32\n%c1 = llvm.mlir.constant(1 : i32) : i32\n"
              "%c383 = llvm.mlir.constant(383 : i32) : i32\n%gi = llvm.mul %g, %c64 : i32\n"
              "%t = llvm.add %gi, %i : i32\n" +
              addressText("mine", "%z", 1, "%t", "i32") + body;
  return text;
}

struct Ran {
  Report report;
  std::vector<int32_t> memory;

  std::string text() const { return textOf(report); }
};

Ran runGroups(const KernelText &text, const Options &options = {}, int64_t grid = groups) {
  Ran ran;
  ran.memory.resize(count);
  std::iota(ran.memory.begin(), ran.memory.end(), 0);
  ran.report = execute(programOf(text), {{grid, 1, 1}, {regionOf(ran.memory)}}, options);
  return ran;
}

const std::string loadMine = "%v = llvm.load %mine : !llvm.ptr<1> -> i32\n";
const std::string storeMine =
    "%w = llvm.add %v, %c1 : i32\nllvm.store %w, %mine : i32, !llvm.ptr<1>\n";
/// Of the thread that is as far from the end.
const std::string loadMirrored = "%r = llvm.sub %c383, %t : i32\n" +
                                 addressText("far", "%z", 1, "%r", "i32") +
                                 "%v = llvm.load %far : !llvm.ptr<1> -> i32\n";
/// The elements of the next workgroup.
const std::string loadNext = "%a = llvm.add %t, %c64 : i32\n"
                             "%r = llvm.intr.smin(%a, %c383) : (i32, i32) -> i32\n" +
                             addressText("far", "%z", 1, "%r", "i32") +
                             "%v = llvm.load %far : !llvm.ptr<1> -> i32\n";

Options of(Order order, uint64_t seed = 0, unsigned threads = 1) {
  Options options;
  options.order = order;
  options.seed = seed;
  options.threads = threads;
  return options;
}

TEST(WorkgroupRaces, WhoKeepsToItsOwnHasNone) {
  for (const char *access : {"readwrite", "unmapped"})
    for (const Options &options : {of(Order::First), of(Order::Last), of(Order::Random, 3, 3)}) {
      KernelText text = kernelOf(loadMine + storeMine);
      if (access == std::string("unmapped"))
        text.attributes.clear();
      const Ran ran = runGroups(text, options);
      EXPECT_EQ(ran.text(), "");
      for (int i = 0; i < count; ++i)
        ASSERT_EQ(ran.memory[i], i + 1);
    }
}

TEST(WorkgroupRaces, AReadOfWhatAnotherOneWrites) {
  for (unsigned threads : {1u, 2u, 8u})
    for (const Options &options : {of(Order::First, 0, threads), of(Order::Last, 1, threads),
                                   of(Order::Random, 7, threads)}) {
      const Ran ran = runGroups(kernelOf(loadMirrored + storeMine), options);
      ASSERT_EQ(ran.report.findings.size(), 1u) << ran.text();
      const Finding &race = ran.report.findings[0];
      EXPECT_EQ(race.kind, FindingKind::WorkgroupRace);
      EXPECT_TRUE(race.isBetweenWorkgroups());
      EXPECT_EQ(race.element, "z[0]");
      EXPECT_EQ(race.group, (std::array<uint32_t, 3>{0, 0, 0}));
      EXPECT_EQ(race.otherGroup, (std::array<uint32_t, 3>{5, 0, 0}));
      EXPECT_EQ(race.at.operation, "llvm.store");
      EXPECT_EQ(race.other.operation, "llvm.load");
      EXPECT_EQ(race.count, uint64_t{count});
      EXPECT_NE(
          ran.text().find("race between workgroups on z[0]: workgroup 0, 0, 0 writes it here, "
                          "workgroup 5, 0, 0 reads it, and nothing orders the workgroups of a "
                          "launch"),
          std::string::npos)
          << ran.text();
      EXPECT_NE(ran.text().find("[workgroup-race]"), std::string::npos) << ran.text();
    }
}

TEST(WorkgroupRaces, ReadsOfManyAreKept) {
  // All read what the last workgroup alone writes.
  const std::string last = addressText("far", "%z", 1, "%c383", "i32") +
                           "%c5 = llvm.mlir.constant(5 : i32) : i32\n"
                           "%v = llvm.load %far : !llvm.ptr<1> -> i32\n"
                           "%is = llvm.icmp \"eq\" %g, %c5 : i32\n"
                           "scf.if %is {\nllvm.store %v, %far : i32, !llvm.ptr<1>\n}\n";
  const Ran ran = runGroups(kernelOf(last));
  ASSERT_EQ(ran.report.findings.size(), 1u) << ran.text();
  EXPECT_NE(ran.text().find("z[383]: workgroup 5, 0, 0 writes it here, workgroup 0, 0, 0 reads it"),
            std::string::npos)
      << ran.text();
  // Of one workgroup there is nobody else.
  EXPECT_FALSE(runGroups(kernelOf(last), {}, 1).report.has(FindingKind::WorkgroupRace));
}

/// Code for a lane without an element reads some other one, and forgets it.
TEST(WorkgroupRaces, WhatIsForgottenIsNotRead) {
  const std::string masked = "%c3 = llvm.mlir.constant(3 : i32) : i32\n"
                             "%is = llvm.icmp \"ult\" %i, %c3 : i32\n"
                             "%p = llvm.select %is, %mine, %z : i1, !llvm.ptr<1>\n"
                             "%x = llvm.load %p : !llvm.ptr<1> -> i32\n";
  EXPECT_EQ(
      runGroups(kernelOf(masked + "%v = llvm.select %is, %x, %c1 : i1, i32\n" + storeMine)).text(),
      "");
  // Who uses it in another way has read it.
  for (const char *use : {"%v = llvm.select %is, %c1, %x : i1, i32\n",
                          "%n = llvm.icmp \"ult\" %t, %c3 : i32\n"
                          "%v = llvm.select %n, %x, %c1 : i1, i32\n",
                          "%v = llvm.add %x, %c1 : i32\n"})
    EXPECT_TRUE(
        runGroups(kernelOf(masked + use + storeMine)).report.has(FindingKind::WorkgroupRace))
        << use;
}

/// All workgroups write the first elements.
const std::string writeFirst =
    addressText("first", "%z", 1, "%i", "i32") + "llvm.store %t, %first : i32, !llvm.ptr<1>\n";

TEST(WorkgroupRaces, WritesOfOneElement) {
  const Ran ran = runGroups(kernelOf(loadMine + writeFirst));
  ASSERT_TRUE(ran.report.has(FindingKind::WorkgroupRace));
  EXPECT_NE(ran.text().find("z[0]: workgroup 0, 0, 0 writes it here, workgroup 1, 0, 0 writes it"),
            std::string::npos)
      << ran.text();
  // Of a memory that is only written this was known before.
  const Ran only = runGroups(kernelOf(writeFirst, "write"));
  ASSERT_TRUE(only.report.has(FindingKind::WrittenTwice)) << only.text();
  for (const Finding &finding : only.report.findings)
    EXPECT_EQ(finding.isBetweenWorkgroups(), finding.kind == FindingKind::WrittenTwice);
}

/// What is computed under a race follows the order and its seed, and nothing else.
TEST(WorkgroupRaces, ResultsFollowTheOrder) {
  for (const auto &[body, access] :
       {std::pair(loadNext + storeMine, "readwrite"), {writeFirst, "write"}}) {
    const KernelText text = kernelOf(body, access);
    std::set<std::vector<int32_t>> results;
    for (uint64_t seed = 0; seed < 12; ++seed) {
      const Order order = seed == 0 ? Order::First : seed == 1 ? Order::Last : Order::Random;
      const Ran ran = runGroups(text, of(order, seed));
      results.insert(ran.memory);
      for (unsigned threads : {2u, 5u}) {
        const Ran again = runGroups(text, of(order, seed, threads));
        EXPECT_EQ(again.memory, ran.memory) << seed << ", " << threads << " threads";
        EXPECT_EQ(again.text(), ran.text());
        EXPECT_EQ(again.report.counters.instructions, ran.report.counters.instructions);
      }
    }
    EXPECT_GT(results.size(), 3u);
  }
  // The first workgroup reads what was there before the second one wrote it, or after.
  EXPECT_EQ(runGroups(kernelOf(loadNext + storeMine), of(Order::First)).memory[0], 65);
  EXPECT_NE(runGroups(kernelOf(loadNext + storeMine), of(Order::Last)).memory[0], 65);
}

/// One element has the same value wherever several workgroups add to it by atomic operations.
TEST(WorkgroupRaces, AtomicOperations) {
  const std::string add = addressText("first", "%z", 1, "%i", "i32") +
                          "%old = llvm.atomicrmw add %first, %c1 monotonic : !llvm.ptr<1>, i32\n";
  for (unsigned threads : {1u, 3u}) {
    const Ran ran = runGroups(kernelOf(add), of(Order::Random, 5, threads));
    EXPECT_EQ(ran.text(), "");
    EXPECT_EQ(ran.memory[7], 7 + groups);
  }
  const std::string atomicLoad =
      addressText("first", "%z", 1, "%i", "i32") +
      "%v = llvm.load %first atomic monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32\n";
  EXPECT_EQ(runGroups(kernelOf(atomicLoad + add.substr(add.find("%old")))).text(), "");
  // With an ordinary access it races, whoever comes first.
  const std::string load = "%v = llvm.load %first : !llvm.ptr<1> -> i32\n";
  for (const std::string &body : {add + load, addressText("first", "%z", 1, "%i", "i32") + load +
                                                  add.substr(add.find("%old"))}) {
    const Ran ran = runGroups(kernelOf(body));
    EXPECT_NE(ran.text().find("writes by an atomic operation it here, workgroup 1, 0, 0 reads it"),
              std::string::npos)
        << ran.text();
  }
}

/// Of what a launch only writes, and in a loop, it writes all.
TEST(WorkgroupRaces, ElementsThatAreNeverWritten) {
  for (int64_t grid : {1, 5}) {
    const Ran ran = runGroups(kernelOf("llvm.store %t, %mine : i32, !llvm.ptr<1>\n"
                                       "llvm.store %i, %mine : i32, !llvm.ptr<1>\n"),
                              {}, grid);
    ASSERT_EQ(ran.report.findings.size(), 1u) << ran.text();
    EXPECT_EQ(ran.report.findings[0].kind, FindingKind::NeverWritten);
    EXPECT_EQ(ran.report.findings[0].count, uint64_t{lanes} * (groups - grid));
  }
  EXPECT_EQ(runGroups(kernelOf(loadMine + storeMine), {}, 5).text(), "");
}

/// Two workgroups of a cluster, of which each reads what the other one writes.
TEST(WorkgroupRaces, ABarrierOfTheClusterOrdersItsWorkgroups) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "32, 1, 1";
  text.arguments = "%z: !llvm.ptr<1>, %o: !llvm.ptr<1>";
  text.attributes = ", nvvm.cluster_dim = array<i32: 2, 1, 1>";
  const auto findings = [&](const std::string &other, const std::string &between) {
    text.body = "%i = nvvm.read.ptx.sreg.tid.x : i32\n%g = nvvm.read.ptx.sreg.ctaid.x : i32\n"
                "%c1 = llvm.mlir.constant(1 : i32) : i32\n%c2 = llvm.mlir.constant(2 : i32) : i32\n"
                "%c3 = llvm.mlir.constant(3 : i32) : i32\n"
                "%c32 = llvm.mlir.constant(32 : i32) : i32\n%gi = llvm.mul %g, %c32 : i32\n"
                "%t = llvm.add %gi, %i : i32\n%h = llvm.xor %g, " +
                other + " : i32\n%hi = llvm.mul %h, %c32 : i32\n%u = llvm.add %hi, %i : i32\n" +
                addressText("mine", "%z", 1, "%t", "i32") +
                addressText("far", "%z", 1, "%u", "i32") +
                addressText("out", "%o", 1, "%t", "i32") +
                "llvm.store %t, %mine : i32, !llvm.ptr<1>\n" + between +
                "%v = llvm.load %far : !llvm.ptr<1> -> i32\n"
                "llvm.store %v, %out : i32, !llvm.ptr<1>\n";
    std::vector<int32_t> memory(128), out(128);
    return textOf(execute(programOf(text), {{4, 1, 1}, {regionOf(memory), regionOf(out)}}, {}));
  };
  const std::string meet = "nvvm.cluster.arrive {aligned}\nnvvm.cluster.wait {aligned}\n";
  EXPECT_EQ(findings("%c1", meet), "");
  const std::string apart = findings("%c1", "");
  EXPECT_NE(apart.find("race between workgroups on region 0, byte "), std::string::npos) << apart;
  EXPECT_NE(apart.find("and no barrier of the cluster stands between"), std::string::npos) << apart;
  // It orders no others.
  const std::string far = findings("%c2", meet);
  EXPECT_NE(far.find("nothing orders the workgroups of a launch"), std::string::npos) << far;
}

/// Where the system starts no thread, those that run end, and the launch fails.
TEST(HostThreadsDeathTest, ThatCannotBeStarted) {
  if (std::getenv("ASAN_OPTIONS") || std::getenv("TSAN_OPTIONS"))
    return; // the space that sanitizers take is more than the limit
  const auto launch = [] {
    const Program program = programOf(kernelOf(loadMine + storeMine));
    std::vector<int32_t> memory(lanes * 512);
    // Their stacks do not fit.
    struct rlimit space{};
    getrlimit(RLIMIT_AS, &space);
    space.rlim_cur = rlim_t{4} << 30;
    setrlimit(RLIMIT_AS, &space);
    try {
      execute(program, {{512, 1, 1}, {regionOf(memory)}}, of(Order::First, 0, 512));
    } catch (const LaunchError &error) {
      std::fprintf(stderr, "%s\n", error.what());
      std::_Exit(error.diagnostic().id == "out-of-memory" ? 3 : 4);
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(launch(), testing::ExitedWithCode(3), "the system starts no 512 threads");
}

} // namespace
} // namespace wave::executor
