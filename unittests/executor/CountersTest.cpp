//===- CountersTest.cpp - Sectors, bank conflicts, events, chips ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Counters.h"

#include <array>
#include <set>

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

const machine::Chip &mi300 = *machine::chipNamed("mi300x");
const machine::Chip &mi355 = *machine::chipNamed("gfx950");

TEST(Chips, GroupsHaveEachLaneOnce) {
  for (const machine::Chip &chip : machine::chips())
    for (auto direction : {machine::SharedDirection::Read, machine::SharedDirection::Write})
      for (unsigned bytes : {1u, 4u, 8u, 12u, 16u}) {
        const machine::SharedAccess &access = sharedAccess(chip, direction, bytes);
        EXPECT_GE(access.bytes, bytes);
        std::multiset<int> lanes;
        for (const auto &group : access.groups)
          lanes.insert(group.begin(), group.end());
        std::multiset<int> all;
        for (unsigned lane = 0; lane < chip.lanes; ++lane)
          all.insert(static_cast<int>(lane));
        EXPECT_EQ(lanes, all);
      }
  EXPECT_EQ(machine::chipNamed("gfx900"), nullptr);
  EXPECT_EQ(mi355.sharedBytes, 163840);
}

template <typename Address>
SharedCost costOf(const machine::Chip &chip, unsigned bytes, Address address,
                  LaneMask lanes = allLanes) {
  std::array<uint32_t, 64> addresses;
  for (uint32_t lane = 0; lane < 64; ++lane)
    addresses[lane] = address(lane);
  return sharedCostOf(sharedAccess(chip, machine::SharedDirection::Read, bytes), lanes,
                      addresses.data(), bytes);
}

TEST(BankConflicts, WordsInOrderHaveNone) {
  for (unsigned bytes : {4u, 8u, 16u})
    for (const machine::Chip *chip : {&mi300, &mi355}) {
      const SharedCost cost = costOf(*chip, bytes, [&](uint32_t lane) { return lane * bytes; });
      EXPECT_EQ(cost.conflicts, 0u) << bytes << chip->name;
    }
  EXPECT_EQ(costOf(mi300, 4, [](uint32_t lane) { return lane * 4; }).cycles, 2u);
  EXPECT_EQ(costOf(mi300, 16, [](uint32_t lane) { return lane * 16; }).cycles, 8u);
  EXPECT_EQ(costOf(mi355, 16, [](uint32_t lane) { return lane * 16; }).cycles, 4u);
}

TEST(BankConflicts, Strides) {
  // 32 words apart all lanes of a group want one bank, on gfx950 two.
  EXPECT_EQ(costOf(mi300, 4, [](uint32_t lane) { return lane * 128; }).conflicts, 2u * 31);
  EXPECT_EQ(costOf(mi355, 4, [](uint32_t lane) { return lane * 128; }).conflicts, 31u);
  // One word for all is given to all at once.
  EXPECT_EQ(costOf(mi300, 4, [](uint32_t) { return 64; }).conflicts, 0u);
  // Inactive lanes ask for nothing.
  EXPECT_EQ(costOf(mi300, 4, [](uint32_t lane) { return lane * 128; }, 3).conflicts, 1u);
}

TEST(BankConflicts, GroupsOf128BitsAreNotConsecutive) {
  // Lanes 0 and 20 are served together on gfx942, lanes 0 and 4 are not.
  auto only = [](uint32_t other) {
    return costOf(
        mi300, 16, [&](uint32_t lane) { return lane == other ? 128u : 0u; },
        LaneMask{1} | LaneMask{1} << other);
  };
  EXPECT_EQ(only(20).conflicts, 1u);
  EXPECT_EQ(only(4).conflicts, 0u);
}

TEST(Sectors, EachOnce) {
  std::array<uint64_t, 64> addresses;
  auto count = [&](auto address, uint32_t bytes) {
    for (uint64_t lane = 0; lane < 64; ++lane)
      addresses[lane] = address(lane);
    return sectorsOf(allLanes, addresses.data(), bytes, 64);
  };
  EXPECT_EQ(count([](uint64_t lane) { return 4096 + lane * 4; }, 4), 4u);
  EXPECT_EQ(count([](uint64_t lane) { return 4096 + 32 + lane * 4; }, 4), 5u);
  EXPECT_EQ(count([](uint64_t lane) { return 4096 + (63 - lane) * 4; }, 4), 4u);
  EXPECT_EQ(count([](uint64_t lane) { return lane * 256; }, 4), 64u);
  EXPECT_EQ(count([](uint64_t lane) { return lane * 256 + 56; }, 16), 128u);
  EXPECT_EQ(count([](uint64_t) { return 8; }, 8), 1u);
}

TEST(Counters, OfAKernel) {
  std::vector<int32_t> memory(64 * 16);
  KernelText text;
  text.arguments = "%p: !llvm.ptr<1>";
  text.body = "%i = rocdl.workitem.id.x : i32\n" +
              addressText("q", "%p", 1, "%i", "!llvm.array<16 x i32>") +
              "%v = llvm.load %q : !llvm.ptr<1> -> i32\nllvm.store %v, %q : i32, !llvm.ptr<1>\n"
              "rocdl.sched.barrier 0";
  const Report report = run(text, {regionOf(memory)});
  EXPECT_EQ(textOf(report), "");
  EXPECT_EQ(report.counters.globalLoads, 1u);
  EXPECT_EQ(report.counters.globalStores, 1u);
  EXPECT_EQ(report.counters.hints, 1u);
  EXPECT_EQ(report.counters.sectors, 128u);
  EXPECT_EQ(report.counters.sectorsNeeded, 8u);
  EXPECT_EQ(report.counters.activeLanes, report.counters.instructions * 64);
}

TEST(Trace, HasATrackForEachWaveAndUnit) {
  KernelText text;
  text.workgroup = "128, 1, 1";
  text.body = "rocdl.s.barrier loc(\"meet \\\"here\\\"\"(\"kernel.cpp\":12:3))";
  std::string trace;
  Options options;
  options.trace = &trace;
  EXPECT_EQ(textOf(run(text, {}, options)), "");
  EXPECT_NE(trace.find("\"name\": \"wave 1, control and waits\""), std::string::npos) << trace;
  EXPECT_NE(trace.find("\"name\": \"meet \\\"here\\\"\", \"args\": {\"operation\": "
                       "\"rocdl.s.barrier\", \"line\": \"kernel.cpp:12\"}"),
            std::string::npos)
      << trace;
  EXPECT_EQ(trace.substr(0, 17), "{\"traceEvents\": [");
  EXPECT_NE(trace.find("\"events_left_out\": 0"), std::string::npos);
}

} // namespace
} // namespace wave::executor
