//===- CountedWaitsTest.cpp - Waits that leave too many copies in flight --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers leave copies to shared memory in flight, and waits count them (docs/adr/0046).  Each
// wait of the ping-pong schedules is deleted, and leaves one copy more: the executor has to show
// it.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <map>

#include <gtest/gtest.h>

#include "Cases.h"
#include "Mutation.h"
#include "Subject.h"

using namespace wave;
using namespace wave::test;

namespace {

/// Of the waves; a mutant is to be shown in one of them.
constexpr int orders = 16, ordersOfKernel = 4;

bool isOfWait(const Mutation &mutation) {
  return mutation.place.find(": rocdl.s.waitcnt") != std::string::npos;
}

} // namespace

TEST(CountedWaits, OfPingPongAreNeeded) {
  std::map<std::string, int> counts;
  for (const Case &kernelCase : casesOfPingPong()) {
    const Subject subject(kernelCase, kernelCase.chip, {kernelCase.schedule->name(), 0},
                          Version::Full);
    ASSERT_EQ(subject.defectOf(subject.module(), ordersOfKernel), "") << subject.name();
    for (const Mutation &mutation : mutationsOf(subject.module())) {
      if (!isOfWait(mutation))
        continue;
      const std::string defect = subject.defectOf(*mutated(subject.module(), mutation), orders);
      EXPECT_NE(defect, "") << "nothing shows this mutant: " << subject.name() << " | "
                            << mutation.place << " | " << mutation.kind;
      ++counts[mutation.kind + ": " + defect];
    }
  }
  for (const auto &[shown, count] : counts)
    std::printf("%s %d\n", shown.c_str(), count);
  EXPECT_GT(counts["wait for one less: race"], 20);
}
