//===- LoadPortsTest.cpp - When units have asked for their bytes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoadPorts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wave::analysis {
namespace {

constexpr int64_t lineBytes = 128;

/// The cycles that each of a chip's units needs to load so many lines of its own, without a pause.
std::vector<double> cyclesOf(const machine::Chip &chip, size_t loads, int64_t rowBytes) {
  const size_t units = chip.units;
  LoadPorts ports(chip, units, units * loads);
  std::vector<double> end(units, 0);
  for (size_t load = 0; load < loads; ++load)
    for (size_t unit = 0; unit < units; ++unit)
      end[unit] = ports.load(unit, unit * loads + load, 1000 * lineBytes, rowBytes, end[unit]);
  return end;
}

TEST(LoadPorts, FewerUnitsOfAPortAreFaster) {
  // Of 66 pairs of SMs six GPCs have 8, two have 9: ports of three pairs, but the last of six GPCs.
  const machine::Chip &chip = *machine::chipNamed("h200");
  std::vector<double> cycles = cyclesOf(chip, 20, 4096);
  const double slowest = *std::max_element(cycles.begin(), cycles.end());
  EXPECT_EQ(std::count_if(cycles.begin(), cycles.end(),
                          [&](double each) { return each < 0.8 * slowest; }),
            6 * 2 * 2);
  // As many requests as a port takes, for each of its six SMs.
  EXPECT_NEAR(slowest, 20 * 1000 * 6 / chip.loadPorts.requestsPerCycle, 1);
}

TEST(LoadPorts, RowsThatSplitSectorsTakeMoreRequests) {
  const machine::Chip &chip = *machine::chipNamed("h200");
  const double whole = cyclesOf(chip, 4, 4096).front(),
               split = cyclesOf(chip, 4, 4096 + 16).front();
  EXPECT_NEAR(split, whole * chip.loadPorts.splitRequests, 1);
  EXPECT_NEAR(cyclesOf(chip, 4, 4096 + 32).front(), whole, 1);
}

TEST(LoadPorts, ALineOnItsWayIsAskedForOnce) {
  const machine::Chip &chip = *machine::chipNamed("h200");
  const double own = 1000 / chip.loadPorts.unitRequestsPerCycle,
               ofPort = 1000 / chip.loadPorts.requestsPerCycle;
  LoadPorts ports(chip, chip.units, 2);
  // Units 0 and 1 have one port: both ask, the port does once.
  EXPECT_NEAR(ports.load(0, 0, 1000 * lineBytes, 4096, 0), own, 1);
  EXPECT_NEAR(ports.load(1, 0, 1000 * lineBytes, 4096, 0), own, 1);
  // After it has come, the port asks again.
  const double later = 10 * chip.loadPorts.latency;
  for (size_t unit : {0, 1, 6, 7, 12, 13}) // the six of a port, each for a line of its own
    ports.load(unit, 1, unit == 0 ? 10000 * lineBytes : lineBytes, 4096, later);
  EXPECT_NEAR(ports.load(1, 0, 1000 * lineBytes, 4096, later), later + 11 * ofPort, 10);
}

TEST(LoadPorts, DoNotLimitWhereTheyAreNotKnown) {
  LoadPorts ports(*machine::chipNamed("mi300x"), 304, 1);
  EXPECT_EQ(ports.load(3, 0, int64_t{1} << 30, 16, 5.0), 5.0);
}

} // namespace
} // namespace wave::analysis
